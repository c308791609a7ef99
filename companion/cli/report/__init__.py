"""Tables for people on a terminal or in a file: a game's result; kept games are in `history`."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence

from rich.console import Console, Group, JustifyMethod, RenderableType
from rich.table import Table as Grid
from rich.text import Text

from companion.core import guard
from companion.core.conversation import Refused
from companion.core.events import SCORING, STANDINGS, WINNER, GameEvent
from companion.core.session import Session
from companion.core.snapshot import Place, Places, PlainPart, TableSnapshot
from companion.games import load_plugin
from companion.store.history.play import tell_game
from companion.store.saved_games import ReplayedGame
from companion.text import Words
from companion.text.event_text import (
    describe_details,
    describe_reasons,
    describe_winner,
    say_worded,
)
from companion.text.question_text import why_refused
from companion.text.snapshot_text import (
    describe_standing,
    is_bare,
    is_progress,
    is_short,
    list_bare,
    list_parts,
    word_snapshot,
)

FIGURE = re.compile(r"(-?\d[\d.,:]*( ?%)?|\N{EN DASH})?")
"""A number, a time, a share; a dash where it is not known, or nothing."""
TELL_LIMIT = 60.0
"""Seconds that it may take to tell a whole game."""
MOST_COLUMNS = 3
"""So many kinds of belongings have columns; more have no room in 80 columns of a terminal."""


def tabulate(title: str, headings: Sequence[str], rows: Sequence[Sequence[str | Group]]) -> Grid:
    """A grid of these rows; columns of figures stand to the right."""
    drawn = Grid(title=title or None, title_justify="left", title_style="bold")
    for heading, *cells in zip(headings, *rows, strict=True):
        are_figures = all(FIGURE.fullmatch(str(cell)) for cell in cells)
        justify: JustifyMethod = "right" if are_figures else "left"
        drawn.add_column(Text(heading), justify=justify, overflow="fold")
    for row in rows:
        drawn.add_row(*(Text(cell) if isinstance(cell, str) else cell for cell in row))
    return drawn


def name_columns(words: Words, *columns: str) -> list[str]:
    """The headings of these columns, "" for none."""
    return [words.say(f"column.{column}") if column else "" for column in columns]


def tabulate_events(
    told: Iterable[GameEvent], words: Words, names: Sequence[str]
) -> Iterator[Grid]:
    """The events that have pages, but for the winner; a scoring has a table of its own."""
    tables: list[list[GameEvent]] = [[]]
    for event in told:
        if event.kind is SCORING:
            tables.append([])
        if event.kind.has_pages and event.kind is not WINNER:
            tables[-1].append(event)
        if event.kind is STANDINGS:
            tables.append([])
    return (_tabulate(table, words, names) for table in tables if table)


def _tabulate(told: Sequence[GameEvent], words: Words, names: Sequence[str]) -> Grid:
    """What each event is about, what has happened, and why; a scoring is the title of its own."""
    first = told[0]
    title = say_worded(words, first.title, names) if first.kind is SCORING else ""
    has_reasons = any(event.reasons for event in told)
    headings = name_columns(words, "", "action", *(["why"] if has_reasons else []))
    rows = list[list[str]]()
    for event in told:
        if event.kind is SCORING and not event.details:
            continue  # the title says it
        about = "" if event.kind is SCORING else say_worded(words, event.title, names)
        happened = describe_details(words, event, names)
        why = [describe_reasons(words, event, names)] if has_reasons else []
        rows.append([about, *("\n".join(lines) for lines in (happened, *why))])
    return tabulate(title, headings, rows)


def tabulate_table(snapshot: TableSnapshot, words: Words) -> Iterator[RenderableType]:
    """The players and the places as tables, and everything else as lines."""
    headings = [words.say(f"column.{column}") for column in ("player", "colour", "points")]
    holdings = _list_holdings([(*each.holds, *each.scored) for each in snapshot.players], words)
    yield from _tabulate_cells(
        {
            headings[0]: player.name,
            headings[1]: words.named("colour", player.colour),
            **held,
            headings[2]: str(player.points),
        }
        for player, held in zip(snapshot.players, holdings, strict=True)
    )
    parts = [part for part in snapshot.parts if not is_progress(part, words)]
    lines = [*list_parts(parts, words)]
    for part in parts:
        if isinstance(part, Places) and not is_short(part):
            places = [place for place in part.places if not is_bare(part, place)]
            holdings = _list_holdings([place.holds for place in places], words)
            yield from _tabulate_cells(
                {**_list_cells(part, place), **held, words.say("column.why"): place.decision}
                for place, held in zip(places, holdings, strict=True)
            )
            lines += list_bare(part, words)
    yield from map(Text, lines)


def _list_cells(part: Places, place: Place) -> dict[str, str]:
    size = {} if place.size is None else {part.size_label: str(place.size)}
    standing = "\n".join(each.text for each in place.standing) or describe_standing(place)
    return {part.label: place.label, **size, part.standing_label: standing}


def _list_holdings(
    holdings: Sequence[Sequence[PlainPart]], words: Words
) -> Sequence[Mapping[str, str]]:
    """What each player or place holds, by its column; what is too much for columns, as lines."""
    if len({part.key for parts in holdings for part in parts}) > MOST_COLUMNS:
        return [{"": "\n".join(list_parts(parts, words))} for parts in holdings]
    return [{part.label: part.text or part.label for part in parts} for parts in holdings]


def _tabulate_cells(rows: Iterable[Mapping[str, str]]) -> Iterator[Grid]:
    """A grid of cells by their column, without columns where nothing stands."""
    told = [*rows]
    cells = {column: [row.get(column, "") for row in told] for row in told for column in row}
    columns = {column: texts for column, texts in cells.items() if any(texts)}
    if told:
        yield tabulate("", [*columns], [*zip(*columns.values(), strict=True)])


def print_result(session: Session, words: Words) -> None:
    """Print a game's players, its board and its scorings, each award with its reasons.

    Raises `Refused`, also where the game's own part in it fails.
    """
    known = session, words.of(session.name)
    title, tables = guard.run(
        session.name, "score", _tell_result, *known, limit=TELL_LIMIT, passes=(Refused,)
    )
    console = Console(highlight=False)
    console.print(title, soft_wrap=True)
    console.print(tables)


def _tell_result(session: Session, words: Words) -> tuple[Text, Group]:
    """How it stands as the title, and the tables below it."""
    table = session.table
    snapshot = word_snapshot(load_plugin(session.name).snapshot(table), words)
    parts: list[RenderableType] = ["", *tabulate_table(snapshot, words)]
    names = [player.name for player in table.players]
    parts += tabulate_events(tell_game(session.name, session.answers), words, names)
    parts += [Text(words.say("score.note", note=words.why(note))) for note in table.notes]
    return Text(headline(session, words), style="bold"), Group(*parts)


def how_it_stands(session: Session, words: Words) -> str:
    """One line: who has won and by what, whose turn it is, or that it is being set up."""
    table = session.table
    if table.outcome is None:
        if not table.started:
            return words.say("score.setup")
        what, number = table.progress
        return words.say(f"score.playing-{what}", number=number, player=table.player.name)
    return describe_winner(words, table.outcome, table.players)


def describe_kept(kept: ReplayedGame, words: Words) -> str:
    """How a saved game stands, or why it can't be read."""
    words = words.of(kept.stored.name)
    if kept.play is not None:
        return how_it_stands(kept.play.session, words)
    assert kept.refused is not None, "there is no play"
    return words.say("score.unreadable", why=why_refused(words, kept.refused))


def headline(session: Session, words: Words) -> str:
    """The game's title, and how it stands."""
    title = words.title_of(session.name)
    return words.say("list.of", what=title, said=how_it_stands(session, words))
