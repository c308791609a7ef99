"""The printed parts: closed, on the bed, thick enough, and open where something must go through.

Measured are the STLs in the repository; with OpenSCAD they are also made anew and compared.
"""

import os
import shutil
from collections.abc import Iterator
from functools import partial
from itertools import product
from pathlib import Path

import pytest
from PIL import Image

from companion.games.campanile.screens.card_signs import SCORING_CARD_SIGNS
from hardware.enclosure import make, mesh
from hardware.enclosure.mesh import Mesh, Point
from tests.hardware.enclosure import CASES, HERE, NAMED, of
from tests.hardware.measure import Rays, bounds, overhangs, thicknesses, ways_through

pytestmark = pytest.mark.soak
UP = (0.0, 0.0, 1.0)
# Where each key stands, by its number in docs/wire.md: column from the left, row from below.
KEYS = (
    *((column, 3.0) for column in range(5)),  # the towers from left to right
    *((column, 2.0) for column in range(3)),  # the heights 1, 2, 3
    (NAMED["none_column"], 2.0),
    *((column, 1.0) for column in (3, 4)),  # Intermezzo, Finito
    *((column, 0.0) for column in range(5)),  # back, previous, next, OK, menu
)
_CASE = 1 + 1 + 2 + 2  # plugs, card, screws in front, screws behind
_LID = 1 + 4 + 5 + 1 + 2  # window, buttons, grille, light, screws' blocks
WAYS_THROUGH = {
    "case-bottom": _CASE,
    "case-lid": _LID,
    "case-caps": 0,
    "case-242-bottom": _CASE,
    "case-242-lid": _LID,
    "panel-bottom": 1 + 4,  # plug, screws
    "panel-plate": 16 + 10,  # keys, lamps
}

needs_openscad = pytest.mark.skipif(
    shutil.which("openscad") is None and "CI" not in os.environ,
    reason="OpenSCAD is missing: sudo apt install openscad",
)


def at_key(column: float, row: float) -> tuple[float, float]:
    """Middle of a key on the plate as seen by a player."""
    up = NAMED["key_first_up"] + row * NAMED["row_pitch"] + (row == 3) * NAMED["tower_gap"]
    return (column - 2) * NAMED["key_pitch"], up


def is_open(rays: Rays, x: float, y: float) -> bool:
    """Nothing in the way through a lid, which lies on its face: its left is at our right."""
    return not rays.hits((-x, y, -1.0), UP)


def thin(part: Mesh) -> Iterator[tuple[Point, float]]:
    """Where a wall is below the least, a hundredth of a millimetre forgiven."""
    return ((at, found) for at, found in thicknesses(part) if found < NAMED["min_wall"] - 0.01)


def is_sign(at: Point) -> bool:
    """Whether this is within the depth of the signs, whose strokes lie closer than walls."""
    return at[2] < NAMED["engrave"] + 0.01


@pytest.mark.parametrize("part", make.PARTS)
def test_a_part_is_a_closed_solid_with_the_openings_it_should_have(part: str) -> None:
    solid = of(part)
    mesh.check_closed(solid)
    assert ways_through(solid, 4 if part == "case-caps" else 1) == WAYS_THROUGH[part]
    assert mesh.volume(solid) > 1000


@pytest.mark.parametrize("part", make.PARTS)
def test_a_part_fits_the_bed_and_lies_on_it(part: str) -> None:
    low, high = bounds(of(part))
    assert high[0] - low[0] <= NAMED["bed"]
    assert high[1] - low[1] <= NAMED["bed"]
    assert low[2] == pytest.approx(0, abs=1e-4)
    assert 5 < high[2] < 40
    assert (HERE / "stl" / f"{part}.stl").stat().st_size < 1_500_000


@pytest.mark.parametrize(
    "part", [*(f"{case}-{each}" for case in CASES for each in ("bottom", "lid")), "panel-bottom"]
)
def test_walls_are_thick_enough(part: str) -> None:
    assert not list(thin(of(part)))


def test_caps_are_thick_enough_but_for_the_lines_between_strokes() -> None:
    assert not [(at, found) for at, found in thin(of("case-caps")) if not is_sign(at)]


def test_the_plate_is_thick_enough_but_where_the_switches_clip() -> None:
    clips = [at_key(*key) for key in KEYS]
    reach = NAMED["key_hole"] / 2 + NAMED["clip_deep"] + 0.01
    found = [(at, thick) for at, thick in thin(of("panel-plate")) if not is_sign(at)]
    assert found, "the clips' places were not measured"
    for (x, y, _), thick in found:
        assert thick == pytest.approx(NAMED["clip_thick"], abs=0.01)
        assert any(
            abs(-x - key_x) <= NAMED["clip_wide"] / 2 + 0.01 and abs(y - key_y) <= reach
            for key_x, key_y in clips
        )


