"""The arguments of every command, the function that runs it, and its exit status."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from io import TextIOWrapper
from pathlib import Path
from typing import TYPE_CHECKING

from companion import __version__
from companion.cli.complaints import FAILED, OK, complain, read_record, refuse
from companion.devices.boards import BOARDS
from companion.text import Words

if TYPE_CHECKING:
    from companion.cli.arguments_history import Commands
    from companion.config import Config, Value

INTERRUPTED = 130
MISCONFIGURED = 78
"""EX_CONFIG: a restart does not help before the settings are corrected."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run `companion`; its exit status is 0 done, 1 refused, 2 misused, 78 wrong settings."""
    arguments = sys.argv[1:] if arguments is None else arguments
    at_once = arguments[:1] == ["play"]  # its first picture waits neither for settings nor the rest
    words = Words() if at_once else _configured_words()
    parser, commands = _parser(words)
    _add_play(commands, words)
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
    from companion.config import ConfigError, load_config
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


def _add_others(commands: Commands, words: Words) -> None:
    from companion.cli.arguments_history import add_history, add_keeping
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
    parser.add_argument("--board", choices=list(BOARDS), help=words.say("cli.board-set"))
    parser.add_argument("--tower-panel", metavar="PORT", help=words.say("cli.tower-panel"))


def _play(options: argparse.Namespace, words: Words) -> int:
    from companion.app.play import CannotPlay, play
    from companion.devices.errors import DeviceMissingError

    if options.tower_panel:
        from companion.panel.port import may_be_serial_port

        if not may_be_serial_port(options.tower_panel):
            return complain(words.say("cli.no-port", port=options.tower_panel))
    try:
        play(lambda: _settings(options), words, virtual=options.virtual)
    except DeviceMissingError as missing:
        return refuse(missing, _configured_words())
    except CannotPlay as error:
        from companion.config import ConfigError  # not before: the first picture waits for it
        from companion.core.board_file import BoardFileError

        wrong_settings = isinstance(error.cause, ConfigError | BoardFileError)
        status = MISCONFIGURED if wrong_settings else FAILED
        return refuse(error.cause, _configured_words(), status)
    return OK


def _settings(options: argparse.Namespace) -> Config:
    from companion.config import NO_PORT, load_config
    from companion.games import BOARD_FILE_KEYS

    command: dict[str, Value] = {"board": options.board} if options.board else {}
    if options.mute:
        command["mute"] = True
    if options.tower_panel:
        port = options.tower_panel
        command["tower-panel"] = port if port == NO_PORT else os.path.abspath(port)
    return load_config(options.config, os.environ, command, BOARD_FILE_KEYS)


def _config(options: argparse.Namespace, words: Words) -> int:
    from companion.cli.commands import print_config
    from companion.config import ConfigError
    from companion.config.sample import sample_text
    from companion.games import BOARD_FILE_KEYS

    if options.sample:
        print(sample_text(BOARD_FILE_KEYS), end="")
        return OK
    try:
        settings = _settings(options)
        print_config(settings, Words(settings.language))
    except ConfigError as error:
        return refuse(error, words, MISCONFIGURED)
    return OK


def _doctor(options: argparse.Namespace, words: Words) -> int:
    from companion.cli.commands import TerminalOperator, make_draw, print_findings, print_report
    from companion.config import ConfigError
    from companion.doctor import Machine, examine

    settings: Config | ConfigError
    try:
        settings = _settings(options)
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
    from companion.saved_games import CommandError

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
    from companion.app.demo import DemoFailed, demo
    from companion.games.unnamed import show_names
    from companion.journal import JournalError
    from companion.saved_games import CommandError

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
            from companion.app.film import show_film

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

            from companion.games import load_plugin

            print(json.dumps(load_plugin(session.name).describe(session.game)))
        else:
            from companion.report import print_result

            print_result(session, words)
    return status
