"""What is bought fits what is printed: screens, plugs, cards, boards and screws.

Measured in the STLs in the repository, at the places and sizes of `parameters.scad`.
"""

import re
from itertools import product

import pytest

from hardware.enclosure import make
from hardware.enclosure.mesh import Point
from tests.hardware.enclosure import CASES, HERE, NAMED, of
from tests.hardware.measure import Rays, bounds

pytestmark = pytest.mark.soak
README = (HERE / "README.md").read_text("utf-8")
BACK, ACROSS = (0.0, 1.0, 0.0), (1.0, 0.0, 0.0)


@pytest.mark.parametrize("case", CASES)
def test_the_window_shows_the_lit_area_whole_and_none_of_the_glasss_edge(case: str) -> None:
    named = CASES[case]
    for axis in ("x", "y"):
        around = (named[f"oled_view_{axis}"] - named[f"oled_active_{axis}"]) / 2
        assert 0.7 <= around <= 1
    upper = named["oled_view_up"] + named["oled_view_y"] / 2
    assert upper < named["oled_glass_y"] / 2
    assert named["oled_view_x"] < named["oled_glass_x"]


def pi_at(named: dict[str, float], across: float, deep: float) -> tuple[float, float]:
    """A place of the Pi's board in a case, from its corner by the card."""
    right = named["case_width"] / 2 - named["wall"] - named["pi_gap_side"]
    back = named["case_depth"] - named["wall"] - named["pi_gap_back"]
    return right - across, back - deep


MICRO_B = NAMED["micro_b_wide"], NAMED["micro_b_high"]
PLUGS = {
    ("case-bottom", "pi_power", "the power supply's plug"): MICRO_B,
    ("case-bottom", "pi_data", "the OTG cable's plug"): MICRO_B,
    ("case-242-bottom", "pi_power", "the power supply's plug"): MICRO_B,
    ("case-242-bottom", "pi_data", "the OTG cable's plug"): MICRO_B,
    ("panel-bottom", "", "the panel's cable"): MICRO_B,
}
"""How wide and high the sleeve of each plug is, by the part it enters and its socket."""


@pytest.mark.parametrize(("part", "socket", "plug"), PLUGS)
def test_a_plug_goes_in_with_its_sleeve(part: str, socket: str, plug: str) -> None:
    """A sleeve with sharp corners; and with 0.3 mm of air at each side, where it is straight."""
    rays, (x, back, z) = Rays(of(part)), socket_at(part, socket)
    wide, high = PLUGS[part, socket, plug]
    corners = [(across * wide / 2, up * high / 2) for across, up in product((-1, 1), repeat=2)]
    sides = [(side * (wide / 2 + 0.3), up * high / 4) for side, up in product((-1, 1), (-1, 0, 1))]
    sides += [(at * wide / 4, side * (high / 2 + 0.3)) for side, at in product((-1, 1), (-1, 0, 1))]
    for across, up in (*corners, *sides):
        assert not rays.hits((x + across, back, z + up), BACK), plug
    assert rays.hits((x, back, z + high / 2 + 1), BACK)
    assert rays.hits((x, back, z - high / 2 - 1), BACK)


def socket_at(part: str, socket: str) -> Point:
    """The middle of a socket's face, where a sleeve ends; the panel has only one."""
    if part == "panel-bottom":
        back = NAMED["panel_depth"] - NAMED["wall"] - NAMED["pico_gap_back"]
        top = sum(NAMED[n] for n in ("floor_thick", "pico_standoff", "pico_thick"))
        return 0.0, back + NAMED["pico_usb_out"], top + NAMED["usb_middle"]
    named = CASES[part.removesuffix("-bottom")]
    x, back = pi_at(named, named[socket], 0)
    top = sum(named[n] for n in ("floor_thick", "pi_standoff", "pi_thick"))
    return x, back + named["pi_usb_out"], top + named["usb_middle"]


def test_both_plugs_of_the_pi_go_in_side_by_side() -> None:
    assert NAMED["pi_power"] - NAMED["pi_data"] > NAMED["micro_b_wide"] + 1


OPENINGS = re.findall(r"^\| (.+?) \| ([\d.]+) × ([\d.]+) \| (.+?) \|$", README, re.M)
UP = (0.0, 0.0, 1.0)


def opening_at(part: str, where: str) -> tuple[Point, Point]:
    """The middle of an opening, in its wall, and which way it is wide."""
    if part == "panel-bottom":
        x, _, z = socket_at(part, "")
        return (x, NAMED["panel_depth"] - NAMED["wall"] / 2, z), ACROSS
    named = CASES[part.removesuffix("-bottom")]
    if "USB" in where:
        (power, _, z), (data, _, _) = socket_at(part, "pi_power"), socket_at(part, "pi_data")
        return ((power + data) / 2, named["case_depth"] - named["wall"] / 2, z), ACROSS
    z = sum(named[n] for n in ("floor_thick", "pi_standoff", "pi_thick"))
    return (
        (named["case_width"] - named["wall"]) / 2,
        pi_at(named, 0, named["pi_card"])[1],
        z,
    ), BACK


def test_the_table_of_openings_has_their_sizes() -> None:
    assert {where.split()[0].rstrip("',s") for where, *_ in OPENINGS} == {"Pi", "Pico", "card"}
    for where, wide, high, _ in OPENINGS:
        for part in ("panel-bottom",) if "Pico" in where else ("case-bottom", "case-242-bottom"):
            (middle, across), rays = opening_at(part, where), Rays(of(part))
            for way, told in ((across, wide), (UP, high)):
                back = (-way[0], -way[1], -way[2])
                found = rays.hits(middle, way)[0].distance + rays.hits(middle, back)[0].distance
                assert found == pytest.approx(float(told), abs=0.05), (part, where)


