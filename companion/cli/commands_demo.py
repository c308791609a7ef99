"""The command `demo`."""

import subprocess
import sys
from argparse import Namespace
from pathlib import Path

from companion.app.demo.film import show_film, watch_files
from companion.app.demo.rig import DemoFailed, demo
from companion.box.devices.boards import BOARDS
from companion.cli.complaints import OK, complain
from companion.cli.report import print_result
from companion.cli.shared import guarded, read_record
from companion.games import GameNotFoundError, find_folder, list_games, load_plugin
from companion.store.journal import JournalError
from companion.store.saved_games import CommandError
from companion.store.unnamed import show_names
from companion.text import Words


@guarded
def show_demo(options: Namespace, words: Words) -> int:
    """Play a record on the virtual device, as a film or at once."""
    if options.watch:
        return _watch(options, words)
    file = _find_record(options.file)
    session, error = read_record(str(file), words)
    if session is None:
        return complain(error)
    session = show_names(session, words)  # as the device will
    try:
        if _is_film(options):
            result = show_film(session, BOARDS[options.board], words)
        else:
            result = demo(session, BOARDS[options.board], words, options.pictures)
    except DemoFailed as failed:
        key = "demo.failed" if failed.pressable else "demo.no-presses"
        answer = f"{failed.answer.key} {failed.answer.word}"
        return complain(words.say(key, file=file, answer=answer))
    except (BrokenPipeError, JournalError):
        raise
    except OSError as error:
        place = error.filename or options.pictures or file
        return complain(f"{place}: {error.strerror or error}")
    if result is not None:
        game, presses = result
        print(words.say("demo.done", presses=presses, answers=len(game.answers)))
        print_result(game, words)
    return OK


def _watch(options: Namespace, words: Words) -> int:
    """Show the demonstration of a game until an interrupt, each time in a process of its own."""
    try:
        folder = find_folder(options.file)
    except GameNotFoundError as error:
        known = ", ".join(list_games().games)
        raise CommandError("cli.unknown-game", game=error.name, games=known) from None
    pictures = [] if options.pictures is None else ["--pictures", str(options.pictures)]
    arguments = [options.file, "--fast", "--board", options.board, *pictures]

    def show() -> None:
        subprocess.run([sys.executable, "-m", "companion", "demo", *arguments], check=False)
        print(words.say("cli.watching", folder=folder), flush=True)

    watch_files(folder, show)
    return OK


def _find_record(name: str) -> Path:
    """The record of the game of that name, else the file of that name; raises CommandError."""
    games, broken = list_games()
    for fault in broken:
        if fault.name == name:
            raise CommandError("cli.broken-game", game=name, problem=fault.problem)
    file = load_plugin(name).record if name in games else Path(name)
    if file is None:
        raise CommandError("cli.game-without-record", game=name)
    if name == file.stem and not file.exists():
        raise CommandError("cli.no-such-record", name=name, games=", ".join(games))
    return file


def _is_film(options: Namespace) -> bool:
    at_once = options.fast or options.pictures is not None
    return not at_once and sys.stdin.isatty() and sys.stdout.isatty()
