"""What the doctor examines, what there is to be found, and what a person before it is asked.

Beside each finding stand the values that its words are given.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Protocol


class Check(StrEnum):
    """What is examined, in this order."""

    PYTHON = "python"
    MODEL = "model"
    CONFIG = "config"
    PACKAGES = "packages"
    CLOCK = "clock"
    FOLDER = "folder"
    JOURNAL = "journal"
    SERVICE = "service"
    GROUPS = "groups"
    PINS = "pins"
    I2C = "i2c"
    SPEED = "speed"
    ADDRESSES = "addresses"
    CONTROLLER = "controller"
    SPI = "spi"
    TOWER_PANEL = "tower-panel"
    VOICE = "voice"
    SCREEN = "screen"
    BUTTONS = "buttons"
    CHIME = "chime"
    LAMPS = "lamps"
    KEYS = "keys"


class Fine(StrEnum):
    """What is as it should be."""

    PYTHON = "python"  # version
    MODEL = "model"  # model
    CONFIG_FILE = "config-file"  # path
    CONFIG_NONE = "config-none"
    PACKAGES = "packages"  # packages
    CLOCK_RIGHT = "clock-right"  # time
    CLOCK_ALONE = "clock-alone"  # time
    FOLDER = "folder"  # path, megabytes
    JOURNAL = "journal"  # path
    JOURNAL_NONE = "journal-none"  # path
    SERVICE_RUNS = "service-runs"
    SERVICE_STOPPED = "service-stopped"
    GROUPS = "groups"  # groups
    GROUPS_ROOT = "groups-root"
    PINS = "pins"  # factory
    I2C = "i2c"  # where
    SPEED = "speed"  # kilohertz
    SPEED_ODD = "speed-odd"  # kilohertz
    ADDRESSES = "addresses"  # where, wanted, addresses (as those below)
    CONTROLLER = "controller"  # controller, status
    SPI = "spi"  # where
    TOWER_PANEL = "tower-panel"  # where, name, keys, lamps (how many)
    VOICE = "voice"  # version
    SCREEN = "screen"
    BUTTON = "button"  # button, pin
    CHIME = "chime"
    TOWERS = "towers"
    SEATS = "seats"
    KEY = "key"  # button, row, column


class Wrong(StrEnum):
    """What is not as it should be; each has a remedy."""

    PYTHON = "python"  # version
    CONFIG = "config"  # error
    PACKAGES = "packages"  # missing
    CLOCK = "clock"  # time
    FOLDER_CLOSED = "folder-closed"  # path, problem
    FOLDER_FULL = "folder-full"  # path, megabytes
    JOURNAL = "journal"  # error
    SERVICE_FAILED = "service-failed"
    SERVICE_DISABLED = "service-disabled"
    GROUPS = "groups"  # groups, list (joined by commas only)
    GROUPS_LATER = "groups-later"  # groups
    PINS = "pins"  # factory, model
    PINS_NONE = "pins-none"  # problem
    I2C = "i2c"  # where
    I2C_DENIED = "i2c-denied"  # where, group
    ADDRESSES_NONE = "addresses-none"
    ADDRESSES_OTHER = "addresses-other"
    ADDRESS = "address"  # address, too
    BUS_STUCK = "bus-stuck"  # where, problem
    CONTROLLER = "controller"  # controller, status, configured
    SPI = "spi"  # where
    SPI_DENIED = "spi-denied"  # where, group
    PORT = "port"  # where, problem
    PORT_DENIED = "port-denied"  # where, group
    PORT_TAKEN = "port-taken"  # where
    PANEL_SILENT = "panel-silent"  # where
    PANEL_VERSION = "panel-version"  # where, version, own
    PANEL_LOST = "panel-lost"
    SCREEN = "screen"
    SCREEN_NONE = "screen-none"  # error
    BUTTON = "button"  # button, pin
    BUTTON_OTHER = "button-other"  # button, pin, other, at
    BUTTONS_NONE = "buttons-none"  # error
    CHIME = "chime"  # pin
    CHIME_NONE = "chime-none"  # error
    TOWERS = "towers"
    SEATS = "seats"
    KEY = "key"  # button, row, column
    KEY_OTHER = "key-other"  # button, row, column, other, other_row, other_column


class Untried(StrEnum):
    """Why something was not tried."""

    NO_PI = "no-pi"
    NO_CONFIG = "no-config"
    IN_USE = "in-use"
    NOT_ASKED = "not-asked"
    AFTER = "after"  # first
    NO_SYSTEMD = "no-systemd"
    NO_SERVICE = "no-service"
    FOLDER_FOREIGN = "folder-foreign"  # path
    NOT_USED = "not-used"  # bus
    SPEED_UNKNOWN = "speed-unknown"
    CONTROLLER_UNCLEAR = "controller-unclear"  # status
    NO_PANEL = "no-panel"
    NO_PORT = "no-port"  # where
    NO_ESPEAK = "no-espeak"
    NO_SOUND_CARD = "no-sound-card"  # version
    SOUND_DENIED = "sound-denied"  # version, group
    NO_BUZZER = "no-buzzer"


Told = Fine | Wrong | Untried


@dataclass(frozen=True)
class Finding:
    """What a check came to."""

    check: Check
    told: Told
    values: Mapping[str, object] = field(default_factory=dict)

    @property
    def state(self) -> str:
        """In a word: "ok", "not-ok" or "not-tried"."""
        return {Fine: "ok", Wrong: "not-ok", Untried: "not-tried"}[type(self.told)]


class Asked(StrEnum):
    """What a person is asked to do or to say."""

    PICTURE = "picture"
    """Whether the picture is whole; yes or no."""
    PRESS = "press"  # button, pin
    """To press a button; nothing is answered."""
    CHIME = "chime"
    """Whether the chime was heard; yes or no."""
    TOWERS = "towers"
    """Whether the towers' lamps shine as they should; yes or no."""
    SEATS = "seats"
    """Whether the seats' lamps shine as they should; yes or no."""
    KEY = "key"  # button, row, column
    """To press a key of the tower panel; nothing is answered."""


@dataclass(frozen=True)
class Request:
    """Something a person is asked."""

    asked: Asked
    values: Mapping[str, object] = field(default_factory=dict)


class Person(Protocol):
    """Somebody before the device, who can see, hear and press."""

    def tell(self, request: Request) -> None:
        """Say what to do now."""

    def answer(self, request: Request) -> bool | None:
        """Ask, and return yes or no; None where nobody answers."""
