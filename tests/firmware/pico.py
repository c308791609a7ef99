"""A Pico for tests: the firmware's own files in the real MicroPython interpreter, under Node.

`Pico` stands still until the test lets time pass; `PluggedPico` runs in real time at a port.
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
from types import TracebackType
from typing import Any, NamedTuple, Self

ROOT = Path(__file__).resolve().parents[2]
HARNESS = Path(__file__).with_name("pico.mjs")
FIRMWARE = ROOT / "firmware"
PACKAGE = Path("node_modules/@micropython/micropython-webassembly-pyscript/micropython.mjs")

PATIENCE_S = 60
"""No answer takes longer, even on a busy machine."""

Colour = tuple[int, int, int]


def interpreter() -> Path | None:
    """MicroPython for Node; None if it is not on this machine.

    It is looked for in the folder named by MICROPYTHON_NODE and in the checkout, each time in
    `node_modules` below it.
    """
    folders = (os.environ.get("MICROPYTHON_NODE"), ROOT)
    found = (Path(folder) / PACKAGE for folder in folders if folder)
    return next((path for path in found if path.exists()), None)


def missing() -> str:
    """Why no Pico can be had on this machine, in words; empty if one can."""
    if shutil.which("node") is None:
        return "node is not on this machine"
    if interpreter() is None:
        return "npm install @micropython/micropython-webassembly-pyscript, or set MICROPYTHON_NODE"
    return ""


class State(NamedTuple):
    """How the Pico is.

    ``running``: the firmware's loop goes round, and the port is not left to the prompt.
    ``starts``: why it started, each time: "power", "watchdog" or "software".
    ``ms``: since the first start. ``memory``: bytes of heap in use, after a collection.
    ``written``: how often the lamps were written. ``stalled``: ms lost in writes that waited.
    """

    running: bool
    starts: tuple[str, ...]
    ms: int
    memory: int
    written: int
    stalled: int


class Gone(Exception):
    """The Pico's process has ended, or said what it should not."""


class Pico:
    """A Pico whose time passes only in `advance`; a context manager.

    ``diodes=False`` builds its matrix without them. ``files`` are put on its file system beside
    the firmware's, or instead of them; ``reading=False``: the host has the port open but never
    reads it, so it fills. ``ticks_from``: what its milliseconds count from.
    """

    def __init__(
        self,
        *,
        diodes: bool = True,
        reading: bool = True,
        ticks_from: int = 0,
        files: Mapping[str, str] | None = None,
    ) -> None:
        """Power up; returns when the firmware has set up its parts and waits for time to pass."""
        self._process = _start(None, files, diodes=diodes, ticks_from=ticks_from)
        _hear(self._process)
        if not reading:
            self.reading(False)

    def advance(self, ms: int) -> None:
        """Let so many milliseconds pass."""
        self._do("advance", ms)

    def press(self, *keys: int, bounce: int = 0) -> None:
        """Hold these keys down from now on; ``bounce``: they chatter for so many ms before."""
        self._do("press", list(keys), bounce)

    def release(self, *keys: int, bounce: int = 0) -> None:
        """Let go of these keys."""
        self._do("release", list(keys), bounce)

    def tap(self, key: int, ms: int = 30) -> None:
        """Hold a key for so many ms and let it go for as many."""
        for do in (self.press, self.release):
            do(key)
            self.advance(ms)

    def feed(self, data: bytes) -> None:
        """Put bytes on the wire to the panel; they are read as time passes."""
        self._do("feed", data.hex())

    def take(self) -> bytes:
        """Take what the panel has put on the wire since the last time."""
        return bytes.fromhex(self._do("take"))

    def reading(self, reads: bool) -> None:
        """Whether the host reads the port; if it does not, the port holds 256 bytes."""
        self._do("reading", reads)

    @property
    def lamps(self) -> tuple[Colour, ...]:
        """What the lights were last told: red, green and blue of each, 0 to 255."""
        return _colours(self._do("lamps"))

    @property
    def state(self) -> State:
        """How the Pico is."""
        return _state(self._do("state"))

    @property
    def files(self) -> frozenset[str]:
        """The names on its file system."""
        return frozenset(self._do("files"))

    def cut(self, after: int = 0) -> None:
        """Pull the cable and plug it in again: at once, or within the next ``after`` bytes sent."""
        self._do("cut", after)

    def stall(self, ms: int) -> None:
        """Let the firmware hang for so long, the next time it waits."""
        self._do("stall", ms)

    def run(self, source: str) -> Any:
        """What ``source``, run beside the firmware, leaves in ``answer``; it must fit into JSON.

        Names stay from one run to the next, until a reset.
        """
        return self._do("run", source)

    def close(self) -> None:
        """Switch off."""
        _end(self._process)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        at: TracebackType | None,
    ) -> None:
        self.close()

    def _do(self, *command: object) -> Any:
        _say(self._process, command)
        return _hear(self._process)


