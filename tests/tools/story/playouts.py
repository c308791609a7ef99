"""Measure played-out ends of Campanile (2009): how strong players are, how right the chances."""

import argparse
from collections.abc import Iterator, Sequence
from random import Random
from time import process_time

from companion.core.chances import load_model
from companion.core.conversation import Answer
from companion.core.story import Chances, PlayerKind
from companion.games import load_plugin, start_session
from companion.games.campanile.playout import play_out
from companion.games.campanile.rules.table2009 import Campanile2009Table
from tests.tools.story.measuring import THIRDS, Estimated, sum_up
from tests.tools.story.self_play import SelfPlayer, SelfPlayWorld, play_game

HELD_OUT = 2_000_000
"""The seed from which games are measured."""
RANDOM, POINTS, STRONG = SelfPlayer
OPPONENTS = ((POINTS, RANDOM), (STRONG, RANDOM), (STRONG, POINTS))
"""Whose win share is measured, and against whom."""
TABLES = {"mixed": (RANDOM, POINTS, STRONG), "equal strong": (STRONG,)}
"""Which kinds of players sit at a table, any at any seat."""
SEATS = 4
SHARE_ENDS = 200
"""Ends of one estimate in the product."""


def main() -> None:
    """Measure what is named."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.tools.story.playouts", description=__doc__
    )
    parser.add_argument("--strength", type=int, default=2000, help="games, by pair and players")
    parser.add_argument("--games", type=int, default=1000, help="games whose turns are estimated")
    parser.add_argument("--turns", type=int, default=6, help="turns of each game, evenly spread")
    parser.add_argument(
        "--ends", type=int, default=SHARE_ENDS, help="ends played out after each turn"
    )
    parser.add_argument("--tables", nargs="*", default=[*TABLES], choices=[*TABLES])
    given = parser.parse_args()
    if given.strength:
        print_strength(given.strength)
        print_cost()
    for table in given.tables:
        print_quality(table, given.games, given.turns, given.ends)


def print_strength(games: int) -> None:
    """Print win shares: how often one player wins a table of others, with a 95 % interval."""
    print(f"| one against others, {games} games | 2 | 3 | 4 | 5 |\n|---|---|---|---|---|")
    for one, others in OPPONENTS:
        shares = [share_wins(one, others, seats, games) for seats in (2, 3, 4, 5)]
        texts = [f"{at:.3f} ± {1.96 * (at * (1 - at) / games) ** 0.5:.3f}" for at in shares]
        print(f"| {one} against {others} |", " | ".join(texts), "|", flush=True)


def share_wins(one: SelfPlayer, others: SelfPlayer, seats: int, games: int) -> float:
    """The share of games that ``one`` wins, at each seat in turn."""
    won = 0.0
    for number in range(games):
        seat = number % seats
        kinds = [one if each == seat else others for each in range(seats)]
        world = SelfPlayWorld(kinds, HELD_OUT + number)
        for _ in world.play():
            pass
        winners = world.table.list_winners()
        won += (seat in winners) / len(winners)
    return won / games


def print_cost(games: int = 10) -> None:
    """Print the CPU seconds of an estimate after half of the turns."""
    for kind in PlayerKind:
        costs = []
        for seats in (2, 3, 4, 5):
            tables = [next(replay(play_game([STRONG] * seats, seed), 1)) for seed in range(games)]
            begun = process_time()
            for table in tables:
                play_out(table, kind, SHARE_ENDS, seed=1)
            costs.append(f"{seats} players {(process_time() - begun) / games:.3f} s")
        print(f"{SHARE_ENDS} {kind} ends:", ", ".join(costs), flush=True)


def replay(answers: Sequence[Answer], turns: int) -> Iterator[Campanile2009Table]:
    """The table of a game in the middle of each of so many equal parts, before a turn."""
    towers = [at for at, answer in enumerate(answers) if answer.key == "tower"]
    session, given = start_session("campanile-2009"), 0
    for part in range(turns):
        wanted = towers[(2 * part + 1) * len(towers) // (2 * turns)]
        for answer in answers[given:wanted]:
            session.answer(answer)
        given = wanted
        yield session.table


def print_quality(table: str, games: int, turns: int, ends: int) -> None:
    """Print how right the estimates are, of the same turns."""
    done: dict[str, list[Estimated]] = {}
    for seed in range(HELD_OUT, HELD_OUT + games):
        kinds = Random(seed).choices(TABLES[table], k=SEATS)
        world = SelfPlayWorld(kinds, seed)
        answers = [*world.play()]
        winners = world.table.list_winners()
        came = [(seat in winners) / len(winners) for seat in range(SEATS)]
        for part, reached in enumerate(replay(answers, turns)):
            for name, said in estimate(reached, ends, seed).items():
                those = done.setdefault(name, [])
                those.append(Estimated(THIRDS * part // turns, said, came))
    print(f"\n{table}, {SEATS} players, {games} games, {turns} turns of each, {ends} ends")
    for name, those in done.items():
        found = sum_up(those)
        thirds = " / ".join(f"{each:.3f}" for each in found.by_third)
        print(f"| {name} | {found.brier:.3f} | {thirds} | {found.calibration:.3f} |")
        print("|", " | ".join(f"{100 * b.said:.0f}→{100 * b.came:.0f}" for b in found.bins), "|")


def estimate(table: Campanile2009Table, ends: int, seed: int) -> dict[str, Chances]:
    """Everybody's chances by both kinds of ends, by the model, and by averages of these."""
    played = [play_out(table, kind, ends, seed) for kind in PlayerKind]
    random, greedy = (each for each in played if each is not None)
    facet = load_plugin("campanile-2009").story
    assert facet is not None
    model = load_model(facet.model).estimate(facet.assess(table))
    return {
        "random ends": random,
        "greedy ends": greedy,
        "both": average(random, greedy),
        "model": model,
        "all three": average(random, greedy, model),
    }


def average(*estimates: Chances) -> Chances:
    """The average of several estimates of the same chances."""
    return tuple(sum(each) / len(estimates) for each in zip(*estimates, strict=True))


if __name__ == "__main__":
    main()
