"""What can be foreseen in words, and what pages of Campanile alone say."""

from collections.abc import Mapping

from companion.games.campanile.input.pages import (
    AllTurnsPage,
    OwnTurnsPage,
    Refill,
    UnseenStylesPage,
)
from companion.games.campanile.rules.foresight import PileForecast, PlayerTurns
from companion.games.plugin import SpokenPage
from companion.ui.input.hints import Hints
from companion.ui.screens.view import View


def say_turns(view: View, turns: PlayerTurns | range) -> str:
    """`3`, `3 or 4`, `3 to 5`."""
    fewest, most = (turns[0], turns[-1]) if isinstance(turns, range) else turns[:2]
    if fewest == most:
        return str(most)
    key = "outlook.two" if most == fewest + 1 else "outlook.range"
    return view.words.say(key, fewest=fewest, most=most)


def say_pile_note(view: View, deck: PileForecast) -> str:
    """What is known of the next scoring card; without hints only that it is overdue."""
    return say_finito(view, deck) or say_intermezzo(view, deck)


def say_finito(view: View, deck: PileForecast) -> str:
    """Finito's chance, or that it must come; nothing before it can."""
    finito = deck.finito
    if not finito.possible or (view.hints is Hints.NONE and not finito.overdue):
        return ""
    if finito.chance is None or finito.chance == 1:
        return view.words.say("note.finito-now")
    chance, of = finito.chance.as_integer_ratio()
    return view.words.say("note.finito-chance", chance=chance, of=of)


def say_intermezzo(view: View, deck: PileForecast) -> str:
    """That Intermezzo may come, or is overdue; no number, as it would reveal its depth."""
    intermezzo = deck.intermezzo
    if not intermezzo.possible or (view.hints is Hints.NONE and not intermezzo.overdue):
        return ""
    return view.words.say(f"note.intermezzo-{'overdue' if intermezzo.overdue else 'may-come'}")


# What the pages say -----------------------------------------------------------------------------


def _refill(view: View, _page: Refill) -> list[str]:
    return [view.words.say("guide.refill")]


# The outlook, which the voice does not read -------------------------------------------------


def _own_turns(view: View, page: OwnTurnsPage) -> list[str]:
    """The turns left of the player whose turn it is, and what is known of the pile."""
    seat = view.table.seat
    own = _turns_of(view, seat, page.forecast.own[seat])
    deck, words = page.forecast.deck, view.words
    if deck is None:
        return [own]
    finito = say_finito(view, deck) or words.say("say.no-finito", cards=deck.before_finito + 1)
    left = words.say("outlook.pile", cards=deck.left)
    return [own, finito, *filter(None, [say_intermezzo(view, deck)]), left]


def _all_turns(view: View, page: AllTurnsPage) -> list[str]:
    """All turns left, and those of the others, in their order; the page before has the first."""
    own, first, turns = page.forecast.own, view.table.seat, page.forecast.turns
    others = [*range(first + 1, len(own)), *range(first)]
    in_all = view.words.say("say.turns-in-all", turns=say_turns(view, turns), most=turns[-1])
    return [in_all, *(_turns_of(view, seat, own[seat]) for seat in others)]


def _turns_of(view: View, seat: int, own: PlayerTurns) -> str:
    words, known = view.words, own.average is not None and own.fewest != own.most
    return words.say(
        "say.turns-of.average" if known else "say.turns-of",
        player=view.names[seat],
        turns=say_turns(view, own),
        most=own.most,
        average=words.tenths(own.average or 0),
    )


def _unseen_styles(view: View, page: UnseenStylesPage) -> list[str]:
    words = view.words
    cards = [f"{words.say(f'title.{style}')} {page.unseen[style]}" for style in view.table.row]
    return [words.say("say.unseen", cards=words.listed(cards))]


SPEECH: Mapping[type, SpokenPage] = {
    Refill: _refill,
    OwnTurnsPage: _own_turns,
    AllTurnsPage: _all_turns,
    UnseenStylesPage: _unseen_styles,
}
