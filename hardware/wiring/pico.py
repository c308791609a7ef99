"""The picture of the Pico's edge: which of the panel's wires is soldered where."""

from pathlib import Path
from typing import Any

from hardware.wiring.harness import Joint, joints
from hardware.wiring.header import PICO, pin, roles_of_panel
from hardware.wiring.saving import COLOUR_NAMES, COLOURS, INK, PALE, save, sheet

NAME = "tower-panel-step-4"
PITCH, WIDE, LONG = 2.54, 21.0, 51.0
SIDE, LOW, HIGH = 62.0, -4.0, 68.0
_OF_LAMPS = {"D17": "lamps' 5 V, by D17", "R1": "lamps' data, by R1"}


def wires() -> list[tuple[Joint, str]]:
    """Return each wire to the Pico's edge, and what it is, in the order of the pins."""
    lines = {pin(gpio, PICO): role.replace("-", " ") for role, gpio in roles_of_panel().items()}
    found = [
        (joint, _OF_LAMPS.get(joint.part) or lines.get(joint.pin) or "lamps' ground")
        for drawing in ("tower-panel-keys", "tower-panel-lamps")
        for joint in joints(drawing)
        if joint.pin in PICO
    ]
    return sorted(found, key=lambda each: each[0].pin)


def draw(folder: Path) -> None:
    """Draw tower-panel-step-4: the Pico from above, its socket up, with the wires at its pads."""
    from matplotlib.patches import Circle, FancyBboxPatch, Rectangle

    figure, axes = sheet()
    figure.set_size_inches(9, 9 * (HIGH - LOW) / (2 * SIDE))
    axes.set_xlim(-SIDE, SIDE)
    axes.set_ylim(LOW, HIGH)
    axes.text(-SIDE + 3, HIGH - 5, "The Pico", fontsize=14, fontweight="bold", color=INK,
              va="center")  # fmt: skip
    axes.text(SIDE - 3, HIGH - 5, "from above, the side with the socket", fontsize=10, color=INK,
              ha="right", va="center")  # fmt: skip
    board = FancyBboxPatch((-WIDE / 2, 0), WIDE, LONG, boxstyle="round,pad=0,rounding_size=1")
    board.set(facecolor="#e4efe6", edgecolor=PALE)
    axes.add_patch(board)
    axes.add_patch(Rectangle((-4, LONG - 4.6), 8, 5.9, facecolor="#c3c9cf", edgecolor=INK))
    axes.text(0, LONG + 3.4, "USB", fontsize=9, color=INK, ha="center", va="center")
    axes.add_patch(Rectangle((-6, 36), 3.4, 4.4, facecolor="white", edgecolor=PALE))
    axes.text(-1.8, 38.2, "BOOTSEL", fontsize=6.5, color=INK, va="center")
    for number in PICO:
        axes.add_patch(Circle(_pad(number), 0.75, facecolor="#d8b25a", edgecolor=PALE))
    for number in (1, 20, 21, 40):
        x, y = _pad(number)
        aside = 2.2 if number <= 20 else -2.2
        axes.text(x + aside, y, str(number), fontsize=7.5, color=INK, ha="center", va="center")
    for joint, what in wires():
        _wire(axes, joint, what)
    save(figure, folder, NAME)


def _pad(number: int) -> tuple[float, float]:
    """Return where a pin is: counted down the left side and up the right one."""
    left = number <= 20
    down = number - 1 if left else 40 - number
    return (-8.9 if left else 8.9), LONG - 1.4 - down * PITCH


def _wire(axes: Any, joint: Joint, what: str) -> None:
    x, y = _pad(joint.pin)
    side = -1 if x < 0 else 1
    for width, ink in ((4.0, "#444444"), (2.8, COLOURS[joint.colour])):
        axes.plot([x, side * 22], [y, y], color=ink, linewidth=width, solid_capstyle="round",
                  zorder=5)  # fmt: skip
    axes.plot(x, y, "o", color=INK, markersize=4, zorder=6)
    words = f"{PICO[joint.pin]}, pin {joint.pin}: {what}, {COLOUR_NAMES[joint.colour]}"
    axes.text(side * 23.2, y - 0.1, words, fontsize=8, color=INK, va="center",
              ha="right" if side < 0 else "left")  # fmt: skip
