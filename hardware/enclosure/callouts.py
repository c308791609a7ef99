"""Words beside a picture, with lines to what they name; where OpenSCAD shows a point."""

import json
import re
from collections.abc import Sequence
from math import cos, radians, sin, tan
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from hardware.enclosure.mesh import Point

if TYPE_CHECKING:  # only who draws needs Pillow
    from PIL.Image import Image
    from PIL.ImageDraw import ImageDraw
    from PIL.ImageFont import FreeTypeFont

Place = tuple[float, float]
"""A place in a picture, in pixels from its left and its top."""

_FIELD_OF_VIEW = 22.5  # OpenSCAD's, in degrees, from top to bottom
_ECHO = re.compile(r'^ECHO: ("callout", .*)$', re.MULTILINE)
_INK, _HALO = (29, 43, 54), (255, 254, 250)
_EDGE, _GAP = 30, 18  # pixels from the page's edge, and between words
_TEXT = 29  # pixels
_FINER = 3


class Camera(NamedTuple):
    """OpenSCAD's: turned about x, y and z in degrees, so far from the middle of what it shows."""

    turn: tuple[float, float, float]
    middle: Point
    distance: float

    def argument(self) -> str:
        """The value of OpenSCAD's option ``--camera``."""
        return ",".join(map(str, (*self.middle, *self.turn, self.distance)))

    def shows(self, point: Point, size: tuple[int, int]) -> Place:
        """Where a picture of that size shows the point; raises ValueError if it is behind."""
        x, y, z = (at - middle for at, middle in zip(point, self.middle, strict=True))
        x, y = _turned(x, y, -self.turn[2])
        z, x = _turned(z, x, -self.turn[1])
        y, z = _turned(y, z, 90 - self.turn[0])
        away = y + self.distance
        if away <= 0:
            raise ValueError(f"{point} is behind the camera")
        scale = size[1] / 2 / tan(radians(_FIELD_OF_VIEW / 2)) / away
        return size[0] / 2 + x * scale, size[1] / 2 - z * scale


def _turned(a: float, b: float, degrees: float) -> tuple[float, float]:
    angle = radians(degrees)
    return a * cos(angle) - b * sin(angle), a * sin(angle) + b * cos(angle)


class Callout(NamedTuple):
    """Words, and the points that they name."""

    words: str
    points: Sequence[Point]


def read(echoed: str) -> list[Callout]:
    """Return the callouts of a scene from what OpenSCAD says; | starts a new line of words."""
    found = (json.loads(f"[{line}]") for line in _ECHO.findall(echoed))
    return [
        Callout(words.replace("|", "\n"), [(x, y, z) for x, y, z in points])
        for _, words, points in found
    ]


def spread(
    wanted: Sequence[float], high: Sequence[float], top: float, low: float, gap: float
) -> list[float]:
    """Return the middles of things so high, none over another, near where they are wanted.

    The order stays. Raises ValueError if they have no room between ``top`` and ``low``.
    """
    if sum(high) + gap * (len(high) - 1) > low - top + 1e-6:
        raise ValueError("there are more words than room beside the picture")
    found: list[float] = []
    free = top
    for middle, height in zip(wanted, high, strict=True):
        found.append(max(middle, free + height / 2))
        free = found[-1] + height / 2 + gap
    free = low
    for at in reversed(range(len(found))):
        found[at] = min(found[at], free - high[at] / 2)
        free = found[at] - high[at] / 2 - gap
    return found


class Words(NamedTuple):
    """A callout for a page: its words and how large they are, and where its lines end."""

    text: str
    wide: float
    high: float
    ends: Sequence[Place]

    @property
    def middle(self) -> Place:
        """Among the ends of its lines."""
        across, down = zip(*self.ends, strict=True)
        return sum(across) / len(across), sum(down) / len(down)


def measured(callouts: Sequence[tuple[str, Sequence[Place]]]) -> list[Words]:
    """Return callouts with the sizes of their words."""
    from PIL import Image, ImageDraw

    draw = ImageDraw.Draw(Image.new("L", (1, 1)))
    found = []
    for text, ends in callouts:
        _, _, wide, high = draw.multiline_textbbox((0, 0), text, font=_font())
        found.append(Words(text, wide, high, ends))
    return found


def columns(words: Sequence[Words], middle: float) -> tuple[list[Words], list[Words]]:
    """Return what goes left of the picture and right of it, each from above down."""
    ordered = sorted(words, key=lambda each: each.middle[1])
    left = [each for each in ordered if each.middle[0] < middle]
    return left, [each for each in ordered if each.middle[0] >= middle]


def room(column: Sequence[Words]) -> float:
    """How much of the page's width a column takes."""
    return max((each.wide for each in column), default=-_EDGE - _GAP) + _EDGE + 2 * _GAP


def draw(page: "Image", left: Sequence[Words], right: Sequence[Words]) -> None:
    """Write both columns of words on a page, each with its lines."""
    from PIL import Image, ImageDraw

    placed = [
        (words, side, middle)
        for column, side in ((left, -1), (right, 1))
        for words, middle in zip(
            column,
            spread(
                [words.middle[1] for words in column],
                [words.high for words in column],
                _EDGE, page.height - _EDGE, _GAP,
            ),
            strict=True,
        )
    ]  # fmt: skip
    lines = Image.new("RGBA", (page.width * _FINER, page.height * _FINER), (*_HALO, 0))
    pen = ImageDraw.Draw(lines)
    for colour, more in ((_HALO, 3.0), (_INK, 0.0)):
        for words, side, middle in placed:
            start = _EDGE + words.wide + _GAP / 2
            start = start if side < 0 else page.width - start
            for end in words.ends:
                _line(pen, (start, middle), end, colour, more)
    lines = lines.resize(page.size, Image.Resampling.LANCZOS)
    page.paste(lines, mask=lines.getchannel("A"))
    writer = ImageDraw.Draw(page)
    for words, side, middle in placed:
        start = _EDGE if side < 0 else page.width - _EDGE - words.wide
        writer.multiline_text(
            (start, middle), words.text, fill=_INK, font=_font(), anchor="lm",
        )  # fmt: skip


def _line(
    pen: "ImageDraw", start: Place, end: Place, colour: tuple[int, int, int], more: float
) -> None:
    points = [tuple(at * _FINER for at in place) for place in (start, end)]
    pen.line(points, fill=(*colour, 255), width=round((3 + 2 * more) * _FINER))
    reach = (4.5 + more) * _FINER
    x, y = points[1]
    pen.ellipse((x - reach, y - reach, x + reach, y + reach), fill=(*colour, 255))


def _font() -> "FreeTypeFont":
    """The font that comes with matplotlib, so that a picture is the same on every machine."""
    import matplotlib as mpl
    from PIL import ImageFont

    path = Path(mpl.get_data_path()) / "fonts" / "ttf" / "DejaVuSans-Bold.ttf"
    return ImageFont.truetype(str(path), _TEXT)
