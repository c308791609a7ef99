"""The printed parts and their dimensions, for tests."""

from pathlib import Path

from hardware.enclosure import make, mesh
from hardware.enclosure.mesh import Mesh
from hardware.enclosure.parameters import dimensions

HERE = make.HERE
NAMED = dimensions()
CASES = {"case": NAMED, "case-242": dimensions(oled_large=True)}
"""The dimensions of each case, by the start of its parts' names."""


def of(part: str, folder: Path = HERE / "stl") -> Mesh:
    """The mesh of a part."""
    return mesh.read(folder / f"{part}.stl")
