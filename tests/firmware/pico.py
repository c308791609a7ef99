"""A Pico for tests: the firmware's files in the real MicroPython interpreter, under Node.

A `Pico` runs only in `Pico.advance`; a `PluggedPico` runs in real time at a port.
"""

import json
import os
import pty
import select
import shutil
import subprocess
import tempfile
import tty
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple, Self

from tests import depth

ROOT = Path(__file__).resolve().parents[2]
HARNESS = Path(__file__).with_name("pico.mjs")
FIRMWARE = ROOT / "firmware"
PACKAGE = Path("node_modules/@micropython/micropython-webassembly-pyscript/micropython.mjs")

NODE = ("node",) if depth.SOAK else ("node", "--liftoff-only")
"""A Pico that runs for moments is not worth an optimized interpreter."""
TIMEOUT_S = 60
"""For an answer, even on a busy machine."""

Colour = tuple[int, int, int]


def find_interpreter() -> Path | None:
    """Return the path of MicroPython for Node, or None.

    Looks into `node_modules` in the folder MICROPYTHON_NODE and in the checkout.
    """
    folders = (os.environ.get("MICROPYTHON_NODE"), ROOT)
    found = (Path(folder) / PACKAGE for folder in folders if folder)
    return next((path for path in found if path.exists()), None)


def missing_interpreter() -> str:
    """Return why the interpreter cannot run here; empty if it can."""
    if shutil.which("node") is None:
        return "node is not on this machine"
    if find_interpreter() is None:
        return "npm install @micropython/micropython-webassembly-pyscript, or set MICROPYTHON_NODE"
    return ""


class State(NamedTuple):
    """The state of the Pico and its firmware.

    ``running``: whether the firmware's loop runs; otherwise the prompt has the port.
    ``starts``: the reason of each start: "power", "watchdog" or "software".
    ``ms``: time since the first start. ``memory``: bytes of heap in use, after a collection.
    ``written``: number of writes to the lamps. ``stalled``: ms spent in writes that blocked.
    """

    running: bool
    starts: tuple[str, ...]
    ms: int
    memory: int
    written: int
    stalled: int


class PicoError(Exception):
    """The Pico is unplugged, its process has ended, or its firmware raised an error."""


class Pico:
    """A Pico whose time passes only in `advance`; a context manager.

    ``files`` are added to the firmware's files, or replace them. ``ticks_from`` is the first value
    of its millisecond counter.
    """

    def __init__(
        self,
        *,
        ticks_from: int = 0,
        files: Mapping[str, str] | None = None,
    ) -> None:
        """Power up; returns when the firmware has started its loop."""
        self._process = _start(None, files, ticks_from)
        _read_answer(self._process)

    def advance(self, ms: int) -> None:
        self._execute("advance", ms)

    def press(self, *keys: int, bounce: int = 0) -> None:
        """Hold keys down from now on; their contacts bounce for ``bounce`` ms first."""
        self._execute("press", list(keys), bounce)

    def release(self, *keys: int, bounce: int = 0) -> None:
        self._execute("release", list(keys), bounce)

    def tap(self, key: int, ms: int = 30) -> None:
        """Hold a key for ``ms``, release it, and wait as long."""
        for do in (self.press, self.release):
            do(key)
            self.advance(ms)

    def feed(self, data: bytes) -> None:
        """Send bytes to the panel, which reads them as time passes."""
        self._execute("feed", data.hex())

    def take(self) -> bytes:
        return bytes.fromhex(self._execute("take"))

    def set_reading(self, reads: bool) -> None:
        """Set whether the host reads the port; if not, the port holds 256 bytes."""
        self._execute("set_reading", reads)

    @property
    def lamps(self) -> tuple[Colour, ...]:
        """Red, green and blue of each lamp, 0 to 255."""
        return _colours(self._execute("lamps"))

    @property
    def state(self) -> State:
        return _state(self._execute("state"))

    @property
    def usb_product(self) -> str:
        """Its name on USB."""
        return str(self._execute("usb_product"))

    @property
    def files(self) -> frozenset[str]:
        return frozenset(self._execute("files"))

    def power_cycle(self, after: int = 0) -> None:
        """Unplug it and plug it in again: now, or when it has sent ``after`` more bytes."""
        self._execute("power_cycle", after)

    def stall(self, ms: int) -> None:
        self._execute("stall", ms)

    def run(self, source: str) -> Any:
        """Run ``source`` beside the firmware; return what it leaves in ``answer``, as JSON.

        Names survive from one run to the next, until a reset.
        """
        return self._execute("run", source)

    def close(self) -> None:
        _kill(self._process)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _execute(self, *command: object) -> Any:
        _send(self._process, command)
        return _read_answer(self._process)


