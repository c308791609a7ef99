"""The commands that read saved games: `games`, `players`, `chart`, `export`, `bg-stats`.

Late: `resvg_py`, an extra.
"""

from __future__ import annotations

import json
import os
import re
import sys
from argparse import Namespace
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import segno

from companion.app.api.story import describe_chart
from companion.box.service.folders import state_folder
from companion.cli.report.history import (
    print_list,
    print_player,
    print_players,
    print_story,
    print_turns,
)
from companion.cli.shared import guarded
from companion.core.csv_text import write_csv
from companion.core.names import fold_name
from companion.games import load_plugin
from companion.outlets.charts import draw_chart_file, read_charts
from companion.store.history import exports
from companion.store.history.exports import bg_stats_link
from companion.store.history.play import Play, playing_time
from companion.store.history.statistics import PlayerGame, player_games, totals
from companion.store.journal import JournalReader
from companion.store.saved_games import (
    ALL_GAMES,
    CommandError,
    GameFilter,
    SavedGameState,
    export_game,
    find_stored,
    replay_game,
    replay_games,
    replay_readable,
)
from companion.store.saved_stories import is_told
from companion.store.story.estimates import EndStore, find_estimates, play_out_turns
from companion.store.story.telling import tell_story_of, tell_why_none
from companion.store.unnamed import UnnamedPlayers
from companion.text import Words
from companion.text.event_text import say_worded
from companion.text.story_text import encode_story, tell_progress

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


def _game_filter(options: Namespace) -> GameFilter:
    state = SavedGameState(options.state) if options.state else None
    return GameFilter(options.game, options.player, state, options.since, options.until)


@guarded
def print_games(options: Namespace, words: Words) -> None:
    """Print the saved games that the options choose, or one turn by turn."""
    journal, place = open_journal_reader(options.folder, words)
    if options.json and not options.story:
        options.misused(words.say("cli.json-of-story"))
    if options.story:
        if options.number is None:
            options.misused(words.say("cli.story-number"))
        _print_story(journal, options, words)
        return
    if options.number is not None:
        print_turns(replay_game(journal, options.number), words)
        return
    choice = _game_filter(options)
    found = sorted(replay_games(journal, choice), key=lambda each: each.stored.number)
    if found:
        print_list(found, words)
    elif choice == ALL_GAMES:
        print(words.say("cli.no-games", folder=place))
    else:
        print(words.say("cli.no-games-chosen"))


def _print_story(journal: JournalReader, options: Namespace, words: Words) -> None:
    """Print how a game went; ends that have not been played out yet are played out now."""
    stored = find_stored(journal, options.number)
    play, ends = replay_readable(journal, stored), EndStore(find_estimates(journal.folder))
    its, story, told = words.of(play.game), None, is_told(stored)
    if told and play.outcome is not None:
        for done, turns in play_out_turns(play.game, play.turns, ends):
            _tell_progress(tell_progress(its, done, turns), ended=done == turns)
        story = tell_story_of(play, ends)
    if story is None:
        why = say_worded(its, tell_why_none(play, told=told), play.players)
        raise CommandError("cli.no-story", number=play.number, why=why)
    if options.json:
        print(json.dumps(encode_story(its, story), ensure_ascii=False, indent=2))
    else:
        print_story(play, story, its)


def _tell_progress(text: str, *, ended: bool) -> None:
    """Show how far it has come, where somebody looks on at a terminal."""
    if sys.stderr.isatty():
        print(f"\r{text}", end="\n" if ended else "", file=sys.stderr, flush=True)


@guarded
def print_figures(options: Namespace, words: Words) -> None:
    """Print the figures of all players, or of one with every game."""
    name, choice = options.name, _game_filter(options)
    journal, place = open_journal_reader(options.folder)
    finished = [*_player_games(journal, choice)]
    found = [each for each in finished if each.name]
    if name is not None:
        its = [each for each in found if fold_name(each.name) == fold_name(name)]
        if not its:
            raise CommandError("cli.no-such-player", name=name)
        print_player(totals(its), words)
    elif found:
        print_players(totals(found), words)
    else:
        none = "cli.nobody-named" if finished else "cli.no-finished-games"
        print(words.say(none, folder=place))


