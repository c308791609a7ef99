"""The keyboard of the virtual device: decodes keys, and presses virtual buttons for them.

Virtual buttons are gpiozero's mock pins in place of real ones.
"""

import os
import re
import select
import time
from collections.abc import Callable, Mapping
from threading import Event, Thread
from typing import Literal, Protocol

from companion.box.devices.boards import Board
from companion.box.devices.debouncer import DEBOUNCE_TIME, LONG_PRESS
from companion.box.devices.libraries import load_library
from companion.box.wake_pipe import WakePipe
from companion.core.interfaces import Clock, Letter, Press

TAP = DEBOUNCE_TIME + 0.001
"""Seconds for which a tap closes the contact, and then opens it: the next tap is not a bounce."""
LONG_TAP = LONG_PRESS + 0.1
"""Seconds for which a long BACK closes the contact."""

ON_AXES: Mapping[int, Mapping[Press, Press]] = {
    1: {
        Press.UP: Press.PREVIOUS,
        Press.LEFT: Press.PREVIOUS,
        Press.DOWN: Press.NEXT,
        Press.RIGHT: Press.NEXT,
    },
    2: {Press.PREVIOUS: Press.LEFT, Press.NEXT: Press.RIGHT},
}
"""What a direction is that a board with so many axes does not have."""


class MockPin(Protocol):
    """What `VirtualButtons` uses of gpiozero's mock pin."""

    def drive_low(self) -> None:
        """Join the pin to ground."""

    def drive_high(self) -> None:
        """Leave the pin to its pull-up."""


class MockPins(Protocol):
    """What `VirtualButtons` uses of gpiozero's MockFactory."""

    def pin(self, name: int) -> MockPin:
        """Return the pin of that BCM number, the same object each time."""


def use_mock_pins(clock: Clock = time.monotonic) -> MockPins:
    """Make all gpiozero devices use a new MockFactory; returns it.

    Its pins support PWM, and stamp their edges with ``clock``, as lgpio's do with the kernel's.
    """
    mock = load_library("gpiozero.pins.mock")

    class ClockedPin(mock.MockPWMPin):  # type: ignore[misc, name-defined]  # gpiozero has no stubs
        """Takes the time of an edge from ``clock``."""

        def _call_when_changed(self) -> None:
            self._last_change = clock()
            super()._call_when_changed()

    factory = mock.MockFactory(pin_class=ClockedPin)
    load_library("gpiozero").Device.pin_factory = factory
    factory.ticks = clock
    pins: MockPins = factory
    return pins


class VirtualButtons:
    """A board's buttons on mock pins: driving a pin makes gpiozero report an edge."""

    def __init__(self, pins: MockPins, board: Board) -> None:
        self._pins = pins
        self._axes = board.axes
        self._numbers: Mapping[Press, int] = {
            # the first of several pins with the same press
            press: pin
            for pin, press in reversed(tuple(board.pins.items()))
        }

    def down(self, press: Press) -> None:
        """Close the button for ``press``; raises ValueError if the board has none."""
        self._pin(press).drive_low()

    def up(self, press: Press) -> None:
        """Release the button for ``press``; raises ValueError if the board has none."""
        self._pin(press).drive_high()

    def tap(self, press: Press, wait: Callable[[float], object]) -> None:
        """Press and release this board's button for ``press``, with ``wait(seconds)`` after each.

        With one axis, up and left are PREVIOUS, down and right NEXT; with two, PREVIOUS is left
        and NEXT right. On a board without a MENU button, MENU is a long BACK.
        """
        press = ON_AXES[self._axes].get(press, press)
        seconds = TAP
        if press is Press.MENU and press not in self._numbers:
            press, seconds = Press.BACK, LONG_TAP
        self.down(press)
        wait(seconds)
        self.up(press)
        wait(TAP)

    def _pin(self, press: Press) -> MockPin:
        if press not in self._numbers:
            raise ValueError(f"the board has no button for {press.value}")
        return self._pins.pin(self._numbers[press])


Key = Press | Letter | Literal["hold", "quit", "help"]
"""The meaning of a key; "hold" keeps OK down until the next key, "help" lists the keys.

A terminal reports no release, and the first repeat of a held key comes after a quarter to a half
second: too late to detect holding by it. So holding has its own key.
"""

ESCAPE_WAIT = 0.05
"""Seconds after which an ESC is the Escape key, and not the first byte of an arrow key."""

_KEYS: dict[bytes, Key] = {
    **dict.fromkeys((b"\x1b[A", b"\x1bOA", b"k"), Press.UP),
    **dict.fromkeys((b"\x1b[B", b"\x1bOB", b"j"), Press.DOWN),
    **dict.fromkeys((b"\x1b[C", b"\x1bOC", b"l"), Press.RIGHT),
    **dict.fromkeys((b"\x1b[D", b"\x1bOD", b"h"), Press.LEFT),
    **dict.fromkeys((b"\r", b"\n", b" ", b"\x1bOM"), Press.OK),  # the last: Enter of the keypad
    **dict.fromkeys((b"\x7f", b"\x08", b"\x1b"), Press.BACK),
    b"m": Press.MENU,
    b"\t": "hold",
    b"?": "help",
    **dict.fromkeys((b"q", b"\x03", b"\x04"), "quit"),  # Ctrl-C, Ctrl-D
}

