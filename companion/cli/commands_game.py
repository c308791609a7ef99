"""The command `check-game`, for authors of games."""

from __future__ import annotations

import sys
from argparse import Namespace

from companion.app.game_check.checking import check_game
from companion.cli.complaints import FAILED, OK, make_printable
from companion.cli.shared import guarded
from companion.games import GameNotFoundError, list_games
from companion.store.saved_games import CommandError
from companion.text import Words


@guarded
def print_check(options: Namespace, words: Words) -> int:  # noqa: ARG001  as of every command
    """Print what is wrong with a game, and what was checked."""
    try:
        report = check_game(options.name, options.games, options.seed)
    except GameNotFoundError as error:
        known = ", ".join(list_games().games)
        raise CommandError("cli.unknown-game", game=error.name, games=known) from None
    for line in report.lines:
        print(make_printable(line))
    if options.debug:
        print("\n".join(report.traces), file=sys.stderr)
    print(make_printable(report.summary))
    return FAILED if report.findings else OK
