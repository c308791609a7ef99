"""Charts of a saved game by matplotlib: points, and what grows in it, turn by turn.

matplotlib is an optional extra; without it `draw_chart` raises ModuleNotFoundError.
"""

from __future__ import annotations

import warnings
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from companion.core.palette import UNKNOWN
from companion.games import load_plugin
from companion.history.play import Play, PlayedTurn
from companion.text import Words
from companion.text.history_text import scoring_name

if TYPE_CHECKING:
    from matplotlib.axes import Axes

KINDS = (".svg", ".png")
"""The file name suffixes that a chart can have."""
SIZE = (9.0, 6.0)
"""Width and height in inches."""
DOTS_AN_INCH = 120
PLAIN = "#4a5568"
DASHES = ("-", "--", "-.", ":", (0, (5, 1, 1, 1, 1, 1)))
"""Line styles: lines differ in black and white too, and show where they overlap."""


def draw_chart(play: Play, words: Words, path: Path) -> None:
    """Draw a game that has turns to an .svg or .png; raises ModuleNotFoundError and OSError."""
    from matplotlib import rc_context
    from matplotlib.figure import Figure

    words = words.of(play.game)
    turns = [turn for turn in play.turns if turn.number]
    settings = rc_context(
        # Text stays text, the same game always makes the same file, and a name may hold a $.
        {"svg.fonttype": "none", "svg.hashsalt": "companion", "text.parse_math": False}
    )
    with settings, warnings.catch_warnings():
        warnings.simplefilter("ignore")  # that the font lacks a letter of a name
        figure = Figure(figsize=SIZE, dpi=DOTS_AN_INCH, layout="constrained")
        charts = figure.subplots(2 if play.history.grows else 1, 1, sharex=True, squeeze=False)
        date = f"{play.begun.astimezone():%Y-%m-%d}"
        title = words.say("chart.title", game=words.title_of(play.game), date=date)
        figure.suptitle(title)
        *above, below = charts[:, 0]
        for chart in above if play.history.grows else ():
            _draw_heights(chart, play, turns, words)
        _draw_points(below, play, turns, words)
        metadata = {"Date": None} if path.suffix == ".svg" else None
        figure.savefig(path, metadata=metadata)


def _draw_heights(chart: Axes, play: Play, turns: Sequence[PlayedTurn], words: Words) -> None:
    colours = {player.name: player.colour for player in play.table.players}
    names = list(turns[-1].heights)
    of_towers = not play.history.of_players
    lines = [
        (
            words.say(f"title.{name}") if of_towers else name,
            name if of_towers else colours[name],
            [turn.heights.get(name, 0) for turn in turns],
        )
        for name in names
    ]
    _draw_lines(chart, words.say(f"chart.{play.history.grows}"), play, turns, lines)


def _draw_points(chart: Axes, play: Play, turns: Sequence[PlayedTurn], words: Words) -> None:
    lines = [
        (player.name, player.colour, [turn.points[seat] for turn in turns])
        for seat, player in enumerate(play.table.players)
    ]
    _draw_lines(chart, words.say("chart.points"), play, turns, lines)
    chart.set_xlabel(words.say("chart.turns"))
    for turn in turns:
        for gain in turn.gains:
            chart.axvline(turn.number, color=PLAIN, linewidth=0.5)
            chart.annotate(
                scoring_name(words, gain.name, gain.number),
                (turn.number, 1),
                xycoords=("data", "axes fraction"),
                xytext=(-3, -3),
                textcoords="offset points",
                rotation=90,
                ha="right",
                va="top",
                fontsize="small",
                color=PLAIN,
            )


def _draw_lines(
    chart: Axes,
    title: str,
    play: Play,
    turns: Sequence[PlayedTurn],
    lines: Iterable[tuple[str, str | None, Sequence[int]]],
) -> None:
    from matplotlib.ticker import MaxNLocator

    # A turn's values hold until the next turn ends; the last one's for one turn more.
    numbers = [turn.number for turn in [*turns, turns[-1]]]
    numbers[-1] += 1
    palette = load_plugin(play.game).screens.palette
    drawn, names = [], []
    for at, (name, colour, values) in enumerate(lines):
        paint = palette.get(colour or "", UNKNOWN).paint
        dash = DASHES[at % len(DASHES)]
        drawn += chart.plot(
            numbers,
            [*values, values[-1]],
            color=paint,
            linestyle=dash,
            drawstyle="steps-post",
            linewidth=1.8,
        )
        names.append(name)
    chart.legend(drawn, names, loc="upper left", fontsize="small", frameon=False)
    chart.set_ylabel(title)
    chart.spines[["top", "right"]].set_visible(False)
    chart.margins(x=0.01)
    chart.yaxis.set_major_locator(MaxNLocator(integer=True))
