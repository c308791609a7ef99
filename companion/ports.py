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
    RELEASED = "released"
    """OK has been let go: no button's own word, but the end of what shows while OK is held."""


class Edge(NamedTuple):
    """A button's contact closed (``down``) or opened, ``at`` so many seconds of the clock.

    Contacts of several ``pin`` that say the same are one button. ``found``: the contact was
    closed already when we came, so nobody has pressed.
    """

    button: Press
    down: bool
    at: float
    pin: int = 0
    found: bool = False


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
    LOST = "lost"
    """The panel does not answer: what is pressed is kept, but can't be seen."""


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

    muted: bool
    """While True nothing is played; what sounds when it is set ends at once, for good."""

    def play(self, tune: Tune, now: float) -> None:
        """Begin ``tune`` in place of whatever sounds."""

    def tick(self, now: float) -> float | None:
        """Go on with the tune; returns when to be called again, None when silent."""

    def close(self) -> None:
        """Be silent and let go of the pin."""


class Light(Protocol):
    """A lamp that breathes in the marker colour of whose turn it is, and flashes at a scoring."""

    def turn(self, colour: str | None, now: float) -> None:
        """It is the turn of "blue", "yellow", "red", "black" or "white"; of None: nobody's, dark.

        The colour whose turn it is already changes nothing.
        """

    def flash(self, now: float) -> None:
        """Flash for a scoring, then breathe anew; while it rests that goes unseen."""

    def tick(self, now: float) -> float | None:
        """Shine as it should by now; returns when to be called again, None when it is steady."""

    def rest(self, dimmed: bool, now: float) -> None:
        """Be dark as long as the panel is ``dimmed`` or dark; then breathe anew."""

    def close(self) -> None:
        """Be dark and let go of the pins."""
