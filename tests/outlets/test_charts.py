"""A chart keeps inside its picture whatever it shows, covers no word, and says all as a table."""

import re
from itertools import combinations, pairwise
from xml.etree import ElementTree

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from companion.core.languages import LANGUAGES
from companion.games import BUILT_IN, load_plugin, words_in
from companion.games.campanile.palette import CAMPANILE_PALETTE
from companion.games.campanile.rules.game2009 import Campanile2009
from companion.games.campanile.rules.towers import STYLES
from companion.outlets.charts import (
    MOST_TICKS,
    ON_PAPER,
    ON_PHONE,
    REACH,
    ROW,
    SHAPES,
    Chart,
    ChartLayout,
    ChartLine,
    ChartMark,
    ChartSize,
    TextBox,
    choose_ticks,
    cut_text,
    draw_chart,
    draw_chart_file,
    spread_labels,
    text_width,
)
from companion.outlets.web.history_pages import draw_chart_figure
from companion.ui.markup import Markup

NUMBER = r"(-?\d+(?:\.\d+)?)"
NAMES = st.text(st.characters(exclude_categories=("C", "Z")), min_size=1, max_size=12)
LINES = st.lists(
    st.builds(
        ChartLine,
        NAMES,
        st.just("#c53030"),
        st.lists(st.integers(-500, 10**6), min_size=1, max_size=60),
    ),
    min_size=1,
    max_size=5,
)
MARKS = st.lists(
    st.builds(ChartMark, st.integers(-1, 70), st.text("mW x", min_size=1, max_size=80)), max_size=6
)
SVG = "{http://www.w3.org/2000/svg}"
ANNA = ChartLine("Anna", "#c53030", [0, 0, 3, 8])
BIRGIT = ChartLine("Birgit", "#2b6cb0", [0, 2, 2, 5])


def overlap(one: TextBox, other: TextBox) -> bool:
    return (
        one.left < other.right - 1e-6
        and other.left < one.right - 1e-6
        and one.top < other.bottom - 1e-6
        and other.top < one.bottom - 1e-6
    )


def places(parts: list[Markup]) -> list[tuple[float, float]]:
    """All places in a chart's picture that have coordinates."""
    found = []
    for each in map(ElementTree.fromstring, parts):
        if each.tag == "text":
            found.append((float(each.get("x", "")), float(each.get("y", ""))))
        elif move := re.fullmatch(f"translate\\({NUMBER} {NUMBER}\\)", each.get("transform", "")):
            x, y = map(float, move.groups())
            found += [(x - REACH, y - REACH), (x + REACH, y + REACH)]
        elif each.tag == "path":
            x = y = 0.0
            for command, first, second in re.findall(
                f"([MLHV]){NUMBER}(?: {NUMBER})?", each.get("d", "")
            ):
                x = x if command == "V" else float(first)
                y = float(second or first) if command != "H" else y
                found.append((x, y))
    return found


@given(LINES, MARKS, st.sampled_from([ON_PHONE, ON_PAPER]), st.sampled_from([*LANGUAGES]))
def test_all_of_a_chart_lies_inside_its_picture(
    lines: list[ChartLine], marks: list[ChartMark], size: ChartSize, language: str
) -> None:
    layout = ChartLayout(Chart("Points", lines, marks), words_in(language), size)
    for x, y in places([*layout.draw()]):
        assert -0.1 <= x <= size.width + 0.1
        assert -0.1 <= y <= layout.height + 0.1


@given(LINES, MARKS)
@example(
    [ChartLine("名" * 12, "#000000", [0, 10**6])],
    [ChartMark(0, "The first of all scorings"), ChartMark(1, "W")],
)
def test_no_label_and_no_name_covers_another(
    lines: list[ChartLine], marks: list[ChartMark]
) -> None:
    boxes = ChartLayout(Chart("Points", lines, marks), words_in()).list_boxes()
    assert not [pair for pair in combinations(boxes, 2) if overlap(*pair)]
    width = ON_PHONE.width
    assert all(box.left > width / 2 for box in boxes[-len(lines) :]), "room for the lines"
    assert all(box.left >= 0 and box.right <= width + 1e-6 and box.top >= 0 for box in boxes)


@given(LINES, MARKS)
@example([ChartLine("Anna", "#000000", [0] * 32)], [ChartMark(29, "Second"), ChartMark(31, "Last")])
def test_no_line_of_a_mark_crosses_a_name(lines: list[ChartLine], marks: list[ChartMark]) -> None:
    chart = Chart("Points", lines, marks)
    boxes = ChartLayout(chart, words_in()).list_boxes()[: -len(lines)]
    drawn = draw_chart(chart, words_in())
    found = re.findall(f'd="M{NUMBER} {NUMBER}L{NUMBER} {NUMBER}"[^>]*dasharray', drawn)
    assert len(found) >= len(boxes)
    for x, top, same, bottom in (map(float, each) for each in found):
        assert x == same
        assert not [box for box in boxes if overlap(box, TextBox(x, top + 0.1, x, bottom - 0.1))]


