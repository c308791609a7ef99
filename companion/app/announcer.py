"""When the voice speaks: at a page of a scoring, at a turn after a pause, when switched on."""

from typing import Any

from companion.games.page_text import describe_page
from companion.ui.input.guide import Guide, Page
from companion.ui.input.menu import Menu
from companion.ui.screens import find_sentences
from companion.ui.screens.view import View


def announcement(before: View, after: View, *, woken: bool) -> str | None:
    """What the voice says when the view changes from ``before`` to ``after``.

    ``woken`` is whether a press has ended a pause. None lets it finish what it is
    saying; "" interrupts it, since that is no longer on the screen.
    """
    if after.session is not None:
        after = after._replace(words=after.words.of(after.session.name))
    if (_voice(before), _voice(after)) == ("off", "on"):
        return after.words.say("say.voice-on")
    seen = _page(before)
    if (page := _page(after)) is not None:
        return _describe_aloud(after) if woken or page != seen else None
    if woken and (player := _whose_turn(after)) is not None:
        return after.words.say("say.turn", player=player)
    return "" if seen is not None else None


def describe_page_aloud(page: Page, view: View) -> str:
    """The page in sentences, between which the voice pauses; "" if it has none."""
    return " ".join(describe_page(page, view))


def _describe_aloud(view: View) -> str:
    if isinstance(view.entry, Guide):
        return describe_page_aloud(view.entry.page, view)
    return " ".join(find_sentences(type(view.entry))(view.words, view.entry))


def _page(view: View) -> tuple[tuple[Page, ...], int] | None:
    """The pages and the place among them; two types of page may be equal."""
    entry: Any = view.entry
    if isinstance(entry, Guide):
        return entry.pages, entry.at
    return ((entry.page,), entry.place) if entry.is_story else None


def _voice(view: View) -> object:
    """The voice's value in the settings on the screen; None if they are not shown."""
    return view.entry.values.get("voice") if isinstance(view.entry, Menu) else None


def _whose_turn(view: View) -> str | None:
    session = view.session
    if session is None or (seat := session.turn_seat) is None:
        return None
    name: str = session.table.players[seat].name
    return name
