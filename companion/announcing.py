"""When something is said aloud: a page of a scoring as it opens, whose turn after a pause."""

from dataclasses import replace

from companion.aloud import aloud
from companion.entry.guide import Guide, Page
from companion.screens.view import View


def announcement(before: View, after: View, *, woken: bool) -> str | None:
    """What is to be said where the table saw ``before`` and sees ``after``.

    ``woken`` is whether a press has ended a pause. None leaves what is being said to its end, ""
    breaks it off: what it tells is no longer on the screen.
    """
    if after.session is not None:
        after = replace(after, words=after.words.of(after.session.name))
    page = _page(after)
    if page is not None:
        return aloud(page, after) if woken or page != _page(before) else None
    if woken and (player := _whose_turn(after)) is not None:
        return after.words.say("say.turn", player=player)
    return "" if _page(before) is not None else None


def _page(view: View) -> Page | None:
    return view.entry.page if isinstance(view.entry, Guide) else None


def _whose_turn(view: View) -> str | None:
    session = view.session
    if session is None or (seat := session.turn_seat) is None:
        return None
    name: str = session.table.players[seat].name
    return name
