"""The figures of docs/story.md are right where the answer is known."""

from random import Random

import pytest

from companion.core.story import Assessment
from tests.tools.story import moments, playouts
from tests.tools.story.games import PLAYERS, RANDOM, PlayedGame, play_games
from tests.tools.story.measuring import measure
from tests.tools.story.self_play import SelfPlayer


def game_of(winners: tuple[int, ...], turns: int = 3) -> PlayedGame:
    return PlayedGame((Assessment(((0.0,), (0.0,)), (0, 0)),) * turns, winners)


def test_brier_and_log_loss_of_what_is_known() -> None:
    sure = measure([game_of((0,))], lambda _: (1.0, 0.0))
    assert (sure.brier, sure.loss, sure.calibration) == (0, 0, 0)
    even = measure([game_of((0,)), game_of((1,))], lambda _: (0.5, 0.5))
    assert even.brier == pytest.approx(0.5)
    assert even.loss == pytest.approx(0.6931, abs=1e-4)
    assert even.calibration == 0
    assert even.by_third == pytest.approx((0.5, 0.5, 0.5))
    shared = measure([game_of((0, 1))], lambda _: (0.5, 0.5))
    assert shared.brier == 0


def test_what_is_said_too_boldly_is_found() -> None:
    rng = Random(1)
    games = [game_of((int(rng.random() < 0.3),)) for _ in range(2000)]
    found = measure(games, lambda _: (0.95, 0.05))
    assert found.calibration == pytest.approx(0.25, abs=0.03)
    assert found.bins[9].said == pytest.approx(0.95)
    assert found.bins[9].came == pytest.approx(0.7, abs=0.03)


@pytest.mark.parametrize("game", PLAYERS)
def test_every_kind_of_players_plays_to_the_end(game: str) -> None:
    for kind in PLAYERS[game]:
        (played,) = play_games(game, kind, 3, range(1))
        assert played.seats == 3
        assert len(played.turns) > 10
        assert played.winners
        assert RANDOM in PLAYERS[game]


def test_a_fit_finds_the_weight_that_games_follow() -> None:
    pytest.importorskip("numpy", reason="`make story` installs it")
    from tests.tools.story.fitting import fit_model

    rng, games = Random(2), []
    for _ in range(600):
        figure = rng.choice((-1.0, 0.0, 1.0))
        won = rng.random() < 1 / (1 + 2.718 ** (-2 * figure))
        turn = Assessment(((figure, 7.0), (-figure, 7.0)), (0, 0), progress=1.0)
        games.append(PlayedGame((turn, turn), (0 if won else 1,)))
    model = fit_model(games, ("ahead", "same"), {"2": (0.5, 0.5)})
    assert model.early[0] + model.growth[0] == pytest.approx(1, abs=0.25), "2 apart: e to 2"
    assert model.early[1] == model.growth[1] == 0


def test_played_out_ends_are_measured(capsys: pytest.CaptureFixture[str]) -> None:
    assert playouts.share_wins(SelfPlayer.STRONG, SelfPlayer.RANDOM, 2, 20) > 0.8
    playouts.print_quality("mixed", games=2, turns=6, ends=3)
    told = capsys.readouterr().out
    assert told.count("ends |") == 2
    assert "nan" not in told


def test_a_shuffled_control_has_the_same_changes_in_another_order() -> None:
    game = [
        ((0.5, 0.5),) * 3,
        ((0.7, 0.3),) * 3,
        ((0.75, 0.25),) * 3,
        ((0.4, 0.6),) * 3,
        ((0.4, 0.6),) * 3,
    ]
    assert moments.count_moments(game) == 2
    assert moments.count_changes(game) == 4, "of both players"
    shuffled = moments.shuffle_changes(game, Random(3))
    assert list(shuffled[-1]) == [pytest.approx((0.4, 0.6))] * 3
    assert moments.count_moments(shuffled) != 2