def test_the_plugs_of_the_table_are_those_that_are_tested() -> None:
    text = " ".join(for_what for where, _, _, for_what in OPENINGS if "USB" in where)
    assert text.count("micro-B") == 2
    for word in ("supply's", "OTG cable's", "panel's cable"):
        assert word in text
        assert any(word in plug for _, _, plug in PLUGS)


@pytest.mark.parametrize("case", CASES)
def test_the_card_can_be_taken_and_the_hdmi_stays_closed(case: str) -> None:
    rays, named = Rays(of(f"{case}-bottom")), CASES[case]
    board = named["floor_thick"] + named["pi_standoff"] + named["pi_thick"]
    hdmi = pi_at(named, named["pi_hdmi"], 0)[0]
    assert rays.hits((hdmi, named["case_depth"] - 10, board + named["usb_middle"]), BACK)
    y = pi_at(named, 0, named["pi_card"])[1]
    for side in (-1, 0, 1):  # the card itself is 11 wide
        start = (named["case_width"] / 2 - 10, y + side * 5.7, board + 0.5)
        assert not rays.hits(start, ACROSS)


SCREWS = {
    "lid from below, in front": ("lid_screw", 2.5, "boss"),
    "lid, through the back wall": ("back_screw", 2.5, "back_block"),
    "Pi Zero on its pillars": ("pi_screw", 2.5, "pi_standoff"),
    "OLED to the lid": ("oled_screw", 2, "oled_glass"),
    "strip of buttons to the lid": ("strip_screw", 2, "strip_down"),
    "panel's plate from below": ("lid_screw", 2.5, "boss"),
    "Pico on its pillars": ("pico_screw", 2, "pico_standoff"),
}
"""The dimension that is each screw's length in the table of screws, its size, what it goes into."""


def room_for_a_screw(named: dict[str, float], where: str) -> tuple[float, float]:
    """What a screw passes before it bites, from below its head; and how deep its hole is then."""
    in_lid = named["lid_thick"] - named["min_wall"]  # the holes end so far below the lid's face
    flange = named["cap_flange_thick"] - named["cap_fit"] + named["cap_under"]
    strip_down = named["switch_body"] + named["cap_rest"] + flange
    head = 0.35  # a countersunk head's edge, 4.7 across, lies so deep in the cone of 5.4
    return {
        "boss": (named["seat"] - head, named["boss"] + in_lid),
        "back_block": (named["wall"] + named["fit"] + 0.05, named["back_block"]),
        "pi_standoff": (named["pi_thick"], named["pi_standoff"] + named["floor_thick"] - 2),
        "oled_glass": (named["oled_thick"], named["oled_glass"] + in_lid),
        "strip_down": (named["strip_thick"], strip_down + in_lid),
        "pico_standoff": (named["pico_thick"], named["pico_standoff"] + named["floor_thick"] - 2),
    }[where]


@pytest.mark.parametrize("case", CASES)
@pytest.mark.parametrize("place", SCREWS)
def test_a_screw_holds_and_does_not_reach_the_end_of_its_hole(case: str, place: str) -> None:
    named = CASES[case]
    length, size, where = SCREWS[place]
    passed, hole = room_for_a_screw(named, where)
    bite = named[length] - passed
    assert 1.2 * size <= bite < hole


def test_the_table_of_screws_is_that_of_the_parameters() -> None:
    table = re.findall(
        r"^\| (.+?) \| M([\d.]+) × (\d+), .*?(?:; for 2.42″ M2 × (\d+))? \|", README, re.M
    )
    assert {place for place, *_ in table} == set(SCREWS)
    for place, size, length, large in table:
        name, thick, _ = SCREWS[place]
        assert (float(size), float(length)) == (thick, NAMED[name])
        assert float(large or length) == CASES["case-242"][name]


def test_the_table_of_parts_has_their_sizes() -> None:
    table = re.findall(r"^\| `([\w-]+)` \| ([\d.]+) × ([\d.]+) × ([\d.]+) \|", README, re.M)
    assert {part for part, *_ in table} == set(make.PARTS)
    for part, *sizes in table:
        for told, low, high in zip(sizes, *bounds(of(part)), strict=True):
            assert high - low - 1e-3 <= float(told) <= high - low + 0.1


def test_the_pi_and_the_pico_stand_on_pillars_with_holes_where_theirs_are() -> None:
    panel = Rays(of("panel-bottom"))
    inset, across, deep = NAMED["pi_hole_in"], NAMED["pi_holes_x"], NAMED["pi_holes_y"]
    boards = [
        (
            Rays(of(f"{case}-bottom")),
            "pi",
            [
                pi_at(named, inset + x * across, inset + y * deep)
                for x, y in product((0, 1), repeat=2)
            ],
        )
        for case, named in CASES.items()
    ]
    first = NAMED["panel_depth"] - NAMED["wall"] - NAMED["pico_gap_back"]
    first -= (NAMED["pico_long"] - NAMED["pico_holes_y"]) / 2
    pico = [
        (x * NAMED["pico_holes_x"] / 2, first - y * NAMED["pico_holes_y"])
        for x, y in product((-1, 1), (0, 1))
    ]
    for rays, board, places in (*boards, (panel, "pico", pico)):
        top = NAMED["floor_thick"] + NAMED[f"{board}_standoff"]
        aside = NAMED[f"{board}_pilot"] / 2 + 0.5
        for x, y in places:
            assert rays.hits((x, y, 12.0), (0, 0, -1))[0].distance == pytest.approx(12 - 2)
            found = rays.hits((x + aside, y, 12.0), (0, 0, -1))[0].distance
            assert found == pytest.approx(12 - top)
