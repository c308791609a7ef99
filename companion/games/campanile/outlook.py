"""The outlook of both Campaniles: turns left, the pile, and the styles that nobody has seen."""

from typing import NamedTuple

from companion.core.events import Named, Seat, Worded, Wording, word
from companion.games.campanile.rules.foresight import (
    PileForecast,
    PlayerTurns,
    TurnForecast,
    forecast_turns,
)
from companion.games.campanile.rules.table import CampanileTable
from companion.text.figures import format_range
from companion.ui.input.outlook import CountedPiece, CountPage, FactPage, GameForecast


class AllTurnsPage(NamedTuple):
    """Everybody's turns left, by seat."""

    title: Wording
    own: tuple[PlayerTurns, ...]
    said: tuple[Wording, ...]


def forecast_game(table: CampanileTable) -> GameForecast:
    """The outlook on a game under way."""
    forecast = forecast_turns(table)
    own, everybody = _tell_own_turns(table, forecast), _tell_all_turns(table, forecast)
    scoring = table.scoring_now(table.next_scoring)
    gained = scoring.list_points(len(table.players))
    pages = own, everybody, _tell_unseen(table, forecast)
    return GameForecast(pages, table.next_scoring, gained)


def _tell_own_turns(table: CampanileTable, forecast: TurnForecast) -> FactPage:
    """The turns left of the player whose turn it is, and what is known of the pile.

    In 1996 the turns left in the game.
    """
    seat, deck = table.seat, forecast.deck
    own = forecast.own[seat]
    lines: tuple[Wording, ...] = (_tell_game_length(forecast),)
    said: tuple[Wording, ...] = ()
    if deck is not None:
        before = deck.before_finito + 1
        left, finito = word("outlook.pile", cards=deck.left), tell_finito(deck)
        intermezzo = tell_intermezzo(deck)
        lines = finito or word("outlook.no-finito", cards=before), intermezzo or left
        said = finito or word("say.no-finito", cards=before), *filter(None, [intermezzo]), left
    return FactPage(
        title=Seat(seat),
        figure=tell_turns(own.fewest, own.most),
        label=word("outlook.turns", turns=own.most),
        lines=lines,
        said=(_tell_turns_of(seat, own), *said),
    )


def _tell_game_length(forecast: TurnForecast) -> Wording:
    """How many turns all players together still have."""
    return word("outlook.game", turns=format_range(forecast.turns[0], forecast.turns[-1]))


def _tell_all_turns(table: CampanileTable, forecast: TurnForecast) -> AllTurnsPage:
    """All turns left, and those of the others, in their order; the page before has the first."""
    fewest, most = forecast.turns[0], forecast.turns[-1]
    in_all = word("say.turns-in-all", turns=tell_turns(fewest, most), most=most)
    _, *others = table.clockwise_from(table.seat)
    said = in_all, *(_tell_turns_of(seat, forecast.own[seat]) for seat in others)
    return AllTurnsPage(_tell_game_length(forecast), forecast.own, said)


def tell_turns(fewest: int, most: int) -> Worded:
    """`3`, `3 or 4`, `3 to 5`."""
    if fewest == most:
        return most
    key = "outlook.two" if most == fewest + 1 else "outlook.range"
    return word(key, fewest=fewest, most=most)


def _tell_turns_of(seat: int, own: PlayerTurns) -> Wording:
    known = own.average is not None and own.fewest != own.most
    return word(
        "say.turns-of.average" if known else "say.turns-of",
        player=Seat(seat),
        turns=tell_turns(own.fewest, own.most),
        most=own.most,
        average=own.average or 0,
    )


def _tell_unseen(table: CampanileTable, forecast: TurnForecast) -> CountPage | None:
    """The cards of each style that nobody has seen."""
    unseen = forecast.unseen
    if unseen is None:
        return None
    cards = tuple(
        word("snapshot.kind", what=Named("title", style), number=unseen[style])
        for style in table.row
    )
    columns = tuple(
        CountedPiece(str(unseen[style]), style, word(f"short.{style}")) for style in table.row
    )
    said = word("say.unseen", cards=cards)
    return CountPage(word("outlook.unseen"), columns, (said,), is_row=True)


def tell_finito(deck: PileForecast, *, hints: bool = True) -> Wording | None:
    """Finito's chance, or that it must come; None before it can, without hints until it must."""
    finito = deck.finito
    if not finito.possible or not (hints or finito.overdue):
        return None
    if finito.chance is None or finito.chance == 1:
        return word("note.finito-now")
    chance, of = finito.chance.as_integer_ratio()
    return word("note.finito-chance", chance=chance, of=of)


def tell_intermezzo(deck: PileForecast, *, hints: bool = True) -> Wording | None:
    """That Intermezzo may come, or is overdue; no number, as it would reveal its depth."""
    intermezzo = deck.intermezzo
    if not intermezzo.possible or not (hints or intermezzo.overdue):
        return None
    return word(f"note.intermezzo-{'overdue' if intermezzo.overdue else 'may-come'}")
