"""A lamp's legs and a capacitor's, drawn large: which is which, as one sees them from behind."""

from typing import Any

from hardware.wiring.panel_ways import LEGS
from hardware.wiring.saving import INK

_LEG_COLOURS = {"DOUT": "#25a244", "5V": "#d8201f", "GND": "#161616", "DIN": "#25a244"}


def draw_details(axes: Any, x: float, high: float) -> None:
    """Draw both, one below the other, with their middle at x; `high` is the sheet's upper edge."""
    _lamp(axes, x, high - 33)
    _capacitor(axes, x, high - 78)


def _lamp(axes: Any, x: float, y: float) -> None:
    """Draw a lamp from behind: flat side at the left, legs in one row."""
    from matplotlib.patches import Circle, Rectangle

    _words(axes, x, y + 17, "a lamp,\nfrom behind", "bold")
    radius, flat = 11.0, 9.6
    collar = Circle((x, y), radius, facecolor="white", edgecolor=INK, linewidth=1.4)
    axes.add_patch(collar)
    collar.set_clip_path(Rectangle((x - flat, y - 20), 40, 40, transform=axes.transData))
    tall = (radius**2 - flat**2) ** 0.5
    axes.plot([x - flat] * 2, [y - tall, y + tall], color=INK, linewidth=1.4)
    for place, name in enumerate(LEGS):
        at = x + (place - 1.5) * 4.9
        axes.plot(at, y, "o", color=_LEG_COLOURS[name], markersize=8, markeredgecolor=INK)
        axes.text(at, y - 2.0, name, fontsize=6.6, color=INK, ha="center", va="top",
                  rotation=90)  # fmt: skip
    _words(axes, x, y - 16.5, "flat side: DOUT,\nto the next lamp")


def _capacitor(axes: Any, x: float, y: float) -> None:
    """Draw an electrolytic capacitor from the side: its stripe, a short leg and a long one."""
    from matplotlib.patches import FancyBboxPatch, Rectangle

    _words(axes, x, y + 13, "C1", "bold")
    body = FancyBboxPatch((x - 6, y - 3), 12, 13, boxstyle="round,pad=0,rounding_size=1")
    body.set(facecolor="#33475b", edgecolor=INK)
    axes.add_patch(body)
    axes.add_patch(Rectangle((x - 6, y - 2), 3.4, 11, facecolor="#e8eef3"))
    axes.plot([x - 5.3, x - 3.3], [y + 3.5] * 2, color=INK, linewidth=1.6)
    for at, long in ((x - 3, 6.0), (x + 3, 9.0)):
        axes.plot([at, at], [y - 3, y - 3 - long], color="#777777", linewidth=2.2)
    axes.text(x - 3, y - 10.5, "GND", fontsize=8, color=INK, ha="center", va="top")
    axes.text(x + 3.6, y - 13.2, "5V", fontsize=8, color=INK, ha="center", va="top")
    _words(axes, x, y - 22, "stripe and short\nleg: GND\nlong leg, +: 5V")


def _words(axes: Any, x: float, y: float, words: str, weight: str = "normal") -> None:
    axes.text(x, y, words, fontsize=8.5, color=INK, ha="center", va="center", fontweight=weight)
