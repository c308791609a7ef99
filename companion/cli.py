"""The command `companion`: arguments in, exit codes out, every error one clear line."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from io import TextIOWrapper
from pathlib import Path
from typing import TYPE_CHECKING

from companion import __version__
from companion.devices.boards import BOARDS
from companion.text import Words

if TYPE_CHECKING:
    from companion.config import Config, Value
    from companion.journal import KeptGame, Reader
    from companion.session.record import BadRecord
    from companion.session.session import Session

OK, FAILED, INTERRUPTED = 0, 1, 130
SHOWN = "campanile-2009"
"""The game whose record is played where none is named."""
MISCONFIGURED = 78
"""EX_CONFIG: starting again does not help before the settings are mended."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run `companion`; its exit status is 0 done, 1 refused, 2 misused, 78 wrong settings."""
    words = Words()
    options = _parser(words).parse_args(arguments)
    if isinstance(sys.stdout, TextIOWrapper):
        sys.stdout.reconfigure(encoding="utf-8")  # as records are, whatever the locale says
    try:
        status: int = options.run(options, words)
        sys.stdout.flush()
    except OSError as trouble:
        # Nobody takes our output any more; Python is not to try again at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        if isinstance(trouble, BrokenPipeError):
            return FAILED
        return _complain(words.say("cli.output", why=trouble.strerror or trouble))
    except KeyboardInterrupt:
        return INTERRUPTED
    return status


def _parser(words: Words) -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="companion", description=words.say("cli.about"))
    parser.add_argument("--version", action="version", version=f"%(prog)s {__version__}")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")

    play = commands.add_parser("play", help=words.say("cli.play"))
    play.add_argument("--virtual", action="store_true", help=words.say("cli.virtual"))
    _add_settings(play, words)
    play.add_argument("--mute", action="store_true", help=words.say("cli.mute"))
    play.set_defaults(run=_play)

    demo = commands.add_parser("demo", help=words.say("cli.demo"))
    about_file = words.say("cli.demo-file", game=SHOWN)
    demo.add_argument("file", nargs="?", metavar="FILE", default=SHOWN, help=about_file)
    demo.add_argument("--pictures", type=Path, metavar="DIR", help=words.say("cli.pictures"))
    demo.add_argument(
        "--board", default="bonnet", choices=list(BOARDS), help=words.say("cli.board")
    )
    demo.set_defaults(run=_demo)

    score = commands.add_parser("score", help=words.say("cli.score"))
    score.add_argument("files", nargs="+", metavar="FILE", help=words.say("cli.score-file"))
    score.add_argument("--json", action="store_true", help=words.say("cli.json"))
    score.set_defaults(run=_score)

    games = commands.add_parser("games", help=words.say("cli.games"))
    _add_folder(games, words)
    games.set_defaults(run=_games)

    export = commands.add_parser("export", help=words.say("cli.export"))
    export.add_argument("number", type=int, metavar="N", help=words.say("cli.number"))
    _add_folder(export, words)
    export.set_defaults(run=_export)

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
    return parser


def _add_folder(parser: argparse.ArgumentParser, words: Words) -> None:
    parser.add_argument("--folder", type=Path, metavar="DIR", help=words.say("cli.folder"))


def _add_settings(parser: argparse.ArgumentParser, words: Words) -> None:
    parser.add_argument("--config", type=Path, metavar="FILE", help=words.say("cli.config-file"))
    parser.add_argument("--board", choices=list(BOARDS), help=words.say("cli.board-set"))
    parser.add_argument("--tower-panel", metavar="PORT", help=words.say("cli.tower-panel"))


def _complain(line: str) -> int:
    """Say what is wrong as one line on standard error; returns the exit status for it."""
    print("".join(c if c.isprintable() else _escaped(c) for c in line), file=sys.stderr)
    return FAILED


def _refuse(error: Exception, words: Words, status: int = FAILED) -> int:
    """Say an error in words, as one line on standard error; returns ``status``."""
    from companion.commands import error_in_words  # not before: the first picture waits for it

    _complain(error_in_words(error, words))
    return status


def _escaped(sign: str) -> str:
    return sign.encode("unicode_escape", "backslashreplace").decode("ascii")


def _play(options: argparse.Namespace, words: Words) -> int:
    from companion.devices.errors import DeviceMissingError
    from companion.play import CannotPlay, play

    if options.tower_panel:
        from companion.panel.port import may_be_port

        if not may_be_port(options.tower_panel):
            return _complain(words.say("cli.no-port", port=options.tower_panel))
    try:
        play(lambda: _settings(options), words, virtual=options.virtual)
    except DeviceMissingError as missing:
        return _refuse(missing, words)
    except CannotPlay as trouble:
        from companion.config import ConfigError  # not before: the first picture waits for it
        from companion.maps import MapError

        wrong_settings = isinstance(trouble.cause, ConfigError | MapError)
        return _refuse(trouble.cause, words, MISCONFIGURED if wrong_settings else FAILED)
    return OK


