"""All that the doctor asks of the machine it runs on, so that a fake may stand in its place."""

from __future__ import annotations

import os
import subprocess
import time
from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, Protocol, cast

if TYPE_CHECKING:
    from companion.config import Config
    from companion.interfaces import Display, Inbox, Lamps

COMMAND_PATIENCE = 10.0
"""Seconds that a command may take."""
PATIENCE = 15.0
"""Seconds in which a person finds a button and presses it."""


class Bus(Protocol):
    """An open I2C bus."""

    def read_byte(self, address: int) -> int:
        """Read one byte from a part, having written nothing; raises OSError."""

    def close(self) -> None:
        """Let go of the bus."""


class PanelPort(Protocol):
    """The tower panel's open serial port."""

    def read(self, seconds: float) -> bytes:
        """Return what has come, waiting so long for it; nothing then; raises OSError."""

    def write(self, data: bytes) -> int:
        """Send as much as there is room for, and return how much that was; raises OSError."""

    def close(self) -> None:
        """Let go of the port."""


class Ran(NamedTuple):
    """A command that has ended."""

    status: int
    output: str


class Machine(Protocol):
    """The machine under examination."""

    root: Path
    """What stands in for ``/``: files are looked for below."""
    python: tuple[int, int, int]
    patience: float
    """Seconds in which a button or key asked for is to be pressed, or the panel be met again."""

    @property
    def environ(self) -> Mapping[str, str]:
        """The environment's variables."""

    def version(self, package: str) -> str | None:
        """The version of a Python package, None where it is not installed."""

    def groups(self) -> frozenset[str] | None:
        """The groups in force for this process; None for root, who needs none."""

    def user(self) -> str:
        """The user's name."""

    def run(self, *command: str) -> Ran | None:
        """Run a command; None where there is no such program or it does not end."""

    def may_use(self, path: Path) -> bool:
        """Whether this process may read and write what is at ``path``."""

    def try_writing(self, folder: Path) -> None:
        """Make a file in ``folder`` and remove it again; raises OSError."""

    def free(self, folder: Path) -> int:
        """Free bytes where ``folder`` lies."""

    def now(self) -> datetime:
        """The time, with its zone."""

    def pin_factory(self) -> str:
        """The name of gpiozero's pin factory in force, as "lgpio"; raises OSError."""

    def open_bus(self, port: int) -> Bus:
        """Open ``/dev/i2c-<port>``; raises OSError."""

    def open_panel(self, config: Config) -> Display:
        """Open the screen; raises OSError (DeviceMissingError)."""

    def host(self) -> int:
        """Draw the number by lot that the tower panel knows us by."""

    def open_port(self, path: str) -> PanelPort:
        """Open the tower panel's port for us alone; raises OSError."""

    def open_link(self, path: str, inbox: Inbox) -> Lamps:
        """Keep up the link with the tower panel, as playing does; ``inbox`` gets what it says."""

    def clock(self) -> float:
        """Seconds that only ever grow."""

    def wait(self, seconds: float) -> None:
        """Let time pass."""


class ThisMachine:
    """The real machine."""

    def __init__(self) -> None:
        import sys

        self.root = Path("/")
        self.environ: Mapping[str, str] = os.environ
        self.python = sys.version_info[:3]
        self.patience = PATIENCE

    def version(self, package: str) -> str | None:
        """Ask the installed packages' metadata."""
        from importlib import metadata

        try:
            return metadata.version(package)
        except metadata.PackageNotFoundError:
            return None

    def groups(self) -> frozenset[str] | None:
        """Ask the process, which may have begun before it was put into a group."""
        import grp

        if os.geteuid() == 0:
            return None
        held = {os.getegid(), *os.getgroups()}
        return frozenset(each.gr_name for each in grp.getgrall() if each.gr_gid in held)

    def user(self) -> str:
        """Look the user up; a number where there is no name."""
        import pwd

        try:
            return pwd.getpwuid(os.geteuid()).pw_name
        except KeyError:
            return str(os.geteuid())

    def run(self, *command: str) -> Ran | None:
        """Run it without a shell, in plain English."""
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
        return Ran(ran.returncode, ran.stdout.strip())

    def may_use(self, path: Path) -> bool:
        """Ask the system."""
        return os.access(path, os.R_OK | os.W_OK)

    def try_writing(self, folder: Path) -> None:
        """Do it, for permission bits say nothing of a card that has turned read-only."""
        from tempfile import TemporaryFile

        with TemporaryFile(dir=folder) as file:
            file.write(b"?")

    def free(self, folder: Path) -> int:
        """Ask the file system."""
        from shutil import disk_usage

        return disk_usage(folder).free

    def now(self) -> datetime:
        """Ask the clock."""
        return datetime.now(UTC)

    def pin_factory(self) -> str:
        """Have gpiozero choose, as playing does."""
        import warnings

        from gpiozero import Device, GPIOZeroError  # type: ignore[import-untyped]  # has no stubs

        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of each factory that gpiozero tries in vain
            try:
                Device.ensure_pin_factory()
            except (GPIOZeroError, ImportError, OSError) as error:
                raise OSError(str(error)) from error
        return type(Device.pin_factory).__name__.removesuffix("Factory").lower()

    def open_bus(self, port: int) -> Bus:
        """Open it by smbus2."""
        from smbus2 import SMBus

        return cast(Bus, SMBus(port))

    def open_panel(self, config: Config) -> Display:
        """Open the screen as playing does."""
        from companion.devices.oled import open_oled

        return open_oled(config.board, rotated=config.rotate == 180, contrast=config.contrast)

    def host(self) -> int:
        """Draw it."""
        from companion.panel.link import draw_host

        return draw_host()

    def open_port(self, path: str) -> PanelPort:
        """Open it by pyserial."""
        from companion.panel.port import SerialPort

        return SerialPort(path)

    def open_link(self, path: str, inbox: Inbox) -> Lamps:
        """Do as playing does, but for its log: the findings tell it."""
        import logging

        from companion.panel.link import Link

        # Else what nobody takes goes to the terminal, among the questions.
        logging.getLogger("companion.panel").addHandler(logging.NullHandler())
        return Link(inbox, self.host(), self.clock, path)

    def clock(self) -> float:
        """Ask the system."""
        return time.monotonic()

    def wait(self, seconds: float) -> None:
        """Sleep."""
        time.sleep(max(0.0, seconds))
