"""When something is said aloud: a page of a scoring, a turn after a pause, the voice itself."""

from dataclasses import replace

from companion.app.speech import aloud
from companion.input.guide import Guide, Page
from companion.input.menu import Menu
from companion.screens.view import View


def announcement(before: View, after: View, *, woken: bool) -> str | None:
    """What is to be said where the table saw ``before`` and sees ``after``.

    ``woken`` is whether a press has ended a pause. None lets what is being said go on, ""
    breaks it off: what it tells is no longer on the screen.
    """
    if after.session is not None:
        after = replace(after, words=after.words.of(after.session.name))
    if (_voice(before), _voice(after)) == ("off", "on"):
        return after.words.say("say.voice-on")
    seen = _page(before)
    if isinstance(after.entry, Guide):
        return aloud(after.entry.page, after) if woken or _page(after) != seen else None
    if woken and (player := _whose_turn(after)) is not None:
        return after.words.say("say.turn", player=player)
    return "" if seen is not None else None


def _page(view: View) -> tuple[tuple[Page, ...], int] | None:
    """Which of which pages; two kinds of page may hold, and so be, the same."""
    return (view.entry.pages, view.entry.at) if isinstance(view.entry, Guide) else None


def _voice(view: View) -> object:
    """What the settings on the screen say of the voice; None where they are not seen."""
    return view.entry.values.get("voice") if isinstance(view.entry, Menu) else None


def _whose_turn(view: View) -> str | None:
    session = view.session
    if session is None or (seat := session.turn_seat) is None:
        return None
    name: str = session.table.players[seat].name
    return name
