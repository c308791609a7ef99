"""Charts of a saved game by matplotlib: points, and what grows in it, turn by turn.

matplotlib is an optional extra; without it `draw_chart` raises ModuleNotFoundError.
"""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from companion.core.palette import UNKNOWN
from companion.games import load_plugin
from companion.label_spread import spread_labels
from companion.store.history.play import Play
from companion.text import Words
from companion.text.history_text import scoring_name

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.text import Annotation
    from matplotlib.transforms import Affine2DBase, Transform

KINDS = (".svg", ".png")
"""The file name suffixes that a chart can have."""
SIZE = (9.0, 6.0)
"""Width and height in inches."""
DOTS_AN_INCH = 120
POINTS_AN_INCH = 72
PLAIN = "#4a5568"
INK = "#1a202c"
LINE_WIDTH = 1.5
LINE_STEP = 1.8
"""Points from one line to the next where they have the same value: more than a line is wide."""
MARKERS = ("o", "s", "^", "D", "v")
"""The shapes that tell lines apart without their colours."""
MARKERS_A_LINE = 6
LABEL_SIZE = 9
LABEL_HEIGHT = 13
"""Points from one label to the next, at the least."""
LABEL_GAP = 16
"""Points from the end of the axis to the labels."""
SCORING_WIDTH = 0.15
"""The share of the turns that a scoring's name may take."""


class _Line(NamedTuple):
    """A line of a chart: its name, its paint, and its value after each turn."""

    name: str
    paint: str
    values: Sequence[int]


class _Label(NamedTuple):
    """A label beside the chart, and the end of its line in the line's own coordinates."""

    note: Annotation
    end: tuple[int, int]
    transform: Transform


def draw_chart(play: Play, words: Words, path: Path) -> None:
    """Draw a game that has turns to an .svg or .png; raises ModuleNotFoundError and OSError."""
    from matplotlib import rc_context
    from matplotlib.figure import Figure

    words = words.of(play.game)
    settings = rc_context(
        # Text stays text, the same game always makes the same file, and a name may hold a $.
        {"svg.fonttype": "none", "svg.hashsalt": "companion", "text.parse_math": False}
    )
    with settings, warnings.catch_warnings():
        warnings.simplefilter("ignore")  # that the font lacks a letter of a name
        figure = Figure(figsize=SIZE, dpi=DOTS_AN_INCH, layout="constrained")
        grows = play.history.grows
        charts = figure.subplots(2 if grows else 1, 1, sharex=True, squeeze=False)[:, 0]
        date = f"{play.begun.astimezone():%Y-%m-%d}"
        figure.suptitle(words.say("chart.title", game=words.title_of(play.game), date=date))
        named = {words.say("chart.points"): _points(play)}
        if grows:
            named = {words.say(f"chart.{grows}"): _heights(play, words), **named}
        inches = figure.dpi_scale_trans
        labels = [
            _draw_lines(chart, title, lines, inches, words)
            for chart, (title, lines) in zip(charts, named.items(), strict=True)
        ]
        _mark_scorings(charts[-1], play, words)
        figure.draw_without_rendering()  # the layout decides how high the charts are
        for chart, its in zip(charts, labels, strict=True):
            _place_labels(chart, its)
        metadata = {"Date": None} if path.suffix == ".svg" else None
        figure.savefig(path, metadata=metadata)


def _heights(play: Play, words: Words) -> list[_Line]:
    of_towers = not play.history.of_players
    colours = {player.name: player.colour for player in play.table.players}
    return [
        _Line(
            words.say(f"title.{name}") if of_towers else name,
            _paint(play, name if of_towers else colours[name]),
            [turn.heights.get(name, 0) for turn in play.turns],
        )
        for name in play.turns[-1].heights
    ]


def _points(play: Play) -> list[_Line]:
    return [
        _Line(
            player.name,
            _paint(play, player.colour),
            [turn.points[seat] for turn in play.turns],
        )
        for seat, player in enumerate(play.table.players)
    ]


def _paint(play: Play, colour: str | None) -> str:
    return load_plugin(play.game).screens.palette.get(colour or "", UNKNOWN).paint


