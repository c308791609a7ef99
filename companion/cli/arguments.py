"""The arguments of every command, the name of the function that runs it, and its exit status.

A command's module is imported when the command is run: the first picture of `play` waits neither
for settings nor for other commands, and the web server stays small.
Late: `settings`.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from contextlib import suppress
from datetime import date, datetime, time
from importlib import import_module
from io import TextIOWrapper
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from companion import __version__
from companion.app.game_check import GAMES
from companion.box.devices.boards import BOARDS
from companion.box.service.folders import state_folder
from companion.box.service.machine import WEB_PORT
from companion.cli.complaints import FAILED, complain
from companion.core.game_output import games_print_apart
from companion.core.languages import LANGUAGES
from companion.text import Words

if TYPE_CHECKING:
    Commands = argparse._SubParsersAction[argparse.ArgumentParser]

INTERRUPTED = 130
STATES = ("setup", "playing", "finished", "unreadable")
"""The values of `SavedGameState`, whose module is imported with its command."""
BOARD_PORT = 8100
NOON = time(12)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run `companion`; its exit status is 0 done, 1 refused, 2 misused, 78 wrong settings."""
    arguments = sys.argv[1:] if arguments is None else arguments
    # The first picture waits neither for settings nor the rest, and the web server stays small.
    add_it = {"play": _add_play, "web": _add_web}.get("".join(arguments[:1]))
    words, first_game = (Words(), "") if add_it else _read_settings()
    parser, commands = _parser(words)
    if add_it:
        add_it(commands, words)
    else:
        _add_play(commands, words)
        _add_web(commands, words)
        _add_others(commands, words, first_game)
    options = parser.parse_args(arguments)
    if isinstance(sys.stdout, TextIOWrapper):
        sys.stdout.reconfigure(encoding="utf-8")  # as records are, whatever the locale says
    try:
        with games_print_apart():
            status = _run(options, words)
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


def _read_settings() -> tuple[Words, str]:
    from companion.cli.settings import FIRST_GAME, configured_words

    return configured_words(), FIRST_GAME


def _run(options: argparse.Namespace, words: Words) -> int:
    if options.without:  # None forbids a module's import
        sys.modules[options.without] = None  # type: ignore[assignment]
    module, _, name = options.run.partition(":")
    status: int = getattr(import_module(module), name)(options, words)
    return status


class _Parser(argparse.ArgumentParser):
    def __init__(self, **options: Any) -> None:
        super().__init__(formatter_class=_HelpFormatter, **options)


class _HelpFormatter(argparse.HelpFormatter):
    """Looks for the terminal's width itself: `argparse` loads `shutil` for it at each start."""

    def __init__(self, prog: str) -> None:
        super().__init__(prog, width=_find_columns() - 2)


def _find_columns() -> int:
    """How wide the terminal is, as `shutil` finds it."""
    with suppress(ValueError):
        if (columns := int(os.environ.get("COLUMNS", ""))) > 0:
            return columns
    with suppress(AttributeError, ValueError, OSError):
        return os.get_terminal_size(sys.__stdout__.fileno()).columns or 80  # type: ignore[union-attr]  # then 80
    return 80


def _parser(words: Words) -> tuple[argparse.ArgumentParser, Commands]:
    about = words.say("cli.about")
    parser: argparse.ArgumentParser = _Parser(prog="companion", description=about)
    parser.add_argument("--version", action="version", version=f"%(prog)s {__version__}")
    parser.set_defaults(without="")
    return parser, parser.add_subparsers(required=True, metavar="COMMAND")


def _add_play(commands: Commands, words: Words) -> None:
    play = commands.add_parser("play", help=words.say("cli.play"))
    play.add_argument("--virtual", action="store_true", help=words.say("cli.virtual"))
    _add_settings(play, words)
    play.add_argument("--mute", action="store_true", help=words.say("cli.mute"))
    play.set_defaults(run="companion.cli.commands_play:run_play", without="_hashlib")