def _player_games(journal: JournalReader, choice: GameFilter) -> Iterable[PlayerGame]:
    for each in replay_games(journal, choice):
        if each.play is not None:
            yield from player_games(each.play)


@guarded
def write_chart(options: Namespace, words: Words) -> None:
    """Draw a saved game's charts into a file, and print the file's name."""
    number = options.number
    path = options.file or Path(f"game-{number}.svg")
    if path.suffix not in {".svg", ".png"}:
        raise CommandError("cli.chart-kind", path=path)
    play = replay_game(open_journal_reader(options.folder, words)[0], number)
    if len(play.turns) < 2:  # the setup alone
        raise CommandError("cli.no-turns", number=number)
    svg = _draw_charts(play, words.of(play.game))
    try:
        path.write_bytes(_make_png(svg) if path.suffix == ".png" else f"{svg}\n".encode())
    except OSError as error:
        raise _not_written(path, error) from error
    print(path)


def _draw_charts(play: Play, words: Words) -> str:
    date = f"{play.begun.astimezone():%Y-%m-%d}"
    title = words.say("chart.title", game=words.title_of(play.game), date=date)
    return draw_chart_file(title, read_charts(describe_chart(play, words, finished=True)), words)


def _make_png(svg: str) -> bytes:
    try:
        from resvg_py import svg_to_bytes
    except ModuleNotFoundError as missing:
        raise CommandError("cli.no-png") from missing
    png: bytes = svg_to_bytes(svg_string=svg, zoom=CHART_PIXELS)
    # it says nothing of a text for which it finds no font
    if png == svg_to_bytes(svg_string=re.sub("<text.*?</text>", "", svg), zoom=CHART_PIXELS):
        raise CommandError("cli.no-font")
    return png


@guarded
def print_export(options: Namespace, words: Words) -> None:
    """Print a saved game as a record or its turns as CSV; without a number all results as CSV."""
    number, as_csv = options.number, options.csv
    if number is None and not as_csv:
        options.misused(words.say("cli.needs-number"))
    journal, _ = open_journal_reader(options.folder)
    if number is None:
        print(write_csv(exports.result_rows(_player_games(journal, ALL_GAMES))), end="")
    elif as_csv:
        print(write_csv(exports.turn_rows(replay_game(journal, number))), end="")
    else:
        print(export_game(journal, number), end="")


@guarded
def print_bg_stats_link(options: Namespace, words: Words) -> None:  # noqa: ARG001  # as each command
    """Print the link that sends a finished game to BG Stats, if wanted also as a QR code."""
    number, qr, png = options.number, options.qr, options.png
    journal, _ = open_journal_reader(options.folder)
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
    return segno.make_qr(address, error="l", boost_error=False)


def _code_lines(code: Any) -> list[str]:
    """The QR code in letters of two modules each, black on white in a terminal of any colours."""
    dark = [[bool(module) for module in row] for row in code.matrix_iter(border=QUIET)]
    below = [*dark[1:], [False] * len(dark[0])]
    rows = zip(dark[::2], below[::2], strict=True)
    letters = ["".join(map(_HALVES.__getitem__, zip(*row, strict=True))) for row in rows]
    return [f"{_BLACK_ON_WHITE}{line}{_PLAIN}" for line in letters]


def _require_window(lines: int, number: int) -> None:
    """Raise CommandError in a terminal whose window can't show a square code and a prompt."""
    if not sys.stdout.isatty():
        return
    window = os.get_terminal_size(sys.stdout.fileno())
    columns, rows = 2 * lines - 1, lines + 1
    if window.columns < columns or window.lines < rows:
        raise CommandError("cli.qr-window", columns=columns, lines=rows, number=number)


def _not_written(path: Path, error: OSError) -> CommandError:
    return CommandError("cli.not-written", path=path, why=error.strerror or error)