class PluggedPico:
    """A Pico in real time at a port of this machine; a context manager.

    ``port`` is the path to open, the same whenever it is plugged in, like udev's names. While it is
    unplugged the path does not exist, and programs that have it open get errors.
    """

    def __init__(
        self, folder: Path | None = None, *, files: Mapping[str, str] | None = None
    ) -> None:
        """Plug it in; its port is in ``folder``, by default a new one."""
        self._temporary = None if folder else tempfile.TemporaryDirectory()
        self.port = (
            folder or Path(self._temporary.name if self._temporary else "")
        ) / "campanile-panel"
        self._files = dict(files or {})
        self._process: subprocess.Popen[str] | None = None
        self._ends: tuple[int, ...] = ()
        self.plug()

    def plug(self) -> None:
        """Plug the cable in; returns when the firmware's loop runs."""
        panel, host = pty.openpty()
        # With the host's end closed everywhere, the panel's end would fail.
        self._ends = (panel, host)
        tty.setraw(host)
        os.set_blocking(panel, False)
        self.port.symlink_to(os.ttyname(host))
        self._process = _start(panel, self._files)
        _read_answer(self._process)

    def unplug(self) -> None:
        """Pull the cable: no power and no port."""
        if self._process is not None:
            _kill(self._process)
            self._process = None
            self.port.unlink()
            for end in self._ends:
                os.close(end)

    def tap(self, key: int, ms: int = 30) -> None:
        """Hold a key for ``ms``, release it, and wait as long; returns at once."""
        self._start_command("tap", key, ms)

    @property
    def lamps(self) -> tuple[Colour, ...]:
        """Red, green and blue of each lamp, 0 to 255."""
        return _colours(self._query("lamps"))

    @property
    def state(self) -> State:
        return _state(self._query("state"))

    def reset(self) -> None:
        """Restart it with the same port and files."""
        self._start_command("power_cycle", 0)

    def close(self) -> None:
        """Unplug it and delete its folder."""
        self.unplug()
        if self._temporary:
            self._temporary.cleanup()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _start_command(self, *command: object) -> subprocess.Popen[str]:
        if self._process is None:
            raise PicoError("the Pico is unplugged")
        _send(self._process, command)
        return self._process

    def _query(self, name: str) -> Any:
        return _read_answer(self._start_command(name))


def _start(
    port: int | None, files: Mapping[str, str] | None, ticks_from: int = 0
) -> subprocess.Popen[str]:
    if reason := missing_interpreter():
        raise PicoError(reason)
    settings = {"port": port, "files": files or {}, "ticks_from": ticks_from}
    return subprocess.Popen(
        [*NODE, str(HARNESS), str(find_interpreter()), str(FIRMWARE), json.dumps(settings)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        pass_fds=() if port is None else (port,),
    )


def _send(process: subprocess.Popen[str], command: object) -> None:
    assert process.stdin
    try:
        process.stdin.write(json.dumps(command) + "\n")
        process.stdin.flush()
    except BrokenPipeError as error:
        raise PicoError("the Pico's process has ended") from error


def _read_answer(process: subprocess.Popen[str]) -> Any:
    assert process.stdout
    ready, _, _ = select.select([process.stdout], [], [], TIMEOUT_S)
    line = process.stdout.readline() if ready else ""
    if not line:
        raise PicoError("the Pico does not answer")
    answer = json.loads(line)
    if "error" in answer:
        raise PicoError(answer["error"])
    return answer["answer"]


def _colours(lamps: list[list[int]]) -> tuple[Colour, ...]:
    return tuple((red, green, blue) for red, green, blue in lamps)


def _state(fields: list[Any]) -> State:
    running, starts, *numbers = fields
    return State(running, tuple(starts), *numbers)


def _kill(process: subprocess.Popen[str]) -> None:
    process.kill()
    process.wait()
    for stream in (process.stdin, process.stdout):
        if stream:
            stream.close()
