"""A fake of the doctor's machine, with its files in a folder, and of the tower panel's port."""

from __future__ import annotations

import errno
import os
from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path
from queue import SimpleQueue
from typing import Protocol

from companion.app.doctor.machine import CommandResult, Machine
from companion.app.doctor.system import ALWAYS
from companion.box.config import Config
from companion.box.devices.boards import I2c
from companion.box.devices.errors import DeviceMissingError, MissingDevice
from companion.box.devices.oled import FakeOled
from companion.box.panel.keypad import NoKeypads
from companion.box.panel.lamps import NoLamps
from companion.box.panel.wire import LampStates
from companion.core.interfaces import DARK, Inbox, KeyPress, Lamp, PanelStatus, Press

INSTALLED = dict.fromkeys((*ALWAYS, "lgpio"), "1.0")


MEMORY = 0xA5
"""What a screen returns that was sent data last."""


class FakeBus:
    """An I2C bus: ``parts`` maps an address to its status, or to the error of each access.

    ``asked`` has the addresses that were used. To a read alone a screen returns its memory.
    """

    def __init__(self, parts: Mapping[int, int | OSError]) -> None:
        self._parts = parts
        self._commanded: set[int] = set()
        self.asked: set[int] = set()
        self.is_open = True

    def write_byte(self, address: int, value: int) -> None:
        self._status_of(address)
        if value:
            raise AssertionError(f"0x{value:02X} may change something at 0x{address:02X}")
        self._commanded.add(address)

    def read_byte(self, address: int) -> int:
        status = self._status_of(address)
        return status if address in self._commanded else MEMORY

    def _status_of(self, address: int) -> int:
        if not self.is_open:
            raise _error(errno.EBADF)
        if not 0x03 <= address <= 0x77:
            raise _error(errno.EINVAL)
        self.asked.add(address)
        status = self._parts.get(address, _error(errno.EREMOTEIO))
        if isinstance(status, OSError):
            raise status
        return status

    def close(self) -> None:
        self.is_open = False


class PanelFirmware(Protocol):
    """A tower panel at the other end of the port; ``now`` is the machine's clock."""

    def receive(self, data: bytes, now: float) -> None: ...

    def send(self, now: float) -> bytes: ...


class Script:
    """A panel that sends each of the ``lines``, one at a time, and then nothing."""

    def __init__(self, *lines: bytes) -> None:
        self._lines = [*lines]
        self.received = b""

    def receive(self, data: bytes, _now: float) -> None:
        self.received += data

    def send(self, _now: float) -> bytes:
        return self._lines.pop(0) if self._lines else b""


class FakeDoctorPort:
    """The tower panel's open port: it is lost when its file is gone. Reading lets time pass."""

    def __init__(self, machine: FakeMachine, file: Path, panel: PanelFirmware) -> None:
        self._machine = machine
        self._file = file
        self._panel = panel
        self._open = True

    def fileno(self) -> int:
        raise AssertionError("the doctor polls nothing")

    def read(self, seconds: float = 0.0) -> bytes:
        """Return what the panel sends now, or else after ``seconds``."""
        self._check_open()
        data = self._panel.send(self._machine.clock())
        if not data:
            self._machine.wait(seconds)
            data = self._panel.send(self._machine.clock())
        return data

    def write(self, data: bytes) -> int:
        self._check_open()
        self._panel.receive(data, self._machine.clock())
        return len(data)

    def close(self) -> None:
        self._open = False

    def _check_open(self) -> None:
        if not self._open:
            raise _error(errno.EBADF)
        if not self._file.exists():
            raise _error(errno.EIO)


class FakeLink:
    """A link that finds its tower panel at once, if there is one; tests `post` its events."""

    def __init__(self, inbox: Inbox, there: bool) -> None:
        self._inbox = inbox
        self._open = True
        self.lamps = NoLamps()
        """What was shown."""
        if there:
            inbox.put(PanelStatus.FOUND)

    def post(self, event: Press | PanelStatus) -> None:
        if self._open:
            self._inbox.put(KeyPress(event, 0.0) if isinstance(event, Press) else event)

    def show(self, lamps: tuple[Lamp, ...]) -> None:
        LampStates(lamps or (DARK,))
        if self._open:
            self.lamps.show(lamps)

    def close(self) -> None:
        self._open = False


