"""The dimensions of `parameters.scad`, for Python."""

import re
from pathlib import Path

PARAMETERS = Path(__file__).with_name("parameters.scad")


def dimensions(*, oled_large: bool = False) -> dict[str, float]:
    """Return every dimension by its name, in millimetres and degrees.

    Those of the case for an OLED of 1.3 inch, or with ``oled_large`` of the one for 2.42 inch.
    """
    text = PARAMETERS.read_text("utf-8")
    found = re.findall(r"^(\w+) = (-?[\d.]+);", text, re.MULTILINE)
    pairs = re.findall(r"^(\w+) = \[(-?[\d.]+), (-?[\d.]+)\]\[oled_large\];", text, re.MULTILINE)
    found += [(name, large if oled_large else small) for name, small, large in pairs]
    named = {name: float(value) for name, value in found}
    return {**named, "oled_large": float(oled_large)}
