"""Count the moments of games of Campanile (2009), beside a shuffled control.

The control deals each estimate's changes out to the turns anew, so that they agree by chance alone.
"""

import argparse
from collections.abc import Iterator, Sequence
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
from tests.tools.story.playouts import TABLES
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
    for table, kinds in TABLES.items():
        games, controls = list[Estimates](), list[Estimates]()
        for seed in range(FIRST_SEED, FIRST_SEED + given.games):
            rng = Random(seed)
            games.append(estimate_game(rng.choices(kinds, k=given.players), seed))
            controls += [shuffle_changes(games[-1], rng) for _ in range(SHUFFLES)]
        for name, each in ((table, games), (f"{table}, shuffled", controls)):
            print_counts(name, each)


def print_counts(name: str, games: Sequence[Estimates]) -> None:
    """Print how many games have a moment, and how many moments and changes a game has."""
    moments, changes = [*map(count_moments, games)], [*map(count_changes, games)]
    some = sum(count > 0 for count in moments) / len(games)
    print(f"{name}: {some:.0%} have a moment, {sum(moments) / len(games):.2f} a game;", end=" ")
    print(f"{sum(changes) / len(games):.2f} changes with the last turn's", flush=True)


def estimate_game(kinds: Sequence[SelfPlayer], seed: int) -> Estimates:
    """All estimates after each turn of a game by these players."""
    plugin, log = load_plugin(GAME), TurnLog(GAME)
    assert plugin.story is not None, GAME
    for answer in play_game(kinds, seed):
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
    return sum(count > 0 for count in _count_by_turn(estimates[:-1]))


def count_changes(estimates: Estimates) -> int:
    """All such changes, several in a turn too, and those of the turn that ends the game."""
    return sum(_count_by_turn(estimates))


def _count_by_turn(estimates: Estimates) -> Iterator[int]:
    """By turn: how many players' chances all estimates changed so."""
    for then, now in pairwise(estimates):
        if len(then) == len(now) == ESTIMATES:
            seats = range(len(now[0]))
            agreed = (measure_agreed_change(then, now, seat) for seat in seats)
            yield sum(abs(each) >= LEAST_CHANGE for each in agreed)


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