class FakeMachine(Machine):
    """A laptop with nothing attached; `fake_pi` makes a Pi. Tests change what they like."""

    def __init__(self, root: Path) -> None:
        self.find_faults = lambda _folder: ()
        self.root = root
        self.environ: dict[str, str] = {"HOME": "/home/emma"}
        self.python = (3, 11, 2)
        self.patience = 0.0
        self.installed = {k: v for k, v in INSTALLED.items() if k != "lgpio"}
        self.held_groups: frozenset[str] | None = frozenset({"emma"})
        self.commands: dict[tuple[str, ...], CommandResult] = {}
        self.no_access: set[Path] = set()
        """Paths on the machine that this user may neither read nor write."""
        self.disk_space = 10**10
        self.disk_error = 0
        """The errno of all writing; 0 for none."""
        self.time = datetime(2026, 3, 1, 20, 15, tzinfo=UTC)
        self.parts: dict[int, int | OSError] = {}
        self.oled = FakeOled()
        """The screen opened last."""
        self.tower_panel: PanelFirmware | None = None
        """What is at the tower panel's port; None: something that never sends anything."""
        self.busy_ports: set[str] = set()
        """Ports that another program uses."""
        self.link = FakeLink(SimpleQueue(), there=False)
        """The link opened last."""
        self.keypads: Inbox = SimpleQueue()
        """Where the keypads opened last post."""
        self.waited = 0.0
        self.write("/home/emma/.profile", b"")

    def write(self, path: str, content: bytes = b"") -> None:
        """Write a file on the machine; an empty one stands for a device's node."""
        file = self.path(path)
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(content)

    def path(self, path: str) -> Path:
        """Where the machine's file really is."""
        return self.root / path.lstrip("/")

    def package_version(self, package: str) -> str | None:
        return self.installed.get(package)

    def group_names(self) -> frozenset[str] | None:
        return self.held_groups

    def user_name(self) -> str:
        return "emma"

    def run_command(self, *command: str) -> CommandResult | None:
        return self.commands.get(command)

    def can_access(self, path: Path) -> bool:
        """Whether neither it nor a folder above it is in ``no_access``."""
        own = Path("/", path.relative_to(self.root))
        return self.no_access.isdisjoint((own, *own.parents))

    def try_writing(self, folder: Path) -> None:
        if not folder.is_dir():
            raise _error(errno.ENOENT)
        if self.disk_error:
            raise _error(self.disk_error)
        if not self.can_access(folder):
            raise _error(errno.EACCES)

    def free_bytes(self, folder: Path) -> int:  # noqa: ARG002  one file system
        return self.disk_space

    def now(self) -> datetime:
        return self.time

    def pin_factory(self) -> str:
        """Choose as gpiozero does: by the environment, else lgpio, else its own factory."""
        if not self.path("/dev/gpiochip0").exists():
            raise OSError("Unable to load any default pin factory!")
        usual = "lgpio" if "lgpio" in self.installed else "native"
        return self.environ.get("GPIOZERO_PIN_FACTORY", usual)

    def open_bus(self, port: int) -> FakeBus:
        self._require(f"/dev/i2c-{port}")
        return FakeBus(self.parts)

    def open_screen(self, config: Config) -> FakeOled:
        """Replace ``oled``, if the settings' address or node has a screen."""
        bus = config.board.bus
        if not isinstance(bus, I2c):
            self._require(f"/dev/spidev{bus.port}.{bus.device}")
        elif not isinstance(self.parts.get(bus.address), int):
            raise DeviceMissingError(MissingDevice.PANEL, f"0x{bus.address:02X}")
        self.oled = FakeOled()
        return self.oled

    def draw_host_id(self) -> int:
        return 1

    def open_port(self, path: str) -> FakeDoctorPort:
        """Open the port if it is there, may be used, and nobody has it."""
        self._require(path)
        if path in self.busy_ports:
            raise _error(errno.EAGAIN)
        return FakeDoctorPort(self, self.path(path), self.tower_panel or Script())

    def open_link(self, path: str, inbox: Inbox) -> FakeLink:
        there = self.tower_panel is not None and self.path(path).exists()
        self.link = FakeLink(inbox, there and path not in self.busy_ports)
        return self.link

    def open_keypads(self, wanted: str, inbox: Inbox) -> NoKeypads:  # noqa: ARG002  as the real one
        self.keypads = inbox
        return NoKeypads()

    def clock(self) -> float:
        return self.waited

    def wait(self, seconds: float) -> None:
        self.waited += seconds

    def _require(self, node: str) -> None:
        if not self.path(node).exists():
            raise _error(errno.ENOENT)
        if not self.can_access(self.path(node)):
            raise _error(errno.EACCES)


def fake_pi(root: Path, model: str = "Raspberry Pi Zero 2 W Rev 1.0") -> FakeMachine:
    """A Pi as the installer leaves it, with an SSD1306 at 0x3C and the service stopped."""
    machine = FakeMachine(root)
    machine.write("/proc/device-tree/model", model.encode() + b"\0")
    machine.write("/dev/gpiochip0")
    machine.write("/dev/i2c-1")
    speed = (400_000).to_bytes(4, "big")
    machine.write("/sys/bus/i2c/devices/i2c-1/of_node/clock-frequency", speed)
    machine.write("/etc/group", b"gpio:x:986:emma\ni2c:x:988:emma\nspi:x:989:emma\n")
    machine.held_groups = frozenset({"emma", "gpio", "i2c", "spi"})
    machine.installed = dict(INSTALLED)
    machine.parts = {0x3C: 0x43}
    machine.path("/run/systemd/system").mkdir(parents=True)
    machine.commands = {
        ("systemctl", "is-enabled", "companion.service"): CommandResult(0, "enabled"),
        ("systemctl", "is-active", "companion.service"): CommandResult(3, "inactive"),
        ("timedatectl", "show", "--property=NTPSynchronized", "--value"): CommandResult(0, "yes"),
    }
    return machine


def _error(number: int) -> OSError:
    return OSError(number, os.strerror(number))
