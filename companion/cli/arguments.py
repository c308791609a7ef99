"""The arguments of every command, the function that runs it, and its exit status."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from functools import partial
from io import TextIOWrapper
from pathlib import Path
from typing import TYPE_CHECKING

from companion import __version__
from companion.box.devices.boards import BOARDS
from companion.box.service.machine import WEB_PORT
from companion.cli.complaints import (
    FAILED,
    MISCONFIGURED,
    OK,
    complain,
    complain_of_port,
    read_record,
    refuse,
)
from companion.text import Words

if TYPE_CHECKING:
    from companion.box.config import Config, SettingValue
    from companion.box.devices.buses import FindScreen
    from companion.cli.arguments_history import Commands

INTERRUPTED = 130


def main(arguments: Sequence[str] | None = None) -> int:
    """Run `companion`; its exit status is 0 done, 1 refused, 2 misused, 78 wrong settings."""
    arguments = sys.argv[1:] if arguments is None else arguments
    # The first picture waits neither for settings nor the rest, and the web server stays small.
    at_once = arguments[:1] in (["play"], ["web"])
    words = Words() if at_once else _configured_words()
    parser, commands = _parser(words)
    _add_play(commands, words)
    _add_web(commands, words)
    if not at_once:
        _add_others(commands, words)
    options = parser.parse_args(arguments)
    if isinstance(sys.stdout, TextIOWrapper):
        sys.stdout.reconfigure(encoding="utf-8")  # as records are, whatever the locale says
    try:
        status: int = options.run(options, words)
        sys.stdout.flush()
    except OSError as error:
        # Nobody reads the output any more; keep Python from flushing it again at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        if isinstance(error, BrokenPipeError):
            return FAILED
        return complain(words.say("cli.output", why=error.strerror or error))
    except KeyboardInterrupt:
        return INTERRUPTED
    return status


def _configured_words() -> Words:
    """The words of the settings' language; English if the settings can't be read."""
    from companion.box.config import ConfigError, load_config
    from companion.games import BOARD_FILE_KEYS, words_in

    try:
        return words_in(load_config(None, os.environ, board_files=BOARD_FILE_KEYS).language)
    except ConfigError:
        return words_in()


def _parser(words: Words) -> tuple[argparse.ArgumentParser, Commands]:
    parser = argparse.ArgumentParser(prog="companion", description=words.say("cli.about"))
    parser.add_argument("--version", action="version", version=f"%(prog)s {__version__}")
    return parser, parser.add_subparsers(required=True, metavar="COMMAND")


def _add_play(commands: Commands, words: Words) -> None:
    play = commands.add_parser("play", help=words.say("cli.play"))
    play.add_argument("--virtual", action="store_true", help=words.say("cli.virtual"))
    _add_settings(play, words)
    play.add_argument("--mute", action="store_true", help=words.say("cli.mute"))
    play.set_defaults(run=_play)


def _add_web(commands: Commands, words: Words) -> None:
    web = commands.add_parser("web", help=words.say("cli.web"))
    about_port = words.say("cli.web-port", port=WEB_PORT)
    web.add_argument("--port", type=int, metavar="PORT", default=WEB_PORT, help=about_port)
    web.add_argument("--host", metavar="ADDRESS", default="", help=words.say("cli.web-host"))
    web.set_defaults(run=_web)


def _add_others(commands: Commands, words: Words) -> None:
    from companion.cli.arguments_board import add_board
    from companion.cli.arguments_card import add_card
    from companion.cli.arguments_card_proof import add_card_proof
    from companion.cli.arguments_history import add_history, add_keeping
    from companion.cli.arguments_mqtt import add_mqtt
    from companion.games import BUILT_IN

    demo = commands.add_parser("demo", help=words.say("cli.demo"))
    game = next(iter(BUILT_IN))
    about_file = words.say("cli.demo-file", game=game)
    demo.add_argument("file", nargs="?", metavar="FILE", default=game, help=about_file)
    demo.add_argument("--pictures", type=Path, metavar="DIR", help=words.say("cli.pictures"))
    about_board = words.say("cli.board")
    demo.add_argument("--board", default="bonnet", choices=list(BOARDS), help=about_board)
    demo.add_argument("--fast", action="store_true", help=words.say("cli.fast"))
    demo.set_defaults(run=_demo)

    score = commands.add_parser("score", help=words.say("cli.score"))
    score.add_argument("files", nargs="+", metavar="FILE", help=words.say("cli.score-file"))
    score.add_argument("--json", action="store_true", help=words.say("cli.json"))
    score.set_defaults(run=_score)

    add_history(commands, words)
    add_keeping(commands, words)
    add_board(commands, words)
    add_card(commands, words)
    add_card_proof(commands, words)
    add_mqtt(commands, words)

    config = commands.add_parser("config", help=words.say("cli.config"))
    _add_settings(config, words)
    config.add_argument("--mute", action="store_true", help=words.say("cli.mute"))
    config.add_argument("--sample", action="store_true", help=words.say("cli.sample"))
    config.set_defaults(run=_config)

    doctor = commands.add_parser("doctor", help=words.say("cli.doctor"))
    _add_settings(doctor, words)
    doctor.add_argument("--no-ask", action="store_true", help=words.say("cli.no-ask"))
    doctor.add_argument("--json", action="store_true", help=words.say("cli.report"))
    doctor.set_defaults(run=_doctor, mute=False)


def _add_settings(parser: argparse.ArgumentParser, words: Words) -> None:
    parser.add_argument("--config", type=Path, metavar="FILE", help=words.say("cli.config-file"))
    # As in `companion.box.config`, which the first picture does not wait for.
    boards = ["auto", *BOARDS]
    parser.add_argument("--board", choices=boards, help=words.say("cli.board-set"))
    parser.add_argument("--tower-panel", metavar="PORT", help=words.say("cli.tower-panel"))


def _play(options: argparse.Namespace, words: Words) -> int:
    # Python has SHA-256 itself; OpenSSL, which is asked first, takes 3.5 MiB of memory.
    sys.modules["_hashlib"] = None  # type: ignore[assignment]  # None forbids its import
    from companion.app.play import CannotPlay, play
    from companion.box.devices.errors import DeviceMissingError

    if options.tower_panel:
        from companion.box.panel.link import may_be_serial_port

        if not may_be_serial_port(options.tower_panel):
            return complain(words.say("cli.no-port", port=options.tower_panel))
    try:
        play(partial(_settings, options), words, virtual=options.virtual)
    except DeviceMissingError as missing:
        return refuse(missing, _configured_words())
    except CannotPlay as error:
        from companion.box.config import ConfigError  # not before: the first picture waits for it
        from companion.core.board_file import BoardFileError

        wrong_settings = isinstance(error.cause, ConfigError | BoardFileError)
        status = MISCONFIGURED if wrong_settings else FAILED
        return refuse(error.cause, _configured_words(), status)
    return OK


def _web(options: argparse.Namespace, words: Words) -> int:
    # The page speaks no TLS, and asyncio does without: a fifth of this process's memory.
    sys.modules["ssl"] = None  # type: ignore[assignment]  # as in `_play`
    from companion.outlets.pages.listener import open_listener, page_address
    from companion.outlets.protocol import find_socket
    from companion.outlets.web.serve import inherited_listener, serve

    inherited = inherited_listener(os.environ, os.getpid())
    try:
        listener = inherited or open_listener(options.host, options.port)
    except (OSError, OverflowError) as error:
        return complain_of_port(options.port, error, words)
    address = page_address(options.host, listener.getsockname()[1])

    def print_address() -> None:
        print(words.say("cli.web-serving", address=address), flush=True)

    with listener:
        serve(
            listener, find_socket(os.environ), until_idle=inherited is not None, ready=print_address
        )
    return OK


def _settings(options: argparse.Namespace, find: FindScreen | None) -> Config:
    from companion.box.config import NO_PORT, load_config
    from companion.games import BOARD_FILE_KEYS

    command: dict[str, SettingValue] = {"board": options.board} if options.board else {}
    if options.mute:
        command["mute"] = True
    if options.tower_panel:
        port = options.tower_panel
        command["tower-panel"] = port if port == NO_PORT else os.path.abspath(port)
    return load_config(options.config, os.environ, command, BOARD_FILE_KEYS, find)


def _config(options: argparse.Namespace, words: Words) -> int:
    from companion.app.found_settings import load_found
    from companion.box.config import ConfigError
    from companion.box.config.sample import sample_text
    from companion.cli.commands import print_config
    from companion.games import BOARD_FILE_KEYS

    if options.sample:
        print(sample_text(BOARD_FILE_KEYS), end="")
        return OK
    try:
        settings = load_found(partial(_settings, options))
        print_config(settings, Words(settings.language))
    except ConfigError as error:
        return refuse(error, words, MISCONFIGURED)
    return OK


def _doctor(options: argparse.Namespace, words: Words) -> int:
    from companion.app.doctor import Machine, examine
    from companion.app.found_settings import load_found
    from companion.box.config import ConfigError
    from companion.cli.commands import TerminalOperator, make_draw, print_findings, print_report

    settings: Config | ConfigError
    try:
        settings = load_found(partial(_settings, options))
    except ConfigError as error:
        settings = error
    else:
        words = Words(settings.language)
    if options.json:  # a report goes to others
        words = Words()
    machine = Machine()
    asked = not options.no_ask and sys.stdin.isatty() and sys.stderr.isatty()
    operator = TerminalOperator(words) if asked else None
    findings = examine(machine, settings, operator, make_draw(words))
    if options.json:
        return OK if print_report(findings, machine, settings, words) else FAILED
    return OK if print_findings(findings, words) else FAILED


def _find_record(name: str) -> Path:
    """The record of the game of that name, else the file of that name; raises CommandError."""
    from companion.games import list_games, load_plugin
    from companion.store.saved_games import CommandError

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


def _demo(options: argparse.Namespace, words: Words) -> int:
    from companion.app.demo.rig import DemoFailed, demo
    from companion.store.journal import JournalError
    from companion.store.saved_games import CommandError
    from companion.store.unnamed import show_names

    try:
        file = _find_record(options.file)
    except CommandError as missing:
        return complain(words.say(missing.key, **missing.values))
    session, error = read_record(str(file), words)
    if session is None:
        return complain(error)
    session = show_names(session, words)  # as the device will
    try:
        if _is_film(options):
            from companion.app.demo.film import show_film

            show_film(session, BOARDS[options.board], words)
        else:
            demo(session, BOARDS[options.board], words, options.pictures)
    except DemoFailed as failed:
        key = "demo.failed" if failed.pressable else "demo.no-presses"
        answer = f"{failed.answer.key} {failed.answer.word}"
        return complain(words.say(key, file=file, answer=answer))
    except JournalError as error:
        return refuse(error, words)
    except BrokenPipeError:
        raise
    except OSError as error:
        place = error.filename or options.pictures or file
        return complain(f"{place}: {error.strerror or error}")
    return OK


def _is_film(options: argparse.Namespace) -> bool:
    at_once = options.fast or options.pictures is not None
    return not at_once and sys.stdin.isatty() and sys.stdout.isatty()


def _score(options: argparse.Namespace, words: Words) -> int:
    status = OK
    for file in options.files:
        session, error = read_record(file, words)
        if session is None:
            sys.stdout.flush()
            status = complain(error)
        elif options.json:
            import json

            print(json.dumps(session.result))
        else:
            from companion.cli.report import print_result

            print_result(session, words)
    return status
