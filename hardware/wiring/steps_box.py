"""A picture for each step of wiring the four-button box: header, wires and parts."""

from collections.abc import Sequence
from itertools import groupby
from pathlib import Path
from typing import Any

from companion.box.devices.boards import Spi
from hardware.enclosure.parameters import dimensions
from hardware.wiring.harness import Joint, bridges, joints, resolved
from hardware.wiring.header import PI, SPI, pin
from hardware.wiring.saving import COLOURS, INK, PALE, save, sheet

WIDTH, HEIGHT = 1180, 590
BOARD = "#e4efe6"
SCALE = 17.0
"""Units to a millimetre of the Pi's board, along the header; across, it is drawn shorter."""
PITCH, BOARD_LEFT, BOARD_TOP, BOARD_LOW = 2.54 * SCALE, 36, 546, 346
EDGE_ROW, INNER_ROW = 520, 476
"""Heights of the header's rows: the even pins along the board's edge, below them the odd ones."""
PART_TOP, PART_LOW = 196.0, 42.0
STEPS = {"W1": "The screen", "W2": "The buttons", "W3": "The piezo", "W4": "The light"}
"""The cables in the order in which they are wired, and what each is for.

The titles have no number: that of its place in a list is the page's.
"""
SEVEN_NAME = "four-buttons-242-step-1"
PARTS = ("A2", "S4", "S3", "S2", "S1", "R2", "LS1", "R1", "D1")
"""From left to right: the buttons as one sees them from the solder side, OK at the left."""
STRIP = "strip of buttons from its solder side, which is behind"
SEVEN_PINS = {
    "GND": 9, "VCC": 1, "SCK": pin(SPI["sclk"]), "SDA": pin(SPI["mosi"]),
    "RES": pin(Spi().reset), "DC": pin(Spi().dc), "CS": pin(SPI["ce0"]),
}  # fmt: skip
"""The names on a module of 2.42 inch that comes set for SPI, and the header's pins for them."""
SEVEN_COLOURS = ("BK", "RD", "YE", "BU", "OG", "GN", "VT")
_END, _LONE_END, _GAP = 60, 76, 12
"""How wide a terminal is, how wide that of a part with only one, and the gap between parts."""


def draw(step: int, folder: Path) -> None:
    """Draw four-buttons-step-N: wires of this step in full, those of the steps before it pale."""
    cables = list(STEPS)[:step]
    now = cables[-1]
    wired = [joint for joint in joints("four-buttons") if joint.cable in cables]
    figure, axes = _sheet(STEPS[now], wired, now)
    ends = _terminals()
    for part in PARTS:
        own = [joint for joint in wired if joint.part == part]
        if own:
            _part(axes, part, [(ends[part, each.end], each) for each in own], own[0].cable == now)
    if "W2" in cables:
        _strip(axes, ends, now == "W2")
    _wires(axes, wired, ends, now)
    _bridges(axes, wired, ends, now)
    save(figure, folder, f"four-buttons-step-{step}")


def draw_seven_pins(folder: Path) -> None:
    """Draw SEVEN_NAME: the screen's wires where it has seven pins, for SPI."""
    wired = seven_pins()
    figure, axes = _sheet(f"{STEPS['W1']}, with seven pins", wired, "W1")
    across = {("A2", joint.end): 84.0 + at * _END for at, joint in enumerate(wired)}
    _part(axes, "A2", [(across["A2", joint.end], joint) for joint in wired], True)
    _wires(axes, wired, across, "W1")
    save(figure, folder, SEVEN_NAME)


def seven_pins() -> list[Joint]:
    """Return the wires of a screen that comes set for SPI, in the place of the four for I2C."""
    ends = zip(SEVEN_PINS.items(), SEVEN_COLOURS, strict=True)
    return [Joint(number, colour, "W1", "A2", end) for (end, number), colour in ends]


def _sheet(title: str, wired: Sequence[Joint], now: str) -> tuple[Any, Any]:
    """Return a sheet with the Pi and its header on it."""
    figure, axes = sheet()
    figure.set_size_inches(WIDTH / 100, HEIGHT / 100)
    axes.set_xlim(0, WIDTH)
    axes.set_ylim(0, HEIGHT)
    axes.text(20, 569, title, fontsize=14, fontweight="bold", color=INK, va="center")
    axes.text(WIDTH - 20, 569, "the Raspberry Pi from above", fontsize=10, color=INK, ha="right",
              va="center")  # fmt: skip
    _board(axes)
    _header(axes, {joint.pin: joint for joint in wired}, now)
    return figure, axes


