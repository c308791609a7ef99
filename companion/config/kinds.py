"""The settings there are, by name, and what kind of value each takes."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from companion.config.settings import NO_PORT, Fault, Value
from companion.devices.boards import BOARDS, Controller, I2c
from companion.interfaces import DIRECT, Press
from companion.text.words import LANGUAGES


class WrongValueError(ValueError):
    """A value is not of its kind: the fault, its words' values, and what was perhaps meant."""

    def __init__(self, fault: Fault, close: str = "", **values: object) -> None:
        super().__init__(fault)
        self.fault, self.close, self.values = fault, close, values


@dataclass(frozen=True)
class Choice:
    """One of a few."""

    options: tuple[str | int, ...]

    def read(self, value: object) -> Value:
        """Take ``value`` as TOML gives it; raises WrongValueError, as every kind does."""
        for option in self.options:
            if type(value) is type(option) and value == option:
                return option
        raise WrongValueError(Fault.NOT_A_CHOICE, self._close(value), options=self._told())

    def _close(self, value: object) -> str:
        return nearest(value, self._told()) if isinstance(value, str) else ""

    def _told(self) -> tuple[str, ...]:
        return tuple(map(str, self.options))


class Address(Choice):
    """An address on the I2C bus."""

    def _close(self, value: object) -> str:
        # Panels are often labelled with the eight-bit form of their address, twice as high.
        return next((f"0x{own:02X}" for own in self.options if value in (own, 2 * int(own))), "")

    def _told(self) -> tuple[str, ...]:
        return tuple(f"0x{own:02X}" for own in self.options)


class Panel:
    """A display by its name: one of the usual controllers, or another that luma.oled knows."""

    _usual = tuple(controller.value for controller in Controller)

    def read(self, value: object) -> Value:
        """Take a name; what is not usual is looked up in luma.oled."""
        if isinstance(value, str) and (value in self._usual or _driven(value)):
            return value
        close = nearest(value, self._usual) if isinstance(value, str) else ""
        raise WrongValueError(Fault.NOT_A_PANEL, close, options=self._usual)


def _driven(name: str) -> bool:
    from companion.devices.drivers import driver_of

    try:
        driver_of(name, I2c())
    except ValueError:
        return False
    return True


@dataclass(frozen=True)
class Number:
    """A whole number."""

    low: int
    high: int
    fault: Fault = Fault.NOT_A_NUMBER

    def read(self, value: object) -> Value:
        """Take a number within the range."""
        if type(value) is not int or not self.low <= value <= self.high:
            raise WrongValueError(self.fault, low=self.low, high=self.high)
        return value


class Switch:
    """On or off."""

    def read(self, value: object) -> Value:
        """Take true or false."""
        if not isinstance(value, bool):
            raise WrongValueError(Fault.NOT_A_SWITCH)
        return value


class Port:
    """A serial port by its file, or NO_PORT."""

    def read(self, value: object) -> Value:
        """Take an absolute path or NO_PORT."""
        if isinstance(value, str) and (value == NO_PORT or value.startswith("/")):
            return value
        raise WrongValueError(Fault.NOT_A_PORT, none=NO_PORT)


class File:
    """A file by its path, from the folder of the settings where it is not absolute."""

    def read(self, value: object) -> Value:
        """Take a path; whether there is such a file is seen when it is needed."""
        if isinstance(value, str) and value and "\0" not in value:
            return value
        raise WrongValueError(Fault.NOT_A_FILE)


@dataclass(frozen=True)
class Pins:
    """A pin by its BCM number, or with ``many`` a list of pins that say the same."""

    many: bool = False

    def read(self, value: object) -> Value:
        """Take a number or, where allowed, a list of them."""
        pins = value if self.many and isinstance(value, list) and value else [value]
        for pin in pins:
            Number(0, 27, Fault.NOT_A_PIN).read(pin)
        return tuple(pins)


ROLES = tuple(press.value for press in Press if press not in (*DIRECT, Press.RELEASED))
"""What a button can say."""
COLOURS = ("red", "green", "blue")
TABLES = ("led", "pins", "oled")
KINDS: Mapping[str, Choice | Panel | Number | Switch | Port | File | Pins] = {
    "board": Choice(tuple(BOARDS)),
    "language": Choice(LANGUAGES),
    "hints": Choice(("all", "deck", "none")),
    "thinking-time": Switch(),
    "mute": Switch(),
    "click": Switch(),
    "voice": Switch(),
    "tower-panel": Port(),
    "bologna-map": File(),
    "capitol-board": File(),
    "buzzer": Pins(),
    "led": Pins(),
    **{f"led.{colour}": Pins() for colour in COLOURS},
    **{f"pins.{role}": Pins(many=True) for role in ROLES},
    "oled.controller": Panel(),
    "oled.bus": Choice(("i2c", "spi")),
    "oled.port": Number(0, 31),
    "oled.address": Address((0x3C, 0x3D)),
    "oled.device": Number(0, 2),
    "oled.dc": Pins(),
    "oled.reset": Pins(),
    "oled.rotate": Choice((0, 180)),
    "oled.contrast": Number(0, 255),
}
"""Every setting by its dotted name, in the sample's order."""


def nearest(word: str, options: Iterable[str]) -> str:
    """The option that is written most like ``word``, "" where none is near."""
    from difflib import get_close_matches

    return next(iter(get_close_matches(word.lower(), list(options), n=1)), "")


def nearest_setting(name: str) -> str:
    """The setting that was perhaps meant: misspelt, or right but in another table."""
    by_last = {full.rpartition(".")[2]: full for full in reversed([*KINDS, *TABLES])}
    near = nearest(name.rpartition(".")[2].strip('"'), by_last)
    return by_last.get(near) or nearest(name, KINDS)
