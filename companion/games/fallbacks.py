"""What stands in for a part of a game that has failed: what any game has."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from PIL import Image

from companion.core.events import GameEvent
from companion.core.interfaces import DARK, HEIGHT, WIDTH, Lamp
from companion.core.snapshot import TableSnapshot, take_snapshot
from companion.core.story import Assessment
from companion.games.table_drawing import TableDrawing
from companion.ui.input.choice import ChoicePicker
from companion.ui.input.context import InputContext
from companion.ui.input.entry import Entry
from companion.ui.input.guide import MAKERS, RankingPage, ToldPage, tell_reasons_apart
from companion.ui.input.open_entry import open_plain
from companion.ui.input.outlook import GameForecast
from companion.ui.input.remote import question_of
from companion.ui.screens import drawing, find_screen
from companion.ui.screens.choice import draw_choice_picker
from companion.ui.screens.guide import PAGES
from companion.ui.screens.lamps import TOWERS, add_seat_lamps, seat_effects
from companion.ui.screens.view import View


def tell_pages(event: GameEvent, table: Any) -> Iterable[ToldPage]:
    """The pages of the event in any game."""
    return MAKERS.get(event.kind, tell_reasons_apart)(event, table)


def draw_entry(image: Image.Image, view: View, entry: Entry) -> None:
    """Draw the plain list of the entry's question."""
    _darken(image)
    question = question_of(entry)
    if question is not None:
        entry = open_plain(question, view.table, InputContext(), ())
        find_screen(type(entry))(image, view, entry)


def draw_choice(image: Image.Image, view: View, picker: ChoicePicker) -> None:
    """Draw the strip of cards or the grid that any game has."""
    image.paste(0, (0, 0, WIDTH, HEIGHT))
    draw_choice_picker(image, view._replace(screens=view.screens._replace(choices={})), picker)


def draw_page(image: Image.Image, view: View, page: Any) -> None:
    """Draw the event that the page tells, if it is one."""
    _darken(image)
    event = getattr(page, "event", None)
    if isinstance(event, GameEvent):
        draw_event(image, view, event)


def draw_event(image: Image.Image, view: View, event: GameEvent) -> None:
    """Draw the event as in any game."""
    _darken(image)
    plain = view._replace(screens=view.screens._replace(events={}))
    PAGES[RankingPage](image, plain, RankingPage(event))


def light_seats(view: View) -> tuple[Lamp, ...]:
    """The lamps of the seats alone."""
    return add_seat_lamps((DARK,) * TOWERS, view, seat_effects(view))


def _darken(image: Image.Image) -> None:
    image.paste(0, (0, 0, WIDTH, HEIGHT))
    drawing.draw_header(image, "")


def snapshot_of(table: Any) -> TableSnapshot:
    """The players, and the turn or round."""
    return take_snapshot(table)


FALLBACKS: Mapping[str, Callable[..., Any]] = {
    "tell": lambda _event, _table: (),
    "input.entries": open_plain,
    "input.ends_or_scores": lambda _table, _stroke: False,
    "input.pages": tell_pages,
    "input.panel_keys": lambda _question, _table, _context: {},
    "input.forecast": lambda _table: GameForecast((), "", ()),
    "screens.entries": draw_entry,
    "screens.choices": draw_choice,
    "screens.unnamed_signs": lambda _view: (),
    "screens.pages": draw_page,
    "screens.events": draw_event,
    "screens.running": lambda _table: "",
    "screens.lamps": light_seats,
    "screens.describe_change": lambda _view, _change: "",
    "history.measure": lambda _table: {},
    "history.share_markers": lambda _held, _table: (),
    "history.count_markers": lambda _table, _seat: (),
    "history.changes": lambda _old, _new: [],
    "story.assess": lambda _table: Assessment((), ()),
    "story.tell_changes": lambda _before, _after: (),
    "story.play_out": lambda *_: None,
    "read_board": lambda _text: (),
    "snapshot": snapshot_of,
    "page": lambda _snapshot, _words: TableDrawing(),
}
"""By the facet of a plugin that is called."""
