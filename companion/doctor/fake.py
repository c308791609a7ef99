"""A machine for tests: its files lie in a folder, and it refuses what a real one would refuse."""

from __future__ import annotations

import errno
import os
from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path
from queue import SimpleQueue
from typing import TYPE_CHECKING, Protocol

from companion.devices.boards import I2c
from companion.devices.errors import DeviceMissingError, Lack
from companion.devices.oled import FakeOled
from companion.doctor.machine import Bus, Ran
from companion.interfaces import DARK, Event, Inbox, Lamp, TowerPanel
from companion.panel.lamps import NoLamps
from companion.panel.wire import AllLamps

if TYPE_CHECKING:
    from companion.config import Config

INSTALLED = dict.fromkeys(
    ("gpiozero", "luma.core", "luma.oled", "Pillow", "pyserial", "rich", "smbus2", "lgpio"), "1.0"
)


class FakeBus:
    """An I2C bus: ``parts`` maps an address to the byte that is read there, or to an errno."""

    def __init__(self, parts: Mapping[int, int | OSError]) -> None:
        self._parts = parts
        self._open = True

    def read_byte(self, address: int) -> int:
        """Read the part's byte; raises OSError as the system does."""
        if not self._open:
            raise _error(errno.EBADF)
        if not 0x03 <= address <= 0x77:
            raise _error(errno.EINVAL)
        byte = self._parts.get(address, _error(errno.EREMOTEIO))
        if isinstance(byte, OSError):
            raise byte
        return byte

    def close(self) -> None:
        """Let go of the bus."""
        self._open = False


class TowerPanelFirmware(Protocol):
    """What a tower panel hears and says, at seconds of the machine's clock."""

    def hear(self, data: bytes, now: float) -> None:
        """Take what was written to its port."""

    def say(self, now: float) -> bytes:
        """Return what it has written since."""


class FakePanelPort:
    """The tower panel's open port: it is lost when its file is gone. Reading lets time pass."""

    def __init__(self, machine: FakeMachine, file: Path, panel: TowerPanelFirmware) -> None:
        self._machine = machine
        self._file = file
        self._panel = panel
        self._open = True

    def read(self, seconds: float) -> bytes:
        """Return what the panel says now, or else when the time is over."""
        self._refuse()
        said = self._panel.say(self._machine.clock())
        if not said:
            self._machine.wait(seconds)
            said = self._panel.say(self._machine.clock())
        return said

    def write(self, data: bytes) -> int:
        """Let the panel hear it."""
        self._refuse()
        self._panel.hear(data, self._machine.clock())
        return len(data)

    def close(self) -> None:
        """Let go of the port."""
        self._open = False

    def _refuse(self) -> None:
        if not self._open:
            raise _error(errno.EBADF)
        if not self._file.exists():
            raise _error(errno.EIO)


class FakeLink:
    """The link with a tower panel that is met at once, if it is there; ``say`` is its voice."""

    def __init__(self, inbox: Inbox, there: bool) -> None:
        self._inbox = inbox
        self._open = True
        self.lamps = NoLamps()
        """What it was told to show."""
        if there:
            inbox.put(TowerPanel.FOUND)

    def say(self, event: Event) -> None:
        """Have the loop hear of a press, or of what has become of the panel."""
        if self._open:
            self._inbox.put(event)

    def show(self, lamps: tuple[Lamp, ...]) -> None:
        """Note it; raises ValueError for what the wire can't carry."""
        AllLamps(lamps or (DARK,))
        if self._open:
            self.lamps.show(lamps)

    def close(self) -> None:
        """Let go of the panel."""
        self._open = False


