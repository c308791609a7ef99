"""The history as rows of a spreadsheet: all players of all games, or one game turn by turn.

The names of the columns never change and are English, like the keys of a record.
"""

from collections.abc import Iterable, Iterator

from companion.history.play import Play, Turn
from companion.history.statistics import PlayerGame

Row = list[str | int]
RESULTS = (
    *("number", "game", "ended", "player", "seat", "points", "rank", "won", "players"),
    *("turns", "seconds"),
)
"""The columns of `results`."""


def results(found: Iterable[PlayerGame]) -> Iterator[Row]:
    """A heading, then a row for each player of each finished game; times in UTC."""
    yield [*RESULTS]
    for each in found:
        yield [
            *(each.number, each.game, f"{each.ended:%Y-%m-%dT%H:%M:%SZ}", each.name),
            *(each.seat + 1, each.points, each.rank, int(each.won), each.players),
            *(each.turns, round(each.thought.total_seconds())),
        ]


def turns(play: Play) -> Iterator[Row]:
    """A heading, then a row for each turn: what was said, and how the table stood at its end."""
    heights = list(play.turns[-1].heights)
    columns = [f"height {name}" for name in heights] + [f"points {name}" for name in play.players]
    yield ["turn", "player", "ended", "seconds", "said", *columns]
    for turn in play.turns:
        if turn.number and turn.steps:
            yield _turn(turn, play, heights)


def _turn(turn: Turn, play: Play, heights: list[str]) -> Row:
    said = "  ".join(f"{s.answer.key} {s.answer.word}" for s in turn.steps if not s.omits_default)
    return [
        turn.number,
        play.players[turn.seat] if turn.own and turn.seat is not None else "",
        f"{turn.steps[-1].at:%Y-%m-%dT%H:%M:%SZ}",
        round(turn.thought.total_seconds()),
        said,
        *(turn.heights.get(name, 0) for name in heights),
        *turn.points,
    ]
