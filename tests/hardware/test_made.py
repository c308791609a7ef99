"""What is committed as made is neither empty nor older than its sources; drawings are redrawn."""

import os
import re
import shutil
import subprocess
from collections import Counter
from importlib.util import find_spec
from pathlib import Path

import pytest
from PIL import Image

from hardware import make
from hardware.make import MANIFEST, ROOT, Made, everything, manifest, stale
from hardware.wiring.panel_ways import CONTACT, DIODE, places
from tests.hardware.svg import words

WIRING = [each for each in everything() if each.outputs[0].startswith("hardware/wiring/")]
LACKS = [tool for tool in ("dot",) if shutil.which(tool) is None] + [
    package for package in ("wireviz", "schemdraw", "matplotlib") if find_spec(package) is None
]
needs_tools = pytest.mark.skipif(
    bool(LACKS) and "CI" not in os.environ, reason=f"{', '.join(LACKS)} missing"
)


def test_nothing_that_is_made_is_missing_empty_or_older_than_its_sources() -> None:
    old = stale(everything(), MANIFEST.read_text("utf-8"))
    assert not [output for each in old for output in each.outputs], "run `make hardware`"


def test_the_manifest_is_what_would_be_written_now() -> None:
    assert MANIFEST.read_text("utf-8") == manifest(everything())


def test_nothing_lies_there_that_nobody_makes() -> None:
    made = {output for each in everything() for output in each.outputs}
    folder = ROOT / "hardware"
    found = {
        path.relative_to(ROOT).as_posix()
        for kind in ("svg", "png", "stl")
        for path in folder.rglob(f"*.{kind}")
    }
    assert found == {output for output in made if not output.endswith(".scad")}


def test_sources_are_files_and_no_file_is_made_twice() -> None:
    outputs = Counter(output for each in everything() for output in each.outputs)
    assert set(outputs.values()) == {1}
    for each in everything():
        assert each.sources
        assert all((ROOT / source).is_file() for source in each.sources), each.sources


def test_each_drawing_hangs_on_the_pins_it_shows() -> None:
    for each in WIRING:
        pins = "firmware/pins.py" if "tower-panel" in each.outputs[0] else "boards.py"
        assert any(source.endswith(pins) for source in each.sources), each.outputs


@pytest.fixture
def small(tmp_path: Path) -> Made:
    (tmp_path / "pins").write_text("17")
    (tmp_path / "look").write_text("green")
    (tmp_path / "drawing").write_text("pin 17 in green")
    return Made(["look", "pins"], ["drawing"], lambda _: None)


def test_what_was_made_is_not_old(small: Made, tmp_path: Path) -> None:
    assert stale([small], manifest([small], tmp_path), tmp_path) == []


@pytest.mark.parametrize("changed", ["pins", "look", "drawing"])
def test_a_change_on_either_side_is_noticed(small: Made, tmp_path: Path, changed: str) -> None:
    written = manifest([small], tmp_path)
    (tmp_path / changed).write_text("27")
    assert stale([small], written, tmp_path) == [small]


def test_an_empty_or_missing_file_is_noticed_whatever_is_written(
    small: Made, tmp_path: Path
) -> None:
    (tmp_path / "drawing").write_text("")
    assert stale([small], manifest([small], tmp_path), tmp_path) == [small]
    (tmp_path / "drawing").unlink()
    assert stale([small], manifest([small], tmp_path), tmp_path) == [small]


def test_a_new_source_is_noticed(small: Made, tmp_path: Path) -> None:
    written = manifest([small], tmp_path)
    (tmp_path / "more").write_text("")
    more = small._replace(sources=[*small.sources, "more"])
    assert stale([more], written, tmp_path) == [more]


def test_a_missing_tool_is_named_with_its_remedy(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    assert make.main(["--all"]) == 1
    said = capsys.readouterr().err
    assert said == "make hardware: dot is missing; get it with: sudo apt install graphviz\n"


@needs_tools
@pytest.mark.parametrize("each", WIRING, ids=lambda each: Path(each.outputs[0]).stem)
@pytest.mark.soak
def test_drawn_once_more_it_says_the_same(each: Made, tmp_path: Path) -> None:
    """Not byte by byte: another release of graphviz or matplotlib may place things otherwise."""
    (tmp_path / "wiring").mkdir()
    each.make(tmp_path)
    svg, png = (ROOT / output for output in each.outputs)
    again = tmp_path / "wiring" / svg.name
    assert Counter(words(again)) == Counter(words(svg))
    assert not re.search(r"\d{4}-\d\d-\d\dT", again.read_text("utf-8")), "a date makes it differ"
    with Image.open(png) as before, Image.open(tmp_path / "wiring" / png.name) as now:
        for side, other in zip(before.size, now.size, strict=True):
            assert abs(side - other) <= 0.1 * side
        assert now.width >= 900
        colours = now.convert("RGB").getcolors(1 << 24)
        assert len(colours or ()) > 4
        paper = max(colours or (), key=lambda each: each[0])[0]
        assert 1 - paper / (now.width * now.height) > 0.03


@pytest.mark.skipif(
    shutil.which("openscad") is None and "CI" not in os.environ, reason="openscad missing"
)
def test_the_steps_show_keys_and_lamps_where_the_plate_has_them(tmp_path: Path) -> None:
    source = tmp_path / "places.scad"
    plate = ROOT / "hardware" / "enclosure" / "panel.scad"
    source.write_text(f"include <{plate}>\necho(concat(key_places, lamp_places), row(0));\n")
    told = tmp_path / "places.echo"
    command = ["openscad", "-o", str(told), str(source)]
    subprocess.run(command, check=True, capture_output=True, timeout=120)
    numbers = [float(n) for n in re.findall(r"-?[\d.]+", told.read_text("utf-8"))]
    low = numbers.pop()
    mirrored = [-x for x in numbers[::2]] + [y - low for y in numbers[1::2]]
    keys, lamps = places()
    across, up = zip(*keys, *lamps, strict=True)
    assert [*across, *up] == pytest.approx(mirrored, abs=0.01)


def test_the_steps_show_a_switchs_pins_where_the_pictures_of_the_plate_do() -> None:
    props = (ROOT / "hardware" / "enclosure" / "props.scad").read_text("utf-8")
    (listed,) = re.findall(r"for \(pin = \[\[(.*?)\]\]\)", props)
    pins = [tuple(map(float, pin.split(","))) for pin in listed.split("], [")]
    assert {(-x, y) for x, y in pins} == {CONTACT, DIODE}


@needs_tools
@pytest.mark.soak
def test_the_same_machine_draws_the_same_bytes(tmp_path: Path) -> None:
    for kind in ("four-buttons.svg", "tower-panel-step-3.svg", "four-buttons-schematic.png"):
        each = next(made for made in WIRING if any(o.endswith("/" + kind) for o in made.outputs))
        drawn = []
        for turn in ("one", "two"):
            (tmp_path / turn / "wiring").mkdir(parents=True, exist_ok=True)
            each.make(tmp_path / turn)
            drawn.append((tmp_path / turn / "wiring" / kind).read_bytes())
        assert drawn[0] == drawn[1], kind