def _add_web(commands: Commands, words: Words) -> None:
    web = commands.add_parser("web", help=words.say("cli.web"))
    about_port = words.say("cli.web-port", port=WEB_PORT)
    web.add_argument("--port", type=int, metavar="PORT", default=WEB_PORT, help=about_port)
    web.add_argument("--host", metavar="ADDRESS", default="", help=words.say("cli.web-host"))
    web.set_defaults(run="companion.cli.commands_web:serve_page", without="ssl")


def _add_others(commands: Commands, words: Words, game: str) -> None:
    demo = commands.add_parser("demo", help=words.say("cli.demo"))
    about_file = words.say("cli.demo-file", game=game)
    demo.add_argument("file", nargs="?", metavar="FILE", default=game, help=about_file)
    demo.add_argument("--pictures", type=Path, metavar="DIR", help=words.say("cli.pictures"))
    about_board = words.say("cli.board")
    demo.add_argument("--board", default="bonnet", choices=list(BOARDS), help=about_board)
    demo.add_argument("--fast", action="store_true", help=words.say("cli.fast"))
    demo.add_argument("--watch", action="store_true", help=words.say("cli.watch"))
    demo.set_defaults(run="companion.cli.commands_demo:show_demo")

    score = commands.add_parser("score", help=words.say("cli.score"))
    score.add_argument("files", nargs="+", metavar="FILE", help=words.say("cli.score-file"))
    score.add_argument("--json", action="store_true", help=words.say("cli.json"))
    score.add_argument("--debug", action="store_true", help=words.say("cli.debug"))
    score.set_defaults(run="companion.cli.commands_score:print_scores")

    _add_games(commands, words)
    _add_history(commands, words)
    _add_keeping(commands, words)
    _add_board(commands, words)
    _add_card(commands, words)
    _add_card_proof(commands, words)
    _add_mqtt(commands, words)

    config = commands.add_parser("config", help=words.say("cli.config"))
    _add_settings(config, words)
    config.add_argument("--mute", action="store_true", help=words.say("cli.mute"))
    config.add_argument("--sample", action="store_true", help=words.say("cli.sample"))
    config.set_defaults(run="companion.cli.commands_config:show_settings")

    doctor = commands.add_parser("doctor", help=words.say("cli.doctor"))
    _add_settings(doctor, words)
    doctor.add_argument("--no-ask", action="store_true", help=words.say("cli.no-ask"))
    doctor.add_argument("--json", action="store_true", help=words.say("cli.report"))
    doctor.set_defaults(run="companion.cli.commands_machine:test_machine", mute=False)
    keypad = commands.add_parser("keypad", help=words.say("cli.keypad"))
    keypad.add_argument("--sheet", metavar="FILE", type=Path, help=words.say("cli.sheet"))
    keypad.add_argument("--language", choices=LANGUAGES, help=argparse.SUPPRESS)
    keypad.set_defaults(run="companion.cli.commands_keypad:show_keypads")


def _add_settings(parser: argparse.ArgumentParser, words: Words) -> None:
    parser.add_argument("--config", type=Path, metavar="FILE", help=words.say("cli.config-file"))
    # As in `companion.box.config`, which the first picture does not wait for.
    boards = ["auto", *BOARDS]
    parser.add_argument("--board", choices=boards, help=words.say("cli.board-set"))
    parser.add_argument("--tower-panel", metavar="PORT", help=words.say("cli.tower-panel"))


def _add_games(commands: Commands, words: Words) -> None:
    """Add the commands for authors of games."""
    new = commands.add_parser("new-game", help=words.say("cli.new-game"))
    new.add_argument("name", metavar="NAME", help=words.say("cli.check-game-name"))
    about_folder = words.say("cli.new-game-folder")
    new.add_argument("folder", type=Path, metavar="FOLDER", help=about_folder)
    new.set_defaults(run="companion.cli.commands_game:write_game")

    check = commands.add_parser("check-game", help=words.say("cli.check-game"))
    check.add_argument("name", metavar="NAME", help=words.say("cli.check-game-name"))
    about_games = words.say("cli.check-game-games", games=GAMES)
    check.add_argument("--games", type=int, metavar="N", default=GAMES, help=about_games)
    about_seed = words.say("cli.check-game-seed")
    check.add_argument("--seed", type=int, metavar="N", default=1, help=about_seed)
    check.add_argument("--debug", action="store_true", help=words.say("cli.check-game-debug"))
    check.set_defaults(run="companion.cli.commands_game:print_check")


