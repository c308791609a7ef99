"""Every wire of the lists is long enough where the enclosure puts its ends."""

import re
from collections import Counter
from itertools import pairwise
from math import cos, dist, radians

import pytest

from hardware.enclosure.parameters import dimensions
from hardware.wiring.harness import joints, load
from hardware.wiring.header import KEYS, PI, ROOT
from hardware.wiring.lengths import Wire, case_wires, header_pin, panel_wires, pico_pin
from hardware.wiring.panel_ways import CAPACITOR_WIDE, LEGS, capacitors, lamp_wires, leg, places
from hardware.wiring.saving import COLOUR_NAMES
from hardware.wiring.steps_box import PARTS
from tests.hardware.test_bom import LARGE, README, rows

CASE = (ROOT / "hardware" / "enclosure" / "case.scad").read_text("utf-8")
PANEL = (ROOT / "hardware" / "enclosure" / "panel.scad").read_text("utf-8")
CUT = (50, 100, 150, 200, 250)
"""The lengths that wires are cut to, in millimetres."""


def long(value: str) -> int:
    """`26 AWG, 20 cm` is 200 mm."""
    found = re.fullmatch(r"\d\d AWG, (\d+) cm", value)
    assert found is not None, value
    return 10 * int(found[1])


def listed(build: str) -> Counter[int]:
    """How many wires of each length are in a list of parts."""
    return Counter(
        {
            long(row["value"]): int(row["quantity"])
            for row in rows(build)
            if row["part"] == "hook-up wire"
        }
    )


def cut(wire: Wire) -> int:
    return min(length for length in CUT if length >= wire.needed)


def of_cables(drawing: str) -> dict[str, int]:
    """The length of each cable of a drawing that is made of hook-up wires."""
    cables = load(drawing)["cables"].items()
    values = {name: cable["type"].split(", ", 1) for name, cable in cables}
    return {name: long(value) for name, (part, value) in values.items() if part == "hook-up wire"}


@pytest.mark.parametrize("build", ["four-buttons", LARGE])
def test_the_cases_wires_reach_and_are_all_listed(build: str) -> None:
    wires, cables = list(case_wires(oled_large=build == LARGE)), of_cables("four-buttons")
    assert all(wire.needed <= cables.get(wire.of, 50) for wire in wires)
    assert Counter(cables.get(wire.of, 50) for wire in wires) == listed(build)


@pytest.mark.parametrize("build", ["four-buttons", LARGE])
def test_a_fifth_of_the_black_wire_is_left_for_mistakes(build: str) -> None:
    wires = case_wires(oled_large=build == LARGE)
    cables = of_cables("four-buttons")
    grounds = [joint for joint in joints("four-buttons") if PI[joint.pin] == "GND"]
    in_links = sum(wire.of == "links" for wire in wires)
    cut_off = in_links * 5 + (len(grounds) - in_links) * cables["W1"] // 10
    (note,) = (row["note"] for row in rows(build) if row["reference"] == "W1 W2 W3 W4")
    told = re.search(r"([\d.]+) m of black", note)
    assert told is not None
    assert cut_off * 1.2 <= float(told[1]) * 100


def test_the_capacitor_at_the_first_lamp_stands_free_of_the_plates_boss() -> None:
    mm = dimensions()
    x, y = capacitors()["C1"]
    (back,) = re.findall(r"^post_in_back = ([\d.]+);", PANEL, re.M)
    boss = (
        mm["panel_width"] / 2 - mm["post_in"],
        mm["panel_depth"] / cos(radians(mm["panel_tilt"])) - float(back) - mm["key_first_up"],
    )
    assert dist((x, y), boss) > (CAPACITOR_WIDE + mm["post"]) / 2 + 1


def test_the_panels_wires_reach_and_are_all_listed() -> None:
    wires = list(panel_wires())
    cables = {**of_cables("tower-panel-keys"), **of_cables("tower-panel-lamps")}
    on_plate = [wire for wire in wires if wire.of not in cables]
    to_pico = [wire for wire in wires if wire.of in cables]
    assert all(wire.needed <= cables[wire.of] for wire in to_pico)
    lengths = Counter(max(100, cut(wire)) for wire in on_plate)
    lengths.update(cables[wire.of] for wire in to_pico)
    assert lengths == listed("tower-panel")
    assert len(on_plate) == 51


