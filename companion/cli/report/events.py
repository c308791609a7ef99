"""Tables of what has happened in a game: each scoring with its awards, and what comes between."""

from collections.abc import Iterable, Iterator, Sequence

from rich.table import Table as Grid
from rich.text import Text

from companion.cli.report.grid import grid
from companion.core.events import SCORING, STANDINGS, WINNER, GameEvent
from companion.text import Words
from companion.text.event_text import describe_details, describe_reasons, say_worded


def tabulate_events(
    told: Iterable[GameEvent], words: Words, names: Sequence[str]
) -> Iterator[Grid]:
    """The events that have pages, but for the winner; a scoring has a table of its own."""
    together: list[GameEvent] = []
    for event in told:
        if event.kind is SCORING and together:
            yield _tabulate(together, words, names)
            together = []
        if event.kind.has_pages and event.kind is not WINNER:
            together.append(event)
        if event.kind is STANDINGS:
            yield _tabulate(together, words, names)
            together = []
    if together:
        yield _tabulate(together, words, names)


def _tabulate(told: Sequence[GameEvent], words: Words, names: Sequence[str]) -> Grid:
    """What each event is about, what has happened, and why; a scoring gives its title."""
    is_scoring = told[0].kind is SCORING
    title = say_worded(words, told[0].title, names) if is_scoring else ""
    has_reasons = any(event.reasons for event in told)
    rows = grid(words, title, "", "action", *(["why"] if has_reasons else []))
    for event in told[is_scoring:]:
        about = say_worded(words, event.title, names)
        happened = describe_details(words, event, names)
        why = [describe_reasons(words, event, names)] if has_reasons else []
        rows.add_row(Text(about), *(Text("\n".join(lines)) for lines in (happened, *why)))
    return rows
