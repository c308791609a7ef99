"""The settings as data: the values in effect, where each comes from, and what can be wrong."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from companion.box.devices.boards import BOARDS, Board
from companion.box.devices.frames import CONTRAST
from companion.core.languages import SOURCE

if TYPE_CHECKING:
    from companion.box.devices.buses import FoundScreen


MQTT_PORT, MQTT_TLS_PORT = 1883, 8883


class MqttSettings(NamedTuple):
    """The fields' defaults are the defaults of the settings."""

    host: str = ""
    """The broker; "" for none: then nothing is sent."""
    port: int = 0
    """0 for the usual one, see `broker_port`."""
    tls: bool = False
    ca: Path | None = None
    """The certificates that are trusted, which means TLS; None for those of the system."""
    user: str = ""
    password_file: Path | None = None
    """The password is the file's first line."""
    name: str = ""
    """What the table is called; "" for the name of the machine."""
    home_assistant: bool = True

    @property
    def is_encrypted(self) -> bool:
        """Whether TLS is spoken."""
        return self.tls or self.ca is not None

    @property
    def broker_port(self) -> int:
        """The port, or else the usual one with or without TLS."""
        return self.port or (MQTT_TLS_PORT if self.is_encrypted else MQTT_PORT)


NO_PORT = "none"
"""In place of the tower panel's port: there is no tower panel, and none is looked for."""

SettingValue = str | int | bool | tuple[int, ...]
"""The value of a setting; pins are always a tuple of BCM numbers."""


class ConfigFault(StrEnum):
    """What can be wrong with the settings; beside each, the values that its message needs."""

    UNREADABLE = "unreadable"  # problem
    NOT_TEXT = "not-text"
    SYNTAX = "syntax"  # problem
    NOT_QUOTED = "not-quoted"  # setting (the whole line)
    UNKNOWN_KEY = "unknown-key"
    UNKNOWN_ROLE = "unknown-role"  # options
    NOT_A_TABLE = "not-a-table"  # table
    NOT_A_CHOICE = "not-a-choice"  # options
    NOT_A_PANEL = "not-a-panel"  # options
    NOT_A_NUMBER = "not-a-number"  # low, high
    NOT_A_SWITCH = "not-a-switch"
    NOT_A_PORT = "not-a-port"  # none
    NOT_A_FILE = "not-a-file"
    NOT_A_HOST = "not-a-host"
    NOT_A_LINE = "not-a-line"
    NOT_A_PIN = "not-a-pin"  # low, high
    PIN_TWICE = "pin-twice"  # pin, other, line (the other's)
    PIN_TAKEN = "pin-taken"  # pin, other (as the board or the panel has it)
    PIN_OF_BUS = "pin-of-bus"  # pin, bus
    PIN_OF_HAT = "pin-of-hat"  # pin
    MISSING = "missing"  # missing
    NOT_FOR_BUS = "not-for-bus"  # bus
    NAMED_TWICE = "named-twice"  # other, line (the other's)


@dataclass(eq=False)
class ConfigError(Exception):
    """The settings can't be used: file, line (None: the whole file), setting and fault.

    ``key`` is the setting as the file spells it, "" if no single one is to blame; ``close`` is the
    name or value that was probably meant, "" if none is similar.
    """

    path: Path | None
    line: int | None
    key: str
    fault: ConfigFault
    values: Mapping[str, object]
    close: str = ""


class Source(StrEnum):
    """Where the value of a setting comes from."""

    DEFAULT = "default"
    BOARD = "board"
    FOUND = "found"
    FILE = "file"
    COMMAND = "command"


class EffectiveSetting(NamedTuple):
    """A setting in effect: its value, and where it comes from."""

    name: str
    value: SettingValue
    source: Source
    line: int | None = None
    """The line in the file, with Source.FILE."""
    former: str = ""
    """The name in the file, if it is one that the setting had in an earlier version."""


class BoardChoice(StrEnum):
    """How the board was chosen."""

    SET = "set"
    """Named in the settings."""
    FOUND = "found"
    """By the screen that answers."""
    ASSUMED = "assumed"
    """It should be found, but nobody has looked, or what answers is unknown."""


class Config(NamedTuple):
    """The settings in effect; the fields' defaults are the defaults of the settings.

    A setting with a plain value has a field of the same name ("thinking-time": `thinking_time`,
    "oled.rotate": `rotate`). The buttons, the buzzer and the screen are part of ``board``.
    """

    board: Board = BOARDS["bonnet"]
    """The wiring, with everything that the file changes in it."""
    rotate: int = 0
    """Degrees, 0 or 180."""
    contrast: int = CONTRAST
    """0 to 255."""
    led: tuple[int, ...] = ()
    """No pin, one (a plain light) or three (red, green, blue)."""
    mute: bool = False
    click: bool = True
    voice: bool = False
    tower_panel: str = "/dev/campanile-panel"
    """The path of the tower panel's serial port, or NO_PORT."""
    keypad: str = "auto"
    """"auto", "off", or the name of the number pad or keyboard that is a tower panel."""
    language: str = SOURCE
    hints: str = "all"
    thinking_time: bool = False
    mqtt: MqttSettings = MqttSettings()
    board_files: Mapping[str, Path] = {}
    """The files that describe printed boards, by the game's name."""
    board_choice: BoardChoice = BoardChoice.SET
    found: FoundScreen | None = None
    """The screen that answered when the board was looked for."""
    path: Path | None = None
    """The file that was read."""
    effective: tuple[EffectiveSetting, ...] = ()
    """Every setting that has a value, in the sample's order."""

    @property
    def preferences(self) -> dict[str, str]:
        """The settings' values by name as the box's menu spells them; switches are on or off."""
        return {each.name: _menu_value(each.value) for each in self.effective}


def _menu_value(value: SettingValue) -> str:
    return ("off", "on")[value] if isinstance(value, bool) else str(value)