def test_a_wire_of_10_cm_does_not_reach_from_the_towers_lamps_to_the_seats() -> None:
    for name in ("5V", "GND", "DIN"):
        (wire,) = (w for w in panel_wires() if w.what == f"{name} of LED5 to {name} of LED6")
        assert 150 < wire.needed <= 200


def test_the_page_names_the_wires_that_are_longer_than_the_others() -> None:
    text = " ".join(README.split())
    told = re.findall(r"15 cm from (S\d+.*?)\.", text)
    named = {
        f"{start} to {end}" for each in told for start, end in re.findall(r"(S\d+) to (S\d+)", each)
    }
    assert named == {wire.what for wire in panel_wires() if wire.of == "keys" and cut(wire) > 100}


def test_the_list_tells_where_its_shorter_wires_go() -> None:
    (row,) = (r for r in rows("tower-panel") if r["value"] == "24 AWG, 10 cm")
    short = Counter(wire.of for wire in panel_wires() if cut(wire) <= 100)
    assert row["note"] == f"{short['keys']} from key to key, {short['lamps']} from lamp to lamp"


@pytest.mark.parametrize("large", [False, True])
def test_the_header_lies_on_the_board_opposite_the_sockets(large: bool) -> None:
    mm = dimensions(oled_large=large)
    right = mm["case_width"] / 2 - mm["wall"] - mm["pi_gap_side"]
    back = mm["case_depth"] - mm["wall"] - mm["pi_gap_back"]
    places_of_pins = {number: header_pin(number, mm) for number in PI}
    assert all(right - mm["pi_width"] < x < right for x, _, _ in places_of_pins.values())
    assert all(back - mm["pi_depth"] < y < back - 20 for _, y, _ in places_of_pins.values())
    first, second, last = (places_of_pins[number] for number in (1, 2, 40))
    assert first[0] == second[0] > last[0], "pin 1 is at the card, which is at the right"
    assert second[1] == last[1] < first[1], "even pins are at the edge, which looks to the front"


def test_the_picos_first_and_last_pin_are_beside_its_socket() -> None:
    first, last, twentieth = (pico_pin(number) for number in (1, 40, 20))
    assert (first[0], first[1]) == (-last[0], last[1])
    assert first[0] < 0, "at the left with the socket to the back, seen from above"
    assert first[1] - twentieth[1] == pytest.approx(19 * 2.54)


def test_the_buttons_are_numbered_as_in_the_case_and_drawn_from_behind() -> None:
    (signs,) = re.findall(r"^button_signs = \[([\d, ]+)\];", CASE, re.M)
    in_case = [KEYS[int(sign)] for sign in signs.split(",")]
    ends = {joint.part: joint.end for joint in joints("four-buttons") if joint.end != "ground"}
    assert [ends[f"S{number}"] for number in range(1, 5)] == in_case
    assert [part for part in PARTS if part[0] == "S"] == ["S4", "S3", "S2", "S1"]


def test_a_lamps_legs_are_turned_to_the_next_lamp() -> None:
    lamps = places()[1]
    for lamp, (here, there) in enumerate(pairwise(lamps)):
        if lamp != 4:
            assert leg(lamp, "DOUT")[0] - there[0] < here[0] - there[0]
            way = lamp_wires("DIN")[lamp]
            assert (way[0], way[-1]) == (leg(lamp, "DOUT"), leg(lamp + 1, "DIN"))
            assert len({y for _, y in way}) == 1
    text = " ".join(README.split())
    first, *more = LEGS
    assert f"{first}, {', '.join(more[:-1])} and {more[-1]}" in text
    (row,) = (row for row in rows("tower-panel") if row["reference"] == "LED1-LED10")
    assert f"flat side at {first}, then {', '.join(more)}" in row["note"]


def test_the_page_gives_each_of_the_picos_wires_its_colour() -> None:
    page = README.split("\n## Tower panel\n")[1]
    told = re.findall(r"^ *\| .+? \| (\w+) \| \S+, pin (\d+) \|$", page, re.M)
    drawn = [*joints("tower-panel-keys"), *joints("tower-panel-lamps")]
    colours = {joint.pin: COLOUR_NAMES[joint.colour] for joint in drawn if joint.part != "X2"}
    assert {int(pin): colour for colour, pin in told} == colours