@given(st.lists(st.floats(0, 200), max_size=5), st.sampled_from([70.0, 200.0]))
def test_labels_stand_at_their_ends_or_as_near_as_others_let_them(
    ends: list[float], height: float
) -> None:
    placed = spread_labels(ends, height, ROW)
    order = sorted(range(len(ends)), key=ends.__getitem__)
    assert all(placed[upper] - placed[lower] > ROW - 1e-6 for lower, upper in pairwise(order))
    assert all(-1e-6 < at < height + 1e-6 for at in placed)
    apart = all(ends[upper] - ends[lower] >= ROW for lower, upper in pairwise(order))
    if apart and all(at <= height for at in ends):
        assert placed == pytest.approx(ends)


@given(st.integers(-(10**7), 0), st.integers(1, 10**7))
def test_an_axis_has_few_ticks_at_round_numbers(lowest: int, highest: int) -> None:
    ticks = choose_ticks(lowest, highest)
    assert 1 < len(ticks) <= MOST_TICKS + 1
    assert 0 in ticks
    assert lowest <= ticks[0]
    assert ticks[-1] <= highest
    step = ticks[1] - ticks[0]
    assert str(step).rstrip("0") in {"1", "2", "5"}


@given(st.text(max_size=40), st.floats(20, 200))
def test_a_text_is_cut_to_its_room(text: str, room: float) -> None:
    cut = cut_text(text, room)
    assert text_width(cut) <= room
    assert cut == text or cut.endswith("…")


def test_lines_are_told_apart_by_shape_and_label() -> None:
    chart = draw_chart(Chart("Points", [ANNA, BIRGIT], []), words_in())
    assert SHAPES[0] in chart
    assert SHAPES[1] in chart
    assert SHAPES[2] not in chart
    assert ">Anna: 8<" in chart
    assert ">Birgit: 5<" in chart


def test_as_many_lines_as_a_chart_can_have_differ_without_their_colours() -> None:
    most = max(load_plugin(game).rules.seats[-1] for game in BUILT_IN)
    assert len({*SHAPES}) >= max(len(STYLES), most)


def test_every_style_and_colour_has_its_paint() -> None:
    assert {*STYLES, *Campanile2009.colours, "green"} <= CAMPANILE_PALETTE.keys()


def test_equal_lines_run_side_by_side() -> None:
    same = [ChartLine(name, "#c53030", [0, 4, 4]) for name in "ABCDE"]
    chart = draw_chart(Chart("Points", same, []), words_in())
    paths = re.findall('<path d="(M[^"]*V[^"]*)" fill="none"', chart)
    assert len(set(paths)) == 5


def test_a_chart_is_named_and_told_as_a_table() -> None:
    lines = [ANNA, BIRGIT, ChartLine("C", "#000", [1])]
    chart = draw_chart_figure(Chart("Points", lines, [ChartMark(2, "Final")]), words_in())
    tree = ElementTree.fromstring(chart)
    svg = tree.find("svg")
    assert svg is not None
    assert svg.get("role") == "img"
    assert svg.get("aria-label") == "Points: Anna: 8, Birgit: 5 and C: 1"
    rows = [[cell.text or "" for cell in row] for row in tree.iter("tr")]
    assert rows == [
        ["Turn", "Anna", "Birgit", "C"],
        ["0", "0", "0", "1"],
        ["1", "0", "2", ""],
        ["2, Final", "3", "2", ""],
        ["3", "8", "5", ""],
    ]
    assert {cell.get("scope") for cell in tree.iter("th")} == {"col", "row"}


@pytest.mark.parametrize("lines", [[], [ChartLine("Anna", "#000", [])]])
def test_nothing_is_drawn_without_values(lines: list[ChartLine]) -> None:
    assert draw_chart_figure(Chart("Points", lines, []), words_in()) == ""


def test_names_are_escaped_and_nothing_is_styled_inline() -> None:
    line = ChartLine("<b>&", '"><script>', [0, 1])
    chart = draw_chart_figure(Chart("<i>", [line], [ChartMark(1, "<u>")]), words_in())
    assert not re.search("<[biu]>|<script|style=", chart)
    ElementTree.fromstring(chart)


def test_a_file_has_all_charts_on_the_same_turns_and_paper_of_its_own() -> None:
    long = ChartLine("A name of many letters", "#c53030", [0, 10**6, 3, 4])
    marks = [ChartMark(2, "Final")]
    charts = [Chart("Floors", [ANNA], marks), Chart("Points", [long], marks)]
    file = draw_chart_file("Nim & co", charts, words_in())
    tree = ElementTree.fromstring(file)
    title = f"Nim & co. Floors: Anna: 8. Points: {long.name}: 4"
    assert tree.findtext(f"{SVG}title") == title
    paper = tree.find(f"{SVG}rect")
    assert paper is not None
    assert paper.get("fill") == "#ffffff"
    finals = [text.get("x") for text in tree.iter(f"{SVG}text") if text.text == "Final"]
    assert len(finals) == 2
    assert len({*finals}) == 1