KEY_NAMES = {Press.OK.value: "↵", Press.BACK.value: "Esc"}
"""By a press's value the label of the key that the screen names for it."""

_ONE_KEY = re.compile(
    rb"\x1b\[[ -?]*(?:[@-~]|(?=[^ -~]))"  # a sequence, or one cut short by a byte foreign to it
    rb"|\x1bO[ -~]"
    rb"|\x1b(?=[^\[O])"  # Escape, followed at once by another key
    rb"|[\xc2-\xdf](?:[\x80-\xbf]|(?=[^\x80-\xbf]))"  # two bytes of UTF-8: Ä, é, ñ, œ
    rb"|[^\x1b\xc2-\xdf]",
    re.DOTALL,
)


class KeyDecoder:
    """Bytes of a terminal in, keys out; unknown keys are ignored."""

    def __init__(self) -> None:
        self._rest = b""

    def feed(self, data: bytes, *, spelling: bool = False) -> list[Key]:
        """Return the keys complete with ``data``; an incomplete one waits for the next call.

        While ``spelling`` a letter means itself.
        """
        self._rest += data
        keys = []
        while match := _ONE_KEY.match(self._rest):
            self._rest = self._rest[match.end() :]
            keys.append(match[0])
        return [key for name in keys if (key := _key(name, spelling)) is not None]

    @property
    def undecided(self) -> bool:
        """Whether an ESC waits that may be the Escape key: flush after ``ESCAPE_WAIT``."""
        return self._rest == b"\x1b"

    def flush(self) -> list[Key]:
        """Return BACK if an ESC waits: it was the Escape key."""
        if not self.undecided:
            return []
        self._rest = b""
        return [Press.BACK]


def _key(name: bytes, spelling: bool) -> Key | None:
    text = name.decode(errors="replace")
    if spelling and len(text) == 1 and text.isprintable() and text not in "?\ufffd":
        return Letter(text)
    # Only single letters are lowered, for Caps Lock; within a sequence case has a meaning.
    return _KEYS.get(name.lower() if len(name) == 1 else name)


class Keyboard:
    """A thread that reads keys from ``source`` and taps the button for each, one by one.

    It only drives pins; gpiozero's callbacks post the edges. Tab holds OK down: the next key
    releases it first, and a second Tab does only that. ``quit`` is called for q, Ctrl-C and
    Ctrl-D, and when the terminal is closed; it must only post. ``wait(seconds)`` is called while
    a button is down or up; the default is a real wait that ``close`` cuts short.

    While ``spells()``, letters are passed to ``type_letter``. ``toggle_help`` is called for ``?``,
    and again for the next key, which does nothing else. Both must only post.
    """

    def __init__(
        self,
        buttons: VirtualButtons,
        quit: Callable[[], object],  # noqa: A002  the plain word for it
        wait: Callable[[float], object] | None = None,
        source: int = 0,
        *,
        spells: Callable[[], bool] = lambda: False,
        type_letter: Callable[[Letter], object] = lambda _: None,
        toggle_help: Callable[[], object] = lambda: None,
    ) -> None:
        self._spells = spells
        self._type_letter = type_letter
        self._toggle_help = toggle_help
        self._help_shown = False
        self._buttons = buttons
        self._quit = quit
        self._source = source
        self._holding = False
        self._closed = Event()
        self._wait = wait or self._closed.wait
        self._wake_pipe = WakePipe()
        self._thread = Thread(target=self._run, name="keyboard", daemon=True)
        self._thread.start()

    def _run(self) -> None:
        decoder, wake = KeyDecoder(), self._wake_pipe.fileno()
        while not self._closed.is_set():
            timeout = ESCAPE_WAIT if decoder.undecided else None
            ready, _, _ = select.select([self._source, wake], [], [], timeout)
            if wake in ready:
                return
            if not ready:
                self._press(decoder.flush())
            elif data := self._read():
                self._press(decoder.feed(data, spelling=self._spells()))
            else:
                self._quit()
                return

    def _read(self) -> bytes:
        try:
            return os.read(self._source, 1024)
        except OSError:  # hung up: the same as the end of input
            return b""

    def _press(self, keys: list[Key]) -> None:
        for key in keys:
            if self._closed.is_set():
                return
            held = self._release_ok()
            if key == "quit":
                self._quit()
            elif self._help_shown or key == "help":
                self._help_shown = not self._help_shown
                self._toggle_help()
            elif isinstance(key, Letter):
                self._type_letter(key)
            elif key != "hold":
                self._buttons.tap(key, self._wait)
            elif not held:
                self._buttons.down(Press.OK)
                self._holding = True

    def _release_ok(self) -> bool:
        """Release OK; returns whether it was held."""
        held, self._holding = self._holding, False
        if held:
            self._buttons.up(Press.OK)
            self._wait(TAP)
        return held

    def close(self) -> None:
        """Stop reading, and release a key being pressed. May be called twice."""
        if self._closed.is_set():
            return
        self._closed.set()
        self._wake_pipe.wake()
        self._thread.join()
        self._release_ok()
        self._wake_pipe.close()
