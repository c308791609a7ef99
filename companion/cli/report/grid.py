"""A table's frame: its title and its columns, figures to the right, and nothing is cut off."""

from rich.console import JustifyMethod
from rich.table import Table as Grid

from companion.text import Words

FIGURES = frozenset(
    {
        *("points", "floors", "number", "answers", "rank"),
        *("stones", "roofs", "height", "unbuilt", "set"),
        *("turn", "seconds", "turn-time", "games", "average", "best"),
    }
)
"""Columns of figures."""


def grid(words: Words, title: str, *columns: str) -> Grid:
    """A grid with these columns, each worded under `column.`."""
    rows = Grid(title=title or None, title_justify="left", title_style="bold")
    for column in columns:
        justify: JustifyMethod = "right" if column in FIGURES else "left"
        rows.add_column(words.say(f"column.{column}"), justify=justify, overflow="fold")
    return rows
