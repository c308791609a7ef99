"""The commands that read saved games: `games`, `players`, `chart`, `export`, `bg-stats`.

Each prints, or raises CommandError or JournalError, which `arguments_history.py` turns into a line
and an exit status.
"""

from __future__ import annotations

import csv
import os
import re
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from companion.box.service.folders import state_folder
from companion.games import load_plugin
from companion.store.history import exports
from companion.store.history.exports import bg_stats_link
from companion.store.history.play import Play, playing_time
from companion.store.history.statistics import PlayerGame, player_games, totals
from companion.store.journal import JournalReader
from companion.store.saved_games import (
    ALL_GAMES,
    CommandError,
    GameFilter,
    export_game,
    replay_game,
    replay_games,
)
from companion.store.unnamed import UnnamedPlayers
from companion.text import Words

QUIET = 4
"""Light modules around a QR code, as its standard asks."""
PIXELS = 6
"""Pixels a module in the PNG of a QR code."""
CHART_PIXELS = 2
"""Pixels in the PNG of a chart for each unit of the SVG."""
_BLACK_ON_WHITE, _PLAIN = "\x1b[30;107m", "\x1b[0m"
_HALVES = {(False, False): " ", (True, False): "▀", (False, True): "▄", (True, True): "█"}


def open_journal_reader(
    folder: Path | None, words: Words | None = None
) -> tuple[JournalReader, Path]:
    """The journal to read and its folder, which is systemd's or the desktop's if none is named.

    With ``words`` unnamed players are called by theirs, else as they are stored.
    """
    place = folder or state_folder(os.environ)
    return JournalReader(place, UnnamedPlayers(words) if words is not None else None), place


def print_games(folder: Path | None, choice: GameFilter, words: Words) -> None:
    """Print the saved games that the filter matches."""
    from companion.cli.report.history import print_list

    journal, place = open_journal_reader(folder, words)
    found = sorted(replay_games(journal, choice), key=lambda each: each.stored.number)
    if found:
        print_list(found, words)
    elif choice == ALL_GAMES:
        print(words.say("cli.no-games", folder=place))
    else:
        print(words.say("cli.no-games-chosen"))


def print_game(folder: Path | None, number: int, words: Words) -> None:
    """Print a saved game turn by turn."""
    from companion.cli.report.history import print_turns

    print_turns(replay_game(open_journal_reader(folder, words)[0], number), words)


def print_figures(folder: Path | None, name: str | None, choice: GameFilter, words: Words) -> None:
    """Print the figures of all players, or of one with every game."""
    from companion.cli.report.history import print_player, print_players

    journal, place = open_journal_reader(folder)
    found = [each for each in _player_games(journal, choice) if each.name]
    if name is not None:
        its = [each for each in found if each.name.casefold() == name.casefold()]
        if not its:
            raise CommandError("cli.no-such-player", name=name)
        print_player(totals(its), words)
    elif found:
        print_players(totals(found), words)
    else:
        print(words.say("cli.no-finished-games", folder=place))


def _player_games(journal: JournalReader, choice: GameFilter) -> Iterable[PlayerGame]:
    for each in replay_games(journal, choice):
        if each.play is not None:
            yield from player_games(each.play)


def write_chart(folder: Path | None, number: int, path: Path | None, words: Words) -> None:
    """Draw a saved game's charts into a file, and print the file's name."""
    path = path or Path(f"game-{number}.svg")
    if path.suffix not in {".svg", ".png"}:
        raise CommandError("cli.chart-kind", path=path)
    play = replay_game(open_journal_reader(folder, words)[0], number)
    if len(play.turns) < 2:  # the setup alone
        raise CommandError("cli.no-turns", number=number)
    svg = _draw_charts(play, words.of(play.game))
    try:
        path.write_bytes(_make_png(svg) if path.suffix == ".png" else f"{svg}\n".encode())
    except OSError as error:
        raise _not_written(path, error) from error
    print(path)


