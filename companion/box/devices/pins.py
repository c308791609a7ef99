"""Claims GPIO pins: turns each pin factory's own errors into DeviceMissingError."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager

from companion.box.devices.errors import DeviceMissingError, MissingDevice

_LIBRARIES = ("lgpio", "pigpio")
"""Libraries below gpiozero whose ``error`` is derived from Exception only."""


@contextmanager
def claim_pin(pin: int) -> Iterator[None]:
    """Raise DeviceMissingError if the code within fails to claim ``pin``."""
    try:
        yield
    except _pin_errors() as error:
        raise DeviceMissingError(MissingDevice.GPIO, f"GPIO{pin}") from error


def _pin_errors() -> tuple[type[Exception], ...]:
    """Return what gpiozero raises for a pin, and what it lets through from below it.

    Called only after something has been raised: by then the library that did it is loaded.
    """
    from gpiozero import GPIOZeroError  # type: ignore[import-untyped]  # gpiozero has no stubs

    below = (sys.modules.get(name) for name in _LIBRARIES)
    # RPi.GPIO raises RuntimeError, the native factory that and OSError
    return GPIOZeroError, OSError, RuntimeError, *(library.error for library in below if library)
