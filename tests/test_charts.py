"""Charts name every line at its end, and the same game always makes the same file."""

import importlib.util
import os
import re
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from companion.charts import LABEL_HEIGHT, LINE_WIDTH, MARKERS, draw_chart
from companion.games import BUILT_IN, load_plugin, words_in
from companion.games.campanile.palette import CAMPANILE_PALETTE
from companion.games.campanile.rules.game2009 import Campanile2009
from companion.games.campanile.rules.towers import STYLES
from companion.label_spread import spread_labels
from tests.store.history import STORED, played, renamed, stored

pytestmark = pytest.mark.skipif(
    importlib.util.find_spec("matplotlib") is None and "CI" not in os.environ,
    reason="matplotlib missing",
)


def texts(path: Path) -> list[str]:
    found = re.findall(r"<text[^>]*>([^<]*)</text>", path.read_text("utf-8"))
    return [text.replace("&amp;", "&") for text in found]


def lines(path: Path) -> list[str]:
    """The lines of a chart: the path of each as SVG has it."""
    style = f'" style="fill: none; stroke: #[0-9a-f]{{6}}; stroke-width: {LINE_WIDTH:g}'
    return re.findall(f'<path d="([^"]*){style}', path.read_text("utf-8"))


@pytest.mark.soak
@pytest.mark.parametrize(
    ("name", "grows", "scorings"),
    [
        ("four-players", "Floors", ["Intermezzo", "Finito"]),
        ("1996-two-players", "Floors", ["Final scoring"]),
        ("bologna-three-players-96-cards", "Towers, in points", ["First scoring"]),
        ("capitol-two-players", "Blocks on the board", ["Round 1", "Round 4"]),
    ],
)
def test_players_towers_and_scorings_are_named(
    tmp_path: Path, name: str, grows: str, scorings: list[str]
) -> None:
    play = played(stored(name))
    draw_chart(play, words_in(), tmp_path / "chart.svg")
    found = texts(tmp_path / "chart.svg")
    styles = ["Beige", "Blue", "Brown", "Yellow", "Red"] if grows == "Floors" else []
    heights = [f"{style}: {play.turns[-1].heights[style.lower()]}" for style in styles]
    ends = [f"{player.name}: {player.points}" for player in play.table.players]
    for text in (*ends, *heights, grows, *scorings, "Points", "Turn"):
        assert text in found


@pytest.mark.soak
def test_a_chart_is_the_same_each_time(tmp_path: Path) -> None:
    play = played(stored("three-players"))
    for name in ("a", "b"):
        draw_chart(play, words_in(), tmp_path / f"{name}.svg")
    assert (tmp_path / "a.svg").read_bytes() == (tmp_path / "b.svg").read_bytes()


@pytest.mark.soak
def test_a_chart_is_a_picture_too(tmp_path: Path) -> None:
    draw_chart(played(stored("three-players")), words_in(), tmp_path / "chart.png")
    with Image.open(tmp_path / "chart.png") as picture:
        assert picture.size == (1080, 720)
        assert len(picture.convert("RGB").getcolors(1_000_000) or ()) > 10


def test_odd_names_are_drawn_as_they_are(tmp_path: Path) -> None:
    names = ["$x$", "_low", "名😀"]
    play = played(renamed(stored("three-players"), *names))
    draw_chart(play, words_in(), tmp_path / "chart.svg")
    found = texts(tmp_path / "chart.svg")
    assert all(any(text.startswith(f"{name}: ") for text in found) for name in names)


@pytest.mark.soak
def test_a_game_that_has_hardly_begun_has_whole_turns_and_lines_side_by_side(
    tmp_path: Path,
) -> None:
    for path in STORED:
        play = played(stored(path.stem))
        if 1 < len(play.turns) < 10:
            draw_chart(play, words_in(), tmp_path / "chart.svg")
            assert not [text for text in texts(tmp_path / "chart.svg") if "." in text]
            drawn = lines(tmp_path / "chart.svg")
            assert len(drawn) == len(set(drawn)) >= len(play.players)


def test_as_many_lines_as_a_chart_can_have_differ_without_their_colours() -> None:
    most = max(load_plugin(game).rules.seats[-1] for game in BUILT_IN)
    assert len({*MARKERS}) == max(len(STYLES), most)


@given(st.lists(st.floats(0, 200), max_size=5), st.sampled_from([60.0, 200.0]))
def test_labels_never_overlap(ends: list[float], height: float) -> None:
    placed = spread_labels(ends, height, LABEL_HEIGHT)
    order = sorted(range(len(ends)), key=ends.__getitem__)
    assert all(
        placed[upper] - placed[lower] > LABEL_HEIGHT - 1e-6 for lower, upper in pairwise(order)
    )
    assert all(-1e-6 < at < height + 1e-6 for at in placed)
    apart = all(ends[upper] - ends[lower] >= LABEL_HEIGHT for lower, upper in pairwise(order))
    if apart and all(at <= height for at in ends):
        assert placed == pytest.approx(ends)


def test_every_style_and_colour_has_its_paint() -> None:
    assert {*STYLES, *Campanile2009.colours, "green"} <= CAMPANILE_PALETTE.keys()
