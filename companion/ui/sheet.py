"""Reads a sheet of small pictures, which anybody can draw and read as text.

A line that begins with ``@`` names the pictures drawn side by side below it: ``#`` is lit. All of
such a band have the same number of rows. What stands above the first band is for whoever reads it.
"""

from collections.abc import Iterator
from os import PathLike
from sys import intern

Rows = list[str]


def read_sheet(path: str | PathLike[str]) -> Iterator[tuple[str, Rows]]:
    """The name and the rows of each picture; raises OSError, and ValueError for uneven rows."""
    with open(path, encoding="utf-8") as sheet:
        bands = sheet.read().split("\n@ ")[1:]
    for band in bands:
        names, *rows = (line.split() for line in band.splitlines() if line)
        for name, *picture in zip(names, *rows, strict=True):
            yield name, [*map(intern, picture)]  # thousands of rows, of which few differ
