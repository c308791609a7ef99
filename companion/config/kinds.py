"""The kinds of values that settings take: each parses a value of a TOML file, or refuses it."""

import re
from collections.abc import Iterable
from dataclasses import dataclass

from companion.config.settings import NO_PORT, ConfigFault, Value
from companion.devices.boards import Controller, I2c


class WrongValueError(ValueError):
    """A value is not of its kind: the fault, its message's values, and what was probably meant."""

    def __init__(self, fault: ConfigFault, close: str = "", **values: object) -> None:
        super().__init__(fault)
        self.fault, self.close, self.values = fault, close, values


class SettingKind:
    """A kind of value. Each subclass parses its own; most are printed alike."""

    def parse(self, value: object) -> Value:
        """Return ``value``, as tomllib gives it, as a setting's value; raises WrongValueError."""
        return self._parse(value)

    def format(self, value: Value) -> str:
        """Write a value as TOML."""
        return self._format(value)

    def _parse(self, value: object) -> Value:
        raise NotImplementedError

    def _format(self, value: Value) -> str:
        if isinstance(value, tuple):
            return str(value[0]) if len(value) == 1 else str([*value])
        if isinstance(value, str):
            import json  # its strings are TOML's; not needed at every start

            return json.dumps(value, ensure_ascii=False)
        return str(value).lower()


@dataclass(frozen=True)
class OneOf(SettingKind):
    """One of a few values."""

    options: tuple[str | int, ...]
    fault: ConfigFault = ConfigFault.NOT_A_CHOICE

    def _parse(self, value: object) -> Value:
        for option in self.options:
            if type(value) is type(option) and value == option:
                return option
        raise WrongValueError(self.fault, self._closest(value), options=self._option_names())

    def _closest(self, value: object) -> str:
        return closest(value, self._option_names()) if isinstance(value, str) else ""

    def _option_names(self) -> tuple[str, ...]:
        return tuple(o if isinstance(o, str) else self.format(o) for o in self.options)


class I2cAddress(OneOf):
    """An address on the I2C bus, in hexadecimal."""

    def _format(self, value: Value) -> str:
        return f"0x{value:02X}"

    def _closest(self, value: object) -> str:
        # Panels are often labelled with the eight-bit form of their address, twice as high.
        return next((self.format(o) for o in self.options if value in (o, 2 * int(o))), "")


class DisplayName(OneOf):
    """A display by its name: a controller of ours, or any other display that luma.oled knows."""

    def __init__(self) -> None:
        super().__init__(tuple(each.value for each in Controller), ConfigFault.NOT_A_PANEL)

    def _parse(self, value: object) -> Value:
        if isinstance(value, str) and value not in self.options and _is_known_to_luma(value):
            return value
        return super()._parse(value)


def _is_known_to_luma(name: str) -> bool:
    from companion.devices.drivers import driver_of

    try:
        driver_of(name, I2c())
    except ValueError:
        return False
    return True


@dataclass(frozen=True)
class NumberRange(SettingKind):
    """A whole number within a range."""

    low: int
    high: int
    fault: ConfigFault = ConfigFault.NOT_A_NUMBER

    def _parse(self, value: object) -> Value:
        if type(value) is not int or not self.low <= value <= self.high:
            raise WrongValueError(self.fault, low=self.low, high=self.high)
        return value


class OnOff(SettingKind):
    """True or false."""

    def _parse(self, value: object) -> Value:
        if not isinstance(value, bool):
            raise WrongValueError(ConfigFault.NOT_A_SWITCH)
        return value


@dataclass(frozen=True)
class FilePath(SettingKind):
    """The path of a file, or of a device, as text; whether it exists is seen when it is opened."""

    pattern: str = r"[^\0]+"
    fault: ConfigFault = ConfigFault.NOT_A_FILE

    def _parse(self, value: object) -> Value:
        if isinstance(value, str) and re.fullmatch(self.pattern, value, re.DOTALL):
            return value
        raise WrongValueError(self.fault, none=NO_PORT)


PORT = FilePath(f"{NO_PORT}|/.*", ConfigFault.NOT_A_PORT)
"""A serial port by its absolute path, or NO_PORT."""


@dataclass(frozen=True)
class Pins(SettingKind):
    """A pin by its BCM number; with ``many``, also a list of pins."""

    many: bool = False

    def _parse(self, value: object) -> Value:
        pins = value if self.many and isinstance(value, list) and value else [value]
        for pin in pins:
            NumberRange(0, 27, ConfigFault.NOT_A_PIN).parse(pin)
        return tuple(pins)


def closest(word: str, options: Iterable[str]) -> str:
    """The option that is spelt most like ``word``, "" if none is similar."""
    from difflib import get_close_matches

    return next(iter(get_close_matches(word.lower(), list(options), n=1)), "")
