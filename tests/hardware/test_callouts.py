"""Callouts name the right points of a picture, and their words stay on the page, apart."""

import os
import subprocess
from importlib.util import find_spec
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image, ImageChops

from hardware.enclosure import callouts, make
from hardware.enclosure.callouts import Callout, Camera
from tests.hardware.test_enclosure import needs_openscad

SIZE = (400, 300)


def test_a_point_behind_the_camera_is_an_error() -> None:
    with pytest.raises(ValueError, match="behind"):
        Camera((0.0, 0.0, 0.0), (0, 0, 0), 100).shows((0, 0, 101), SIZE)


@needs_openscad
@pytest.mark.soak
def test_openscad_shows_a_point_where_the_camera_says(tmp_path: Path) -> None:
    camera, point = Camera((52, 0, 24), (3, 4, 5), 300), (30.0, -12.0, 21.0)
    source, drawn = tmp_path / "point.scad", tmp_path / "point.png"
    source.write_text(f"translate({list(point)}) sphere(d = 2, $fn = 24);\n")
    command = ["xvfb-run", "--auto-servernum", "openscad", "--preview", "--projection", "p"]
    command += ["--imgsize", "400,300", "--camera", camera.argument(), "-o", str(drawn)]
    subprocess.run([*command, str(source)], check=True, capture_output=True, timeout=120)
    with Image.open(drawn) as opened:
        image = opened.convert("RGB")
    box = ImageChops.difference(image, Image.new("RGB", SIZE, image.getpixel((0, 0)))).getbbox()
    assert box is not None
    x, y = camera.shows(point, SIZE)
    assert ((box[0] + box[2]) / 2, (box[1] + box[3]) / 2) == pytest.approx((x, y), abs=1.5)


def test_a_scenes_callouts_are_read_from_what_openscad_says() -> None:
    said = 'WARNING\nECHO: "callout", "4 × M2|pan head", [[1, 2.5, -3e-05]]\nECHO: 3\n'
    assert callouts.read(said) == [Callout("4 × M2\npan head", [(1, 2.5, -3e-05)])]


@given(
    st.lists(st.tuples(st.floats(-500, 1500), st.floats(1, 90)), min_size=1, max_size=8).map(sorted)
)
def test_words_are_apart_and_between_the_edges(things: list[tuple[float, float]]) -> None:
    wanted, high = zip(*things, strict=True)
    middles = callouts.spread(wanted, high, 10, 900, 5)
    tops = [middle - each / 2 for middle, each in zip(middles, high, strict=True)]
    lows = [middle + each / 2 for middle, each in zip(middles, high, strict=True)]
    assert tops[0] >= 10 - 1e-6
    assert lows[-1] <= 900 + 1e-6
    assert all(low + 5 <= top + 1e-6 for low, top in zip(lows, tops[1:], strict=False))


def test_more_words_than_room_are_an_error() -> None:
    with pytest.raises(ValueError, match="room"):
        callouts.spread([1, 2], [50, 50], 0, 100, 5)


@pytest.mark.soak
@pytest.mark.skipif(
    find_spec("matplotlib") is None and "CI" not in os.environ, reason="matplotlib is missing"
)
def test_words_do_not_touch_the_pages_edge(tmp_path: Path) -> None:
    image = Image.new("RGB", SIZE, "lavender")
    image.paste("navy", (150, 100, 250, 200))
    image.save(tmp_path / "drawn.png")
    told = [("a rather long name\nof a part", [(160.0, 110.0)]), ("M2", [(240.0, 190.0)])]
    make.retouch(tmp_path / "drawn.png", tmp_path / "with.png", told)
    with Image.open(tmp_path / "with.png") as page:
        ink = page.convert("L").point(lambda grey: 255 * (grey < 100))
        box = ink.getbbox()
    assert box is not None
    assert box[0] >= 20
    assert box[2] <= make.SIZE[0] - 20
