"""Charts name every line, and the same game always makes the same file."""

import importlib.util
import os
import re
from pathlib import Path

import pytest
from PIL import Image

from companion.charts import draw_chart
from companion.games import words_in
from companion.games.campanile.rules.game2009 import Campanile2009
from companion.games.campanile.rules.towers import STYLES
from companion.games.campanile.screens.pieces import CAMPANILE_PALETTE
from tests.history import STORED, played, renamed, stored

pytestmark = pytest.mark.skipif(
    importlib.util.find_spec("matplotlib") is None and "CI" not in os.environ,
    reason="matplotlib missing",
)


def texts(path: Path) -> list[str]:
    found = re.findall(r"<text[^>]*>([^<]*)</text>", path.read_text("utf-8"))
    return [text.replace("&amp;", "&") for text in found]


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
    for text in (*play.players, *styles, grows, *scorings, "Points", "Turn"):
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
    assert set(names) <= set(texts(tmp_path / "chart.svg"))


@pytest.mark.soak
def test_games_that_have_hardly_begun_are_drawn(tmp_path: Path) -> None:
    for path in STORED:
        play = played(stored(path.stem))
        if 1 < len(play.turns) < 10:
            draw_chart(play, words_in(), tmp_path / "chart.svg")


def test_every_style_and_colour_has_its_paint() -> None:
    assert {*STYLES, *Campanile2009.colours, "green"} <= CAMPANILE_PALETTE.keys()
