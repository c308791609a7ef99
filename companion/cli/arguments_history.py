"""The arguments of the commands on saved games, and the functions that run them."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from companion.cli.complaints import OK, complain, read_record, refuse
from companion.text import Words

if TYPE_CHECKING:
    from companion.store.saved_games import GameFilter

    Commands = argparse._SubParsersAction[argparse.ArgumentParser]

STATES = ("setup", "playing", "finished", "unreadable")
"""The values of `SavedGameState`, whose module is imported after the first picture."""


def add_history(commands: Commands, words: Words) -> None:
    """Add the commands that read saved games."""
    games = commands.add_parser("games", help=words.say("cli.games"))
    _add_number(games, words, "cli.games-number", nargs="?")
    _add_choice(games, words)
    games.add_argument("--state", choices=STATES, help=words.say("cli.filter-state"))
    games.set_defaults(run=_games)

    players = commands.add_parser("players", help=words.say("cli.players"))
    players.add_argument("name", nargs="?", metavar="NAME", help=words.say("cli.players-name"))
    _add_choice(players, words)
    players.set_defaults(run=_players, state=None)

    chart = commands.add_parser("chart", help=words.say("cli.chart"))
    _add_number(chart, words)
    chart.add_argument(
        "file", nargs="?", type=Path, metavar="FILE", help=words.say("cli.chart-file")
    )
    chart.set_defaults(run=_chart)

    export = commands.add_parser("export", help=words.say("cli.export"))
    _add_number(export, words, "cli.export-number", nargs="?")
    export.add_argument("--csv", action="store_true", help=words.say("cli.csv"))
    export.set_defaults(run=_export, misused=export.error)

    bg_stats = commands.add_parser("bg-stats", help=words.say("cli.bg-stats"))
    _add_number(bg_stats, words)
    bg_stats.add_argument("--qr", action="store_true", help=words.say("cli.qr"))
    bg_stats.add_argument("--png", type=Path, metavar="FILE", help=words.say("cli.png"))
    bg_stats.set_defaults(run=_bg_stats)

    for each in (games, players, chart, export, bg_stats):
        _add_folder(each, words)


def add_keeping(commands: Commands, words: Words) -> None:
    """Add the commands that change the journal."""
    keep = commands.add_parser("import", help=words.say("cli.import"))
    keep.add_argument("file", type=Path, metavar="FILE", help=words.say("cli.import-file"))
    keep.add_argument("--on", type=_day, metavar="DAY", help=words.say("cli.import-on"))
    keep.set_defaults(run=_import)

    backup = commands.add_parser("backup", help=words.say("cli.backup"))
    backup.add_argument("file", type=Path, metavar="FILE", help=words.say("cli.backup-file"))
    backup.add_argument("--force", action="store_true", help=words.say("cli.force"))
    backup.set_defaults(run=_backup)

    restore = commands.add_parser("restore", help=words.say("cli.restore"))
    restore.add_argument("file", type=Path, metavar="FILE", help=words.say("cli.restore-file"))
    restore.set_defaults(run=_restore)

    prune = commands.add_parser("prune", help=words.say("cli.prune"))
    prune.add_argument("--before", type=_day, metavar="DAY", help=words.say("cli.before"))
    prune.add_argument("--unfinished", action="store_true", help=words.say("cli.unfinished"))
    prune.add_argument("--yes", action="store_true", help=words.say("cli.yes"))
    prune.set_defaults(run=_prune)

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


def _run_on_journal(run: Callable[[], None], words: Words) -> int:
    """Run a command on the journal; returns the exit status. An error becomes one line."""
    from companion.cli.program import program_name, python_name
    from companion.store.journal import JournalError
    from companion.store.saved_games import CommandError

    try:
        run()
    except CommandError as error:
        calls = {"program": program_name(), "python": python_name()}
        return complain(words.say(error.key, **calls, **error.values))
    except JournalError as error:
        return refuse(error, words)
    return OK


def _game_filter(options: argparse.Namespace) -> GameFilter:
    from companion.store.saved_games import GameFilter, SavedGameState

    state = SavedGameState(options.state) if options.state else None
    return GameFilter(options.game, options.player, state, options.since, options.until)


def _games(options: argparse.Namespace, words: Words) -> int:
    from companion.cli.commands_history import print_game, print_games

    if options.number is not None:
        return _run_on_journal(lambda: print_game(options.folder, options.number, words), words)
    return _run_on_journal(lambda: print_games(options.folder, _game_filter(options), words), words)


def _players(options: argparse.Namespace, words: Words) -> int:
    from companion.cli.commands_history import print_figures

    choice = _game_filter(options)
    return _run_on_journal(
        lambda: print_figures(options.folder, options.name, choice, words), words
    )


def _chart(options: argparse.Namespace, words: Words) -> int:
    from companion.cli.commands_history import write_chart

    return _run_on_journal(
        lambda: write_chart(options.folder, options.number, options.file, words), words
    )


def _export(options: argparse.Namespace, words: Words) -> int:
    from companion.cli.commands_history import print_export

    folder, number = options.folder, options.number
    if number is None and not options.csv:
        options.misused(words.say("cli.needs-number"))
    return _run_on_journal(lambda: print_export(folder, number, as_csv=options.csv), words)


def _bg_stats(options: argparse.Namespace, words: Words) -> int:
    from companion.cli.commands_history import print_bg_stats_link

    folder, number = options.folder, options.number
    return _run_on_journal(
        lambda: print_bg_stats_link(folder, number, qr=options.qr, png=options.png), words
    )


def _import(options: argparse.Namespace, words: Words) -> int:
    from companion.cli.commands_keeping import import_record

    session, error = read_record(str(options.file), words)
    if session is None:
        return complain(error)
    folder, file, day = options.folder, options.file, options.on
    return _run_on_journal(lambda: import_record(folder, file, session, day, words), words)


def _backup(options: argparse.Namespace, words: Words) -> int:
    from companion.cli.commands_keeping import write_backup

    folder, file, force = options.folder, options.file, options.force
    return _run_on_journal(lambda: write_backup(folder, file, words, force=force), words)


def _restore(options: argparse.Namespace, words: Words) -> int:
    from companion.cli.commands_keeping import restore_backup

    return _run_on_journal(lambda: restore_backup(options.folder, options.file, words), words)


def _prune(options: argparse.Namespace, words: Words) -> int:
    from companion.cli.commands_keeping import prune_journal

    before, unfinished, yes = options.before, options.unfinished, options.yes
    return _run_on_journal(
        lambda: prune_journal(options.folder, before, words, unfinished=unfinished, yes=yes), words
    )
