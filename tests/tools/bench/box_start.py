"""The companion as the box starts it, on luma's bus that does nothing and gpiozero's mock pins.

Each picture is said on standard output once it is sent: a braille cell, and its bytes in hex.
"""

import os
import sys
from functools import cache

from companion.box.devices import oled
from companion.box.devices.buses import Serial
from companion.cli import main
from companion.core.interfaces import Frame


class _TellingOled(oled.Oled):
    """The panel's driver; says what it has sent."""

    def show(self, frame: Frame) -> None:
        super().show(frame)
        os.write(1, f"⠿{frame.hex()}\n".encode())
        _use_mock_pins()  # behind the first picture, as gpiozero is loaded


@cache
def _use_mock_pins() -> None:
    """As the floor does: gpiozero would search all installed packages for its pins."""
    from companion.box.devices.keyboard import use_mock_pins

    use_mock_pins()


def _open_bus(*_: object) -> Serial:
    from luma.core.interface.serial import noop  # type: ignore[import-untyped]  # no stubs

    bus: Serial = noop()  # loaded as late as the real one
    return bus


if __name__ == "__main__":
    vars(oled).update(open_bus=_open_bus, Oled=_TellingOled)
    sys.exit(main(["play", "--board", "bonnet"]))