def _place(number: int) -> tuple[float, float]:
    mm = dimensions()
    first = BOARD_LEFT + mm["pi_width"] / 2 * SCALE - 9.5 * PITCH
    return first + (number - 1) // 2 * PITCH, EDGE_ROW if number % 2 == 0 else INNER_ROW


def _by_part() -> dict[str, list[Joint]]:
    ordered = sorted(joints("four-buttons"), key=lambda joint: PARTS.index(joint.part))
    return {part: list(own) for part, own in groupby(ordered, key=lambda joint: joint.part)}


def _half(part: str) -> float:
    return (_END if len(_by_part()[part]) > 1 else _LONE_END) / 2


def _terminals() -> dict[tuple[str, str], float]:
    """Return how far right each part's terminal is: all in one row, parts a little apart."""
    found, x = {}, 24.0
    for part, own in _by_part().items():
        half = _half(part)
        for joint in own:
            found[part, joint.end] = x + half
            x += 2 * half
        x += _GAP
    return found


def _board(axes: Any) -> None:
    """Draw the Pi's outline, card and sockets: the header lies opposite the sockets."""
    from matplotlib.patches import Circle, FancyBboxPatch, Rectangle

    mm = dimensions()
    high = (BOARD_TOP - BOARD_LOW) / mm["pi_depth"]
    board = FancyBboxPatch(
        (BOARD_LEFT, BOARD_LOW), mm["pi_width"] * SCALE, BOARD_TOP - BOARD_LOW,
        boxstyle="round,pad=0,rounding_size=22",
    )  # fmt: skip
    board.set(facecolor=BOARD, edgecolor=PALE, linewidth=1.4)
    axes.add_patch(board)
    for across in (mm["pi_hole_in"], mm["pi_hole_in"] + mm["pi_holes_x"]):
        for deep in (mm["pi_hole_in"], mm["pi_hole_in"] + mm["pi_holes_y"]):
            hole = (BOARD_LEFT + across * SCALE, BOARD_LOW + deep * high)
            axes.add_patch(Circle(hole, 14, facecolor="white", edgecolor=PALE))
    card = BOARD_LOW + mm["pi_card"] * high
    slot = Rectangle((BOARD_LEFT - 22, card - 36), 124, 72, facecolor="#d5dbe0", edgecolor=PALE)
    axes.add_patch(slot)
    axes.text(BOARD_LEFT + 40, card, "SD card", fontsize=10, color=INK, ha="center", va="center")
    for name, wide in (("pi_hdmi", 11.2), ("pi_data", 7.6), ("pi_power", 7.6)):
        left = BOARD_LEFT + (mm[name] - wide / 2) * SCALE
        socket = Rectangle((left, BOARD_LOW - 8), wide * SCALE, 34)
        socket.set(facecolor="#d5dbe0", edgecolor=PALE)
        axes.add_patch(socket)


def _header(axes: Any, used: dict[int, Joint], now: str) -> None:
    from matplotlib.patches import Circle

    for number in PI:
        joint = used.get(number)
        bold = joint is not None and joint.cable == now
        ring = Circle(_place(number), 15, facecolor="white", edgecolor=PALE, zorder=3)
        ink = INK
        if joint:
            ring.set(edgecolor=_rim(joint.colour), linewidth=2)
        if joint and bold:
            ring.set(facecolor=COLOURS[joint.colour])
            ink = "white" if joint.colour in "BK BU VT BN RD" else INK
        axes.add_patch(ring)
        x, y = _place(number)
        axes.text(x, y - 0.5, str(number), fontsize=9, color=ink, ha="center", va="center",
                  fontweight="bold" if bold else "normal", zorder=4)  # fmt: skip


def _rim(colour: str) -> str:
    return "#777777" if colour == "WH" else COLOURS[colour]