class FakeMachine:
    """A laptop without anything; ``fake_pi`` makes a Pi of it. Everything may be changed."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.environ: dict[str, str] = {"HOME": "/home/emma"}
        self.python = (3, 11, 2)
        self.patience = 0.0
        self.installed = {k: v for k, v in INSTALLED.items() if k != "lgpio"}
        self.held: frozenset[str] | None = frozenset({"emma"})
        self.commands: dict[tuple[str, ...], Ran] = {}
        self.closed: set[Path] = set()
        """What may not be used or written to, by its path on the machine."""
        self.bytes_free = 10**10
        self.time = datetime(2026, 3, 1, 20, 15, tzinfo=UTC)
        self.parts: dict[int, int | OSError] = {}
        self.oled = FakeOled()
        """The screen opened last."""
        self.tower_panel: TowerPanelFirmware | None = None
        """What answers at the tower panel's port; None: nothing ever does."""
        self.taken: set[str] = set()
        """Ports that another program has."""
        self.link = FakeLink(SimpleQueue(), there=False)
        """The link opened last."""
        self.waited = 0.0
        self.write("/home/emma/.profile", b"")

    def write(self, path: str, content: bytes = b"") -> None:
        """Put a file, or with no content a device's node, on the machine."""
        file = self.at(path)
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(content)

    def at(self, path: str) -> Path:
        """Where a path of the machine really is."""
        return self.root / path.lstrip("/")

    def version(self, package: str) -> str | None:
        """Look into ``installed``."""
        return self.installed.get(package)

    def groups(self) -> frozenset[str] | None:
        """The groups ``held``."""
        return self.held

    def user(self) -> str:
        """Emma."""
        return "emma"

    def run(self, *command: str) -> Ran | None:
        """Look into ``commands``."""
        return self.commands.get(command)

    def may_use(self, path: Path) -> bool:
        """Whether it, or a folder that it is in, is not ``closed``."""
        return not self.closed & {Path("/", p.relative_to(self.root)) for p in _above(path, self)}

    def try_writing(self, folder: Path) -> None:
        """Refuse where the folder is closed, or absent."""
        if not folder.is_dir():
            raise _error(errno.ENOENT)
        if not self.may_use(folder):
            raise _error(errno.EROFS)

    def free(self, folder: Path) -> int:  # noqa: ARG002  one file system
        """The bytes of ``bytes_free``."""
        return self.bytes_free

    def now(self) -> datetime:
        """The ``time`` set."""
        return self.time

    def pin_factory(self) -> str:
        """Choose as gpiozero does: as told, or lgpio, or its own way, where there are pins."""
        if not self.at("/dev/gpiochip0").exists():
            raise OSError("Unable to load any default pin factory!")
        usual = "lgpio" if "lgpio" in self.installed else "native"
        return self.environ.get("GPIOZERO_PIN_FACTORY", usual)

    def open_bus(self, port: int) -> Bus:
        """Open the bus if its node is there and may be used."""
        self._demand(f"/dev/i2c-{port}")
        return FakeBus(self.parts)

    def open_panel(self, config: Config) -> FakeOled:
        """Make ``oled`` anew, if there is a screen where the settings say."""
        bus = config.board.bus
        if not isinstance(bus, I2c):
            self._demand(f"/dev/spidev{bus.port}.{bus.device}")
        elif not isinstance(self.parts.get(bus.address), int):
            raise DeviceMissingError(Lack.PANEL, f"0x{bus.address:02X}")
        self.oled = FakeOled()
        return self.oled

    def host(self) -> int:
        """Draw always the same."""
        return 1

    def open_port(self, path: str) -> FakePanelPort:
        """Open the port if it is there, may be used, and nobody has it."""
        self._demand(path)
        if path in self.taken:
            raise _error(errno.EAGAIN)
        return FakePanelPort(self, self.at(path), self.tower_panel or _Nobody())

    def open_link(self, path: str, inbox: Inbox) -> FakeLink:
        """Make ``link`` anew."""
        there = self.tower_panel is not None and self.at(path).exists()
        self.link = FakeLink(inbox, there and path not in self.taken)
        return self.link

    def clock(self) -> float:
        """The time that was waited."""
        return self.waited

    def wait(self, seconds: float) -> None:
        """Note the time that was waited."""
        self.waited += seconds

    def _demand(self, node: str) -> None:
        if not self.at(node).exists():
            raise _error(errno.ENOENT)
        if not self.may_use(self.at(node)):
            raise _error(errno.EACCES)


class _Nobody:
    """Something that has a port, and says nothing there."""

    def hear(self, data: bytes, now: float) -> None:
        """Do nothing."""

    def say(self, now: float) -> bytes:  # noqa: ARG002  it is silent at any time
        """Nothing."""
        return b""


def fake_pi(root: Path, model: str = "Raspberry Pi Zero 2 W Rev 1.0") -> FakeMachine:
    """A Pi as the installer leaves it, with an SSD1306 at 0x3C and the service stopped."""
    machine = FakeMachine(root)
    machine.write("/proc/device-tree/model", model.encode() + b"\0")
    machine.write("/dev/gpiochip0")
    machine.write("/dev/i2c-1")
    speed = (400_000).to_bytes(4, "big")
    machine.write("/sys/bus/i2c/devices/i2c-1/of_node/clock-frequency", speed)
    machine.write("/etc/group", b"gpio:x:986:emma\ni2c:x:988:emma\nspi:x:989:emma\n")
    machine.held = frozenset({"emma", "gpio", "i2c", "spi"})
    machine.installed = dict(INSTALLED)
    machine.parts = {0x3C: 0x43}
    machine.at("/run/systemd/system").mkdir(parents=True)
    machine.commands = {
        ("systemctl", "is-enabled", "companion.service"): Ran(0, "enabled"),
        ("systemctl", "is-active", "companion.service"): Ran(3, "inactive"),
        ("timedatectl", "show", "--property=NTPSynchronized", "--value"): Ran(0, "yes"),
    }
    return machine


def _above(path: Path, machine: FakeMachine) -> list[Path]:
    return [each for each in (path, *path.parents) if each.is_relative_to(machine.root)]


def _error(number: int) -> OSError:
    return OSError(number, os.strerror(number))
