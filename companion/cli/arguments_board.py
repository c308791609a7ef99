"""The arguments of `companion board`, and the function that runs it."""

from __future__ import annotations

import argparse
import os
import re
import sys
from contextlib import closing
from datetime import datetime, time
from pathlib import Path
from typing import TYPE_CHECKING

from companion.box.service.folders import state_folder
from companion.cli.arguments_mqtt import read_password
from companion.cli.complaints import FAILED, OK, complain, complain_of_port
from companion.text import Words
from companion.text.words import LANGUAGES

if TYPE_CHECKING:
    from companion.cli.arguments_history import Commands

BOARD_PORT = 8100
MQTT_PORT, MQTTS_PORT = 1883, 8883
NOON = time(12)
BROKER = re.compile(r"(\[[0-9A-Fa-f:.%]+\]|[^\[\]:/@\s]+)(?::(\d{1,5}))?")
EXPORTS = ("csv", "standings", "bgstats")
"""As `companion.outlets.board.exports` has them, which is imported when it runs."""


def add_board(commands: Commands, words: Words) -> None:
    """Add `companion board`."""
    board = commands.add_parser("board", help=words.say("cli.hall"))
    board.add_argument("--broker", metavar="HOST[:PORT]", help=words.say("cli.hall.broker"))
    board.add_argument("--tls", action="store_true", help=words.say("cli.hall.tls"))
    board.add_argument("--ca", type=Path, metavar="FILE", help=words.say("cli.hall.ca"))
    board.add_argument("--user", metavar="NAME", default="", help=words.say("cli.hall.user"))
    about = words.say("cli.hall.password")
    board.add_argument("--password-file", type=Path, metavar="FILE", help=about)
    about = words.say("cli.hall.port", port=BOARD_PORT)
    board.add_argument("--port", type=int, metavar="PORT", default=BOARD_PORT, help=about)
    board.add_argument("--host", metavar="ADDRESS", default="", help=words.say("cli.web-host"))
    folder = default_folder()
    about = words.say("cli.hall.folder", folder=folder).replace("%", "%%")
    board.add_argument("--folder", type=Path, metavar="DIR", default=folder, help=about)
    about = words.say("cli.hall.since")
    board.add_argument("--since", type=_moment, metavar="TIME", default=NOON, help=about)
    about = words.say("cli.hall.language")
    board.add_argument("--language", choices=LANGUAGES, default="", help=about)
    about = words.say("cli.hall.export")
    board.add_argument("--export", nargs=2, metavar=("KIND", "FILE"), help=about)
    board.set_defaults(run=_board, misused=board.error)


def default_folder() -> Path:
    """Where the board keeps its file: beside the saved games of this machine, if there are any."""
    return state_folder(os.environ) / "board"


def _moment(text: str) -> time | datetime:
    try:
        clock = time.fromisoformat(text)
    except ValueError:
        return datetime.fromisoformat(text).astimezone()
    if clock.tzinfo is not None:
        raise ValueError(text)  # which day it is depends on the hall's zone
    return clock


_moment.__name__ = "time"  # as argparse names it where it is refused


def _board(options: argparse.Namespace, words: Words) -> int:
    if options.export:
        return _export(options, words)
    if not options.broker:
        options.misused(words.say("cli.hall.no-broker"))
    if options.password_file and not options.user:
        options.misused(words.say("cli.hall.no-password"))
    if (found := _find_broker(options)) is None:
        return complain(words.say("cli.hall.bad-broker", broker=options.broker))
    password = read_password(options.password_file, words)
    return FAILED if password is None else _run(options, *found, password, words)


def _run(options: argparse.Namespace, host: str, port: int, password: str, words: Words) -> int:
    try:
        return _serve(options, host, port, password, words)
    except ModuleNotFoundError as missing:
        if missing.name != "paho":
            raise
        from companion.cli.program import python_name

        return complain(words.say("cli.hall.no-paho", python=python_name()))
    except OSError as error:
        return _complain_of(error)


def _find_broker(options: argparse.Namespace) -> tuple[str, int] | None:
    """The host and the port; None where they can be none."""
    found = BROKER.fullmatch(options.broker)
    if found is None:
        return None
    host, its_port = found.groups()
    tls = options.tls or options.ca is not None
    port = int(its_port or (MQTTS_PORT if tls else MQTT_PORT))
    try:
        host.encode("idna")  # no label of a name is empty or too long
    except UnicodeError:
        return None
    return (host.strip("[]"), port) if 0 < port < 65536 else None


def _complain_of(error: OSError) -> int:
    place = f"{error.filename}: " if error.filename else ""
    return complain(f"{place}{error.strerror or error}")


def _serve(options: argparse.Namespace, host: str, port: int, password: str, words: Words) -> int:
    from companion.outlets.board.serve import BoardOptions, serve_board
    from companion.outlets.board.store import BoardStore
    from companion.outlets.broker_address import BrokerAddress
    from companion.outlets.pages.listener import open_listener, page_address

    tls = options.tls or options.ca is not None
    address = BrokerAddress(host, port, tls, options.ca, options.user, password)
    try:
        listener = open_listener(options.host, options.port)
    except (OSError, OverflowError) as error:
        return complain_of_port(options.port, error, words)
    page = page_address(options.host, listener.getsockname()[1])
    with listener, closing(BoardStore(options.folder)) as store:
        shown = BoardOptions(options.since, options.language, words.language)
        serving = words.say("cli.hall.serving", address=page)
        serve_board(listener, store, address, shown, lambda: print(serving, flush=True))
    return OK


def _export(options: argparse.Namespace, words: Words) -> int:
    from companion.outlets.board.evening import local_now
    from companion.outlets.board.exports import export_evening
    from companion.outlets.board.store import FILE, BoardStore

    kind, file = options.export
    if kind not in EXPORTS:
        options.misused(words.say("cli.hall.bad-export", kinds=", ".join(EXPORTS)))
    try:
        (options.folder / FILE).stat()  # a folder that was mistyped is not created
        with closing(BoardStore(options.folder)) as store:
            text = export_evening(store, kind, options.since, local_now())
        if file == "-":
            sys.stdout.write(text)
        else:
            Path(file).write_text(text, "utf-8")
    except OSError as error:
        return _complain_of(error)
    return OK
