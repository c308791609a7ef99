"""Reads what is written in an SVG, and where."""

from collections import defaultdict
from pathlib import Path
from typing import NamedTuple
from xml.etree import ElementTree


class Text(NamedTuple):
    """One piece of text with its anchor, in the drawing's own units."""

    x: float
    y: float
    says: str


def texts(path: Path) -> list[Text]:
    """Return the texts of an SVG in the file's order; those moved by a transform stand at 0, 0."""
    found = []
    for element in ElementTree.parse(path).iter("{http://www.w3.org/2000/svg}text"):
        says = "".join(element.itertext()).strip()
        place = (float(element.get("x", "0")), float(element.get("y", "0")))
        found.append(Text(*place, says))
    return found


def words(path: Path) -> list[str]:
    return [text.says for text in texts(path)]


def rows(path: Path) -> list[list[str]]:
    """Return the texts of an SVG that stand at one height, as they follow each other there."""
    found: dict[float, list[str]] = defaultdict(list)
    for text in texts(path):
        found[text.y].append(text.says)
    return list(found.values())
