"""Line charts as SVG: one line for each player or tower, its values turn by turn.

Each line has a colour, the shape of its marks and a label at its end, so that it is told apart
without its colour. On a page a chart is drawn in the colour of the text on whatever lies behind; a
file has all charts of a game, dark on white.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import chain
from operator import attrgetter
from statistics import mean
from typing import Any, NamedTuple
from unicodedata import east_asian_width

from companion.text.words import Words
from companion.ui.markup import Markup, element

FONT_SIZE = 11
ROW = 14.0
"""From one label or name to the next below it."""
MARGIN = 4.0
GAP = 4.0
"""Between two names beside each other."""
LABEL_GAP = 16.0
"""From the end of a line to its label."""
LABEL_SHARE = 0.42
"""The part of the width that the labels may take; a longer name is cut."""
MOST_TICKS = 5
LINE_WIDTH = 2.0
LINE_STEP = 3.2
"""From one line to the next where they have the same value."""
MARKS_A_LINE = 5
SHAPES = (
    "M-3.5 0A3.5 3.5 0 1 1 3.5 0A3.5 3.5 0 1 1-3.5 0Z",
    "M-3-3H3V3H-3Z",
    "M0-4L4 3H-4Z",
    "M0-4.5L4.5 0L0 4.5L-4.5 0Z",
    "M0 4L4-3H-4Z",
)
"""A circle, a square, a triangle, a diamond, a triangle on its head."""
REACH = 5.0
"""How far a shape reaches from its middle, with its outline."""
ELLIPSIS = "…"
FONTS = "DejaVu Sans, Verdana, Liberation Sans, Noto Sans, Arial, sans-serif"
"""Named, because what makes a PNG may not know what ``sans-serif`` is."""
INK, PAPER = "#1a202c", "#ffffff"
TITLE_SIZE = 15


class ChartSize(NamedTuple):
    """The room of a chart, in units of about a pixel; its axis lies between left and right."""

    width: float
    plot_height: float
    left: float
    right: float


ON_PHONE = ChartSize(300, 150, 0, 300)
"""As wide as a small phone; grows with the window."""
ON_PAPER = ChartSize(600, 210, 0, 600)


class ChartLine(NamedTuple):
    """A line: its name, its paint, and its value after turn 0, 1, 2 and so on."""

    name: str
    paint: str
    values: Sequence[int]
    bands: Sequence[tuple[int, int]] = ()
    """For each value from where to where it may be, where it is a guess."""


class ChartMark(NamedTuple):
    """What happened in a turn."""

    turn: int
    text: str


class TextBox(NamedTuple):
    """The room that a text takes."""

    left: float
    top: float
    right: float
    bottom: float


class Chart(NamedTuple):
    """What a chart shows."""

    title: str
    lines: Sequence[ChartLine]
    marks: Sequence[ChartMark]


def read_charts(chart: Mapping[str, Any]) -> list[Chart]:
    """The charts in a saved game's data (docs/table-api.md)."""
    return [read_chart(each | {"scorings": chart["scorings"]}) for each in chart["charts"]]


def read_chart(chart: Mapping[str, Any]) -> Chart:
    """A chart with its own scorings, as in a game's story."""
    lines = [
        ChartLine(each["name"], each["paint"], each["values"], [*map(tuple, each.get("bands", ()))])
        for each in chart["lines"]
    ]
    marks = [ChartMark(mark["turn"], mark["text"]) for mark in chart["scorings"]]
    return Chart(chart["title"], lines, marks)


def draw_chart(chart: Chart, words: Words) -> Markup:
    """Draw a chart for a page, with all it says as its name; it needs a line with values."""
    layout = ChartLayout(chart, words)
    return element(
        "svg",
        element("g", *layout.draw(), aria_hidden="true"),  # or the labels would be read out as well
        viewBox=f"0 0 {layout.width:g} {layout.height:.1f}",
        role="img",
        aria_label=_summarise(chart, words),
        font_size=FONT_SIZE,
        fill="currentColor",
        width="100%",
    )