@pytest.mark.parametrize("part", make.PARTS)
def test_a_part_prints_without_support(part: str) -> None:
    assert sum(area for _, area in overhangs(of(part), NAMED["bridge"])) < 0.1


def cube(low: float, high: float) -> Mesh:
    corners: list[Point] = list(product((low, high), (low, high), (low, high)))
    faces = ((0, 1, 3, 2), (4, 6, 7, 5), (0, 4, 5, 1), (2, 3, 7, 6), (0, 2, 6, 4), (1, 5, 7, 3))
    return [
        (corners[a], corners[b], corners[c])
        for p, q, r, s in faces
        for a, b, c in ((p, q, r), (p, r, s))
    ]


def box(low: Point, high: Point) -> Mesh:
    """A block, of a cube whose corners are moved."""
    return [
        tuple(  # type: ignore[misc] # three corners of three numbers, as the cube has
            tuple(low[i] + at[i] * (high[i] - low[i]) for i in range(3)) for at in triangle
        )
        for triangle in cube(0, 1)
    ]


def test_what_looks_for_overhangs_finds_a_shelf_and_forgives_a_bridge() -> None:
    near, far = box((0, 0, 0), (4, 20, 10)), box((16, 0, 0), (20, 20, 10))
    top = box((0, 0, 10), (20, 20, 12))
    shelf, gate = [*near, *top], [*near, *far, *top]
    assert sum(area for _, area in overhangs(shelf, 25)) > 100
    assert sum(area for _, area in overhangs(gate, 11)) > 100
    assert not list(overhangs(gate, 25))


def hollow(outer: float, wall: float) -> Mesh:
    """A cube with a cube of air in it."""
    return [*cube(0, outer), *((c, b, a) for a, b, c in cube(wall, outer - wall))]


def test_what_measures_walls_finds_one_that_is_too_thin() -> None:
    assert {round(found, 3) for _, found in thicknesses(hollow(20, 1.4))} == {1.4, 20.0}


def test_a_mesh_that_is_open_or_inside_out_or_pinched_is_found_out() -> None:
    solid = cube(0, 1)
    mesh.check_closed(solid)
    for broken in (
        [],
        solid[1:],
        [*solid, solid[0]],
        [(c, b, a) for a, b, c in solid],
        [(solid[0][0], solid[0][2], solid[0][1]), *solid[1:]],
        [*solid, *cube(1, 2)],  # two cubes that touch in a corner
    ):
        with pytest.raises(mesh.NotClosed):
            mesh.check_closed(broken)


def test_the_plate_has_a_key_hole_wherever_the_table_of_keys_says() -> None:
    rays = Rays(of("panel-plate"))
    half = NAMED["key_hole"] / 2
    for key in KEYS:
        x, y = at_key(*key)
        for side_x, side_y in product((-1, 1), repeat=2):
            assert is_open(rays, x + side_x * (half - 0.1), y + side_y * (half - 0.1))
            assert not is_open(rays, x + side_x * (half + 0.1), y + side_y * (half + 0.1))


def test_the_plate_has_a_lamp_hole_for_each_tower_and_each_seat() -> None:
    rays = Rays(of("panel-plate"))
    towers = [at_key(column, 3) for column in range(5)]
    lamps = [(x, y + NAMED["lamp_up"]) for x, y in towers] + [
        (NAMED["seat_middle"] + (seat - 2) * NAMED["seat_pitch"], at_key(0, 1)[1])
        for seat in range(5)
    ]
    radius = NAMED["lamp_hole"] / 2
    for x, y in lamps:
        assert all(is_open(rays, x + side * (radius - 0.1), y) for side in (-1, 0, 1))
        assert not any(is_open(rays, x + side * (radius + 0.1), y) for side in (-1, 1))


def test_below_each_key_a_sign_is_engraved_and_a_towers_shows_its_place() -> None:
    rays = Rays(of("panel-plate"))
    engraved = partial(is_engraved, rays)
    for number, key in enumerate(KEYS):
        x, y = at_key(*key)
        y -= NAMED["sign_down"]
        near = [step / 10 for step in range(-20, 21)]
        assert any(engraved(x + right, y + up) for right in near[::2] for up in (-1.7, 0, 1.7))
        if number < 5:
            tall = [engraved(x + (place - 2) * 2.3, y + 0.5) for place in range(5)]
            assert tall == [place == number for place in range(5)]


