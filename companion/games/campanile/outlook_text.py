"""What can be foreseen in words, for the screen and for the phone page."""

from companion.games.campanile.rules.foresight import PileForecast, PlayerTurns
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
