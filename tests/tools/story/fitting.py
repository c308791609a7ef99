"""Fits the weights of the model, a conditional logit, by Newton's method."""

from collections.abc import Collection, Iterable, Sequence
from typing import Any, NamedTuple

import numpy as np

from companion.core.chances import ChanceModel
from tests.tools.story.games import PlayedGame

TURNS_A_GAME = 12
"""Turns that are taken of each game: those of one game tell much the same."""
PENALTY = 3.0
"""What large weights cost, in games: it keeps figures that tell the same from fighting."""
PRIOR = 40
"""Games that a seat's share is drawn to the others' by."""
STEPS = 12


class Turns(NamedTuple):
    """Turns of games with as many players each, as arrays."""

    figures: Any
    """(turn, seat, figure)"""
    progress: Any
    wins: Any
    """(turn, seat): 1, or the share of a shared win."""
    weights: Any


def collect_turns(games: Sequence[PlayedGame], most: int = TURNS_A_GAME) -> Turns:
    """Take turns of the games, evenly spread, each game weighing as much."""
    figures, progress, wins, weights = [], [], [], []
    for number, game in enumerate(games):
        count = len(game.turns)
        taken = sorted({(number % 7 + 7 * at) * count // (7 * most) for at in range(most)})
        for at in taken:
            figures.append(game.turns[at].figures)
            progress.append(game.turns[at].progress)
            wins.append(game.wins)
            weights.append(1 / len(taken))
    return Turns(*(np.array(each, float) for each in (figures, progress, wins, weights)))


def share_seats(winners: Iterable[Collection[int]], seats: int) -> tuple[float, ...]:
    """The share of games that each seat has won, drawn towards all alike."""
    won = [PRIOR / seats] * seats
    for each in winners:
        for seat in each:
            won[seat] += 1 / len(each)
    return tuple(each / sum(won) for each in won)


def fit_model(
    games: Sequence[PlayedGame], names: Sequence[str], shares: dict[str, tuple[float, ...]]
) -> ChanceModel:
    """Fit the weights of the figures to games of any number of players."""
    by_seats = [
        collect_turns([game for game in games if game.seats == seats])
        for seats in sorted({game.seats for game in games})
    ]
    scale = _measure_spread(by_seats)
    parts = [_expand(turns, 1 / scale, shares) for turns in by_seats]
    weights = np.zeros(2 * len(names))
    for _ in range(STEPS):
        gradient, curvature = -PENALTY * weights, PENALTY * np.eye(len(weights))
        for turns, terms, start in parts:
            chances = _share(start + terms @ weights)
            missed = turns.weights[:, None] * (turns.wins - chances)
            gradient += np.einsum("ts,tsk->k", missed, terms)
            centred = terms - np.einsum("ts,tsk->tk", chances, terms)[:, None, :]
            by_turn = turns.weights[:, None] * chances
            flat = centred.reshape(-1, len(weights))
            curvature += (flat * by_turn.reshape(-1, 1)).T @ flat
        weights += np.linalg.solve(curvature, gradient)
    found = weights.reshape(2, -1) * (1 / scale)
    early, growth = (tuple(round(float(each), 5) for each in row) for row in found)
    return ChanceModel(tuple(names), early, growth, shares)


def _measure_spread(by_seats: Sequence[Turns]) -> Any:
    """How far each figure differs within a table."""
    rows = [
        (turns.figures - turns.figures.mean(axis=1, keepdims=True)).reshape(
            -1, turns.figures.shape[2]
        )
        for turns in by_seats
    ]
    spread = np.concatenate(rows).std(axis=0)
    return np.where(spread > 1e-9, spread, 1)


def _expand(turns: Turns, factors: Any, shares: dict[str, tuple[float, ...]]) -> Any:
    """The terms of the score: each figure, and each times the progress; and where seats start."""
    figures = turns.figures * factors
    figures = figures - figures.mean(axis=1, keepdims=True)
    at = turns.progress[:, None, None]
    start = (1 - turns.progress)[:, None] * np.log(shares[str(figures.shape[1])])
    return turns, np.concatenate([figures, at * figures], axis=2), start


def _share(scores: Any) -> Any:
    powers = np.exp(scores - scores.max(axis=1, keepdims=True))
    return powers / powers.sum(axis=1, keepdims=True)