def test_the_keys_of_the_scoring_cards_have_the_signs_of_the_screen() -> None:
    rays, pixel = Rays(of("panel-plate")), NAMED["stroke_width"]
    for key, rows in zip(KEYS[9:11], SCORING_CARD_SIGNS.values(), strict=True):
        x, y = at_key(*key)
        left = x - (len(rows[0]) - 1) / 2 * pixel
        top = y - NAMED["sign_down"] + (len(rows) - 1) / 2 * pixel
        engraved = [
            "".join(
                "#" if is_engraved(rays, left + column * pixel, top - row * pixel) else "."
                for column in range(len(rows[0]))
            )
            for row in range(len(rows))
        ]
        assert engraved == list(rows)


def is_engraved(rays: Rays, x: float, y: float) -> bool:
    """Whether a sign's line is here, as a player sees the plate."""
    return rays.hits((-x, y, -1.0), UP)[0].distance == pytest.approx(1 + NAMED["engrave"])


@pytest.mark.parametrize("case", CASES)
def test_a_cases_lid_is_open_for_eye_fingers_ear_and_light(case: str) -> None:
    rays, named = Rays(of(f"{case}-lid")), CASES[case]
    face, view_up = named["face_x"], named["oled_up"] + named["oled_view_up"]
    reach_x, reach_y = named["oled_view_x"] / 2, named["oled_view_y"] / 2
    for x, y in product((-0.97, 0, 0.97), repeat=2):
        assert is_open(rays, face + x * reach_x, view_up + y * reach_y)
    assert not is_open(rays, face, view_up + reach_y + 0.1)
    for place in (-1.5, -0.5, 0.5, 1.5):
        middle = face + place * named["button_pitch"]
        reach = named["cap_wide"] / 2 + named["cap_fit"]
        for side in (-1, 0, 1):
            assert is_open(rays, middle + side * (reach - 0.1), named["button_up"])
        assert not is_open(rays, middle + reach + 0.1, named["button_up"])
    for slot in range(-2, 3):
        x = named["piezo_x"] + slot * named["grille_pitch"]
        assert is_open(rays, x, named["piezo_up"] - 3)
        assert not is_open(rays, x + named["grille_pitch"] / 2, named["piezo_up"] - 3)
    assert is_open(rays, named["light_x"], named["light_up"])


@needs_openscad
@pytest.mark.soak
def test_the_stls_are_what_openscad_makes_of_the_sources(tmp_path: Path) -> None:
    make.make_parts(tmp_path)
    for part in make.PARTS:
        kept, made = of(part), of(part, tmp_path)
        assert mesh.volume(kept) == pytest.approx(mesh.volume(made), rel=1e-4)
        for kept_corner, made_corner in zip(bounds(kept), bounds(made), strict=True):
            assert kept_corner == pytest.approx(made_corner, abs=0.01)


@needs_openscad
@pytest.mark.parametrize("pair", make.PAIRS)
@pytest.mark.soak
def test_no_two_parts_want_the_same_place(pair: str) -> None:
    assert make.clash(pair, HERE / "stl") == 0


@needs_openscad
@pytest.mark.soak
def test_parts_in_the_same_place_are_found_out() -> None:
    assert make.clash("case", HERE / "stl", apart=-0.5) > 1


def test_a_missing_tool_is_named_with_its_package(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(make.CannotMake, match="apt install openscad"):
        make.make_parts(tmp_path)


def test_an_openscad_without_a_word_and_without_a_file_is_an_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for tool in ("openscad", "xvfb-run"):
        (tmp_path / tool).write_text("#!/bin/sh\nexit 0\n")
        (tmp_path / tool).chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:/usr/bin:/bin")
    with pytest.raises(make.CannotMake, match="made nothing"):
        make.make_pictures(tmp_path, HERE / "stl", ["case"])


def test_a_blank_picture_is_an_error(tmp_path: Path) -> None:
    Image.new("RGB", (30, 20), "lavender").save(tmp_path / "blank.png")
    with pytest.raises(make.CannotMake, match="empty"):
        make.retouch(tmp_path / "blank.png", tmp_path / "made.png")


def test_an_stl_is_read_as_it_was_written(tmp_path: Path) -> None:
    solid = cube(0, 1)
    mesh.write(solid, tmp_path / "a.stl", "cube")
    mesh.write(solid[::-1], tmp_path / "b.stl", "cube")
    assert (tmp_path / "a.stl").read_bytes() == (tmp_path / "b.stl").read_bytes()
    again = mesh.read(tmp_path / "a.stl")
    assert mesh.volume(again) == 1
    mesh.check_closed(again)
    (tmp_path / "c.stl").write_text("nothing of the kind")
    with pytest.raises(ValueError, match="no STL"):
        mesh.read(tmp_path / "c.stl")
