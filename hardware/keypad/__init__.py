"""Makes the printed caps for a bought number pad."""

import subprocess
import tempfile
from pathlib import Path

from hardware.enclosure import mesh
from hardware.enclosure.make import CannotMake

HERE = Path(__file__).parent
SOURCE = HERE / "caps.scad"
NAME = "caps.stl"


def make(folder: Path) -> None:
    """Make the caps in ``folder``; raises CannotMake."""
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as scratch:
        rough = Path(scratch) / NAME
        command = ["openscad", "-o", str(rough), str(SOURCE)]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode or not rough.is_file():
            raise CannotMake(f"OpenSCAD could not draw {SOURCE.name}: {done.stderr[-200:]}")
        triangles = mesh.read(rough)
    try:
        mesh.check_closed(triangles)
    except ValueError as error:
        raise CannotMake(f"{SOURCE.name} can't be printed: {error}") from error
    mesh.write(triangles, folder / NAME, "Campanile Companion: keypad caps, millimetres")