def _add_history(commands: Commands, words: Words) -> None:
    """Add the commands that read saved games."""
    games = commands.add_parser("games", help=words.say("cli.games"))
    _add_number(games, words, "cli.games-number", nargs="?")
    _add_choice(games, words)
    games.add_argument("--state", choices=STATES, help=words.say("cli.filter-state"))
    games.add_argument("--story", action="store_true", help=words.say("cli.games-story"))
    games.add_argument("--json", action="store_true", help=words.say("cli.games-json"))
    games.set_defaults(run="companion.cli.commands_history:print_games", misused=games.error)

    players = commands.add_parser("players", help=words.say("cli.players"))
    players.add_argument("name", nargs="?", metavar="NAME", help=words.say("cli.players-name"))
    _add_choice(players, words)
    players.set_defaults(run="companion.cli.commands_history:print_figures", state=None)

    chart = commands.add_parser("chart", help=words.say("cli.chart"))
    _add_number(chart, words)
    chart.add_argument(
        "file", nargs="?", type=Path, metavar="FILE", help=words.say("cli.chart-file")
    )
    chart.set_defaults(run="companion.cli.commands_history:write_chart")

    export = commands.add_parser("export", help=words.say("cli.export"))
    _add_number(export, words, "cli.export-number", nargs="?")
    export.add_argument("--csv", action="store_true", help=words.say("cli.csv"))
    export.set_defaults(run="companion.cli.commands_history:print_export", misused=export.error)

    bg_stats = commands.add_parser("bg-stats", help=words.say("cli.bg-stats"))
    _add_number(bg_stats, words)
    bg_stats.add_argument("--qr", action="store_true", help=words.say("cli.qr"))
    bg_stats.add_argument("--png", type=Path, metavar="FILE", help=words.say("cli.png"))
    bg_stats.set_defaults(run="companion.cli.commands_history:print_bg_stats_link")

    for each in (games, players, chart, export, bg_stats):
        _add_folder(each, words)


def _add_keeping(commands: Commands, words: Words) -> None:
    """Add the commands that change the journal."""
    keep = commands.add_parser("import", help=words.say("cli.import"))
    keep.add_argument("file", type=Path, metavar="FILE", help=words.say("cli.import-file"))
    keep.add_argument("--on", type=_day, metavar="DAY", help=words.say("cli.import-on"))
    keep.set_defaults(run="companion.cli.commands_keeping:import_record")

    backup = commands.add_parser("backup", help=words.say("cli.backup"))
    backup.add_argument("file", type=Path, metavar="FILE", help=words.say("cli.backup-file"))
    backup.add_argument("--force", action="store_true", help=words.say("cli.force"))
    backup.set_defaults(run="companion.cli.commands_keeping:write_backup")

    restore = commands.add_parser("restore", help=words.say("cli.restore"))
    restore.add_argument("file", type=Path, metavar="FILE", help=words.say("cli.restore-file"))
    restore.set_defaults(run="companion.cli.commands_keeping:restore_backup")

    prune = commands.add_parser("prune", help=words.say("cli.prune"))
    prune.add_argument("--before", type=_day, metavar="DAY", help=words.say("cli.before"))
    prune.add_argument("--unfinished", action="store_true", help=words.say("cli.unfinished"))
    prune.add_argument("--yes", action="store_true", help=words.say("cli.yes"))
    prune.set_defaults(run="companion.cli.commands_keeping:prune_journal")

    for each in (keep, backup, restore, prune):
        _add_folder(each, words)


def _day(text: str) -> date:
    return date.fromisoformat(text)


_day.__name__ = "day"  # as argparse names it where it is refused


