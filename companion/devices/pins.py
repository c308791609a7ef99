"""What goes wrong when a pin is claimed: each pin factory's own errors, made into ours."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager

from companion.devices.errors import DeviceMissingError, Lack

_LIBRARIES = ("lgpio", "pigpio")
"""Libraries below gpiozero whose ``error`` is nothing but an Exception."""


@contextmanager
def claiming(pin: int) -> Iterator[None]:
    """Claim ``pin`` within; raises DeviceMissingError when it cannot be had."""
    try:
        yield
    except _pin_errors() as error:
        raise DeviceMissingError(Lack.GPIO, f"GPIO{pin}") from error


def _pin_errors() -> tuple[type[Exception], ...]:
    """Return what gpiozero raises for a pin, and what it lets through from below it.

    Asked only after something has been raised: by then the library that did it is loaded.
    """
    from gpiozero import GPIOZeroError  # type: ignore[import-untyped]  # gpiozero has no stubs

    below = (sys.modules.get(name) for name in _LIBRARIES)
    # RPi.GPIO raises RuntimeError, the native factory that and OSError
    return GPIOZeroError, OSError, RuntimeError, *(library.error for library in below if library)
