"""Draws the pictures that `systemd/first-boot` shows before anything is installed.

Each file is as `devices.splash_file` describes it. Another one lists the panels that there may be:
`first-boot` finds out which one answers, and writes its bus into the third line of a picture.
"""

from collections.abc import Iterator
from pathlib import Path

from companion.box.config.kinds import ADDRESSES
from companion.box.devices.boards import BOARDS, Controller, I2c
from companion.box.devices.oled import CONTRAST
from companion.box.devices.screen_finder import statuses_of
from companion.box.devices.splash_file import bus_line, splash_text
from companion.text import Words
from companion.ui.screens.first_boot import STEPS, draw_failure, draw_step

FAILURES = ("damaged", "architecture", "space", "installer")
CONTROLLERS = (Controller.SH1106, Controller.SSD1306)
NOWHERE = "/dev/null/settings"
"""In place of a settings file that would be older or newer than the picture."""


def draw_pictures(words: Words) -> dict[str, bytes]:
    """The files by their name in our folder: each picture for each controller, and the panels."""
    frames = {f"step-{step}": draw_step(step, words) for step in range(1, STEPS + 1)}
    frames |= {f"failed-{reason}": draw_failure(reason, words) for reason in FAILURES}
    pictures = {
        f"pictures/{name}.{controller}": splash_text(
            Path(NOWHERE),
            BOARDS["bonnet"]._replace(controller=controller),
            image.tobytes(),
            rotated=False,
            contrast=CONTRAST,
        ).encode("ascii")
        for name, image in frames.items()
        for controller in CONTROLLERS
    }
    return {**pictures, "pictures/panels": "".join(f"{each}\n" for each in _panels()).encode()}


def _panels() -> Iterator[str]:
    """Controller and bus of each panel, in the order in which `first-boot` tries them."""
    for address in ADDRESSES:
        bus = bus_line(I2c(address=address))
        for controller in CONTROLLERS:
            yield " ".join([controller, bus, *map(str, statuses_of(controller))])
        yield f"{Controller.SSD1306} {bus}"  # with a status byte that nobody knows
    hat = BOARDS["waveshare-hat"]
    yield f"{hat.controller} {bus_line(hat.bus)}"