def _draw_lines(
    chart: Axes, title: str, lines: Sequence[_Line], inches: Affine2DBase, words: Words
) -> list[_Label]:
    """Draw lines side by side where they have the same value, each with a label at its end."""
    from matplotlib.ticker import MaxNLocator
    from matplotlib.transforms import ScaledTranslation

    chart.set_ylabel(title)
    chart.spines[["top", "right"]].set_visible(False)
    for axis in (chart.xaxis, chart.yaxis):
        axis.set_major_locator(MaxNLocator(integer=True))
    highest = max((value for line in lines for value in line.values), default=0)
    lowest = min((value for line in lines for value in line.values), default=0)
    chart.set_xlim(0, len(lines[0].values) - 1 if lines else 1)
    room = 0.08 * max(1, highest - lowest)
    chart.set_ylim(min(0, lowest) - room, max(1, highest) + room)
    found = []
    for at, line in enumerate(lines):
        aside = LINE_STEP * ((len(lines) - 1) / 2 - at) / POINTS_AN_INCH
        # Up and to the left: lines that rise together keep their distance there, too.
        transform = chart.transData + ScaledTranslation(-aside, aside, inches)
        _draw_line(chart, line, at, len(lines), transform)
        found.append(_write_label(chart, line, transform, words))
    return found


def _draw_line(chart: Axes, line: _Line, at: int, lines: int, transform: Transform) -> None:
    last = len(line.values) - 1
    step = max(lines, last // MARKERS_A_LINE)
    marked = [*range(1 + step * at // lines, last - step // 2, step), last]
    chart.plot(
        range(last + 1),
        line.values,
        color=line.paint,
        drawstyle="steps-post",
        linewidth=LINE_WIDTH,
        marker=MARKERS[at % len(MARKERS)],
        markevery=marked,
        markersize=6,
        markeredgecolor=INK,
        markeredgewidth=0.6,
        transform=transform,
        clip_on=False,
        zorder=3,
    )


def _write_label(chart: Axes, line: _Line, transform: Transform, words: Words) -> _Label:
    end = len(line.values) - 1, line.values[-1]
    note = chart.annotate(
        words.say("list.of", what=line.name, said=end[1]),
        end,
        xycoords=transform,
        xytext=(1, 0.5),
        textcoords="axes fraction",
        fontsize=LABEL_SIZE,
        color=INK,
        va="center",
        arrowprops={
            "arrowstyle": "-",
            "color": line.paint,
            "linewidth": 1,
            "relpos": (0, 0.5),
            "shrinkA": 1,
            "shrinkB": 3,
        },
        annotation_clip=False,
    )
    return _Label(note, end, transform)


def _mark_scorings(chart: Axes, play: Play, words: Words) -> None:
    """A line for each scoring, with its name above, higher where two are close to each other."""
    chart.set_xlabel(words.say("chart.turns"))
    before, row = -len(play.turns), 0
    for turn in play.turns:
        for gain in turn.gains:
            close = turn.number - before < SCORING_WIDTH * len(play.turns)
            before, row = turn.number, 1 - row if close else 0
            chart.axvline(turn.number, color=PLAIN, linewidth=0.5)
            chart.annotate(
                scoring_name(words, gain.name, gain.number),
                (turn.number, 1),
                xycoords=("data", "axes fraction"),
                xytext=(0, 2 + row * LABEL_HEIGHT),
                textcoords="offset points",
                ha="center",
                va="bottom",
                fontsize=LABEL_SIZE,
                color=PLAIN,
            )


def _place_labels(chart: Axes, labels: Sequence[_Label]) -> None:
    """Put each label as near to its line's end as the others let it, in the lines' order."""
    box, scale = chart.get_window_extent(), POINTS_AN_INCH / DOTS_AN_INCH
    width, height = box.width * scale, box.height * scale
    ends = [float(each.transform.transform(each.end)[1] - box.y0) * scale for each in labels]
    for label, at in zip(labels, spread_labels(ends, height, LABEL_HEIGHT), strict=True):
        label.note.set_position((1 + LABEL_GAP / width, at / height))
