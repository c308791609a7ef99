"""What a check is given and what it gives: the examination, and findings as data."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, suppress
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path
from queue import Empty
from typing import Protocol

from companion.app.doctor.machine import Machine
from companion.box.config import Config, ConfigError
from companion.core.interfaces import Frame, Inbox, KeyPress, PanelStatus, Press, Screen


class Check(StrEnum):
    """A check, by the name that its text and the JSON report use."""

    PYTHON = "python"
    MODEL = "model"
    CONFIG = "config"
    PACKAGES = "packages"
    CLOCK = "clock"
    FOLDER = "folder"
    JOURNAL = "journal"
    SERVICE = "service"
    RELEASE = "release"
    GAMES = "games"
    GROUPS = "groups"
    PINS = "pins"
    I2C = "i2c"
    SPEED = "speed"
    ADDRESSES = "addresses"
    CONTROLLER = "controller"
    SPI = "spi"
    BOARD = "board"
    TOWER_PANEL = "tower-panel"
    KEYPAD = "keypad"
    VOICE = "voice"
    SCREEN = "screen"
    BUTTONS = "buttons"
    CHIME = "chime"
    LAMPS = "lamps"
    KEYS = "keys"
    PAD_KEYS = "pad-keys"


class Passed(StrEnum):
    """Results that need nothing done."""

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
    RELEASE = "release"  # running
    GAMES = "games-playable"
    GROUPS = "groups"  # groups
    GROUPS_ROOT = "groups-root"
    PINS = "pins"  # factory
    I2C = "i2c"  # where
    SPEED = "speed"  # kilohertz
    SPEED_ODD = "speed-odd"  # kilohertz
    ADDRESSES = "addresses"  # where, wanted, addresses (as those below)
    CONTROLLER = "controller"  # controller, status
    SPI = "spi"  # where
    BOARD_SET = "board-set"  # board
    BOARD_FOUND = "board-found"  # board, address, status, controller
    TOWER_PANEL = "tower-panel"  # where, name, keys, lamps (how many)
    KEYPAD = "keypad"  # name, where
    VOICE = "voice"  # version
    SCREEN = "screen"
    BUTTON = "button"  # button, pin
    CHIME = "chime"
    TOWERS = "towers"
    SEATS = "seats"
    KEY = "key"  # button, row, column
    PAD_KEY = "pad-key"  # label


class Failed(StrEnum):
    """Results that need something done; each has a remedy."""

    PYTHON = "python"  # version
    CONFIG = "config"  # error
    PACKAGES = "packages"  # missing
    CLOCK = "clock"  # time
    FOLDER_CLOSED = "folder-closed"  # path, there, problem
    FOLDER_FULL = "folder-full"  # path, megabytes
    FOLDER_READ_ONLY = "folder-read-only"  # path
    FOLDER_FAILING = "folder-failing"  # path, problem
    JOURNAL = "journal"  # error
    JOURNAL_UNREACHED = "journal-unreached"  # error
    SERVICE_FAILED = "service-failed"
    SERVICE_DISABLED = "service-disabled"
    ROLLED_BACK = "rolled-back"  # failed, running
    REFUSED = "refused"  # failed, why, running
    GAME = "game"  # game, problem
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
    BOARD = "board"
    BOARD_UNKNOWN = "board-unknown"  # board, address, status
    PORT = "port"  # where, problem
    PORT_DENIED = "port-denied"  # where, group
    PORT_TAKEN = "port-taken"  # where
    PANEL_SILENT = "panel-silent"  # where
    PANEL_VERSION = "panel-version"  # where, version, own
    PANEL_LOST = "panel-lost"
    KEYPAD_DENIED = "keypad-denied"  # name, where, group
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
    PAD_KEY = "pad-key"  # label
    PAD_KEY_OTHER = "pad-key-other"  # label, other


class Skipped(StrEnum):
    """Why a check was not made."""

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
    NO_KEYPAD = "no-keypad"
    KEYPAD_OFF = "keypad-off"
    NO_ESPEAK = "no-espeak"
    NO_SOUND_CARD = "no-sound-card"  # version
    SOUND_DENIED = "sound-denied"  # version, group
    NO_BUZZER = "no-buzzer"


Result = Passed | Failed | Skipped
Values = Mapping[str, object]
Results = Iterator[tuple[Result, Values]]
"""What the function of a check yields: one result for each part that it looks at."""


@dataclass(frozen=True)
class Finding:
    """One result of a check."""

    check: Check
    result: Result
    values: Values = field(default_factory=dict)

    @property
    def state(self) -> str:
        """The word "ok", "not-ok" or "not-tried"."""
        return {Passed: "ok", Failed: "not-ok", Skipped: "not-tried"}[type(self.result)]


class Prompt(StrEnum):
    """What an operator is asked (yes or no), or told to do."""

    PICTURE = "picture"
    PRESS = "press"  # button, pin
    CHIME = "chime"
    TOWERS = "towers"
    SEATS = "seats"
    KEY = "key"  # button, row, column
    PAD_KEY = "pad-key"  # label


@dataclass(frozen=True)
class OperatorRequest:
    """A prompt and the values of its text."""

    prompt: Prompt
    values: Values = field(default_factory=dict)


class Operator(Protocol):
    """Somebody at the device who can see, hear and press."""

    def tell(self, request: OperatorRequest) -> None:
        """Say what to do now."""

    def answer(self, request: OperatorRequest) -> bool | None:
        """Ask, and return yes or no; None if nobody answers."""


Draw = Callable[[Sequence[Finding], OperatorRequest | None], Frame]
"""Draws the findings so far and the request that is open."""


class PanelVanished(Exception):
    """The tower panel was lost while a key was waited for."""


class Examination:
    """One run of the self-test."""

    def __init__(
        self,
        machine: Machine,
        settings: Config | ConfigError,
        operator: Operator | None,
        draw: Draw | None,
        stack: ExitStack,
    ) -> None:
        self.machine = machine
        self.settings = settings
        self.operator = operator
        self.stack = stack
        self.display: Screen | None = None
        self._draw = draw
        self._findings: list[Finding] = []

    @property
    def config(self) -> Config:
        assert isinstance(self.settings, Config)
        return self.settings

    def path(self, path: Path | str) -> Path:
        """Where a file of the machine is found, by its absolute path there."""
        return self.machine.root / str(path).lstrip("/")

    def record(self, finding: Finding) -> None:
        self._findings.append(finding)
        self._show(None)

    def finding(self, check: Check) -> Finding:
        """The first finding of a check that did not pass, or else its first."""
        found = [finding for finding in self._findings if finding.check is check]
        return next((each for each in found if not isinstance(each.result, Passed)), found[0])

    def passed(self, check: Check) -> bool:
        """Whether all findings of a check passed."""
        return isinstance(self.finding(check).result, Passed)

    @property
    def service_runs(self) -> bool:
        """Whether the service runs, and so uses the screen, the pins and the tower panel."""
        return self.finding(Check.SERVICE).result is Passed.SERVICE_RUNS

    def ask(self, request: OperatorRequest, passed: Passed, failed: Failed) -> Result:
        """Ask the operator, on the screen too; yes has ``passed``, no ``failed``."""
        assert self.operator is not None
        self._show(request)
        answer = self.operator.answer(request)
        if answer is None:
            return Skipped.NOT_ASKED
        return passed if answer else failed

    def tell(self, request: OperatorRequest) -> None:
        """Tell the operator what to do, on the screen too."""
        assert self.operator is not None
        self._show(request)
        self.operator.tell(request)

    def await_key(self, inbox: Inbox, request: OperatorRequest) -> Press | None:
        """Tell the operator to press a key; returns the one that is pressed, None if none is.

        A key pressed before does not count, nor does a release. Raises PanelVanished.
        """
        if drop_presses(inbox):
            raise PanelVanished
        self.tell(request)
        with suppress(Empty):
            while (event := inbox.get(timeout=self.machine.patience)) is not PanelStatus.LOST:
                if isinstance(event, KeyPress) and event.press is not Press.RELEASED:
                    return event.press
            raise PanelVanished
        return None

    def _show(self, request: OperatorRequest | None) -> None:
        if self.display is not None and self._draw is not None:
            with suppress(OSError):  # the terminal shows the same
                self.display.show(self._draw(self._findings, request))


def drop_presses(inbox: Inbox) -> bool:
    """Drop the presses that were not asked for; whether the tower panel was lost meanwhile."""
    is_lost = False
    while not inbox.empty():
        is_lost |= inbox.get() is PanelStatus.LOST
    return is_lost
