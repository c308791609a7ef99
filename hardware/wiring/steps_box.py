"""A picture for each step of wiring the four-button box: header, wires and parts."""

from collections.abc import Sequence
from itertools import groupby
from pathlib import Path
from typing import Any

from hardware.wiring.harness import Joint, bridges, joints, resolved
from hardware.wiring.header import PI
from hardware.wiring.saving import COLOURS, INK, PALE, save, sheet

WIDTH, HEIGHT = 900, 500
BOARD = "#e4efe6"
PITCH, LEFT = 38, 84
EDGE_ROW, INNER_ROW = 428, 390
"""Heights of the header's rows: the even pins along the board's edge, below them the odd ones."""
PART_TOP, PART_LOW = 176.0, 22.0
STEPS = {"W1": "The screen", "W2": "The buttons", "W3": "The piezo", "W4": "The light"}
"""The cables in the order in which they are wired, and what each is for.

The titles have no number: that of its place in a list is the page's.
"""


def draw(step: int, folder: Path) -> None:
    """Draw four-buttons-step-N: wires of this step in full, those of the steps before it pale."""
    figure, axes = sheet()
    figure.set_size_inches(WIDTH / 100, HEIGHT / 100)
    axes.set_xlim(0, WIDTH)
    axes.set_ylim(0, HEIGHT)
    cables = list(STEPS)[:step]
    now = cables[-1]
    axes.text(18, 474, STEPS[now], fontsize=14, fontweight="bold", color=INK, va="center")
    wired = [joint for joint in joints("four-buttons") if joint.cable in cables]
    _header(axes, {joint.pin: joint for joint in wired}, now)
    ends = _terminals()
    for part, group in groupby(wired, key=lambda joint: joint.part):
        own = list(group)
        _part(axes, part, [(ends[part, each.end], each) for each in own], own[0].cable == now)
    _wires(axes, wired, ends, now)
    _bridges(axes, wired)
    save(figure, folder, f"four-buttons-step-{step}")


def _place(number: int) -> tuple[float, float]:
    return LEFT + (number - 1) // 2 * PITCH, EDGE_ROW if number % 2 == 0 else INNER_ROW


def _terminals() -> dict[tuple[str, str], float]:
    """Return how far right each part's terminal is: all in one row, parts a little apart."""
    everything = joints("four-buttons")
    parts = [list(group) for _, group in groupby(everything, key=lambda joint: joint.part)]
    gap = 14
    step = (WIDTH - 64 - gap * (len(parts) - 1)) / (len(everything) - 1)
    found, x = {}, 32.0
    for part in parts:
        for joint in part:
            found[joint.part, joint.end] = x
            x += step
        x += gap
    return found


def _header(axes: Any, used: dict[int, Joint], now: str) -> None:
    from matplotlib.patches import Circle, FancyBboxPatch

    board = FancyBboxPatch(
        (LEFT - 40, 352), 19 * PITCH + 80, 100, boxstyle="round,pad=0,rounding_size=12"
    )
    board.set(facecolor=BOARD, edgecolor=PALE)
    axes.add_patch(board)
    axes.text(LEFT - 28, 409, "card", fontsize=8, color=INK, rotation=90, ha="center", va="center")
    for number in PI:
        joint = used.get(number)
        colour = COLOURS[joint.colour] if joint else "white"
        bold = joint is not None and joint.cable == now
        ring = Circle(_place(number), 13, facecolor=colour if bold else "white", zorder=3)
        ring.set(edgecolor=colour if joint else PALE, linewidth=2 if joint else 1)
        axes.add_patch(ring)
        ink = "white" if bold and joint and joint.colour in "BK BU VT BN RD" else INK
        x, y = _place(number)
        weight = "bold" if bold else "normal"
        axes.text(x, y - 0.5, str(number), fontsize=9, color=ink, ha="center", va="center",
                  fontweight=weight, zorder=4)  # fmt: skip


def _part(axes: Any, part: str, ends: Sequence[tuple[float, Joint]], now: bool) -> None:
    from matplotlib.patches import FancyBboxPatch

    left, right = ends[0][0] - 26, ends[-1][0] + 26
    box = FancyBboxPatch(
        (left, PART_LOW), right - left, PART_TOP - PART_LOW,
        boxstyle="round,pad=0,rounding_size=8",
    )  # fmt: skip
    box.set(facecolor="#eef3f7" if now else "white", edgecolor=INK if now else PALE, linewidth=1.2)
    axes.add_patch(box)
    ink = INK if now else "#7b8892"
    kind = resolved("four-buttons")["connectors"][part]["type"]
    name = f"{part}\n{kind.replace(' ', chr(10))}"
    axes.text((left + right) / 2, PART_LOW + 24, name, fontsize=8,
              color=ink, ha="center", va="center", fontweight="bold")  # fmt: skip
    for x, joint in ends:
        told = f"{joint.end.strip('1')}\n\npin {joint.pin}\n{PI[joint.pin]}"
        axes.text(x, PART_TOP - 16, told, fontsize=8, color=ink, ha="center", va="top")


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


def _bridges(axes: Any, wired: Sequence[Joint]) -> None:
    """Draw what is joined without a wire: the resistor to the long leg."""
    ends = _terminals()
    places = {joint.part: ends[joint.part, joint.end] for joint in wired}
    for one, other, end in bridges("four-buttons"):
        if one in places and other in places:
            colour = next(joint.colour for joint in wired if joint.part == one)
            line = [places[one] + 26, places[other] - 26]
            axes.plot(line, [PART_LOW + 62] * 2, color=COLOURS[colour], linewidth=3, zorder=5)
            told = f"{end}:\nto {one}"
            axes.text(
                places[other], PART_LOW + 62, told, fontsize=8, color=INK, ha="center", va="center"
            )


def _way(number: int, to: float) -> list[tuple[float, float]]:
    """Return a wire's points: from the outer row it first goes between two pins of the inner."""
    x, y = _place(number)
    if number % 2:
        return [(x, y - 13), (x, 270), (to, 290), (to, PART_TOP)]
    aside = x + PITCH / 2
    start = [(x + 8, y - 10), (aside, y - 16), (aside, y - 30), (aside, INNER_ROW - 13)]
    return [*start, (aside, 270), (to, 290), (to, PART_TOP)]


def _curve(
    axes: Any, way: Sequence[tuple[float, float]], colour: str, look: dict[str, Any]
) -> None:
    from matplotlib.patches import PathPatch
    from matplotlib.path import Path as Outline

    codes = [Outline.MOVETO, *[Outline.CURVE4] * (len(way) - 1)]
    for width, ink in ((5.0, "white"), (3.4, "#444444"), (2.6, colour)):
        line = PathPatch(Outline(way, codes), facecolor="none", edgecolor=ink, linewidth=width)
        line.set(capstyle="round", **look)
        axes.add_patch(line)
