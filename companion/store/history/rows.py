"""Rows of a spreadsheet: the results of all games, or one game turn by turn.

The names of the columns never change and are English, like the keys of a record.
"""

from collections.abc import Iterable, Iterator

from companion.store.history.play import Play, PlayedTurn
from companion.store.history.statistics import PlayerGame

CsvRow = list[str | int]
RESULT_COLUMNS = (
    *("number", "game", "ended", "player", "seat", "points", "rank", "won", "players"),
    *("turns", "seconds"),
)


def result_rows(found: Iterable[PlayerGame]) -> Iterator[CsvRow]:
    """A heading, then a row for each player of each finished game; times in UTC."""
    yield [*RESULT_COLUMNS]
    for each in found:
        yield [
            *(each.number, each.game, f"{each.ended:%Y-%m-%dT%H:%M:%SZ}", each.name),
            *(each.seat + 1, each.points, each.rank, int(each.won), each.players),
            *(each.turns, round(each.thought.total_seconds())),
        ]


def turn_rows(play: Play) -> Iterator[CsvRow]:
    """A heading, then a row for each turn: its answers, and heights and points at its end."""
    heights = list(play.turns[-1].heights)
    columns = [f"height {name}" for name in heights] + [f"points {name}" for name in play.players]
    yield ["turn", "player", "ended", "seconds", "said", *columns]
    for turn in play.turns:
        if turn.number and turn.answers:
            yield _turn_row(turn, play, heights)


def _turn_row(turn: PlayedTurn, play: Play, heights: list[str]) -> CsvRow:
    answers = [each.answer for each in turn.answers if not each.omitted]
    return [
        turn.number,
        play.players[turn.seat] if turn.own and turn.seat is not None else "",
        f"{turn.answers[-1].at:%Y-%m-%dT%H:%M:%SZ}",
        round(turn.thinking_time.total_seconds()),
        "  ".join(f"{answer.key} {answer.word}" for answer in answers),
        *(turn.heights.get(name, 0) for name in heights),
        *turn.points,
    ]
