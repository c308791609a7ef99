"""A picture for each step of wiring the tower panel: its plate from behind."""

from collections.abc import Sequence
from math import acos, degrees
from pathlib import Path
from typing import Any

from hardware.wiring import panel_ways as ways
from hardware.wiring.harness import Joint, joints
from hardware.wiring.header import KEYS, PICO
from hardware.wiring.lamp_details import draw_details
from hardware.wiring.panel_ways import Point
from hardware.wiring.saving import COLOURS, INK, PALE, save, sheet

STEPS = ("A diode at each key, and the rows", "The columns", "The lamps")
PLATE = "#eceae4"
SIDE, LOW, ABOVE = 94.0, -30.0, (20.0, 30.0)
"""Half the sheet's width, its lower edge, and how far it goes on above the towers' lamps."""
RADIUS = 2.9
"""Of a lamp's collar."""


def draw(step: int, folder: Path) -> None:
    """Draw tower-panel-step-N: wires of this step in full, those of the steps before it pale."""
    figure, axes = sheet()
    keys, lamps = ways.places()
    high = lamps[0][1] + ABOVE[step == 3]
    figure.set_size_inches(10, 10 * (high - LOW) / (2 * SIDE))
    axes.set_xlim(-SIDE, SIDE)
    axes.set_ylim(LOW, high)
    axes.text(-SIDE + 4, high - 6, STEPS[step - 1], fontsize=14, color=INK, fontweight="bold",
              va="center")  # fmt: skip
    axes.text(SIDE - 4, high - 6, "the plate from behind", fontsize=10, color=INK, ha="right",
              va="center")  # fmt: skip
    _plate(axes, keys, lamps)
    for number, at in enumerate(keys):
        _diode(axes, number, at, 1 if step == 1 else 0.35)
        _name(axes, number, at)
    wired = joints("tower-panel-keys")
    for line in range(4):
        _row(axes, line, wired[4 + line], 1.0 if step == 1 else 0.25)
        if step > 1:
            _column(axes, line, wired[line], 1.0 if step == 2 else 0.25)
    if step == 3:
        _lamps(axes, lamps)
        draw_details(axes, -SIDE + 15, high)
    save(figure, folder, f"tower-panel-step-{step}")


def _plate(axes: Any, keys: Sequence[Point], lamps: Sequence[Point]) -> None:
    from matplotlib.patches import Circle, FancyBboxPatch

    high = lamps[0][1] + 25
    plate = FancyBboxPatch((-56, -18.5), 112, high, boxstyle="round,pad=0,rounding_size=6")
    plate.set(facecolor=PLATE, edgecolor=PALE)
    axes.add_patch(plate)
    for x, y in keys:
        body = FancyBboxPatch((x - 7, y - 7), 14, 14, boxstyle="round,pad=0,rounding_size=1.5")
        body.set(facecolor="white", edgecolor=INK, linewidth=1.1)
        axes.add_patch(body)
        for dx, dy in (ways.CONTACT, ways.DIODE):
            axes.add_patch(
                Circle((x + dx, y + dy), 0.9, facecolor="#c9a227", edgecolor=INK, zorder=6)
            )
    for x, y in lamps:
        axes.add_patch(Circle((x, y), RADIUS, facecolor="white", edgecolor=PALE, linewidth=1.1))


def _name(axes: Any, number: int, at: Point) -> None:
    said = KEYS[number].split()
    paper = {"boxstyle": "square,pad=0.05", "fc": "white", "ec": "none", "alpha": 0.85}
    size = min(7.4, 54 / max(map(len, said)))
    axes.text(at[0] - 2.4, at[1] - 0.6, "\n".join([f"S{number + 1}", *said]), fontsize=size,
              color=INK, ha="center", va="center", zorder=9, linespacing=0.95,
              bbox=paper)  # fmt: skip


