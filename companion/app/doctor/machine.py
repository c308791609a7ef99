"""Everything that the self-test asks of the machine it runs on."""

from __future__ import annotations

import grp
import logging
import os
import pwd
import subprocess
import sys
import time
import warnings
from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime
from importlib import metadata
from pathlib import Path
from shutil import disk_usage
from typing import NamedTuple

from companion.box.config import Config
from companion.box.devices.buses import Bus, open_smbus
from companion.box.devices.libraries import load_library
from companion.box.devices.oled import open_oled
from companion.box.panel.keypad import NoKeypads, open_keypads
from companion.box.panel.link import PanelLink, PollablePort, SerialPort, draw_host_id
from companion.core.interfaces import Inbox, Lamps, Screen
from companion.store.journal import try_writing

COMMAND_PATIENCE = 10.0
"""Seconds that a command may take."""
PATIENCE = 15.0
"""Seconds that an operator has to find a button and press it."""


FindFaults = Callable[[Path | None], Sequence[tuple[str, str]]]
"""(folder of saved games or None) → the games that have a fault, each with part and reason."""


class CommandResult(NamedTuple):
    """The exit status and the standard output of a command."""

    status: int
    output: str


class Machine:
    """The machine that is examined; the tests' fake overrides every method."""

    def __init__(self, find_faults: FindFaults = lambda _folder: ()) -> None:
        self.find_faults = find_faults
        self.root = Path("/")
        """The folder under which files are looked for."""
        self.environ: Mapping[str, str] = os.environ
        self.python = sys.version_info[:3]
        self.patience = PATIENCE
        """Seconds to wait for the press that was asked for, or for the tower panel."""

    def package_version(self, package: str) -> str | None:
        try:
            return metadata.version(package)
        except metadata.PackageNotFoundError:
            return None

    def group_names(self) -> frozenset[str] | None:
        """The groups of this process, maybe not the user's newest; None for root."""
        if os.geteuid() == 0:
            return None
        held = {os.getegid(), *os.getgroups()}
        return frozenset(each.gr_name for each in grp.getgrall() if each.gr_gid in held)

    def user_name(self) -> str:
        """The user's name, or number if there is no name."""
        try:
            return pwd.getpwuid(os.geteuid()).pw_name
        except KeyError:
            return str(os.geteuid())

    def run_command(self, *command: str) -> CommandResult | None:
        """Run a command in plain English; None if it does not exist or does not end in time."""
        try:
            ran = subprocess.run(
                command,
                stdin=subprocess.DEVNULL,
                capture_output=True,
                text=True,
                timeout=COMMAND_PATIENCE,
                check=False,
                env={**self.environ, "LC_ALL": "C"},
            )
        except (OSError, subprocess.TimeoutExpired):
            return None
        return CommandResult(ran.returncode, ran.stdout.strip())

    def can_access(self, path: Path) -> bool:
        return os.access(path, os.R_OK | os.W_OK)

    def try_writing(self, folder: Path) -> None:
        """Write a file and remove it: a read-only card may have any mode; raises OSError."""
        try_writing(folder)

    def free_bytes(self, folder: Path) -> int:
        return disk_usage(folder).free

    def now(self) -> datetime:
        return datetime.now(UTC)

    def pin_factory(self) -> str:
        """The name of the pin factory that gpiozero chooses, like "lgpio"; raises OSError."""
        gpiozero = load_library("gpiozero")
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # gpiozero's, about each factory that it can't use
            try:
                gpiozero.Device.ensure_pin_factory()
            except (gpiozero.GPIOZeroError, ImportError, OSError) as error:
                raise OSError(str(error)) from error
        return type(gpiozero.Device.pin_factory).__name__.removesuffix("Factory").lower()

    def open_bus(self, port: int) -> Bus:
        return open_smbus(port)

    def open_screen(self, config: Config) -> Screen:
        """Open the screen; raises OSError (DeviceMissingError)."""
        return open_oled(config.board, rotated=config.rotate == 180, contrast=config.contrast)

    def draw_host_id(self) -> int:
        return draw_host_id()

    def open_port(self, path: str) -> PollablePort:
        return SerialPort(path)

    def open_link(self, path: str, inbox: Inbox) -> Lamps:
        """Keep up the link with the tower panel; its events are put into ``inbox``."""
        # Without a handler its log would appear in the terminal, among the questions.
        logging.getLogger("companion.box.panel").addHandler(logging.NullHandler())
        return PanelLink(inbox, self.draw_host_id(), self.clock, path)

    def open_keypads(self, wanted: str, inbox: Inbox) -> NoKeypads:
        """Read the keypads of the setting; their presses are put into ``inbox``."""
        logging.getLogger("companion.box.panel").addHandler(logging.NullHandler())
        keypads = open_keypads(wanted, inbox, self.clock)
        keypads.start()
        return keypads

    def clock(self) -> float:
        return time.monotonic()

    def wait(self, seconds: float) -> None:
        time.sleep(max(0.0, seconds))