def draw_chart_file(title: str, charts: Sequence[Chart], words: Words) -> Markup:
    """Draw charts as an SVG file, dark on white, below each other on the same turns."""
    layouts = [ChartLayout(chart, words, ON_PAPER) for chart in charts]
    left, right = max(each.left for each in layouts), min(each.right for each in layouts)
    width, y = ON_PAPER.width, 3.5 * TITLE_SIZE
    bold = {"font_weight": "bold"}
    parts = [_text(width / 2, 1.6 * TITLE_SIZE, title, "middle", font_size=TITLE_SIZE, **bold)]
    for chart in charts:
        layout = ChartLayout(chart, words, ON_PAPER._replace(left=left, right=right))
        parts += [
            _text(2 * MARGIN, y, chart.title, "start", **bold),
            element("g", *layout.draw(), transform=f"translate(0 {y + ROW:.1f})"),
        ]
        y += layout.height + 3 * ROW
    y -= ROW
    return element(
        "svg",
        element("title", ". ".join([title, *(_summarise(chart, words) for chart in charts)])),
        element("rect", width="100%", height="100%", fill=PAPER),
        *parts,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {width:g} {y:.1f}",
        width=f"{width:g}",
        height=f"{y:.1f}",
        font_family=FONTS,
        font_size=FONT_SIZE,
        color=INK,
        fill="currentColor",
    )


def _summarise(chart: Chart, words: Words) -> str:
    lines = [line for line in chart.lines if line.values]
    return words.say("list.of", what=chart.title, said=words.listed(_labels(lines, words)))


def _labels(lines: Sequence[ChartLine], words: Words) -> list[str]:
    return [words.say("list.of", what=line.name, said=line.values[-1]) for line in lines]


def spread_labels(ends: Sequence[float], room: float, height: float) -> list[float]:
    """Places of labels, as near to these ends as their ``height`` allows.

    They keep the order of the ends, and lie between 0 and ``room`` as far as that is possible.
    """
    order = sorted(range(len(ends)), key=ends.__getitem__)
    groups: list[list[float]] = []  # of labels that touch: where the lowest of each wants to be
    for place, at in enumerate(order):
        groups.append([ends[at] - place * height])
        while len(groups) > 1 and mean(groups[-2]) > mean(groups[-1]):
            upper = groups.pop()
            groups[-1] += upper
    lowest = [mean(group) for group in groups for _ in group]
    most = max(0.0, room - (len(ends) - 1) * height)
    found = [0.0] * len(ends)
    for place, at in enumerate(order):
        found[at] = min(max(lowest[place], 0.0), most) + place * height
    return found


def text_width(text: str) -> float:
    """How wide a text is at most, whatever the font: wide letters and capitals are counted so."""
    return FONT_SIZE * sum(map(_letter_width, text))


def _letter_width(letter: str) -> float:
    if east_asian_width(letter) in "WF":
        return 1.1
    return 0.95 if letter in "MWmw@%" else 0.75 if letter.isupper() else 0.6


def cut_text(text: str, room: float) -> str:
    """The text, shortened where it is wider than its room."""
    if text_width(text) <= room:
        return text
    while text and text_width(text + ELLIPSIS) > room:
        text = text[:-1]
    return text + ELLIPSIS


