"""Fit the model of a game, measure it on games held out, and write the file of its weights."""

import argparse
import json
from collections.abc import Mapping, Sequence
from itertools import chain, product
from pathlib import Path

from companion.core import guard
from companion.core.chances import FORMAT, ChanceModel
from companion.core.story import Assessment
from companion.games import BUILT_IN, load_plugin, title_of
from tests.tools.story.fitting import fit_model, share_seats
from tests.tools.story.games import PLAYERS, PlayedGame, list_winners, play_games
from tests.tools.story.measuring import Quality, measure

HELD_OUT = 1_000_000
"""The seed from which games are held out."""
A_DAY = 86_400.0
USUAL_SEATS = 4
HEADING = """\
| players | games | constant | simple | model | its thirds | calibration |
|---|---|---|---|---|---|---|"""
SIMPLE = ("points", "points now")
"""The figures of the simple model, which any game has."""


def main() -> None:
    """Fit and measure the games named."""
    parser = argparse.ArgumentParser(prog="make story", description=__doc__)
    parser.add_argument("games", nargs="*", default=[*BUILT_IN], metavar="GAME")
    parser.add_argument("--fit", type=int, default=400, help="games to fit on, of each kind")
    parser.add_argument("--held-out", type=int, default=200, help="games of four to measure")
    parser.add_argument("--others", type=int, default=50, help="games of other numbers of players")
    parser.add_argument("--write", action="store_true", help="write the files of the weights")
    given = parser.parse_args()
    guard.LIMIT = A_DAY  # a machine that sleeps a while is no fault of a game
    for game in given.games:
        fit_game(game, given.fit, given.held_out, given.others, write=given.write)


def fit_game(game: str, fitted: int, held_out: int, others: int, *, write: bool) -> None:
    """Fit, measure and print; ``write`` the file that the game is shipped with."""
    plugin = load_plugin(game)
    assert plugin.story is not None, game
    tables = [*product(plugin.rules.seats, PLAYERS[game])]
    played = {
        (seats, kind): [*play_games(game, kind, seats, range(fitted))] for seats, kind in tables
    }
    shares = {
        str(seats): share_seats(list_winners(game, seats) or [g.winners for g in games], seats)
        for (seats, kind), games in played.items()
        if kind == next(iter(PLAYERS[game]))
    }
    games = [*chain.from_iterable(played.values())]
    names = games[0].turns[0].figures[0]._fields  # type: ignore[attr-defined]  # a NamedTuple
    model = fit_model(games, names, shares)
    if write:
        kinds = ", ".join(PLAYERS[game])
        note = f"{fitted} games of players of each kind and number: {kinds}"
        write_model(plugin.story.model, model, note)
    simple = fit_model([*map(simplify_game, games)], SIMPLE, shares)
    print_shares(game, shares)
    reliable = []
    print(HEADING)
    for seats, kind in tables:
        count = held_out if seats == USUAL_SEATS else others
        kept = [*play_games(game, kind, seats, range(HELD_OUT, HELD_OUT + count))]
        found = measure(kept, model.estimate)
        print_quality(f"{seats}, {kind}", kept, found, model, simple)
        reliable.append((f"{seats}, {kind}", found))
    print_reliability(reliable)


def simplify(turn: Assessment) -> Assessment:
    """The assessment with the points alone, so far and now."""
    pairs = zip(turn.figures, turn.points, strict=True)
    return turn._replace(figures=tuple((own[0], now) for own, now in pairs))


def simplify_game(game: PlayedGame) -> PlayedGame:
    """The game with the points alone."""
    return game._replace(turns=tuple(map(simplify, game.turns)))


def print_shares(game: str, shares: Mapping[str, tuple[float, ...]]) -> None:
    """Print with which chances the seats start."""
    print(f"\n#### {title_of(game)}\n\nThe seats start with:\n")
    for seats, each in shares.items():
        print(f"- {seats} players:", ", ".join(f"{share:.3f}" for share in each))
    print()


def print_quality(
    what: str, games: list[PlayedGame], found: Quality, model: ChanceModel, simple: ChanceModel
) -> None:
    """Print a row of the estimates' table."""
    start = model.shares[str(games[0].seats)]
    constant = measure(games, lambda _turn: start)
    two = measure(games, lambda turn: simple.estimate(simplify(turn)))
    errors = " | ".join(f"{each.brier:.3f} ({each.loss:.3f})" for each in (constant, two, found))
    thirds = " / ".join(f"{each:.3f}" for each in found.by_third)
    print(f"| {what} | {len(games)} | {errors} | {thirds} | {found.calibration:.3f} |", flush=True)


def print_reliability(found: Sequence[tuple[str, Quality]]) -> None:
    """Print the table of what was said and what came, in hundredths."""
    tenths = [f"{10 * each}–{10 * each + 10}" for each in range(10)]
    print("\n| said |", " | ".join(tenths), "|")
    print("|---" * 11 + "|")
    for what, quality in found:
        came = [f"{100 * b.said:.0f}→{100 * b.came:.0f}" if b.seats else "" for b in quality.bins]
        print(f"| {what} |", " | ".join(came), "|")


def write_model(path: Path, model: ChanceModel, fitted_on: str) -> None:
    """Write the file of the weights, a figure a line."""
    pairs = zip(model.figures, model.early, model.growth, strict=True)
    data = {
        "format": FORMAT,
        "fitted on": fitted_on,
        "shares": {seats: [round(e, 3) for e in each] for seats, each in model.shares.items()},
        "weights": {name: [early, growth] for name, early, growth in pairs},
    }
    text = json.dumps(data, indent=1)
    path.write_text(text + "\n", "utf-8")


if __name__ == "__main__":
    main()
