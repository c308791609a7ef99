"""The kinds of values that settings take: each is a function that parses a value or refuses it."""

import re
from collections.abc import Callable, Iterable

from companion.box.config.settings import NO_PORT, ConfigFault, SettingValue
from companion.box.devices.boards import Controller

ValueParser = Callable[[object], SettingValue]
"""Makes a setting's value of a value of tomllib's; raises WrongValueError."""
ADDRESSES = {0x3C: "0x3C", 0x3D: "0x3D"}
"""The only addresses that a screen on I2C can have, and how they are written."""
_CONTROLLERS = tuple(each.value for each in Controller)


class WrongValueError(ValueError):
    """A value is not of its kind: the fault, its message's values, and what was probably meant."""

    def __init__(self, fault: ConfigFault, close: str = "", **values: object) -> None:
        super().__init__(fault)
        self.fault, self.close, self.values = fault, close, values


def one_of(*options: str | int) -> ValueParser:
    """One of a few values."""
    names = tuple(map(str, options))

    def parse(value: object) -> SettingValue:
        for option in options:
            if type(value) is type(option) and value == option:
                return option
        raise WrongValueError(ConfigFault.NOT_A_CHOICE, closest(value, names), options=names)

    return parse


def number(low: int, high: int) -> ValueParser:
    """A whole number within a range."""
    return lambda value: _within(low, high, value, ConfigFault.NOT_A_NUMBER)


def _within(low: int, high: int, value: object, fault: ConfigFault) -> int:
    if type(value) is not int or not low <= value <= high:
        raise WrongValueError(fault, low=low, high=high)
    return value


def _pin(value: object) -> int:
    return _within(0, 27, value, ConfigFault.NOT_A_PIN)


def text(pattern: str, fault: ConfigFault) -> ValueParser:
    """Text that matches a regular expression."""

    def parse(value: object) -> SettingValue:
        if isinstance(value, str) and re.fullmatch(pattern, value, re.DOTALL):
            return value
        raise WrongValueError(fault, none=NO_PORT)

    return parse


file = text(r"[^\0]+", ConfigFault.NOT_A_FILE)
"""The path of a file; whether it exists is seen when it is opened."""
optional_file = text(r"[^\0]*", ConfigFault.NOT_A_FILE)
"""As `file`, or "" for none."""
host = text(r"[A-Za-z0-9._:-]{0,253}", ConfigFault.NOT_A_HOST)
"""The name or the address of a machine, or "" for none."""
line = text(r"[^\x00-\x1f\x7f-\x9f]{0,64}", ConfigFault.NOT_A_LINE)
"""Some text in one line."""
port = text(f"{NO_PORT}|/.*", ConfigFault.NOT_A_PORT)
"""The absolute path of a serial port, or NO_PORT."""


def switch(value: object) -> SettingValue:
    """True or false."""
    if not isinstance(value, bool):
        raise WrongValueError(ConfigFault.NOT_A_SWITCH)
    return value


def pins(value: object) -> SettingValue:
    """A pin by its BCM number, or a list of at least one."""
    return tuple(map(_pin, value)) if isinstance(value, list) and value else pin(value)


def pin(value: object) -> SettingValue:
    """A pin by its BCM number."""
    return (_pin(value),)


def address(value: object) -> SettingValue:
    """An address on the I2C bus."""
    if type(value) is int and value in ADDRESSES:
        return value
    # Panels are often labelled with the eight-bit form of their address, twice as high.
    close = next((name for own, name in ADDRESSES.items() if value == 2 * own), "")
    options = tuple(ADDRESSES.values())
    raise WrongValueError(ConfigFault.NOT_A_CHOICE, close, options=options)


def display(value: object) -> SettingValue:
    """A display by its name: a controller of ours, or any other display that luma.oled knows."""
    if isinstance(value, str) and (value in _CONTROLLERS or _is_known_to_luma(value)):
        return value
    close = closest(value, _CONTROLLERS)
    raise WrongValueError(ConfigFault.NOT_A_PANEL, close, options=_CONTROLLERS)


def _is_known_to_luma(name: str) -> bool:
    from companion.box.devices.drivers import create_driver

    try:
        create_driver(name)
    except ValueError:
        return False
    return True


def closest(word: object, options: Iterable[str]) -> str:
    """The option that is spelt most like ``word``, "" if none is similar."""
    from difflib import get_close_matches

    matches = get_close_matches(word.lower(), [*options], n=1) if isinstance(word, str) else []
    return next(iter(matches), "")


def format_value(name: str, value: SettingValue) -> str:
    """Write a value as TOML."""
    if isinstance(value, tuple):
        return str(value[0]) if len(value) == 1 else str([*value])
    if isinstance(value, str):
        import json  # its strings are TOML's; not needed at every start

        return json.dumps(value, ensure_ascii=False)
    return f"0x{value:02X}" if name == "oled.address" else str(value).lower()