def choose_ticks(lowest: int, highest: int) -> list[int]:
    """Round whole numbers from lowest to highest, a few of them."""
    step, factors = 1, (2, 5, 10)
    while (highest - lowest) // step >= MOST_TICKS:
        power = 10 ** (len(str(step)) - 1)
        step = next(power * factor for factor in factors if power * factor > step)
    return [*range(-(-lowest // step) * step, highest + 1, step)]


class ChartLayout:
    """The places of everything in one chart."""

    def __init__(self, chart: Chart, words: Words, size: ChartSize = ON_PHONE) -> None:
        self.width = size.width
        self._lines = [line for line in chart.lines if line.values]
        self._words = words
        values = [value for line in self._lines for value in (*line.values, *chain(*line.bands))]
        self._lowest, self._highest = min(0, *values), max(1, *values)
        self._last = max(1, *(len(line.values) - 1 for line in self._lines))
        self._ticks = choose_ticks(self._lowest, self._highest)
        room = LABEL_SHARE * self.width
        self._labels = [cut_text(label, room) for label in _labels(self._lines, words)]
        self._marks = [mark for mark in chart.marks if 0 <= mark.turn <= self._last]
        aside = LINE_STEP * len(self._lines) / 2 + REACH
        left = 2 * MARGIN + max(text_width(str(tick)) for tick in self._ticks) + aside
        right = self.width - MARGIN - max(map(text_width, self._labels)) - LABEL_GAP
        self.left, self.right = max(left, size.left), min(right, size.right)
        self._names = self._place_names()
        rows = max((round(box.bottom / ROW) for box in self._names), default=0)
        self._top = rows * ROW + MARGIN + aside
        self._bottom = self._top + max(size.plot_height, ROW * len(self._lines))
        self._aside = aside

    # Places ---------------------------------------------------------------------------------

    def _x(self, turn: int) -> float:
        return self.left + (self.right - self.left) * turn / self._last

    def _y(self, value: int) -> float:
        share = (value - self._lowest) / (self._highest - self._lowest)
        return self._bottom - (self._bottom - self._top) * share

    def _shift(self, at: int) -> float:
        """How far the line is moved up and to the left, so that equal lines run side by side."""
        return LINE_STEP * ((len(self._lines) - 1) / 2 - at)

    def _place_names(self) -> list[TextBox]:
        """The room of each mark's name: over its line, in the first row where there is room."""
        found: list[TextBox] = []
        for mark in self._marks:
            width = min(text_width(mark.text), self.width - 2 * MARGIN)
            left = min(max(self._x(mark.turn) - width / 2, MARGIN), self.width - MARGIN - width)
            right = left + width
            taken = {box.top for box in found if box.left < right + GAP and left < box.right + GAP}
            top = next(row * ROW for row in range(len(found) + 1) if row * ROW not in taken)
            found.append(TextBox(left, top, right, top + ROW))
        return found

    def _place_labels(self) -> list[TextBox]:
        ends = [
            self._y(line.values[-1]) - self._shift(at) - self._top
            for at, line in enumerate(self._lines)
        ]
        places = spread_labels(ends, self._bottom - self._top, ROW)
        tops = (self._top + place - ROW / 2 for place in places)
        left = self.right + LABEL_GAP
        return [
            TextBox(left, top, left + text_width(label), top + ROW)
            for top, label in zip(tops, self._labels, strict=True)
        ]

    def list_boxes(self) -> list[TextBox]:
        """The room of every label and of every mark's name."""
        return [*self._names, *self._place_labels()]

    # Drawing --------------------------------------------------------------------------------

    @property
    def height(self) -> float:
        """The height of the whole picture."""
        return self._bottom + self._aside + 2 * ROW

    def draw(self) -> Iterator[Markup]:
        """Draw all parts of the picture."""
        yield from self._draw_axes()
        yield from self._draw_marks()
        yield from self._draw_lines()
        yield from self._draw_labels()

    def _draw_axes(self) -> Iterator[Markup]:
        left, right = self.left - self._aside, self.right
        for tick in self._ticks:
            y = self._y(tick)
            yield _line(left, y, right, y, 0.3 if tick else 0.7)
            yield _text(left - MARGIN, y + 0.35 * FONT_SIZE, str(tick), "end")
        base = self._bottom + self._aside + FONT_SIZE
        for turn in choose_ticks(0, self._last):
            yield _text(self._x(turn), base, str(turn), "middle")
        yield _text(left, base + ROW, self._words.say("chart.turns"), "start")

    def _draw_marks(self) -> Iterator[Markup]:
        for mark, box in zip(self._marks, self._names, strict=True):
            for top, bottom in self._list_gaps(self._x(mark.turn), box.bottom):
                x = self._x(mark.turn)
                yield _line(x, top, x, bottom, 0.7, "3 3")
            text = cut_text(mark.text, self.width - 2 * MARGIN)
            yield _text((box.left + box.right) / 2, box.bottom - 3, text, "middle")

    def _list_gaps(self, x: float, top: float) -> Iterator[tuple[float, float]]:
        """The stretches of a mark's line between the names below its own."""
        crossed = (box for box in self._names if box.top >= top and box.left < x < box.right)
        for box in sorted(crossed, key=attrgetter("top")):
            yield top, box.top
            top = box.bottom
        yield top, self._bottom + self._aside

    def _draw_lines(self) -> Iterator[Markup]:
        for at, line in enumerate(self._lines):
            if line.bands:
                edge = self._path_band(at, line.bands[: len(line.values)])
                yield element("path", d=edge, fill=line.paint, fill_opacity=0.3)
        for at, line in enumerate(self._lines):
            path = self._path(at, line.values)
            # an edge in the colour of the text shows a line that is as dark or light as the page
            casing = {"stroke": "currentColor", "stroke_opacity": 0.8}
            yield _curve(path, stroke_width=LINE_WIDTH + 1.4, **casing)
            yield _curve(path, stroke=line.paint, stroke_width=LINE_WIDTH)
            yield from self._draw_shapes(at, line)

    def _path(self, at: int, values: Sequence[int]) -> str:
        """Steps: a value holds until the turn that changes it."""
        shift = self._shift(at)
        places = [
            (self._x(turn) - shift, self._y(value) - shift) for turn, value in enumerate(values)
        ]
        (x, y), *rest = places
        return f"M{x:.1f} {y:.1f}" + "".join(f"H{x:.1f}V{y:.1f}" for x, y in rest)

    def _path_band(self, at: int, bands: Sequence[tuple[int, int]]) -> str:
        """Along the lower edge, and back along the upper one."""
        lows, highs = zip(*bands, strict=True)
        shift = self._shift(at)
        back = "".join(
            f"V{self._y(high) - shift:.1f}H{self._x(turn) - shift:.1f}"
            for turn, high in reversed([*enumerate(highs[:-1])])
        )
        return f"{self._path(at, lows)}{back}Z"

    def _draw_shapes(self, at: int, line: ChartLine) -> Iterator[Markup]:
        last, lines, shift = len(line.values) - 1, len(self._lines), self._shift(at)
        step = max(lines, last // MARKS_A_LINE)
        for turn in (*range(1 + step * at // lines, last - step // 2, step), last):
            x, y = self._x(turn) - shift, self._y(line.values[turn]) - shift
            yield element(
                "path",
                d=SHAPES[at % len(SHAPES)],
                transform=f"translate({x:.1f} {y:.1f})",
                fill=line.paint,
                stroke="currentColor",
            )

    def _draw_labels(self) -> Iterator[Markup]:
        for at, (line, box) in enumerate(zip(self._lines, self._place_labels(), strict=True)):
            shift, middle = self._shift(at), (box.top + box.bottom) / 2
            end = self._x(len(line.values) - 1) - shift + REACH
            y = self._y(line.values[-1]) - shift
            yield _line(end, y, box.left - 2, middle, 0.7)
            yield _text(box.left, middle + 0.35 * FONT_SIZE, self._labels[at], "start")


def _line(
    left: float, top: float, right: float, bottom: float, opacity: float, dash: str = ""
) -> Markup:
    return element(
        "path",
        d=f"M{left:.1f} {top:.1f}L{right:.1f} {bottom:.1f}",
        stroke="currentColor",
        stroke_opacity=opacity,
        stroke_dasharray=dash or None,
        fill="none",
    )


def _curve(path: str, **attributes: Any) -> Markup:
    return element("path", d=path, fill="none", stroke_linejoin="round", **attributes)


def _text(x: float, y: float, text: str, anchor: str, **attributes: Any) -> Markup:
    return element("text", text, x=f"{x:.1f}", y=f"{y:.1f}", text_anchor=anchor, **attributes)
