"""A chart keeps inside its picture whatever it shows, covers no word, and says all as a table."""

import re
from itertools import combinations
from xml.etree import ElementTree

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from companion.games import words_in
from companion.outlets.web.charts import (
    MOST_TICKS,
    REACH,
    SHAPES,
    WIDTH,
    ChartLayout,
    ChartLine,
    ChartMark,
    TextBox,
    choose_ticks,
    cut_text,
    draw_line_chart,
    text_width,
)
from companion.text.words import LANGUAGES
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
ANNA = ChartLine("Anna", "#c53030", [0, 0, 3, 8])
BIRGIT = ChartLine("Birgit", "#2b6cb0", [0, 2, 2, 5])


def overlap(one: TextBox, other: TextBox) -> bool:
    return (
        one.left < other.right - 1e-6
        and other.left < one.right - 1e-6
        and one.top < other.bottom - 1e-6
        and other.top < one.bottom - 1e-6
    )


def places(chart: Markup) -> list[tuple[float, float]]:
    """All places in a chart's picture that have coordinates."""
    svg = ElementTree.fromstring(chart).find("svg")
    assert svg is not None
    found = []
    for each in svg.iter():
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


@given(LINES, MARKS, st.sampled_from(LANGUAGES))
def test_all_of_a_chart_lies_inside_its_picture(
    lines: list[ChartLine], marks: list[ChartMark], language: str
) -> None:
    words = words_in(language)
    chart = draw_line_chart("Points", lines, marks, words)
    height = ChartLayout(lines, marks, words).height
    assert f'viewBox="0 0 {WIDTH:g} {height:.1f}"' in chart
    for x, y in places(chart):
        assert -0.1 <= x <= WIDTH + 0.1
        assert -0.1 <= y <= height + 0.1


@given(LINES, MARKS)
@example(
    [ChartLine("名" * 12, "#000000", [0, 10**6])],
    [ChartMark(0, "The first of all scorings"), ChartMark(1, "W")],
)
def test_no_label_and_no_name_covers_another(
    lines: list[ChartLine], marks: list[ChartMark]
) -> None:
    boxes = ChartLayout(lines, marks, words_in()).list_boxes()
    assert not [pair for pair in combinations(boxes, 2) if overlap(*pair)]
    assert all(box.left > WIDTH / 2 for box in boxes[-len(lines) :]), "room for the lines"
    assert all(box.left >= 0 and box.right <= WIDTH + 1e-6 and box.top >= 0 for box in boxes)


@given(LINES, MARKS)
@example([ChartLine("Anna", "#000000", [0] * 32)], [ChartMark(29, "Second"), ChartMark(31, "Last")])
def test_no_line_of_a_mark_crosses_a_name(lines: list[ChartLine], marks: list[ChartMark]) -> None:
    chart = draw_line_chart("Points", lines, marks, words_in())
    boxes = ChartLayout(lines, marks, words_in()).list_boxes()[: -len(lines)]
    found = re.findall(f'd="M{NUMBER} {NUMBER}L{NUMBER} {NUMBER}"[^>]*dasharray', chart)
    assert len(found) >= len(boxes)
    for x, top, same, bottom in (map(float, each) for each in found):
        assert x == same
        assert not [box for box in boxes if overlap(box, TextBox(x, top + 0.1, x, bottom - 0.1))]


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
    chart = draw_line_chart("Points", [ANNA, BIRGIT], [], words_in())
    assert SHAPES[0] in chart
    assert SHAPES[1] in chart
    assert SHAPES[2] not in chart
    assert ">Anna: 8<" in chart
    assert ">Birgit: 5<" in chart


def test_equal_lines_run_side_by_side() -> None:
    same = [ChartLine(name, "#c53030", [0, 4, 4]) for name in "ABCDE"]
    chart = draw_line_chart("Points", same, [], words_in())
    paths = re.findall('<path d="(M[^"]*V[^"]*)" fill="none"', chart)
    assert len(set(paths)) == 5


def test_a_chart_is_named_and_told_as_a_table() -> None:
    lines = [ANNA, BIRGIT, ChartLine("C", "#000", [1])]
    chart = draw_line_chart("Points", lines, [ChartMark(2, "Final")], words_in())
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
    assert draw_line_chart("Points", lines, [], words_in()) == ""


def test_names_are_escaped_and_nothing_is_styled_inline() -> None:
    line = ChartLine("<b>&", '"><script>', [0, 1])
    chart = draw_line_chart("<i>", [line], [ChartMark(1, "<u>")], words_in())
    assert not re.search("<[biu]>|<script|style=", chart)
    ElementTree.fromstring(chart)