def _draw_charts(play: Play, words: Words) -> str:
    from companion.app.api.history import describe_chart
    from companion.outlets.charts import draw_chart_file, read_charts

    date = f"{play.begun.astimezone():%Y-%m-%d}"
    title = words.say("chart.title", game=words.title_of(play.game), date=date)
    return draw_chart_file(title, read_charts(describe_chart(play, words, finished=True)), words)


def _make_png(svg: str) -> bytes:
    try:
        from resvg_py import svg_to_bytes  # an optional extra
    except ModuleNotFoundError as missing:
        raise CommandError("cli.no-png") from missing
    png: bytes = svg_to_bytes(svg_string=svg, zoom=CHART_PIXELS)
    # it says nothing of a text for which it finds no font
    if png == svg_to_bytes(svg_string=re.sub("<text.*?</text>", "", svg), zoom=CHART_PIXELS):
        raise CommandError("cli.no-font")
    return png


def print_export(folder: Path | None, number: int | None, *, as_csv: bool) -> None:
    """Print a saved game as a record or its turns as CSV; without a number all results as CSV."""
    journal, _ = open_journal_reader(folder)
    if number is None:
        _print_csv(exports.result_rows(_player_games(journal, ALL_GAMES)))
    elif as_csv:
        _print_csv(exports.turn_rows(replay_game(journal, number)))
    else:
        print(export_game(journal, number), end="")


def _print_csv(table: Iterable[exports.CsvRow]) -> None:
    csv.writer(sys.stdout, lineterminator="\n").writerows(table)


def print_bg_stats_link(folder: Path | None, number: int, *, qr: bool, png: Path | None) -> None:
    """Print the link that sends a finished game to BG Stats, if wanted also as a QR code."""
    journal, _ = open_journal_reader(folder)
    play = replay_game(journal, number)
    if play.outcome is None:
        raise CommandError("cli.unfinished-game", number=number)
    plugin = load_plugin(play.game)
    duration = playing_time([play.begun, *journal.line_times(number)])
    address = bg_stats_link(play, plugin.full_title or plugin.title, duration)
    lines = _draw_code(address, number, qr=qr, png=png) if qr or png is not None else []
    # The link first: it takes several lines, and would push the code out of the window.
    print(address, *lines, sep="\n")


def _draw_code(address: str, number: int, *, qr: bool, png: Path | None) -> list[str]:
    """Write the QR code as a picture, if ``png`` is its path; returns the lines to print."""
    code = _make_code(address)
    lines = _code_lines(code) if qr else []
    if qr:
        _require_window(len(lines), number)
    if png is not None:
        try:
            code.save(str(png), kind="png", scale=PIXELS, border=QUIET)
        except OSError as error:
            raise _not_written(png, error) from error
    return lines


def _make_code(address: str) -> Any:
    import segno  # most commands draw no code

    return segno.make_qr(address, error="l", boost_error=False)


def _code_lines(code: Any) -> list[str]:
    """The QR code in letters of two modules each, black on white in a terminal of any colours."""
    dark = [[bool(module) for module in row] for row in code.matrix_iter(border=QUIET)]
    below = [*dark[1:], [False] * len(dark[0])]
    exports = zip(dark[::2], below[::2], strict=True)
    letters = ["".join(map(_HALVES.__getitem__, zip(*row, strict=True))) for row in exports]
    return [f"{_BLACK_ON_WHITE}{line}{_PLAIN}" for line in letters]


def _require_window(lines: int, number: int) -> None:
    """Raise CommandError in a terminal whose window can't show a square code and a prompt."""
    if not sys.stdout.isatty():
        return
    window = os.get_terminal_size(sys.stdout.fileno())
    columns, exports = 2 * lines - 1, lines + 1
    if window.columns < columns or window.lines < exports:
        raise CommandError("cli.qr-window", columns=columns, lines=exports, number=number)


def _not_written(path: Path, error: OSError) -> CommandError:
    return CommandError("cli.not-written", path=path, why=error.strerror or error)
