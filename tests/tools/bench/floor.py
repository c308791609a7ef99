"""The floor: the least that a program with this panel and four buttons does before its first frame.

Pillow, luma's SSD1306 on a bus that does nothing, four gpiozero buttons on mock pins, one frame;
then a braille cell on standard output, and it waits to be ended.
"""

import os

from gpiozero import Button, Device  # type: ignore[import-untyped]  # gpiozero has no stubs
from gpiozero.pins.mock import MockFactory  # type: ignore[import-untyped]  # gpiozero has no stubs
from luma.core.interface.serial import noop  # type: ignore[import-untyped]  # luma has no stubs
from luma.oled.device import ssd1306  # type: ignore[import-untyped]  # luma has no stubs
from PIL import Image, ImageDraw

SHOWN = "⠿"


def main() -> None:
    """Show one frame, say so, and wait for the end of the input."""
    Device.pin_factory = MockFactory()
    buttons = [Button(pin) for pin in (17, 22, 23, 4)]
    panel = ssd1306(noop())
    picture = Image.new("1", (128, 64))
    ImageDraw.Draw(picture).rectangle((8, 8, 119, 55), outline=1)
    panel.display(picture)
    os.write(1, SHOWN.encode())
    os.read(0, 1)
    del buttons


if __name__ == "__main__":
    main()
