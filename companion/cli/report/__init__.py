"""Tables for people on a terminal or in a file: a game's result; kept games are in `history`."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from rich.console import Console, Group, JustifyMethod, RenderableType
from rich.table import Table as Grid
from rich.text import Text

from companion.core.events import SCORING, STANDINGS, WINNER, GameEvent
from companion.core.session import Session
from companion.games import load_plugin
from companion.games.plugin import ReportPart, ReportTable
from companion.store.history.play import tell_game
from companion.text import Words
from companion.text.event_text import (
    describe_details,
    describe_reasons,
    describe_winner,
    say_worded,
)

FIGURES = frozenset(
    {
        *("points", "floors", "number", "answers"),
        *("stones", "roofs", "height"),
        *("turn", "seconds", "turn-time", "games", "average", "best"),
    }
)
"""Columns of figures."""


def grid(words: Words, title: str, *columns: str) -> Grid:
    """A grid with these columns, each worded under `column.`, "" for none."""
    rows = Grid(title=title or None, title_justify="left", title_style="bold")
    for column in columns:
        justify: JustifyMethod = "right" if column in FIGURES else "left"
        header = words.say(f"column.{column}") if column else ""
        rows.add_column(header, justify=justify, overflow="fold")
    return rows


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


def plain(table: Any, words: Words) -> Iterator[ReportPart]:
    """The players and their points, which any game has."""
    rows = ReportTable(("player", "colour", "points"))
    for player in table.players:
        colour = words.named("colour", player.colour or "")
        rows.add_row(player.name, colour, str(player.points))
    yield rows


def draw_part(part: ReportPart, words: Words) -> RenderableType:
    """A part of a game's report as the terminal shows it."""
    if isinstance(part, str):
        return Text(part)
    rows = grid(words, "", *part.columns)
    for row in part.rows:
        rows.add_row(*map(Text, row))
    return rows


def print_result(session: Session, words: Words) -> None:
    """Print a game's players, its board and its scorings, each award with its reasons."""
    table, words = session.table, words.of(session.name)
    console = Console(highlight=False)
    console.print(Text(headline(session, words), style="bold"), soft_wrap=True)
    report = load_plugin(session.name).report or plain
    parts = ["", *(draw_part(part, words) for part in report(table, words))]
    names = [player.name for player in table.players]
    parts += tabulate_events(tell_game(session.name, session.answers), words, names)
    parts += [Text(words.say("score.note", note=words.why(note))) for note in table.notes]
    console.print(Group(*parts))


def how_it_stands(session: Session, words: Words) -> str:
    """One line: who has won and by what, whose turn it is, or that it is being set up."""
    table = session.table
    if table.outcome is None:
        if not table.started:
            return words.say("score.setup")
        what, number = table.progress
        return words.say(f"score.playing-{what}", number=number, player=table.player.name)
    return describe_winner(words, table.outcome, table.players)


def headline(session: Session, words: Words) -> str:
    """The game's title, and how it stands."""
    title = words.title_of(session.name)
    return words.say("list.of", what=title, said=how_it_stands(session, words))
