"""The lean table and the real rules agree on whole games of random and greedy players."""

from random import Random

import pytest

from companion.core.session import Session
from companion.games import start_session
from companion.games.campanile.playout.lean_table import LeanTable, read_table
from tests import depth
from tests.tools.story.self_play import SelfPlayer, SelfPlayWorld

TABLES = [(2, False), (2, True), (3, False), (4, False), (5, False)]


def numbers(table: LeanTable) -> dict[str, object]:
    return {name: getattr(table, name) for name in LeanTable.__slots__}


def follow(world: SelfPlayWorld, *, every_turn: bool) -> Session:
    session = start_session("campanile-2009")
    for answer in world.play():
        if every_turn and answer.key == "tower":
            assert numbers(read_table(session.table)) == numbers(world.table)
        session.answer(answer)
    return session


@pytest.mark.parametrize(("players", "moving"), TABLES)
def test_same_numbers_same_points_same_winners_same_ties(players: int, *, moving: bool) -> None:
    rng = Random(players + 10 * moving)
    for seed in range(depth.at_depth(12, 1000)):
        kinds = rng.choices(list(SelfPlayer), k=players)
        world = SelfPlayWorld(kinds, seed, moving=moving)
        session = follow(world, every_turn=seed % 4 == 0)
        lean, table = world.table, session.table
        assert session.question is None
        assert table.notes == []
        assert [player.points for player in table.players] == lean.points
        assert [player.highest_chip for player in table.players] == lean.best_chip
        assert list(table.outcome.winners) == lean.list_winners()


def test_a_copy_is_a_table_of_its_own() -> None:
    world = SelfPlayWorld([SelfPlayer.STRONG] * 3, seed=1)
    before = numbers(world.table.copy())
    copy = world.table.copy()
    assert numbers(copy) == numbers(world.table) == before
    for _ in world.play():
        pass
    assert numbers(copy) == before != numbers(world.table)
