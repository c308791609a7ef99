"""Compares a drawn image with its reference picture, and shows the difference when there is one.

Run the tests with UPDATE_PICTURES=1 to take the pictures drawn now as the new references.
"""

import os
from pathlib import Path

import pytest
from PIL import Image, ImageChops

SCREENS = Path(__file__).parent / "ui" / "screens"
RECEIVED = SCREENS / "received"


def assert_picture(image: Image.Image, name: str) -> None:
    """Fail unless the one-bit image is, pixel for pixel, `tests/ui/screens/NAME.png`.

    On failure NAME-received.png, NAME-expected.png and NAME-difference.png are left in
    `tests/ui/screens/received/`; in the last one red is lit too much and blue is missing.
    """
    assert image.mode == "1", "a screen has one bit a pixel"
    path = SCREENS / f"{name}.png"
    if os.environ.get("UPDATE_PICTURES") == "1":
        image.save(path)
        return
    expected = Image.new("1", image.size)
    if path.exists():
        with Image.open(path) as file:
            expected = file.convert("1")
        if expected.size == image.size and expected.tobytes() == image.tobytes():
            return
    RECEIVED.mkdir(exist_ok=True)
    received = RECEIVED / name
    image.save(f"{received}-received.png")
    expected.save(f"{received}-expected.png")
    _difference(image, expected).save(f"{received}-difference.png")
    what = "differs from its" if path.exists() else "has no"
    pytest.fail(f"{name} {what} reference picture: see {RECEIVED}; UPDATE_PICTURES=1 accepts it")


def _difference(received: Image.Image, expected: Image.Image) -> Image.Image:
    """Return both pictures in one, four times as large, coloured where only one is lit."""
    size = (max(received.width, expected.width), max(received.height, expected.height))
    lit, wanted = (picture.crop((0, 0, *size)).convert("L") for picture in (received, expected))
    both = Image.merge("RGB", (lit, ImageChops.darker(lit, wanted), wanted))
    return both.resize((size[0] * 4, size[1] * 4), Image.Resampling.NEAREST)
