"""One sheet to draw on, and how it is written: the same bytes each time, with real text in it."""

from pathlib import Path
from typing import Any

FONT = "DejaVu Sans"
"""Comes with matplotlib, so a drawing is the same on every machine."""

INK, PALE = "#1d2b36", "#b9c4cc"
"""What is written and drawn, and the outlines that stand behind it."""

COLOURS = {
    "RD": "#d8201f", "BK": "#161616", "BU": "#1f62d8", "YE": "#f2c80f", "BN": "#8a5a36",
    "OG": "#f08319", "GN": "#25a244", "VT": "#7b3fc4", "GY": "#9aa3aa", "WH": "#fbfbfb",
}  # fmt: skip
"""How wires are drawn, by WireViz's short names of their colours: those of a set of ten."""

COLOUR_NAMES = {
    "RD": "red", "BK": "black", "BU": "blue", "YE": "yellow", "BN": "brown",
    "OG": "orange", "GN": "green", "VT": "violet", "GY": "grey", "WH": "white",
}  # fmt: skip


def sheet() -> tuple[Any, Any]:
    """Return a figure without a window, and axes that fill it, without frame and ticks."""
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    figure = Figure()
    FigureCanvasAgg(figure)
    axes = figure.add_axes((0, 0, 1, 1))
    axes.set_axis_off()
    axes.set_aspect("equal")
    return figure, axes


def save(figure: Any, folder: Path, name: str) -> None:
    """Write NAME.svg and NAME.png, as large as the axes' limits at their scale, on white."""
    import matplotlib as mpl

    # Fixed ids, text as text, and no date: only a change of the drawing changes the file.
    with mpl.rc_context({"svg.hashsalt": name, "svg.fonttype": "none", "font.family": FONT}):
        figure.savefig(folder / f"{name}.svg", metadata={"Date": None, "Creator": None})
        figure.savefig(folder / f"{name}.png", dpi=144, metadata={"Software": None})
