"""Reads the settings with the board that is found, or assumes one where no screen is found."""

from collections.abc import Callable

from companion.box.config import Config
from companion.box.devices.buses import FindScreen, find_screen
from companion.box.devices.errors import DeviceMissingError
from companion.box.service.machine import is_raspberry_pi


def load_found(load: Callable[[FindScreen | None], Config]) -> Config:
    """Return what ``load`` makes with `find_screen`, or else with None.

    Elsewhere than on a Pi nothing is looked for: the bus may be that of a graphics card.
    """
    try:
        return load(find_screen if is_raspberry_pi() else None)
    except DeviceMissingError:
        return load(None)
