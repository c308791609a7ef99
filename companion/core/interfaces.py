"""The interfaces between the loop and the devices: presses in; frames, lamps, tunes and speech out.

Only the standard library is imported, so that no module needs a device to know these names.
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

Shade = tuple[float, float, float]
"""Red, green and blue, each from 0 to 1."""

Clock = Callable[[], float]
"""Returns seconds that never decrease, like ``time.monotonic``."""


class Press(Enum):
    """A press of a stick, a button or a key of the tower panel.

    A stick has UP, DOWN, LEFT, RIGHT and OK; four buttons are PREVIOUS, NEXT, OK and BACK. MENU is
    a long BACK. The tower panel has one of the `DIRECT_KEYS` for each answer.
    """

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
    """OK has been released: it ends what is shown while OK is held."""
    TOWER_1 = "tower-1"
    """The tower that is drawn leftmost."""
    TOWER_2 = "tower-2"
    TOWER_3 = "tower-3"
    TOWER_4 = "tower-4"
    TOWER_5 = "tower-5"
    HEIGHT_1 = "height-1"
    HEIGHT_2 = "height-2"
    HEIGHT_3 = "height-3"
    NONE = "none"
    CARD_1 = "card-1"
    """The first of the two cards with a key of their own."""
    CARD_2 = "card-2"


TOWER_KEYS = (Press.TOWER_1, Press.TOWER_2, Press.TOWER_3, Press.TOWER_4, Press.TOWER_5)
"""The tower keys from left to right."""
HEIGHT_KEYS = (Press.HEIGHT_1, Press.HEIGHT_2, Press.HEIGHT_3)
"""The keys for one, two and three floors."""
DIRECT_KEYS = (*TOWER_KEYS, *HEIGHT_KEYS, Press.NONE, Press.CARD_1, Press.CARD_2)
"""Presses that give an answer at once, where the others move a cursor."""


class Edge(NamedTuple):
    """A button's contact closed (``down``) or opened, ``at`` this time in seconds of the clock.

    Several pins may belong to one button. ``found`` means that the contact was closed already when
    the program started, so nobody has pressed it.
    """

    button: Press
    down: bool
    at: float
    pin: int = 0
    found: bool = False


class KeyPress(NamedTuple):
    """A press from a device that debounces its own keys, ``at`` this time in seconds of the clock.

    The time is the one at which it came. OK is followed by RELEASED.
    """

    press: Press
    at: float


class PanelStatus(Enum):
    """A change of the connection to the tower panel."""

    FOUND = "found"
    LOST = "lost"
    OTHER_VERSION = "other-version"
    """It is connected, but its firmware has another version of the wire protocol."""
    SILENT = "silent"
    """The device at its port does not answer as a tower panel."""


class Signal(Enum):
    """What else may be posted to the loop."""

    QUIT = "quit"
    REDRAW = "redraw"
    """The terminal's window has changed: the picture must be shown again."""
    HELP = "help"
    """Show the terminal's list of keys, or hide it."""
    TABLE_WANTED = "table-wanted"
    """Somebody at the table's socket waits for a state, or who is connected there has changed."""


class Letter(NamedTuple):
    """A letter typed on a keyboard, for the name that is being spelt."""

    text: str


class TableRequest(NamedTuple):
    """A message of a client at the table's socket; it gets one reply, in its language."""

    client: int
    language: str
    message: object


InboxItem = Edge | KeyPress | Letter | PanelStatus | Signal | TableRequest
Inbox = SimpleQueue[InboxItem]
"""The loop's queue; any thread and any signal handler may put items into it."""


class Tune(Enum):
    """What the chime can play."""

    CLICK = "click"
    REFUSAL = "refusal"
    SCORING = "scoring"
    GAME_OVER = "game-over"
    LOST = "lost"
    """The screen or the tower panel does not answer; presses on the other one still count."""


class Effect(Enum):
    """How a lamp shines."""

    STEADY = 0
    BREATHING = 1
    BLINKING = 2


class Lamp(NamedTuple):
    """One lamp of the tower panel: red, green and blue from 0 to 255, and how it shines."""

    red: int
    green: int
    blue: int
    effect: Effect = Effect.STEADY


DARK = Lamp(0, 0, 0)


class Lamps(Protocol):
    """The tower panel's lamps: one for each tower from left to right, then one for each seat."""

    def show(self, lamps: tuple[Lamp, ...]) -> None:
        """Set the lamps, others dark, and return at once; a panel that comes later shows them."""

    def close(self) -> None:
        """Release the panel."""


class Screen(Protocol):
    """A screen of 128x64 pixels, each lit or dark."""

    def show(self, frame: Frame) -> None:
        """Wake the screen and show ``frame``; raises OSError when the screen does not answer."""

    def set_brightness(self, share: float) -> None:
        """Set the brightness, 0 (dimmest) to 1; raises OSError if the screen does not answer."""

    def sleep(self) -> None:
        """Switch off until the next ``show``; raises OSError when the screen does not answer."""

    def close(self) -> None:
        """Leave the screen dark, or the terminal as it was before."""


class Chime(Protocol):
    """Plays tunes without blocking the loop."""

    muted: bool
    """While True nothing is played; setting it ends the current tune at once."""

    def play(self, tune: Tune, now: float) -> None:
        """Start ``tune``, in place of the current one."""

    def tick(self, now: float) -> float | None:
        """Continue the tune; returns when to call again, None when silent."""

    def close(self) -> None:
        """Be silent and release the pin."""


class Voice(Protocol):
    """Speaks without blocking the loop, one text at a time; a new text replaces the current one."""

    muted: bool
    """While True nothing is spoken; setting it breaks off the current text."""

    @property
    def available(self) -> bool:
        """Whether a speech program is installed."""

    def say(self, text: str, language: str, now: float) -> None:
        """Start to speak in place of the current text; raises ValueError for no words or voice."""

    def stop(self) -> None:
        """Break off the current text."""

    def tick(self, now: float) -> float | None:
        """Continue the text; returns when to call again, None when silent."""

    def close(self) -> None:
        """Be silent and stop the speech program."""


class Light(Protocol):
    """A light that breathes in the colour of the player to move, and flashes at a scoring."""

    def show_turn(self, shade: Shade | None, now: float) -> None:
        """Breathe in the mover's shade, dark for None; the same shade changes nothing."""

    def flash(self, now: float) -> None:
        """Flash for a scoring, then breathe again; not visible while ``dimmed``."""

    def tick(self, now: float) -> float | None:
        """Set the brightness for now; returns when to call again, None when it is steady."""

    def set_dimmed(self, dimmed: bool, now: float) -> None:
        """Be dark while the screen is ``dimmed`` or off, and breathe again afterwards."""

    def close(self) -> None:
        """Be dark and release the pins."""
