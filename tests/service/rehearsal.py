"""The service's own program without a Pi: mock pins, a recording display, a finger to command.

The CI's test of the service starts this in place of `companion`; all but the copper is the real
thing. Commands come by lines through a FIFO in the service's runtime folder.
"""

import ctypes
import errno
import json
import mmap
import os
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from functools import partial
from hashlib import sha256
from importlib import import_module
from pathlib import Path

from companion import cli
from companion.devices import oled
from companion.devices.boards import BOARDS, Board
from companion.devices.virtual import Finger, virtual_pins
from companion.devices.voice import PROGRAM
from companion.interfaces import Frame, Press
from companion.service.power import PowerOffRefused, power_off

HERE = Path(os.environ["RUNTIME_DIRECTORY"])
HOLD = Path("/srv/hold")
"""While this exists the panel does not come to an end with its second picture."""
LIBRARIES = ("luma.oled.device", "luma.core.interface.serial", "smbus2", "spidev", "serial")
DEVICES = ("i2c-1", "spidev0.0", "ttyACM0", "snd/pcmC0D0p", "stranger")
SECOND = 20000
"""Bytes of sound, less than a second of it."""
MANAGER = "org.freedesktop.login1 /org/freedesktop/login1 org.freedesktop.login1.Manager"


class RecordingOled:
    """A panel that writes down what it is shown, and when (microseconds of the clock)."""

    def __init__(self) -> None:
        self._log = (HERE / "frames").open("w", buffering=1)
        self._shown = 0

    def show(self, frame: Frame) -> None:
        """Write down one line for ``frame``."""
        while self._shown and HOLD.exists():
            time.sleep(0.02)
        self._shown += 1
        print(time.monotonic_ns() // 1000, sha256(frame).hexdigest(), file=self._log)

    def brightness(self, share: float) -> None:
        """Take it; nothing is lit here."""

    def sleep(self) -> None:
        """Write down that the panel is dark."""
        print(time.monotonic_ns() // 1000, "dark", file=self._log)

    def close(self) -> None:
        """Write down the end."""
        print(time.monotonic_ns() // 1000, "closed", file=self._log)


def tried(action: Callable[[], object]) -> str:
    """Return the name of the errno with which ``action`` is refused, or "done"."""
    try:
        action()
    except OSError as error:
        return errno.errorcode.get(error.errno or 0, str(error))
    return "done"


def lgpio_fifo() -> str:
    """Import the real lgpio; returns "done" if it could put its FIFO where it is told."""
    try:
        import lgpio  # type: ignore[import-not-found]  # noqa: F401 - importing it makes the FIFO
    except ImportError:
        return "no lgpio"
    return "done" if list(HERE.glob(".lgd-nfy*")) else "no FIFO"


def spoken() -> str:
    """Have espeak-ng speak into a file, and to no sound card; returns "done", or what it wrote."""
    file = HERE / "voice.wav"
    try:
        for more in (("-w", file), ()):
            call = [PROGRAM, *more, "--", "Intermezzo"]
            ran = subprocess.run(call, capture_output=True, text=True, check=False)
    except FileNotFoundError:
        return "no espeak-ng"
    heard = file.exists() and file.stat().st_size > SECOND
    return "done" if heard and not ran.returncode else ran.stderr


def imported(library: str) -> str:
    """Import a library; returns "done", or why it can't be had."""
    try:
        import_module(library)
    except (ImportError, OSError) as error:
        return str(error)
    return "done"


def can(what: str) -> str:
    """What logind answers to the question whether we may."""
    call = ["busctl", "call", *MANAGER.split(), f"Can{what}"]
    return subprocess.run(call, capture_output=True, text=True, check=False).stdout.strip()


def executable_memory() -> None:
    """Ask for memory that can be written and run; raises OSError where that is refused."""
    libc = ctypes.CDLL(None, use_errno=True)
    libc.mmap.restype = ctypes.c_void_p
    everything = mmap.PROT_READ | mmap.PROT_WRITE | mmap.PROT_EXEC
    flags = mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS
    if (
        libc.mmap(None, ctypes.c_size_t(4096), everything, flags, -1, 0)
        == ctypes.c_void_p(-1).value
    ):
        raise OSError(ctypes.get_errno(), "mmap")


def probe() -> None:
    """Write down what the walls around the service let through."""
    found = {name: tried(partial(os.open, f"/dev/{name}", os.O_RDWR)) for name in DEVICES}
    for folder in ("/etc", "/opt/campanile-companion", "/usr"):
        found[f"write {folder}"] = tried(Path(folder, "probe").touch)
    found["look into /home"] = tried(partial(os.listdir, "/home"))
    for family in (socket.AF_INET, socket.AF_NETLINK):
        found[family.name] = tried(partial(socket.socket, family, socket.SOCK_DGRAM))
    found |= {library: imported(library) for library in LIBRARIES}
    found["executable memory"] = tried(executable_memory)
    found["lgpio"] = lgpio_fifo()
    found["voice"] = spoken()
    for what in ("PowerOff", "Reboot", "Halt"):
        found[what] = can(what)
    (HERE / "probe.part").write_text(json.dumps(found, indent=1) + "\n")
    (HERE / "probe.part").rename(HERE / "probe")


def switch_off() -> None:
    """Ask for the machine to be switched off; a refusal is written down."""
    try:
        power_off()
    except PowerOffRefused as refused:
        print(refused, file=sys.stderr)  # the journal has it


def obey(finger: Finger, fifo: Path) -> None:
    """Do what is written into ``fifo``: presses by their names, `probe`, `power-off`."""
    while True:
        for word in fifo.read_text().split():
            if word == "probe":
                probe()
            elif word == "power-off":
                switch_off()
            else:
                finger.tap(Press(word), time.sleep)


def panel(_board: Board, **_manner: object) -> RecordingOled:
    """Stand in for `open_oled`."""
    return RecordingOled()


if __name__ == "__main__":
    oled.open_oled = panel  # type: ignore[assignment]  # the one seam: no panel hangs on this bus
    fifo = HERE / "finger"
    os.mkfifo(fifo)
    finger = Finger(virtual_pins(), BOARDS["bonnet"])
    threading.Thread(target=obey, args=(finger, fifo), daemon=True).start()
    sys.exit(cli.main(sys.argv[1:]))
