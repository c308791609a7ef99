"""Draws the QR codes that a phone reads, each with the same as text beside it.

Late: `segno`, as most pictures have no QR code.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from PIL import Image

from companion.ui.input.phone_picture import PhonePicture
from companion.ui.screens import drawing
from companion.ui.screens.drawing import BODY_TOP, HEADER_Y, LEFT, LIT, SAFE_HEIGHT, SAFE_WIDTH
from companion.ui.screens.fonts import LARGE, MEDIUM, SMALL, TEXT, Font, text_width
from companion.ui.screens.menus import draw_page
from companion.ui.screens.view import EntryScreen, View

LARGE_GROUND = 62
"""Rows and columns of lit ground under a code of 2 pixels a module: a quiet zone of 3 modules."""
SMALL_GROUND = 33
"""As above, of 1 pixel a module: a quiet zone of 4 modules, as the standard has it."""
BESIDE = LARGE_GROUND + 4
"""The column of the text beside the large code."""
VERSION = 2
"""The smallest code with room for the longest address."""


def draw_phone_picture(image: Image.Image, view: View, entry: PhonePicture) -> None:
    """Draw the code large with text beside it, or small with large text."""
    if not entry.joins and not entry.address:
        draw_page(image, view, view.words.say("phone.no-network"), ("foot.back",))
    elif entry.is_small:
        _draw_small(image, view, entry)
    else:
        _draw_large(image, entry)


def _draw_large(image: Image.Image, entry: PhonePicture) -> None:
    image.paste(draw_qr(entry.text, 2, LARGE_GROUND), (0, 0))
    site, key = _site_and_key(entry)
    pieces = _cut_address(site, TEXT, SAFE_WIDTH - BESIDE)
    drawing.draw_lines(image, BESIDE, HEADER_Y, pieces, TEXT, TEXT.capital + 2)
    pitch = MEDIUM.capital + 2
    top = SAFE_HEIGHT - pitch - MEDIUM.capital
    drawing.draw_lines(image, BESIDE, top, _halve(key), MEDIUM, pitch)


def _draw_small(image: Image.Image, view: View, entry: PhonePicture) -> None:
    drawing.draw_header(image, view.words.say("phone.join" if entry.joins else "phone.open"))
    site, key = _site_and_key(entry)
    room = SAFE_WIDTH - LEFT
    drawing.draw_in_middle(image, LEFT, BODY_TOP, site, room, MEDIUM, TEXT, SMALL)
    top = SAFE_HEIGHT - SMALL_GROUND
    image.paste(draw_qr(entry.text, 1, SMALL_GROUND), (SAFE_WIDTH - SMALL_GROUND, top))
    pitch = LARGE.capital + 2
    top = SAFE_HEIGHT - pitch - LARGE.capital
    drawing.draw_lines(image, LEFT, top, _halve(key), LARGE, pitch)


def _site_and_key(entry: PhonePicture) -> tuple[str, str]:
    """Return the address and the code, or the Wi-Fi's name and its password."""
    if entry.joins and entry.wifi is not None:
        return entry.wifi
    return entry.site, entry.code


def _cut_address(text: str, font: Font, room: int) -> list[str]:
    """Cut a text behind its points and before its colon, into as few lines as it needs."""
    lines = [""]
    for part in text.replace(".", ". ").replace(":", " :").split(" "):
        if text_width(lines[-1] + part, font) <= room:
            lines[-1] += part
        else:
            lines.append(part)
    return lines


def _halve(key: str) -> list[str]:
    middle = (len(key) + 1) // 2
    return [key[:middle], key[middle:]]


@lru_cache(maxsize=2)  # the one that is shown, in both sizes
def draw_qr(text: str, scale: int, size: int) -> Image.Image:
    """Return a QR code, dark on lit ground of ``size`` pixels, which is its quiet zone too."""
    import segno

    # Version 2 for the shorter ones too: all pictures are alike.
    modules = segno.make(text, error="l", version=VERSION, boost_error=False).matrix
    ground = Image.new("1", (size, size), LIT)
    edge = (size - len(modules) * scale) // 2
    for y, row in enumerate(modules):
        for x, is_dark in enumerate(row):
            left, top = edge + x * scale, edge + y * scale
            ground.paste(0 if is_dark else LIT, (left, top, left + scale, top + scale))
    return ground


SCREENS: Mapping[type, EntryScreen] = {PhonePicture: draw_phone_picture}
