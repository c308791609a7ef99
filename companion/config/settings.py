"""What the settings are, where each comes from, and what can be wrong with them, all as data."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from companion.devices.boards import BOARDS, Board
from companion.devices.oled import CONTRAST

SAMPLE = Path(__file__).with_name("companion.toml.sample")
"""Every setting, explained and commented out: as it stands it changes nothing."""
FOLDER, NAME = "campanile-companion", "companion.toml"
SYSTEM = Path("/etc", FOLDER, NAME)
"""The file of the whole machine, read where this user has none."""

NO_PORT = "none"
"""In place of the tower panel's port: there is no tower panel, and none is looked for."""

Value = str | int | bool | tuple[int, ...]
"""What a setting can be; pins are always a tuple of BCM numbers."""


class Fault(StrEnum):
    """What can be wrong with the settings; beside each, the values that its words are given."""

    UNREADABLE = "unreadable"  # problem
    NOT_TEXT = "not-text"
    SYNTAX = "syntax"  # problem
    UNKNOWN_KEY = "unknown-key"
    UNKNOWN_ROLE = "unknown-role"  # options
    NOT_A_TABLE = "not-a-table"  # table
    NOT_A_CHOICE = "not-a-choice"  # options
    NOT_A_PANEL = "not-a-panel"  # options
    NOT_A_NUMBER = "not-a-number"  # low, high
    NOT_A_SWITCH = "not-a-switch"
    NOT_A_PORT = "not-a-port"  # none
    NOT_A_FILE = "not-a-file"
    NOT_A_PIN = "not-a-pin"  # low, high
    PIN_TWICE = "pin-twice"  # pin, other, line (the other's)
    PIN_TAKEN = "pin-taken"  # pin, other (as the board or the panel has it)
    PIN_OF_BUS = "pin-of-bus"  # pin, bus
    PIN_OF_HAT = "pin-of-hat"  # pin
    MISSING = "missing"  # missing
    NOT_FOR_BUS = "not-for-bus"  # bus


@dataclass(eq=False)
class ConfigError(Exception):
    """The settings can't be used: the file, its line (None: the whole), the setting, the fault.

    ``key`` is the setting as the file names it, "" where no single one is to blame; ``close`` is
    what was perhaps meant, "" where nothing is near.
    """

    path: Path | None
    line: int | None
    key: str
    fault: Fault
    values: Mapping[str, object]
    close: str = ""


class Source(StrEnum):
    """Where a setting in force comes from."""

    DEFAULT = "default"
    BOARD = "board"
    FILE = "file"
    COMMAND = "command"


@dataclass(frozen=True)
class InForce:
    """A setting in force and where it comes from; ``line`` is given with Source.FILE."""

    name: str
    value: Value
    source: Source
    line: int | None = None


@dataclass(frozen=True)
class Config:
    """The settings in force.

    ``board`` is the wiring with all that the file changes in it. ``rotate`` is in degrees, 0 or
    180; ``contrast`` is 0 to 255. ``led`` has no pin, one (plain) or three (red, green, blue).
    """

    board: Board = BOARDS["bonnet"]
    rotate: int = 0
    contrast: int = CONTRAST
    led: tuple[int, ...] = ()
    mute: bool = False
    click: bool = True
    voice: bool = False
    """Whether scorings, and after a pause whose turn it is, are said aloud."""
    tower_panel: str = "/dev/campanile-panel"
    """The file of the tower panel's serial port, or NO_PORT."""
    language: str = "en"
    hints: str = "all"
    """How much of what can be foreseen is told: "all", "deck" or "none"."""
    thinking_time: bool = False
    """Whether the screen shows how long the players have thought."""
    bologna_map: Path | None = None
    """The file that tells the kinds of Bologna's fields."""
    capitol_board: Path | None = None
    """The file that tells Capitol's prefectures."""
    path: Path | None = None
    """The file that was read."""
    in_force: tuple[InForce, ...] = ()
    """Every setting with a value, in the sample's order."""

    @property
    def preferences(self) -> dict[str, str]:
        """What the table may choose otherwise in the box's menu, by its name there."""
        return {
            "language": self.language,
            "hints": self.hints,
            "thinking-time": "on" if self.thinking_time else "off",
            "voice": "on" if self.voice else "off",
        }
