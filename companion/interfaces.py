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

Shade = tuple[float, float, float]
"""Red, green and blue, each from 0 to 1."""

Clock = Callable[[], float]
"""Seconds that only ever grow, as ``time.monotonic`` tells them."""


class Press(Enum):
    """What a finger says: a stick's five directions, four buttons, a long BACK (MENU), or a key.

    The tower panel has a key for each thing that can be said; see `DIRECT`.
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
    """OK has been let go: no button's own word, but the end of what shows while OK is held."""
    TOWER_1 = "tower-1"
    """The leftmost tower, as it is drawn."""
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
"""Presses that say a thing itself, where the others point at one."""


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


class PanelStatus(Enum):
    """What has become of the tower panel."""

    FOUND = "found"
    LOST = "lost"
    OTHER_VERSION = "other-version"
    """It is there, but its firmware speaks another version of the wire."""


class Signal(Enum):
    """What else can happen to the loop."""

    QUIT = "quit"
    REDRAW = "redraw"
    """The window has changed: show the picture again."""


InboxItem = Edge | Press | PanelStatus | Signal
"""A `Press` by itself comes from a part that debounces its own keys."""
Inbox = SimpleQueue[InboxItem]
"""The loop's one queue; any thread and any signal handler may put into it."""


class Tune(Enum):
    """What the chime can say."""

    CLICK = "click"
    REFUSAL = "refusal"
    SCORING = "scoring"
    GAME_OVER = "game-over"
    LOST = "lost"
    """The picture or the tower panel does not answer: what is pressed elsewhere is kept."""


class Effect(Enum):
    """How a lamp shines."""

    STEADY = 0
    BREATHING = 1
    BLINKING = 2


class Lamp(NamedTuple):
    """One light of the tower panel: red, green and blue from 0 to 255, and how it shines."""

    red: int
    green: int
    blue: int
    effect: Effect = Effect.STEADY


DARK = Lamp(0, 0, 0)


class Lamps(Protocol):
    """The tower panel's lights: one a tower from left to right, then one a seat."""

    def show(self, lamps: tuple[Lamp, ...]) -> None:
        """Let the lamps shine so from now on, those not named dark; returns at once.

        Without a panel nothing happens; one that comes later shows what was said last.
        """

    def close(self) -> None:
        """Let go of the panel."""


class Screen(Protocol):
    """A panel of 128x64 pixels, each lit or dark."""

    def show(self, frame: Frame) -> None:
        """Make the panel show ``frame``, awake; raises OSError when the panel does not answer."""

    def set_brightness(self, share: float) -> None:
        """Set the share of the panel's full brightness from now on, 0 (dimmest) to 1.

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


class Voice(Protocol):
    """Says sentences aloud while the loop goes on, one at a time: the latest is worth most."""

    muted: bool
    """While True nothing is said; what is being said when it is set breaks off."""

    @property
    def there(self) -> bool:
        """Whether there is anything here to speak with."""

    def say(self, text: str, language: str, now: float) -> None:
        """Say ``text`` in place of whatever is being said; ``tick`` goes on with it.

        Raises ValueError for what can't be said: no words, or a language without a voice.
        """

    def hush(self) -> None:
        """Break off what is being said."""

    def tick(self, now: float) -> float | None:
        """Go on with it; returns when to be called again, None when silent."""

    def close(self) -> None:
        """Be silent for good."""


class Light(Protocol):
    """A light that breathes in the colour of the player to move, and flashes at a scoring."""

    def show_turn(self, shade: Shade | None, now: float) -> None:
        """Breathe in the shade of the player to move; be dark for None: it is nobody's turn.

        The shade that it has already changes nothing.
        """

    def flash(self, now: float) -> None:
        """Flash for a scoring, then breathe anew; while it rests that goes unseen."""

    def tick(self, now: float) -> float | None:
        """Shine as it should by now; returns when to be called again, None when it is steady."""

    def rest(self, dimmed: bool, now: float) -> None:
        """Be dark as long as the panel is ``dimmed`` or dark; then breathe anew."""

    def close(self) -> None:
        """Be dark and let go of the pins."""
