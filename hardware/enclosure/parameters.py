"""The dimensions of `parameters.scad`, for Python."""

import re
from pathlib import Path

PARAMETERS = Path(__file__).with_name("parameters.scad")


def dimensions() -> dict[str, float]:
    """Return every dimension by its name, in millimetres and degrees."""
    found = re.findall(r"^(\w+) = (-?[\d.]+);", PARAMETERS.read_text("utf-8"), re.MULTILINE)
    return {name: float(value) for name, value in found}
