"""How long each wire must be, computed from the enclosure's own dimensions, in millimetres."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from math import cos, dist, radians, tan
from typing import NamedTuple

from hardware.enclosure.parameters import dimensions
from hardware.wiring import panel_ways
from hardware.wiring.harness import joints
from hardware.wiring.header import PICO, pin, roles_of_panel
from hardware.wiring.steps_box import seven_pins

END = 5.0
"""What is bared and soldered at either end of a wire."""
SLACK = 1.1
APART = 10.0
"""How far from its bottom a lid lies on its face while its wires are soldered.

The case's lid lies in front of the bottom, front edge to front edge, because the header is there.
The panel's plate lies behind the bottom, back edge to back edge, because the Pico is there.
"""
PITCH = 2.54
PICO_ROWS_APART = 17.78
SWITCH_LEG = (2.54, 6.35)
"""A switch's legs from its middle, across and up."""
Place = tuple[float, float, float]
"""Across from the middle, back from the bottom's front, up from the table."""


class Wire(NamedTuple):
    """One wire: the cable or chain it belongs to, and how long it must be at least."""

    of: str
    what: str
    needed: float


def needed(way: float) -> float:
    """Return how long a wire must be that goes so far from joint to joint."""
    return SLACK * way + 2 * END


def case_wires(*, oled_large: bool = False) -> Iterator[Wire]:
    """Yield each wire from the Pi's header to a part in the lid, and those between the buttons.

    They are those of the case for an OLED of 1.3 inch, or with ``oled_large`` of 2.42 inch, which
    has seven pins.
    """
    mm = dimensions(oled_large=oled_large)
    wired = joints("four-buttons")
    if oled_large:
        wired = [*seven_pins(), *(joint for joint in wired if joint.part != "A2")]
    screen_pins = sum(joint.part == "A2" for joint in wired)
    at_ground = False
    for joint in wired:
        if joint.end == "ground" and at_ground:
            way = mm["button_pitch"] + SWITCH_LEG[0] + SWITCH_LEG[1]
            yield Wire("links", f"to {joint.part}", needed(way))
            continue
        at_ground = at_ground or joint.end == "ground"
        start = header_pin(joint.pin, mm)
        ends = [(x, -APART - y, mm["lid_thick"]) for x, y in _on_lid(joint.part, mm, screen_pins)]
        way = max(_over(start, end, (0.0, mm["case_front"])) for end in ends)
        yield Wire(joint.cable, f"pin {joint.pin} to {joint.part}", needed(way))


def header_pin(number: int, mm: Mapping[str, float]) -> Place:
    """Return where a pin of the Pi's header is in a case of these dimensions: ports to the back."""
    column, outer = (number - 1) // 2, number % 2 == 0
    across = mm["pi_width"] / 2 + (column - 9.5) * PITCH
    deep = mm["pi_depth"] - mm["pi_hole_in"] + (PITCH / 2 if outer else -PITCH / 2)
    right = mm["case_width"] / 2 - mm["wall"] - mm["pi_gap_side"]
    back = mm["case_depth"] - mm["wall"] - mm["pi_gap_back"]
    high = mm["floor_thick"] + mm["pi_standoff"] + mm["pi_thick"]
    return right - across, back - deep, high


def _on_lid(part: str, mm: Mapping[str, float], screen_pins: int) -> list[tuple[float, float]]:
    """Return where a wire may end at a part: across the lid, and up from its front edge."""
    if part == "A2":  # modules differ in the order of their pins
        up = mm["oled_up"] + mm["oled_high"] / 2
        middle = (screen_pins - 1) / 2
        return [(mm["face_x"] + (pin - middle) * PITCH, up) for pin in range(screen_pins)]
    if part.startswith("S"):
        x = mm["face_x"] + (int(part[1:]) - 2.5) * mm["button_pitch"]
        return [
            (x + right * SWITCH_LEG[0], mm["button_up"] + up * SWITCH_LEG[1])
            for right in (-1, 1)
            for up in (-1, 1)
        ]
    thing = "piezo" if part in ("LS1", "R2") else "light"
    return [(mm[f"{thing}_x"], mm[f"{thing}_up"])]


def panel_wires() -> Iterator[Wire]:
    """Yield each wire of the tower panel: on the plate, and from there to the Pico."""
    for line in range(4):
        in_row = [stop for stop in panel_ways.ROW_WAYS[line] if isinstance(stop, int)]
        yield from _chain("keys", "S", in_row, panel_ways.row_wires(line))
        yield from _chain("keys", "S", range(line, 16, 4), panel_ways.column_wires(line))
    for name in ("5V", "DIN", "GND"):
        yield from _chain("lamps", f"{name} of LED", range(10), panel_ways.lamp_wires(name))
    mm = dimensions()
    high = mm["panel_front"] + mm["panel_depth"] * tan(radians(mm["panel_tilt"]))
    for cable, number, end in _to_pico():
        way = _over(pico_pin(number), _behind(*end), (mm["panel_depth"], high))
        yield Wire(cable, f"pin {number}", needed(way))


def _chain(
    of: str, name: str, stops: Sequence[int], ways: Sequence[panel_ways.Way]
) -> Iterator[Wire]:
    for (start, end), way in zip(pairwise(stops), ways, strict=True):
        yield Wire(of, f"{name}{start + 1} to {name}{end + 1}", needed(panel_ways.length(way)))


def _to_pico() -> Iterator[tuple[str, int, panel_ways.Point]]:
    """Yield cable, pin of the Pico and place on the plate of each wire to it."""
    lines = {"row": panel_ways.row_wires, "column": panel_ways.column_wires}
    ends = {
        pin(gpio, PICO): lines[kind](int(number) - 1)[-1][-1]
        for role, gpio in roles_of_panel().items()
        for kind, _, number in [role.partition("-")]
        if kind in lines
    }
    for joint in joints("tower-panel-keys"):
        yield joint.cable, joint.pin, ends[joint.pin]
    for joint in joints("tower-panel-lamps"):
        if joint.part != "X2":
            name = {"D17": "5V", "R1": "DIN"}.get(joint.part, "GND")
            yield joint.cable, joint.pin, panel_ways.leg(0, name)


def _behind(x: float, y: float) -> Place:
    """Turn a place on the plate seen from behind into one of the plate that lies on its face."""
    mm = dimensions()
    deep = mm["panel_depth"] / cos(radians(mm["panel_tilt"])) - (y + mm["key_first_up"])
    return -x, mm["panel_depth"] + APART + deep, mm["lid_thick"]


def pico_pin(number: int) -> Place:
    """Return where a pin of the Pico is in the panel: its socket to the back."""
    mm = dimensions()
    left = number <= 20
    from_socket = number - 1 if left else 40 - number
    back = mm["panel_depth"] - mm["wall"] - mm["pico_gap_back"]
    first = (mm["pico_long"] - 19 * PITCH) / 2
    side = -PICO_ROWS_APART / 2 if left else PICO_ROWS_APART / 2
    high = mm["floor_thick"] + mm["pico_standoff"] + mm["pico_thick"]
    return side, back - first - from_socket * PITCH, high


def _over(one: Place, other: Place, wall: tuple[float, float]) -> float:
    """Return the way from one place to another over a wall: its place from front to back, its top.

    It is straight on either side of the wall.
    """
    part = (wall[0] - one[1]) / (other[1] - one[1])
    top = (one[0] + part * (other[0] - one[0]), *wall)
    return dist(one, top) + dist(top, other)
