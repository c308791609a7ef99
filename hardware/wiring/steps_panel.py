"""A picture for each step of wiring the tower panel: its plate from behind."""

from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any

from hardware.enclosure.parameters import dimensions
from hardware.wiring.harness import Joint, joints
from hardware.wiring.header import KEYS, PICO
from hardware.wiring.saving import COLOURS, INK, PALE, save, sheet

STEPS = ("A diode at each key, and the rows", "The columns", "The lamps")
PLATE = "#eceae4"
Point = tuple[float, float]
CONTACT, DIODE = (-2.54, 5.08), (3.81, 2.54)
"""An MX switch's two pins, seen from behind: one goes to the column, a diode to the row."""
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
widths of a key from the middle.
"""

LANES = ((0, 1, 2, 3), (0, 0, 1, 3), (2, 1, 2, 3))
"""Which lane a column takes below its first, second and third key, so that none hides another."""


def places() -> tuple[list[Point], list[Point]]:
    """Return where keys and lamps stand, in millimetres, seen from behind, by their numbers."""
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


def draw(step: int, folder: Path) -> None:
    """Draw tower-panel-step-N: wires of this step in full, those of the steps before it pale."""
    figure, axes = sheet()
    keys, lamps = places()
    low, high, side = -30.0, lamps[0][1] + 20, 84.0
    figure.set_size_inches(9, 9 * (high - low) / (2 * side))
    axes.set_xlim(-side, side)
    axes.set_ylim(low, high)
    axes.text(
        -side + 3, high - 6, STEPS[step - 1], fontsize=14, color=INK, fontweight="bold", va="center"
    )
    axes.text(
        side - 3, high - 6, "the plate from behind", fontsize=10, color=INK, ha="right", va="center"
    )
    _plate(axes, keys, lamps)
    for number, at in enumerate(keys):
        _diode(axes, number, at, 1 if step == 1 else 0.35)
        _name(axes, number, at)
    wired = joints("tower-panel-keys")
    for line in range(4):
        _row(axes, line, keys, wired[4 + line], 1.0 if step == 1 else 0.25)
        if step > 1:
            _column(axes, line, keys, wired[line], 1.0 if step == 2 else 0.25)
    if step == 3:
        _lamps(axes, lamps)
    save(figure, folder, f"tower-panel-step-{step}")


def _plate(axes: Any, keys: Sequence[Point], lamps: Sequence[Point]) -> None:
    from matplotlib.patches import Circle, FancyBboxPatch

    high = lamps[0][1] + 27
    plate = FancyBboxPatch((-56, -18.5), 112, high, boxstyle="round,pad=0,rounding_size=6")
    plate.set(facecolor=PLATE, edgecolor=PALE)
    axes.add_patch(plate)
    for x, y in keys:
        body = FancyBboxPatch((x - 7, y - 7), 14, 14, boxstyle="round,pad=0,rounding_size=1.5")
        body.set(facecolor="white", edgecolor=INK, linewidth=1.1)
        axes.add_patch(body)
        for dx, dy in (CONTACT, DIODE):
            axes.add_patch(
                Circle((x + dx, y + dy), 0.9, facecolor="#c9a227", edgecolor=INK, zorder=6)
            )
    for x, y in lamps:
        axes.add_patch(Circle((x, y), 2.6, facecolor="white", edgecolor=PALE, linewidth=1.1))


def _name(axes: Any, number: int, at: Point) -> None:
    said = KEYS[number].split()
    paper = {"boxstyle": "square,pad=0.05", "fc": "white", "ec": "none", "alpha": 0.85}
    size = min(7.4, 58 / max(map(len, said)))
    axes.text(at[0] - 2.3, at[1] - 0.6, "\n".join([f"S{number + 1}", *said]), fontsize=size,
              color=INK, ha="center", va="center", zorder=9, linespacing=0.95,
              bbox=paper)  # fmt: skip


def _diode(axes: Any, number: int, at: Point, alpha: float) -> None:
    """Draw a diode from the key's pin down to its row, the band below."""
    from matplotlib.patches import Rectangle

    x, y = at[0] + DIODE[0], at[1]
    low = y - _level(number // 4)
    axes.plot([x, x], [y + DIODE[1], low], color="#777777", linewidth=1.6, zorder=4, alpha=alpha)
    for down, high, colour in ((4.6, 5.4, "#c8632a"), (4.0, 1.1, "#161616")):
        part = Rectangle((x - 1.3, y - down), 2.6, high, color=colour, zorder=5, alpha=alpha)
        axes.add_patch(part)


def _level(row: int) -> float:
    """How far below its keys' middles a row's wire runs: the third passes below the second's."""
    return 9.9 if row == 2 else 8.4


def _row(axes: Any, at: int, keys: Sequence[Point], joint: Joint, alpha: float) -> None:
    way: list[Point] = []
    bends: list[Point] = []
    aside = 0.0
    for stop in ROW_WAYS[at]:
        if isinstance(stop, float):
            aside = stop * dimensions()["key_pitch"]
            continue
        here = (keys[stop][0] + DIODE[0], keys[stop][1] - _level(at))
        if aside:
            way += [(aside, way[-1][1]), (aside, here[1])]
            aside = 0.0
        way.append(here)
        bends.append(here)
    side = 1 if way[-1][0] > 0 else -1
    out = (side * 60.0, way[-1][1])
    _wire(axes, [*way, out], bends, joint.colour, alpha)
    _label(axes, (side * 61.5, out[1]), f"row {at + 1}", joint, alpha)


def _column(axes: Any, at: int, keys: Sequence[Point], joint: Joint, alpha: float) -> None:
    """From key to key: aside, down to a lane below the row of keys, along it, and to the next."""
    own = keys[at::4]
    stops = [(x + CONTACT[0], y + CONTACT[1]) for x, y in own]
    way = [stops[0]]
    for leg, ((x, y), here) in enumerate(pairwise(own)):
        lane = y - 11.4 - 1.4 * LANES[leg][at]
        to = here[0] + (GOING if here[1] == y else COMING)  # to a neighbour it comes from below
        high = here[1] + CONTACT[1]
        way += [(x + GOING, y + CONTACT[1]), (x + GOING, lane), (to, lane), (to, high)]
        way.append(stops[leg + 1])
    out = (own[-1][0] + GOING, -21.0)
    _wire(axes, [*way, (out[0], way[-1][1]), out], stops, joint.colour, alpha)
    _label(axes, (out[0], -22.2), f"column {at + 1}", joint, alpha)


def _label(axes: Any, at: Point, what: str, joint: Joint, alpha: float) -> None:
    across = "center" if at[1] < -20 else "left" if at[0] > 0 else "right"
    axes.text(*at, f"{what}\n{PICO[joint.pin]}, pin {joint.pin}", fontsize=9, color=INK, ha=across,
              va="top" if across == "center" else "center", alpha=max(alpha, 0.5))  # fmt: skip


def _wire(
    axes: Any, way: Sequence[Point], bends: Sequence[Point], colour: str, alpha: float
) -> None:
    xs, ys = zip(*way, strict=True)
    for width, ink in ((4.6, "white"), (3.2, "#444444"), (2.5, COLOURS[colour])):
        axes.plot(xs, ys, color=ink, linewidth=width, alpha=alpha, zorder=5 if alpha == 1 else 3,
                  solid_capstyle="round", solid_joinstyle="round")  # fmt: skip
    xs, ys = zip(*bends, strict=True)
    axes.plot(xs, ys, "o", color=INK, markersize=4, zorder=8, alpha=alpha)


def _lamps(axes: Any, lamps: Sequence[Point]) -> None:
    """Draw the chain: three wires from lamp to lamp, and where they come from."""
    wired = joints("tower-panel-lamps")[:3]
    first, last = lamps[0][1], lamps[5][1]
    told = []
    for joint, up in zip(wired, (2.4, 0.0, -2.4), strict=True):
        there = [(x, y + up) for x, y in lamps]
        turn = [(up - 51, first + up), (up - 51, 36 + up), (52 - up, 36 + up), (52 - up, last + up)]
        way = [(60.0, first + up), *there[:5], *turn, *there[5:]]
        _wire(axes, way, there, joint.colour, 1.0)
        told.append(f"{PICO[joint.pin]}, pin {joint.pin}")
        if joint.part in ("D17", "R1"):
            box = {"boxstyle": "round,pad=0.15", "fc": "#f6efe0", "ec": INK}
            axes.text(51, first + up, joint.part, fontsize=7, ha="center", va="center", zorder=9,
                      bbox=box)  # fmt: skip
    for number, (x, y) in enumerate(lamps, start=1):
        ring = {"boxstyle": "circle,pad=0.2", "fc": "white", "ec": INK}
        axes.text(x, y, str(number), fontsize=8, fontweight="bold", color=INK, ha="center",
                  va="center", zorder=9, bbox=ring)  # fmt: skip
    axes.text(61.5, first, "\n".join(told), fontsize=9, color=INK, va="center")
    for name, at in (("C1", (44.0, first)), ("C2", (46.5, last))):
        axes.plot([at[0]] * 2, [at[1] - 2.4, at[1] + 2.4], color=INK, linewidth=1.4, zorder=6)
        box = {"boxstyle": "round,pad=0.15", "fc": "#dfe9f5", "ec": INK}
        axes.text(*at, name, fontsize=7, ha="center", va="center", zorder=9, bbox=box)
