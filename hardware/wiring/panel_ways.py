"""Where keys and lamps stand on the panel's plate, and the way of every wire between them.

Everything is seen from behind, as one solders it: tower 1 is at the right. Coordinates are in
millimetres, across from the plate's middle and up from the lowest keys.
"""

from collections.abc import Sequence
from itertools import pairwise

from hardware.enclosure.parameters import dimensions

Point = tuple[float, float]
Way = list[Point]
CONTACT, DIODE = (-2.54, 5.08), (3.81, 2.54)
"""An MX switch's two pins: one goes to the column, a diode to the row."""
COMING, GOING = -4.4, -8.6
"""How far aside of a key's middle a column comes to it from above, and goes on below it."""

ROW_WAYS: tuple[tuple[int | float, ...], ...] = (
    (3, 2, 1, 0),
    (4, -0.95, 7, 6, 5),
    (8, -1.55, 10, 9, 1.44, 11),
    (12, 13, 14, 15),
)
"""A row's keys, by their numbers from 0, in the order in which its wire meets them.

Between two keys of different height stands how far across it goes from one to the other, in
widths of a key from the middle. The Pico's wire begins at the last.
"""

LANES = ((0, 1, 2, 3), (0, 0, 1, 3), (2, 1, 2, 0))
"""Which lane a column takes below its first, second and third key, so that none hides another."""

LEGS = ("DOUT", "5V", "GND", "DIN")
"""A WS2812D-F5's legs from left to right: its flat side is at DOUT, towards the next lamp."""
LEG_PITCH = 1.27
RAIL = 4.2
"""How far above the lamps their 5 V runs, and how far below them their ground."""
LAST_TOWER, FIRST_SEAT = 4, 5
CAPACITOR = 6.3
"""How far right of the sixth lamp its capacitor stands, and of the first one its 5 V comes in."""
CAPACITOR_WIDE = 5.0
"""What C1 is across; beside the first lamp's boss there is no room for it."""


def places() -> tuple[list[Point], list[Point]]:
    """Return where keys and lamps stand, by their numbers."""
    mm = dimensions()
    fives = [2.0, 1.0, 0.0, -1.0, -2.0]  # mirrored: the first is at the right
    columns = [*fives, *fives[:3], 2 - mm["none_column"], *fives[3:], *fives]
    rows = [3] * 5 + [2] * 4 + [1] * 2 + [0] * 5
    keys = [
        (column * mm["key_pitch"], row * mm["row_pitch"] + (row == 3) * mm["tower_gap"])
        for column, row in zip(columns, rows, strict=True)
    ]
    towers = [(x, y + mm["lamp_up"]) for x, y in keys[:5]]
    seats = [(-mm["seat_middle"] + at * mm["seat_pitch"], mm["row_pitch"]) for at in fives]
    return keys, towers + seats


def length(way: Sequence[Point]) -> float:
    """Return how long a way is, in millimetres."""
    return sum(abs(x - to_x) + abs(y - to_y) for (x, y), (to_x, to_y) in pairwise(way))


def row_level(row: int) -> float:
    """Return how far below its keys' middles a row runs: the third passes below the second's."""
    return 9.9 if row == 2 else 8.4


def row_wires(row: int) -> list[Way]:
    """Return the way of each wire of a row, from diode to diode."""
    keys, _ = places()
    wires: list[Way] = []
    way: Way = []
    aside: float | None = None
    for stop in ROW_WAYS[row]:
        if isinstance(stop, float):
            aside = stop * dimensions()["key_pitch"]
            continue
        here = (keys[stop][0] + DIODE[0], keys[stop][1] - row_level(row))
        if aside is not None:
            way += [(aside, way[-1][1]), (aside, here[1])]
            aside = None
        if way:
            wires.append([*way, here])
        way = [here]
    return wires


def column_wires(column: int) -> list[Way]:
    """Return the way of each wire of a column, from key to key.

    It goes aside, down to a lane below the row of keys, along it, and to the next key.
    """
    keys, _ = places()
    wires = []
    for leg, ((x, y), here) in enumerate(pairwise(keys[column::4])):
        lane = y - 11.4 - 1.4 * LANES[leg][column]
        to = here[0] + (GOING if here[1] == y else COMING)  # to a neighbour it comes from below
        start, end = ((at[0] + CONTACT[0], at[1] + CONTACT[1]) for at in ((x, y), here))
        wires.append(
            [start, (x + GOING, start[1]), (x + GOING, lane), (to, lane), (to, end[1]), end]
        )
    return wires


def leg(lamp: int, name: str) -> Point:
    """Return where a lamp's leg is."""
    x, y = places()[1][lamp]
    return x + (LEGS.index(name) - 1.5) * LEG_PITCH, y


def capacitors() -> dict[str, Point]:
    """Return where the middles of the capacitors are, from rail to rail."""
    _, lamps = places()
    (first, high), (sixth, low) = lamps[0], lamps[FIRST_SEAT]
    return {"C1": (first - dimensions()["key_pitch"] / 2, high), "C2": (sixth + CAPACITOR, low)}


def lamp_wires(name: str) -> list[Way]:
    """Return the way of each wire of `5V`, `GND` or `DIN` from lamp to lamp."""
    _, lamps = places()
    up = {"5V": RAIL, "GND": -RAIL, "DIN": 0.0}[name]
    wires = []
    for lamp in range(len(lamps) - 1):
        start, end = leg(lamp, "DOUT" if name == "DIN" else name), leg(lamp + 1, name)
        if lamp == LAST_TOWER:
            wires.append(_to_seats(name, start, end, end[1] + up))
        else:
            wires.append([start, (start[0], start[1] + up), (end[0], end[1] + up), end])
    return wires


def _to_seats(name: str, start: Point, end: Point, rail: float) -> Way:
    """Return the way from the last tower to the first seat: three lanes, none crosses another."""
    lane = ("DIN", "5V", "GND").index(name)
    aside, low = start[0] - (1.5, 0.9, 0.0)[lane], start[1] - 8.1 + 1.3 * lane
    down, along = -11.0 + 1.4 * lane, end[1] + 7.3 + 1.5 * lane
    right = places()[1][FIRST_SEAT][0] + (3.6, CAPACITOR, CAPACITOR + 2.8)[lane]
    return [
        start, (aside, start[1]), (aside, low), (down, low), (down, along), (right, along),
        (right, rail), (end[0], rail), end,
    ]  # fmt: skip
