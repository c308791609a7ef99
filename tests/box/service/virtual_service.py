"""The service's program without a Pi: mock pins, and a panel that records to a file.

The CI's test of the service starts this in place of `companion`; all but the hardware is real, and
where `fake_i2c` serves the bus, the panel's driver too.
Commands are read from a FIFO in the service's runtime folder, words separated by white space.
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
from contextlib import ExitStack
from functools import partial
from hashlib import sha256
from importlib import import_module
from pathlib import Path
from typing import Any

import segno

from companion import cli
from companion.app import play
from companion.app.demo.rig import A_GLANCE
from companion.box.devices import buses, oled
from companion.box.devices.boards import BOARDS, Board
from companion.box.devices.buses import FoundScreen
from companion.box.devices.keyboard import VirtualButtons, use_mock_pins
from companion.box.devices.voice import PROGRAM
from companion.box.service.busctl import SystemRefused, power_off
from companion.core.interfaces import Frame, Press

HERE = Path(os.environ["RUNTIME_DIRECTORY"])
HOLD = Path("/srv/hold")
"""While this exists the panel blocks at its second picture."""
REAL_BUS = Path("/srv/real-bus")
"""While this exists `fake_i2c` serves the bus, maybe later."""
SLOW = Path("/srv/slow")
"""While this exists it takes long to load what is behind the splash."""
LOADING = 20.0
LIBRARIES = ("luma.oled.device", "luma.core.interface.serial", "smbus2", "spidev", "serial")
DEVICES = ("i2c-1", "spidev0.0", "ttyACM0", "input/event31", "snd/pcmC0D0p", "stranger")
LEAST_SOUND = 20000
"""Bytes of a sound file; less than a second."""
MANAGER = "org.freedesktop.login1 /org/freedesktop/login1 org.freedesktop.login1.Manager"


class RecordingOled:
    """A panel that logs what it is shown, and when (microseconds of the clock)."""

    def __init__(self) -> None:
        self._log = (HERE / "frames").open("w", buffering=1)
        self._shown = 0

    def show(self, frame: Frame) -> None:
        """Log one line for ``frame``."""
        while self._shown and HOLD.exists():
            time.sleep(0.02)
        self._shown += 1
        print(time.monotonic_ns() // 1000, sha256(frame).hexdigest(), file=self._log)

    def set_brightness(self, share: float) -> None:
        """Do nothing."""

    def sleep(self) -> None:
        print(time.monotonic_ns() // 1000, "dark", file=self._log)

    def close(self) -> None:
        print(time.monotonic_ns() // 1000, "closed", file=self._log)


def try_to(action: Callable[[], object]) -> str:
    """Return "done", or the name of the errno that ``action`` raises."""
    try:
        action()
    except OSError as error:
        return errno.errorcode.get(error.errno or 0, str(error))
    return "done"


def try_lgpio() -> str:
    """Import the real lgpio; returns "done" if it could create its FIFO in its folder."""
    try:
        import lgpio  # type: ignore[import-not-found]  # noqa: F401 - importing it makes the FIFO
    except ImportError:
        return "no lgpio"
    return "done" if list(Path(os.environ["LG_WD"]).glob(".lgd-nfy*")) else "no FIFO"


def try_voice() -> str:
    """Run espeak-ng into a file, and without a sound card; returns "done", or its errors."""
    file = HERE / "voice.wav"
    try:
        for more in (("-w", file), ()):
            call = [PROGRAM, *more, "--", "Intermezzo"]
            ran = subprocess.run(call, capture_output=True, text=True, check=False)
    except FileNotFoundError:
        return "no espeak-ng"
    recorded = file.exists() and file.stat().st_size > LEAST_SOUND
    return "done" if recorded and not ran.returncode else ran.stderr


def try_import(library: str) -> str:
    """Import a library; returns "done", or the error."""
    try:
        import_module(library)
    except (ImportError, OSError) as error:
        return str(error)
    return "done"


def ask_logind(what: str) -> str:
    """Return logind's answer to Can``what``."""
    call = ["busctl", "call", *MANAGER.split(), f"Can{what}"]
    return subprocess.run(call, capture_output=True, text=True, check=False).stdout.strip()


def executable_memory() -> None:
    """Map memory that is writable and executable; raises OSError where that is refused."""
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
    """Write to a file what the service's sandbox permits."""
    found = {name: try_to(partial(os.open, f"/dev/{name}", os.O_RDWR)) for name in DEVICES}
    for folder in ("/etc", "/opt/campanile-companion", "/usr"):
        found[f"write {folder}"] = try_to(Path(folder, "probe").touch)
    found["look into /home"] = try_to(partial(os.listdir, "/home"))
    for family in (socket.AF_INET, socket.AF_NETLINK):
        found[family.name] = try_to(partial(socket.socket, family, socket.SOCK_DGRAM))
    found |= {library: try_import(library) for library in LIBRARIES}
    found["executable memory"] = try_to(executable_memory)
    found["lgpio"] = try_lgpio()
    found["voice"] = try_voice()
    for what in ("PowerOff", "Reboot", "Halt"):
        found[what] = ask_logind(what)
    (HERE / "probe.part").write_text(json.dumps(found, indent=1) + "\n")
    (HERE / "probe.part").rename(HERE / "probe")


def switch_off() -> None:
    """Switch the machine off; a refusal is logged."""
    try:
        power_off()
    except SystemRefused as refused:
        print(refused, file=sys.stderr)  # the journal has it


def obey_commands(buttons: VirtualButtons, fifo: Path) -> None:
    """Execute the words from ``fifo``: presses by their names, `probe`, `power-off`."""
    while True:
        for word in fifo.read_text().split():
            if word == "probe":
                probe()
            elif word == "power-off":
                switch_off()
            else:
                buttons.tap(Press(word), time.sleep)
                time.sleep(A_GLANCE)


def record_codes() -> None:
    """Write what every QR code says to a file, as a phone that looks at the panel reads it."""
    draw = segno.make

    def make(content: str, *args: Any, **options: Any) -> Any:
        (HERE / "code").write_text(f"{content}\n")
        return draw(content, *args, **options)

    segno.make = make  # type: ignore[assignment]  # the same call, told in short


def load_slowly() -> None:
    """Let the rest of the companion take longer to load than the watchdog waits."""
    load = play.limit_memory

    def limit_memory(stack: ExitStack) -> None:
        time.sleep(LOADING)
        load(stack)

    play.limit_memory = limit_memory


def find_recording_oled(_port: int, _addresses: object) -> FoundScreen:
    """Replace `find_screen`: the recording panel is an SSD1306, as on the bonnet."""
    return FoundScreen(0x3C, 0x03)


def open_recording_oled(_board: Board, **_options: object) -> RecordingOled:
    """Replace `open_oled`."""
    return RecordingOled()


if __name__ == "__main__":
    if not REAL_BUS.exists():  # no panel hangs on the bus
        oled.open_oled = open_recording_oled  # type: ignore[assignment]  # the one seam, with the next
        buses.find_screen = find_recording_oled  # type: ignore[assignment]  # as above
    if SLOW.exists():
        load_slowly()
    record_codes()
    fifo = HERE / "buttons"
    os.mkfifo(fifo)
    buttons = VirtualButtons(use_mock_pins(), BOARDS["bonnet"])
    threading.Thread(target=obey_commands, args=(buttons, fifo), daemon=True).start()
    sys.exit(cli.main(sys.argv[1:]))