def _diode(axes: Any, number: int, at: Point, alpha: float) -> None:
    """Draw a diode from the key's pin down to its row, the band below."""
    from matplotlib.patches import Rectangle

    x, y = at[0] + ways.DIODE[0], at[1]
    low = y - ways.row_level(number // 4)
    axes.plot(
        [x, x], [y + ways.DIODE[1], low], color="#777777", linewidth=1.6, zorder=4, alpha=alpha
    )
    for down, high, colour in ((4.6, 5.4, "#c8632a"), (4.0, 1.1, "#161616")):
        part = Rectangle((x - 1.3, y - down), 2.6, high, color=colour, zorder=5, alpha=alpha)
        axes.add_patch(part)


def _row(axes: Any, at: int, joint: Joint, alpha: float) -> None:
    wires = ways.row_wires(at)
    last = wires[-1][-1]
    side = 1 if last[0] > 0 else -1
    out = (side * 60.0, last[1])
    _wires(axes, [*wires, [last, out]], joint.colour, alpha)
    _dots(axes, [wires[0][0], *(way[-1] for way in wires)], alpha)
    _label(axes, (side * 61.5, out[1]), f"row {at + 1}", joint, alpha)


def _column(axes: Any, at: int, joint: Joint, alpha: float) -> None:
    wires = ways.column_wires(at)
    last = wires[-1][-1]
    aside = last[0] - ways.CONTACT[0] + ways.GOING
    _wires(axes, [*wires, [last, (aside, last[1]), (aside, -21.0)]], joint.colour, alpha)
    _dots(axes, [wires[0][0], *(way[-1] for way in wires)], alpha)
    _label(axes, (aside, -22.2), f"column {at + 1}", joint, alpha)


def _label(axes: Any, at: Point, what: str, joint: Joint, alpha: float) -> None:
    across = "center" if at[1] < -20 else "left" if at[0] > 0 else "right"
    axes.text(*at, f"{what}\n{PICO[joint.pin]}, pin {joint.pin}", fontsize=9, color=INK, ha=across,
              va="top" if across == "center" else "center", alpha=max(alpha, 0.5))  # fmt: skip


def _wires(axes: Any, lines: Sequence[Sequence[Point]], colour: str, alpha: float) -> None:
    """Draw wires of one colour: all their white edges first, so that none cuts another."""
    above = 5 if alpha == 1 else 3
    for width, ink in ((4.9, "white"), (3.6, "#444444"), (2.4, COLOURS[colour])):
        for way in lines:
            xs, ys = zip(*way, strict=True)
            axes.plot(xs, ys, color=ink, linewidth=width, alpha=alpha, zorder=above,
                      solid_capstyle="round", solid_joinstyle="round")  # fmt: skip


def _dots(axes: Any, at: Sequence[Point], alpha: float) -> None:
    xs, ys = zip(*at, strict=True)
    axes.plot(xs, ys, "o", color=INK, markersize=4, zorder=8, alpha=alpha)


def _lamps(axes: Any, lamps: Sequence[Point]) -> None:
    """Draw the chain: three wires from lamp to lamp, and those that come from the Pico."""
    wired = joints("tower-panel-lamps")[:3]
    for name, joint in zip(("5V", "DIN", "GND"), wired, strict=True):
        supply = _supply(name)
        extra = [] if name == "DIN" else [_to_capacitor(name, ways.FIRST_SEAT)]
        _wires(axes, [*ways.lamp_wires(name), *extra, supply], joint.colour, 1.0)
        axes.text(supply[-1][0] + 1.5, supply[-1][1], f"{PICO[joint.pin]}, pin {joint.pin}",
                  fontsize=9, color=INK, va="center")  # fmt: skip
        if joint.part in ("D17", "R1"):
            _part(axes, joint.part, (54.0, supply[-1][1]), "#f6efe0")
        if joint.part == "D17":  # its band
            level = supply[-1][1]
            axes.plot([50.9] * 2, [level - 1.3, level + 1.3], color=INK, linewidth=3, zorder=9)
    for number, lamp_at in enumerate(lamps, start=1):
        _lamp(axes, number, lamp_at)
    for name, (x, y) in ways.capacitors().items():
        axes.plot([x, x], [y - ways.RAIL, y + ways.RAIL], color="#777777", linewidth=1.8, zorder=7)
        _dots(axes, [(x, y - ways.RAIL), (x, y + ways.RAIL)], 1.0)
        _part(axes, name, (x, y), "#dfe9f5")
    x, y = ways.capacitors()["C1"]
    axes.text(x + 1.6, y + 2.2, "+", fontsize=9, color=INK, ha="center", va="center")


def _supply(name: str) -> list[Point]:
    """Return the way of a wire from the first lamp to where the Pico's wires come in."""
    x, y = ways.leg(0, name)
    lane = ("GND", "5V", "DIN").index(name)
    up = {"5V": ways.RAIL, "GND": -ways.RAIL, "DIN": 0.0}[name]
    right = ways.places()[1][0][0] + (ways.CAPACITOR + 2.8, ways.CAPACITOR, 3.6)[lane]
    return [(x, y), (x, y + up), (right, y + up), (right, y + 10 + 3.6 * lane),
            (60.0, y + 10 + 3.6 * lane)]  # fmt: skip


def _to_capacitor(name: str, lamp: int) -> list[Point]:
    x, y = ways.leg(lamp, name)
    up = ways.RAIL if name == "5V" else -ways.RAIL
    return [(x, y), (x, y + up), (ways.capacitors()["C2"][0], y + up)]


def _part(axes: Any, name: str, at: Point, paper: str) -> None:
    box = {"boxstyle": "round,pad=0.2", "fc": paper, "ec": INK}
    axes.text(*at, name, fontsize=7, ha="center", va="center", zorder=9, bbox=box)


def _lamp(axes: Any, number: int, at: Point) -> None:
    """Draw a lamp's collar with its flat side, its four legs, and its number."""
    from matplotlib.patches import Arc

    x, y = at
    flat = RADIUS * 0.86
    half = degrees(acos(flat / RADIUS))
    ring = Arc(at, 2 * RADIUS, 2 * RADIUS, theta1=half - 180, theta2=180 - half)
    ring.set(edgecolor=INK, linewidth=1.2, zorder=6)
    axes.add_patch(ring)
    tall = (RADIUS**2 - flat**2) ** 0.5
    axes.plot([x - flat] * 2, [y - tall, y + tall], color=INK, linewidth=1.2, zorder=6)
    across = [x + (place - 1.5) * ways.LEG_PITCH for place in range(len(ways.LEGS))]
    axes.plot(across, [y] * len(ways.LEGS), "o", color=INK, markersize=2.8, zorder=8)
    axes.text(x - 4.6, y + 2.1, str(number), fontsize=8, fontweight="bold", color=INK,
              ha="center", va="center", zorder=9)  # fmt: skip