def _add_number(
    parser: argparse.ArgumentParser,
    words: Words,
    key: str = "cli.number",
    nargs: Literal["?"] | None = None,
) -> None:
    parser.add_argument("number", nargs=nargs, type=int, metavar="N", help=words.say(key))


def _add_choice(parser: argparse.ArgumentParser, words: Words) -> None:
    parser.add_argument("--game", metavar="NAME", help=words.say("cli.filter-game"))
    parser.add_argument("--player", metavar="NAME", help=words.say("cli.filter-player"), default="")
    parser.add_argument("--since", type=_day, metavar="DAY", help=words.say("cli.since"))
    parser.add_argument("--until", type=_day, metavar="DAY", help=words.say("cli.until"))


def _add_folder(parser: argparse.ArgumentParser, words: Words) -> None:
    parser.add_argument("--folder", type=Path, metavar="DIR", help=words.say("cli.folder"))


def _add_board(commands: Commands, words: Words) -> None:
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
    about = words.say("cli.hall.correct")
    board.add_argument("--correct", nargs="*", metavar="WORD", help=about)
    board.set_defaults(run="companion.cli.commands_board:run_board", misused=board.error)


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


def _add_card(commands: Commands, words: Words) -> None:
    """Add the command that prepares a card."""
    card = commands.add_parser("card", help=words.say("cli.card"))
    card.add_argument("folder", type=Path, metavar="FOLDER", help=words.say("cli.card-folder"))
    given = card.add_mutually_exclusive_group(required=True)
    about_bundle = words.say("cli.card-bundle")
    given.add_argument("--bundle", type=Path, metavar="FILE", action="append", help=about_bundle)
    given.add_argument("--check", action="store_true", help=words.say("cli.card-check"))
    card.add_argument("--unsigned", action="store_true", help=words.say("cli.card-unsigned"))
    card.add_argument("--board", metavar="NAME", help=words.say("cli.card-board"))
    about_language = words.say("cli.card-language", codes=", ".join(LANGUAGES))
    card.add_argument("--language", metavar="CODE", help=about_language)
    card.add_argument("--name", metavar="HOST", help=words.say("cli.card-name"))
    card.add_argument("--wifi", metavar="SSID", help=words.say("cli.card-wifi"))
    card.add_argument("--country", metavar="CC", help=words.say("cli.card-country"))
    card.add_argument("--user", metavar="NAME", help=words.say("cli.card-user"))
    card.add_argument("--ssh-key", type=Path, metavar="FILE", help=words.say("cli.card-ssh-key"))
    card.add_argument("--replace", action="store_true", help=words.say("cli.card-replace"))
    card.set_defaults(run="companion.cli.commands_card:prepare")


def _add_card_proof(commands: Commands, words: Words) -> None:
    """Add the command that makes the root read-only, and writable again."""
    parser = commands.add_parser("card-proof", help=words.say("cli.card-proof"))
    about_action = words.say("cli.card-proof-action")
    parser.add_argument("action", choices=("on", "off", "status"), help=about_action)
    about_partition = words.say("cli.card-proof-partition")
    parser.add_argument("--partition", type=Path, metavar="DEVICE", help=about_partition)
    parser.add_argument("--format", action="store_true", help=words.say("cli.card-proof-format"))
    parser.set_defaults(run="companion.cli.commands_card:switch_proof", misused=parser.error)


def _add_mqtt(commands: Commands, words: Words) -> None:
    """Add the command that tells a broker what happens at the table."""
    parser = commands.add_parser("mqtt", help=words.say("cli.mqtt"))
    parser.add_argument("--config", type=Path, metavar="FILE", help=words.say("cli.config-file"))
    parser.add_argument("--folder", type=Path, metavar="DIR", help=words.say("cli.mqtt-folder"))
    one = parser.add_mutually_exclusive_group()
    one.add_argument("--leave", action="store_true", help=words.say("cli.mqtt-leave"))
    one.add_argument("--id", action="store_true", help=words.say("cli.mqtt-id"))
    parser.set_defaults(run="companion.cli.commands_mqtt:run_mqtt")
