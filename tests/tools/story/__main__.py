"""Fit the model of a game, measure it on games held out, and write the file of its weights."""

import argparse
import json
from itertools import product
from pathlib import Path

from companion.core.chances import FORMAT, ChanceModel
from companion.core.story import Assessment
from companion.games import BUILT_IN, load_plugin
from tests.tools.story.fitting import fit_model, share_seats
from tests.tools.story.games import PLAYERS, PlayedGame, play_games
from tests.tools.story.measuring import Estimate, Quality, measure

HELD_OUT = 1_000_000
"""The seed from which games are held out."""
SIMPLE = ("points", "points now")
"""The figures of the simple model, which any game has."""


def main() -> None:
    """Fit and measure the games named."""
    parser = argparse.ArgumentParser(prog="make story", description=__doc__)
    parser.add_argument("games", nargs="*", default=[*BUILT_IN], metavar="GAME")
    parser.add_argument("--fit", type=int, default=400, help="games to fit on, of each kind")
    parser.add_argument("--held-out", type=int, default=200, help="games to measure, of each kind")
    parser.add_argument("--write", action="store_true", help="write the files of the weights")
    given = parser.parse_args()
    for game in given.games:
        fit_game(game, given.fit, given.held_out, write=given.write)


def fit_game(game: str, fitted: int, held_out: int, *, write: bool) -> None:
    """Fit, measure and print; ``write`` the file that the game is shipped with."""
    plugin = load_plugin(game)
    assert plugin.story is not None, game
    kinds, seats_of = [*PLAYERS[game]], plugin.rules.seats
    games: list[PlayedGame] = []
    shares: dict[str, tuple[float, ...]] = {}
    for seats in seats_of:
        for kind in kinds:
            played = [*play_games(game, kind, seats, range(fitted))]
            games += played
            if kind == kinds[0]:
                shares[str(seats)] = share_seats(played)
    names = games[0].turns[0].figures[0]._fields  # type: ignore[attr-defined]  # a NamedTuple
    model = fit_model(games, names, shares)
    simple = fit_model([*map(simplify_game, games)], SIMPLE, shares)
    seeds = range(HELD_OUT, HELD_OUT + held_out)
    for seats, kind in product(seats_of, kinds):
        kept = [*play_games(game, kind, seats, seeds)]
        print_quality(f"{game}, {seats} {kind} players", kept, model, simple)
    if write:
        of = ", ".join(kinds)
        note = f"{fitted} games of {of} players each, for each number of players"
        write_model(plugin.story.model, model, note)


def simplify(turn: Assessment) -> Assessment:
    """The assessment with the points alone, so far and now."""
    pairs = zip(turn.figures, turn.points, strict=True)
    return turn._replace(figures=tuple((own[0], now) for own, now in pairs))


def simplify_game(game: PlayedGame) -> PlayedGame:
    """The game with the points alone."""
    return game._replace(turns=tuple(map(simplify, game.turns)))


def print_quality(
    what: str, games: list[PlayedGame], model: ChanceModel, simple: ChanceModel
) -> None:
    """Print a table of the estimates, and how reliable those of the model are."""
    print(f"\n{what}, {len(games)} games held out")
    start = model.shares[str(games[0].seats)]
    print("seats start with", *(f"{each:.3f}" for each in start))
    rows: dict[str, Estimate] = {
        "constant": lambda _turn: start,
        "simple: 2 figures": lambda turn: simple.estimate(simplify(turn)),
        f"model: {len(model.figures)} figures": model.estimate,
    }
    print(f"{'':20} Brier  log-loss  by thirds            calibration")
    for name, estimate in rows.items():
        found = measure(games, estimate)
        thirds = "  ".join(f"{each:.3f}" for each in found.by_third)
        print(
            f"{name:20} {found.brier:.3f}  {found.loss:.3f}     {thirds}  {found.calibration:.3f}"
        )
    _print_bins(found)


def _print_bins(found: Quality) -> None:
    print("said, came:", ", ".join(f"{100 * b.said:.0f} {100 * b.came:.0f}" for b in found.bins))


def write_model(path: Path, model: ChanceModel, fitted_on: str) -> None:
    """Write the file of the weights, a figure a line."""
    pairs = zip(model.figures, model.early, model.late, strict=True)
    data = {
        "format": FORMAT,
        "fitted on": fitted_on,
        "shares": {seats: [round(e, 3) for e in each] for seats, each in model.shares.items()},
        "weights": {name: [early, late] for name, early, late in pairs},
    }
    text = json.dumps(data, indent=1)
    path.write_text(text + "\n", "utf-8")


if __name__ == "__main__":
    main()
