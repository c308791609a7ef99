"""The libraries that drive devices: gpiozero, luma, smbus2 and pyserial, which have no types.

Each is imported when a device is opened that needs it: the virtual device goes without luma, a box
without a tower panel without pyserial, and the self-test reports one that is missing.
"""

from importlib import import_module
from typing import Any


def load_library(name: str) -> Any:
    """Import a library, or a module of one; raises ImportError."""
    return import_module(name)
