"""The lean table and the real rules agree on whole games of random and greedy players."""

from random import Random

import pytest

from companion.games import start_session
from tests import depth
from tests.tools.story.self_play import SelfPlayer, SelfPlayWorld

TABLES = [(2, False), (2, True), (3, False), (4, False), (5, False)]


def choose_kinds(players: int, rng: Random) -> list[SelfPlayer]:
    return rng.choices(list(SelfPlayer), k=players)


@pytest.mark.parametrize(("players", "moving"), TABLES)
def test_same_points_same_winners_same_ties(players: int, *, moving: bool) -> None:
    rng = Random(players + 10 * moving)
    for seed in range(depth.at_depth(12, 1000)):
        world = SelfPlayWorld(choose_kinds(players, rng), seed, moving=moving)
        session = start_session("campanile-2009")
        for answer in world.play():
            session.answer(answer)
        lean, table = world.table, session.table
        assert session.question is None
        assert table.notes == []
        assert [player.points for player in table.players] == lean.points
        assert [player.highest_chip for player in table.players] == lean.best_chip
        assert list(table.outcome.winners) == lean.list_winners()
        for tower, style in enumerate(table.row):
            real = table.towers[style]
            assert real.floors == lean.floors[tower]
            assert [row.seat for row in real.rows] == lean.rows[tower]
            assert [row.influence for row in real.rows] == [
                lean.influence[tower][seat] for seat in lean.rows[tower]
            ]
        assert [[player.stock[value] for value in (1, 2, 3)] for player in table.players] == [
            stock[1:] for stock in lean.stock
        ]
