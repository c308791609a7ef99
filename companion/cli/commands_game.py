"""The commands `new-game` and `check-game`, for authors of games."""

from __future__ import annotations

import sys
from argparse import Namespace
from importlib.util import find_spec

from companion.app.game_check.checking import check_game
from companion.app.new_game import write_new_game
from companion.cli.complaints import FAILED, OK, complain, make_printable
from companion.cli.program import program_name, python_name
from companion.cli.shared import guarded
from companion.core.names import is_game_name
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


@guarded
def write_game(options: Namespace, words: Words) -> int:
    """Write the package of a new game, which plays and passes the check at once."""
    name, folder = options.name, options.folder
    if not is_game_name(name):
        raise CommandError("cli.bad-game-name", name=name)
    games, broken = list_games()
    if name in games or name in [each.name for each in broken]:
        raise CommandError("cli.game-name-taken", name=name)
    try:
        if folder.exists() and any(folder.iterdir()):
            raise CommandError("cli.folder-not-empty", folder=folder)
        write_new_game(name, folder)
    except OSError as error:
        return complain(f"{error.filename or folder}: {error.strerror or error}")
    print(make_printable(words.say("cli.new-game-written", name=name, folder=folder)))
    offline = "--no-build-isolation " if find_spec("hatchling") else ""
    print(f"    {python_name()} -m pip install {offline}--no-deps -e {folder}")
    print(f"    {program_name()} check-game {name}")
    return OK
