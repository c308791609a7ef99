"""A table's frame: its title and its columns, figures to the right, and nothing is cut off."""

from rich.console import JustifyMethod
from rich.table import Table as Grid

from companion.text import Words

FIGURES = frozenset(
    {
        *("points", "floors", "number", "answers"),
        *("stones", "roofs", "height"),
        *("turn", "seconds", "turn-time", "games", "average", "best"),
    }
)
"""Columns of figures."""


def grid(words: Words, title: str, *columns: str) -> Grid:
    """A grid with these columns, each worded under `column.`, "" for none."""
    rows = Grid(title=title or None, title_justify="left", title_style="bold")
    for column in columns:
        justify: JustifyMethod = "right" if column in FIGURES else "left"
        header = words.say(f"column.{column}") if column else ""
        rows.add_column(header, justify=justify, overflow="fold")
    return rows
