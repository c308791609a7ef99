"""The command `board`.

Late: `serve`, which needs MQTT's library, an extra.
"""

import asyncio
import re
import sys
from argparse import Namespace
from collections import Counter
from collections.abc import Iterable
from contextlib import closing
from datetime import datetime
from pathlib import Path

from companion.cli.complaints import FAILED, OK, complain, complain_of_port
from companion.cli.program import python_name
from companion.cli.shared import read_password
from companion.outlets.board.corrections import read_words
from companion.outlets.board.evening import local_now
from companion.outlets.board.exports import EXPORTS, export_evening, open_evening
from companion.outlets.board.reports import BoardResult
from companion.outlets.board.store import FILE, BoardStore, hold_folder
from companion.outlets.broker import BrokerAddress
from companion.outlets.pages.server import open_listener, page_address
from companion.outlets.strict_json import BadInput
from companion.text import Words

MQTT_PORT, MQTTS_PORT = 1883, 8883
BROKER = re.compile(r"(\[[0-9A-Fa-f:.%]+\]|[^\[\]:/@\s]+)(?::(\d{1,5}))?")


def run_board(options: Namespace, words: Words) -> int:
    """Serve the board of a hall, or export an evening."""
    if options.correct is not None:
        return _correct(options, words)
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


def _run(options: Namespace, host: str, port: int, password: str, words: Words) -> int:
    try:
        return _serve(options, host, port, password, words)
    except ModuleNotFoundError as missing:
        if missing.name != "paho":
            raise
        return complain(words.say("cli.hall.no-paho", python=python_name()))
    except BlockingIOError:
        return complain(words.say("cli.hall.in-use", folder=options.folder))
    except OSError as error:
        return _complain_of(error)


def _find_broker(options: Namespace) -> tuple[str, int] | None:
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


def _serve(options: Namespace, host: str, port: int, password: str, words: Words) -> int:
    from companion.outlets.board.serve import BoardOptions, serve_board

    tls = options.tls or options.ca is not None
    address = BrokerAddress(host, port, tls, options.ca, options.user, password)
    try:
        listener = open_listener(options.host, options.port)
    except (OSError, OverflowError) as error:
        return complain_of_port(options.port, error, words)
    page = page_address(options.host, listener.getsockname()[1])
    folder = options.folder
    with listener, hold_folder(folder), closing(BoardStore(folder)) as store:
        shown = BoardOptions(options.since, options.language, words.language)
        serving = words.say("cli.hall.serving", address=page)
        served = serve_board(listener, store, address, shown, lambda: print(serving, flush=True))
        asyncio.run(served)
    return OK


def _export(options: Namespace, words: Words) -> int:
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
            # Excel takes a CSV file for UTF-8 only by its first character.
            Path(file).write_text(text, "utf-8" if kind == "bgstats" else "utf-8-sig")
    except OSError as error:
        return _complain_of(error)
    return OK


def _correct(options: Namespace, words: Words) -> int:
    """Set a game right beside the running board, or list the games of the evening."""
    try:
        (options.folder / FILE).stat()
        with closing(BoardStore(options.folder)) as store:
            return _correct_in(store, options, words)
    except OSError as error:
        return _complain_of(error)


def _correct_in(store: BoardStore, options: Namespace, words: Words) -> int:
    now = local_now()
    games = _call_games(store.results(now))
    if not options.correct:
        called = {(each.table, each.id): name for name, each in games.items()}
        for each in open_evening(store, options.since, now).games:
            print(_line_of(called[each.table, each.id], each, now))
        return OK
    game, *changes = options.correct
    if (told := games.get(game)) is None:
        return complain(words.say("cli.hall.no-game", game=game))
    try:
        correction = read_words(changes, told, now)
    except BadInput as error:
        names = words.listed(each.name for each in told.players)
        return complain(words.say("cli.hall.bad-correction", word=error, names=names))
    store.correct(told.table, told.id, correction)
    print(_line_of(game, correction.apply(told), now))
    return OK


def _call_games(results: Iterable[BoardResult]) -> dict[str, BoardResult]:
    """The games by their ids; by TABLE/ID where several tables tell the same one."""
    games = list(results)
    times = Counter(each.id for each in games)
    alone = {each.id: each for each in games if times[each.id] == 1}
    return alone | {f"{each.table}/{each.id}": each for each in games if times[each.id] > 1}


def _line_of(called: str, game: BoardResult, now: datetime) -> str:
    points = ", ".join(f"{each.name} {each.points}" for each in game.players)
    ended = game.ended.astimezone(now.tzinfo)
    line = f"{called}  {game.table_name}  {ended:%H:%M}  {points}"
    return f"{line}  ({game.trace})" if game.trace else line
