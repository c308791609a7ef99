"""Who wins by a game's own tie-breaks, one after the other."""

from dataclasses import dataclass
from enum import StrEnum
from operator import attrgetter

from companion.core.events import tell_winner
from companion.core.game_base import BasicPlayer, BasicTable
from companion.core.game_table import DecidedBy, Outcome, TieBreak, decide_by_points


class Decision(StrEnum):
    """What breaks a tie, the castle first."""

    CASTLE = "castle"
    CUBES = "cubes"


@dataclass
class Player(BasicPlayer):
    """Has cubes, some of them in the castle."""

    castle: int = 0
    cubes: int = 0


class Table(BasicTable[Player]):
    """Ties are broken by the castle, then by all cubes."""

    tie_breaks = tuple(TieBreak(each, attrgetter(each.value)) for each in Decision)


def outcome_of(*players: tuple[int, int, int]) -> Outcome | None:
    """The outcome for these points, cubes in the castle, and cubes."""
    table = Table()
    table.players += [Player(str(seat), None, *its) for seat, its in enumerate(players)]
    table.finish()
    assert table.events == [table.outcome]
    return table.outcome


def test_a_tie_break_counts_only_among_those_whom_the_one_before_left_level() -> None:
    assert outcome_of((9, 1, 0), (8, 5, 9)) == Outcome((0,), DecidedBy.POINTS, (0,))
    assert outcome_of((9, 1, 0), (9, 3, 0), (8, 5, 9)) == Outcome(
        (1,), Decision.CASTLE, (0, 1), best=3, other=1
    )
    assert outcome_of((9, 3, 2), (9, 3, 5), (9, 2, 9)) == Outcome(
        (1,), Decision.CUBES, (0, 1, 2), best=5, other=2
    )
    assert outcome_of((9, 3, 5), (9, 3, 5)) == Outcome(
        (0, 1), DecidedBy.SHARED, (0, 1), best=5, other=5
    )


def test_a_tie_break_may_be_named_by_a_plain_string() -> None:
    players = [Player("Anna", None, 9, castle=1), Player("Ben", None, 9, castle=2)]
    told = []
    for name in ("castle", Decision.CASTLE):
        outcome = decide_by_points(players, TieBreak(name, attrgetter("castle")))
        told.append(tell_winner(outcome, players))
    assert [(each.name, each.said) for each in told] == [("castle", told[0].said)] * 2
    assert {type(each.name) for each in told} == {str}
