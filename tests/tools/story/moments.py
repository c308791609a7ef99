"""Count the moments of games of Campanile (2009) by strong players, beside a shuffled control.

The control deals each estimate's changes out to the turns anew, so that they agree by chance alone.
"""

import argparse
from collections.abc import Sequence
from itertools import accumulate, pairwise
from random import Random

from companion.core import guard
from companion.core.chances import load_model
from companion.core.story import Chances
from companion.games import load_plugin
from companion.store.history.play import TurnLog, UntimedAnswer
from companion.store.story.curve import AssessedTurn, add_ends, assess_turns
from companion.store.story.estimates import EndStore, play_out_turns
from companion.store.story.moments import ESTIMATES, LEAST_CHANGE, measure_agreed_change
from tests.tools.story.self_play import SelfPlayer, play_game

GAME = "campanile-2009"
FIRST_SEED = 2_000_000
SHUFFLES = 20
"""Controls of each game."""
A_DAY = 86_400.0

Estimates = Sequence[tuple[Chances, ...]]
"""By turn: the model, and the played-out ends of both kinds of players."""


def main() -> None:
    """Play the games, and print how many have a moment, and how many moments a game has."""
    parser = argparse.ArgumentParser(prog="moments", description=__doc__)
    parser.add_argument("games", type=int, nargs="?", default=20)
    parser.add_argument("--players", type=int, default=4)
    given = parser.parse_args()
    guard.LIMIT = A_DAY  # a machine that sleeps a while is no fault of a game
    counts, controls = list[int](), list[int]()
    for seed in range(FIRST_SEED, FIRST_SEED + given.games):
        estimates = estimate_game(seed, given.players)
        counts.append(count_moments(estimates))
        rng = Random(seed)
        controls += [count_moments(shuffle_changes(estimates, rng)) for _ in range(SHUFFLES)]
    for name, each in (("games", counts), ("shuffled", controls)):
        some = sum(count > 0 for count in each) / len(each)
        print(f"{name}: {some:.0%} have a moment, {sum(each) / len(each):.1f} a game")


def estimate_game(seed: int, players: int) -> Estimates:
    """All estimates after each turn of a game by strong players."""
    plugin, log = load_plugin(GAME), TurnLog(GAME)
    assert plugin.story is not None, GAME
    for answer in play_game([SelfPlayer.STRONG] * players, seed):
        log.add(UntimedAnswer(answer.key, answer.word))
    log.end_turn()
    store = EndStore()
    for _ in play_out_turns(GAME, log.turns, store):
        pass
    turns = assess_turns(GAME, log.turns, plugin.story, load_model(plugin.story.model).estimate)
    ended: list[AssessedTurn] = add_ends(turns, store.read([each.key for each in turns]))
    return [each.chances.estimates for each in ended]


def count_moments(estimates: Estimates) -> int:
    """Turns in which all estimates changed a player's chance alike, by ten of a hundred or more.

    The turn that ends the game is none of them: all estimates are the result then.
    """
    return sum(
        len(then) == len(now) == ESTIMATES
        and any(
            abs(measure_agreed_change(then, now, seat)) >= LEAST_CHANGE
            for seat in range(len(now[0]))
        )
        for then, now in pairwise(estimates[:-1])
    )


def shuffle_changes(estimates: Estimates, rng: Random) -> Estimates:
    """The same first estimates, and each estimate's changes in an order of its own."""
    shuffled = []
    for series in zip(*estimates, strict=True):
        changes = [tuple(b - a for a, b in zip(*pair, strict=True)) for pair in pairwise(series)]
        rng.shuffle(changes)
        shuffled.append([*accumulate(changes, _add, initial=series[0])])
    return [*zip(*shuffled, strict=True)]


def _add(one: Chances, other: Chances) -> Chances:
    return tuple(a + b for a, b in zip(one, other, strict=True))


if __name__ == "__main__":
    main()
