"""What the loop expects of the world outside: presses in, frames and tunes out, time passed in.

Standard library only, so that every room may know these names and no room needs a device.
"""

from collections.abc import Callable
from enum import Enum
from queue import SimpleQueue
from typing import NamedTuple, Protocol

WIDTH = 128
"""Columns of the picture, in pixels."""
HEIGHT = 64
"""Rows of the picture, in pixels."""

Frame = bytes
"""One picture: 1,024 bytes, row by row from the top, eight pixels a byte, the leftmost first.

A set bit is lit. This is what ``Image.tobytes()`` of a Pillow image of mode "1" gives.
"""

Clock = Callable[[], float]
"""Seconds that only ever grow, as ``time.monotonic`` tells them."""


class Press(Enum):
    """What a finger says: five directions of a stick, or four buttons, or a long BACK (MENU)."""

    UP = "up"
    DOWN = "down"
    LEFT = "left"
    RIGHT = "right"
    PREVIOUS = "previous"
    NEXT = "next"
    OK = "ok"
    BACK = "back"
    MENU = "menu"


class Edge(NamedTuple):
    """A button's contact closed (``down``) or opened, ``at`` so many seconds of the clock."""

    button: Press
    down: bool
    at: float


class Signal(Enum):
    """What else can happen to the loop."""

    QUIT = "quit"
    REDRAW = "redraw"
    """The window has changed: show the picture again."""


Event = Edge | Signal
Inbox = SimpleQueue[Event]
"""The loop's one queue; any thread and any signal handler may put into it."""


class Tune(Enum):
    """What the chime can say."""

    CLICK = "click"
    REFUSAL = "refusal"
    INTERMEZZO = "intermezzo"
    FINITO = "finito"


class Display(Protocol):
    """A 128x64 picture, one bit a pixel."""

    def show(self, frame: Frame) -> None:
        """Make the panel show ``frame``, awake; raises OSError when the panel does not answer."""

    def brightness(self, share: float) -> None:
        """Light the panel from now on with so much of its full brightness, 0 (dimmest) to 1.

        Raises OSError when the panel does not answer.
        """

    def sleep(self) -> None:
        """Make the panel dark until the next ``show``; raises OSError when it does not answer."""

    def close(self) -> None:
        """Leave the panel dark, the terminal as it was found."""


class Chime(Protocol):
    """A sounder that plays a tune while the loop goes on."""

    def play(self, tune: Tune, now: float) -> None:
        """Begin ``tune`` in place of whatever sounds."""

    def tick(self, now: float) -> float | None:
        """Go on with the tune; returns when to be called again, None when silent."""

    def close(self) -> None:
        """Be silent and let go of the pin."""