def _part(axes: Any, part: str, ends: Sequence[tuple[float, Joint]], now: bool) -> None:
    from matplotlib.patches import FancyBboxPatch

    left, right = ends[0][0] - _half(part), ends[-1][0] + _half(part)
    box = FancyBboxPatch(
        (left, PART_LOW), right - left, PART_TOP - PART_LOW,
        boxstyle="round,pad=0,rounding_size=8",
    )  # fmt: skip
    box.set(facecolor="#eef3f7" if now else "white", edgecolor=INK if now else PALE, linewidth=1.2)
    axes.add_patch(box)
    ink = INK if now else "#7b8892"
    source = resolved("four-buttons")["connectors"][part]
    name = "\n".join([part, *source["type"].split()])
    if source["type"] == "resistor":
        name += f"\n{source['subtype']}"
    axes.text((left + right) / 2, PART_LOW + 24, name, fontsize=8,
              color=ink, ha="center", va="center", fontweight="bold")  # fmt: skip
    for x, joint in ends:
        told = f"{joint.end.strip('1')}\n\npin {joint.pin}\n{PI[joint.pin]}"
        axes.text(x, PART_TOP - 16, told, fontsize=8, color=ink, ha="center", va="top")


def _strip(axes: Any, ends: dict[tuple[str, str], float], now: bool) -> None:
    """Tell below the buttons from which side one sees them."""
    places = [x for (part, _), x in ends.items() if part.startswith("S")]
    left, right, low = min(places) - _END / 2, max(places) + _END / 2, PART_LOW - 9
    ink = INK if now else "#7b8892"
    axes.plot([left, left, right, right], [low + 4, low, low, low + 4], color=ink, linewidth=1)
    axes.text((left + right) / 2, low - 12, STRIP, fontsize=8.5, color=ink, ha="center",
              va="center")  # fmt: skip


def _wires(axes: Any, wired: Sequence[Joint], ends: dict[tuple[str, str], float], now: str) -> None:
    """Draw the wires; those of one pin go from part to part."""
    last: dict[int, float] = {}
    for joint in wired:
        to = ends[joint.part, joint.end]
        look = {
            "zorder": 5 if joint.cable == now else 2,
            "alpha": 1 if joint.cable == now else 0.25,
        }
        if joint.pin in last:
            away = last[joint.pin]
            way = [(away, PART_TOP), (away, PART_TOP + 46), (to, PART_TOP + 46), (to, PART_TOP)]
        else:
            way = _way(joint.pin, to)
        last[joint.pin] = to
        _curve(axes, way, COLOURS[joint.colour], look)


def _bridges(
    axes: Any, wired: Sequence[Joint], ends: dict[tuple[str, str], float], now: str
) -> None:
    """Draw what is joined without a wire: a resistor to its part's leg or wire."""
    places = {joint.part: ends[joint.part, joint.end] for joint in wired}
    cables = {joint.part: joint.cable for joint in wired}
    for one, other, end in bridges("four-buttons"):
        if one not in places or other not in places:
            continue
        colour = next(joint.colour for joint in wired if joint.part == one)
        alpha = 1.0 if cables[other] == now else 0.25
        line = [places[one] + _half(one) - 6, places[other] - _half(other) + 6]
        for width, ink in ((4, "#444444"), (3, COLOURS[colour])):
            axes.plot(line, [PART_LOW + 66] * 2, color=ink, linewidth=width, zorder=5, alpha=alpha)
        axes.text(places[other], PART_LOW + 66, f"{end}:\nto {one}", fontsize=8, ha="center",
                  color=INK if alpha == 1 else "#7b8892", va="center")  # fmt: skip


def _way(number: int, to: float) -> list[tuple[float, float]]:
    """Return a wire's points: from the outer row it first goes between two pins of the inner."""
    x, y = _place(number)
    if number % 2:
        return [(x, y - 15), (x, 310), (to, 330), (to, PART_TOP)]
    aside = x + PITCH / 2
    start = [(x + 9, y - 12), (aside, y - 18), (aside, y - 32), (aside, INNER_ROW - 15)]
    return [*start, (aside, 310), (to, 330), (to, PART_TOP)]


def _curve(
    axes: Any, way: Sequence[tuple[float, float]], colour: str, look: dict[str, Any]
) -> None:
    from matplotlib.patches import PathPatch
    from matplotlib.path import Path as Outline

    codes = [Outline.MOVETO, *[Outline.CURVE4] * (len(way) - 1)]
    for width, ink in ((5.2, "white"), (3.8, "#444444"), (2.6, colour)):
        line = PathPatch(Outline(way, codes), facecolor="none", edgecolor=ink, linewidth=width)
        line.set(capstyle="round", **look)
        axes.add_patch(line)
