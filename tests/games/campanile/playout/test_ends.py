"""Played-out ends know what the table has seen by then, and nothing else."""

from collections.abc import Callable
from random import Random
from unittest.mock import patch

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.core.story import Chances, PlayerKind
from companion.games.campanile.playout import play_out
from companion.games.campanile.playout.ends import HiddenCards, share_wins
from companion.games.campanile.playout.lean_table import LeanTable, read_table
from companion.games.campanile.plugin import RECORDS
from companion.games.campanile.rules.table2009 import Campanile2009Table
from tests import depth
from tests.games.campanile.playout.worlds import Hidden, ToldGame, session_of
from tests.shipped import read_file

Estimate = Callable[[ToldGame, Hidden, int], Chances | None]
"""(game, the hidden cards that it began with, turns) → everybody's chance."""


def estimate(game: ToldGame, _hidden: Hidden, turns: int) -> Chances | None:
    return play_on(session_of(game.tell(turns)).table, turns)


def play_on(table: Campanile2009Table, turns: int) -> Chances | None:
    kind = (PlayerKind.RANDOM, PlayerKind.GREEDY)[turns % 2]
    return play_out(table, kind, 12, seed=turns)


def estimate_with_a_peek(game: ToldGame, hidden: Hidden, turns: int) -> Chances | None:
    """The same, but the hidden cards are the true ones."""
    left = game.find_left(hidden, game.tell(turns))
    assert left is not None

    def deal(_self: HiddenCards, _random: object) -> Hidden:
        return [hand[:] for hand in left[0]], left[1][:]

    with patch.object(HiddenCards, "deal", deal):
        return estimate(game, hidden, turns)


def count_different(estimate: Estimate, worlds: int) -> int:
    """In how many worlds the estimate changes when hidden cards are swapped."""
    different, rng = 0, Random(2009)
    for seed in range(worlds // 4):
        game = ToldGame(2 + seed % 4, seed, moving=seed % 8 == 0)
        for _ in range(4):
            hidden = game.hidden
            while hidden == game.hidden:  # at the end there may be nothing to swap
                turns = int(rng.random() * game.turns)
                hidden = game.swap(turns, rng)
            assert game.find_left(hidden, game.tell(turns)) is not None
            before, after = (estimate(game, each, turns) for each in (game.hidden, hidden))
            assert before is not None
            different += before != after
    return different


def test_hidden_cards_swapped_change_no_estimate() -> None:
    assert count_different(estimate, depth.at_depth(30, 2000)) == 0


def test_a_peek_at_hidden_cards_would_be_found() -> None:
    worlds = depth.at_depth(30, 400)
    assert count_different(estimate_with_a_peek, worlds) > worlds / 3


@settings(max_examples=depth.examples(120))
@given(players=st.integers(2, 5), seed=st.integers(0, 10**6), data=st.data())
def test_nothing_that_comes_later_is_used(players: int, seed: int, data: st.DataObject) -> None:
    """After a turn the same is told, whatever was played later and undone."""
    game = ToldGame(players, seed)
    turns = data.draw(st.integers(1, game.turns // 2))
    other = ToldGame(players, seed, other_after=turns)
    told = game.tell(turns)
    assert other.tell(turns) == told
    assert other.answers != game.answers
    for played in (game, other):
        session = session_of(played.answers)
        session.undo(len(played.answers) - len(told))
        assert play_on(session.table, turns) == play_on(session_of(told).table, turns)


@pytest.mark.parametrize("kind", PlayerKind)
def test_the_table_is_left_alone(kind: PlayerKind) -> None:
    session = session_of(ToldGame(4, 1).tell(20))
    before = session.result, read_numbers(session.table)
    chances = play_out(session.table, kind, 50, seed=1)
    assert chances is not None
    assert sum(chances) == pytest.approx(1)
    assert (session.result, read_numbers(session.table)) == before
    assert play_out(session.table, kind, 50, seed=1) == chances
    assert play_out(session.table, kind, 50, seed=2) != chances


def read_numbers(table: Campanile2009Table) -> list[object]:
    lean = read_table(table)
    return [getattr(lean, name) for name in LeanTable.__slots__]


@pytest.mark.parametrize("seed", range(6))
def test_when_the_game_is_over_it_is_known_who_has_won(seed: int) -> None:
    table = session_of(ToldGame(5, seed).answers).table
    winners = table.outcome.winners
    share = 1 / len(winners)
    expected = tuple(share if seat in winners else 0 for seat in range(5))
    assert play_out(table, PlayerKind.GREEDY, 10, seed=1) == expected


def test_winners_share() -> None:
    assert share_wins([[0], [0, 1], [0, 1, 2], [2]], 3) == (11 / 24, 5 / 24, 8 / 24)


def test_the_same_on_every_machine() -> None:
    """What is told of a saved game doesn't hang on the version of Python."""
    record = read_file(RECORDS / "campanile-2009.game")
    towers = [at for at, answer in enumerate(record.answers) if answer.key == "tower"]
    table = session_of(record.answers[: towers[20]]).table
    assert play_out(table, PlayerKind.RANDOM, 100, seed=2009) == (0.39, 0.36, 0.25)
    assert play_out(table, PlayerKind.GREEDY, 100, seed=2009) == (0.4, 0.465, 0.135)