def _settings(options: argparse.Namespace) -> Config:
    from companion.config import NO_PORT, load

    command: dict[str, Value] = {"board": options.board} if options.board else {}
    if options.mute:
        command["mute"] = True
    if options.tower_panel:
        port = options.tower_panel
        command["tower-panel"] = port if port == NO_PORT else os.path.abspath(port)
    return load(options.config, os.environ, command)


def _config(options: argparse.Namespace, words: Words) -> int:
    from companion.commands import print_config
    from companion.config import SAMPLE, ConfigError

    if options.sample:
        print(SAMPLE.read_text(), end="")
        return OK
    try:
        print_config(_settings(options), words)
    except ConfigError as error:
        return _refuse(error, words, MISCONFIGURED)
    return OK


def _doctor(options: argparse.Namespace, words: Words) -> int:
    from companion.commands import TerminalPerson, panel_page, print_findings, print_report
    from companion.config import ConfigError
    from companion.doctor import ThisMachine, examine

    settings: Config | ConfigError
    try:
        settings = _settings(options)
    except ConfigError as error:
        settings = error
    machine = ThisMachine()
    asked = not options.no_ask and sys.stdin.isatty() and sys.stderr.isatty()
    person = TerminalPerson(words) if asked else None
    findings = examine(machine, settings, person, panel_page(words))
    if options.json:
        return OK if print_report(findings, machine, settings, words) else FAILED
    return OK if print_findings(findings, words) else FAILED


def _demo(options: argparse.Namespace, words: Words) -> int:
    from companion.demo import DemoFailed, demo, shipped
    from companion.games import GAMES
    from companion.journal import JournalError

    named = options.file
    file = shipped(named) if named in GAMES else Path(named)
    if named == file.stem and not file.exists():
        games = ", ".join(GAMES)
        return _complain(words.say("cli.no-such-record", name=named, games=games))
    session, error = _read(str(file), words)
    if session is None:
        return _complain(error)
    try:
        demo(session, BOARDS[options.board], words, options.pictures)
    except DemoFailed as failed:
        key = "demo.failed" if failed.pressable else "demo.no-presses"
        answer = f"{failed.answer.key} {failed.answer.word}"
        return _complain(words.say(key, file=file, answer=answer))
    except JournalError as trouble:
        return _refuse(trouble, words)
    except OSError as trouble:
        place = trouble.filename or options.pictures or file
        return _complain(f"{place}: {trouble.strerror or trouble}")
    return OK


def _score(options: argparse.Namespace, words: Words) -> int:
    status = OK
    for file in options.files:
        session, error = _read(file, words)
        if session is None:
            sys.stdout.flush()
            status = _complain(error)
        elif options.json:
            import json

            print(json.dumps(session.result))
        else:
            from companion.tables import print_result

            print_result(session, words)
    return status


def _read(file: str, words: Words) -> tuple[Session | None, str]:
    """The game a record tells, or None and the line that says why not."""
    from companion.session.record import BadRecord, decode, read

    try:
        return read(decode(Path(file).read_bytes())), ""
    except OSError as trouble:
        return None, f"{file}: {trouble.strerror}"
    except BadRecord as bad:
        return None, f"{file}:{bad.line}: {_in_words(bad, words)}"


def _in_words(bad: BadRecord, words: Words) -> str:
    from companion.session.record import Fault, quote

    why = words.why(bad.objection, bad.key)
    if not bad.key:
        return why
    value = "" if bad.objection.reason is Fault.NO_VALUE else f" {quote(bad.word)}"
    return f"{bad.key}{value}: {why}"


def _games(options: argparse.Namespace, words: Words) -> int:
    from companion.journal import JournalError, reader, state_folder
    from companion.tables import print_games

    folder = options.folder or state_folder(os.environ)
    try:
        journal = reader(folder)
        kept = [(game, _how_it_stands(journal, game, words)) for game in journal.games()]
    except JournalError as trouble:
        return _refuse(trouble, words)
    if kept:
        print_games(kept, words)
    else:
        print(words.say("cli.no-games", folder=folder))
    return OK


def _how_it_stands(journal: Reader, game: KeptGame, words: Words) -> str:
    from companion.games.conversation import Refused
    from companion.shelf import session_of
    from companion.tables import how_it_stands

    try:
        return how_it_stands(session_of(journal, game), words)
    except (Refused, KeyError):
        return words.say("score.unreadable")


def _export(options: argparse.Namespace, words: Words) -> int:
    from companion.games.conversation import Refused
    from companion.journal import JournalError, reader, state_folder
    from companion.session.record import write
    from companion.shelf import session_of

    try:
        journal = reader(options.folder or state_folder(os.environ))
        game = next((each for each in journal.games() if each.number == options.number), None)
        if game is None:
            return _complain(words.say("cli.no-such-game", number=options.number))
        print(write(session_of(journal, game)), end="")
    except JournalError as trouble:
        return _refuse(trouble, words)
    except (Refused, KeyError):
        return _complain(words.say("cli.unreadable-game", number=options.number))
    return OK