class PluggedPico:
    """A Pico in real time at a port of this machine; a context manager.

    ``port`` is the path to open, the same each time it is plugged in, as udev's names are; while
    it is unplugged there is nothing there, and who has it open gets an error.
    """

    def __init__(
        self, folder: Path | None = None, *, files: Mapping[str, str] | None = None
    ) -> None:
        """Plug it in; ``folder`` is where its port's name will be, by default a new one."""
        self._own = None if folder else tempfile.TemporaryDirectory()
        self.port = (folder or Path(self._own.name if self._own else "")) / "campanile-panel"
        self._files = dict(files or {})
        self._process: subprocess.Popen[str] | None = None
        self._ends: tuple[int, ...] = ()
        self.plug()

    def plug(self) -> None:
        """Plug the cable in: power, and a port; returns when the firmware's loop goes round."""
        panel, host = pty.openpty()
        # The host's end is kept open here, else the panel's would fail until somebody opens it.
        self._ends = (panel, host)
        tty.setraw(host)
        os.set_blocking(panel, False)
        self.port.symlink_to(os.ttyname(host))
        self._process = _start(panel, self._files)
        _hear(self._process)

    def unplug(self) -> None:
        """Pull the cable: no power, no port."""
        if self._process is not None:
            _end(self._process)
            self._process = None
            self.port.unlink()
            for end in self._ends:
                os.close(end)

    def press(self, *keys: int, bounce: int = 0) -> None:
        """Hold these keys down from now on; ``bounce``: they chatter for so many ms before."""
        self._do("press", list(keys), bounce)

    def release(self, *keys: int, bounce: int = 0) -> None:
        """Let go of these keys."""
        self._do("release", list(keys), bounce)

    def tap(self, key: int, ms: int = 30) -> None:
        """Hold a key for so many ms and let it go for as many; returns at once."""
        self._do("tap", key, ms)

    @property
    def lamps(self) -> tuple[Colour, ...]:
        """What the lights were last told: red, green and blue of each, 0 to 255."""
        return _colours(self._ask("lamps"))

    @property
    def state(self) -> State:
        """How the Pico is."""
        return _state(self._ask("state"))

    def reset(self) -> None:
        """Start it anew, its port and files kept, as a reset that is told over the port does."""
        self._do("cut", 0)

    def close(self) -> None:
        """Unplug it for good."""
        self.unplug()
        if self._own:
            self._own.cleanup()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        at: TracebackType | None,
    ) -> None:
        self.close()

    def _do(self, *command: object) -> subprocess.Popen[str]:
        if self._process is None:
            raise Gone("the Pico is unplugged")
        _say(self._process, command)
        return self._process

    def _ask(self, what: str) -> Any:
        return _hear(self._do(what))


def _start(
    port: int | None,
    files: Mapping[str, str] | None,
    *,
    diodes: bool = True,
    ticks_from: int = 0,
) -> subprocess.Popen[str]:
    if missing():
        raise Gone(missing())
    settings = {"port": port, "files": files or {}, "diodes": diodes, "ticks_from": ticks_from}
    return subprocess.Popen(
        ["node", str(HARNESS), str(interpreter()), str(FIRMWARE), json.dumps(settings)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        pass_fds=() if port is None else (port,),
    )


def _say(process: subprocess.Popen[str], command: object) -> None:
    assert process.stdin
    try:
        process.stdin.write(json.dumps(command) + "\n")
        process.stdin.flush()
    except BrokenPipeError as error:
        raise Gone("the Pico's process has ended") from error


def _hear(process: subprocess.Popen[str]) -> Any:
    assert process.stdout
    ready, _, _ = select.select([process.stdout], [], [], PATIENCE_S)
    line = process.stdout.readline() if ready else ""
    if not line:
        raise Gone("the Pico does not answer")
    said = json.loads(line)
    if "error" in said:
        raise Gone(said["error"])
    return said["answer"]


def _colours(lamps: list[list[int]]) -> tuple[Colour, ...]:
    return tuple((red, green, blue) for red, green, blue in lamps)


def _state(said: list[Any]) -> State:
    running, starts, *numbers = said
    return State(running, tuple(starts), *numbers)


def _end(process: subprocess.Popen[str]) -> None:
    process.kill()
    process.wait()
    for stream in (process.stdin, process.stdout):
        if stream:
            stream.close()
