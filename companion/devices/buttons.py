"""Buttons: real gpiozero buttons that post edges, and the debouncer that makes presses of them.

The debouncer is pure, with the time passed in: gpiozero's own debounce can swallow the next
press, adds its whole length to the latency, and is not implemented by its mock pins.
"""

from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from threading import Lock

from companion.devices.boards import Board
from companion.devices.errors import DeviceMissingError, Lack
from companion.ports import Clock, Edge, Press

LOCKOUT = 0.015
"""Seconds for which a contact must be quiet before its level is believed again."""
LONG = 0.8
"""Seconds after which a held BACK is a MENU."""
REPEAT_AFTER = 0.5
"""Seconds after which a held direction begins to repeat."""
REPEAT_EVERY = 0.12
"""Seconds from one repeat to the next."""
STUCK = 30.0
"""Seconds after which a held button is taken for stuck and repeats no more."""

_HELD = {Press.BACK: LONG} | dict.fromkeys(
    (Press.UP, Press.DOWN, Press.LEFT, Press.RIGHT, Press.PREVIOUS, Press.NEXT), REPEAT_AFTER
)


@dataclass(slots=True)
class _Contact:
    """What is known of one button."""

    level: bool = False  # closed or not, as last seen
    closed: bool = False  # as last believed
    deaf_until: float = 0.0
    since: float = 0.0  # when believed closed
    due: float | None = None  # when being held says something

    def look_at(self) -> float | None:
        """When this contact next needs a look."""
        # While the level is in doubt nothing is said, or a bounce at the wrong moment would repeat.
        return self.due if self.level == self.closed else self.deaf_until


class Debouncer:
    """Edges in, presses out.

    The first closing edge is believed at once. Every edge then makes its contact deaf until it
    has been quiet for ``LOCKOUT``, and the level it has come to rest on is believed next; an
    opening is believed only so. Thus neither bounce, nor chatter, nor a contact that slips under
    the finger is a second press, however long it lasts, and no press of a finger is lost.

    Directions, PREVIOUS and NEXT repeat while held; OK never does. BACK is told when released,
    or as MENU when held for ``LONG``, never as both.

    Of several buttons at once each is told for itself, in the order of closing, and a new closing
    ends what an earlier button would still say by being held: it stops repeating, and a BACK
    still undecided is told as BACK first. BACK and OK together are thus those two presses, in the
    order in which they closed, and no MENU.

    Hand over all waiting edges before calling ``tick``, for a release that waits in the queue
    must not look like a button still held.
    """

    def __init__(self) -> None:
        self._contacts: defaultdict[Press, _Contact] = defaultdict(_Contact)

    def edge(self, edge: Edge) -> list[Press]:
        """Take note of an edge; returns the presses that are now certain, oldest first."""
        said = self.tick(edge.at)
        contact = self._contacts[edge.button]
        contact.level = edge.down
        if edge.at >= contact.deaf_until and edge.down and not contact.closed:
            said += self._believe(edge.button, edge.at)
        contact.deaf_until = edge.at + LOCKOUT
        return said

    def tick(self, now: float) -> list[Press]:
        """Return what has become due by ``now``: settled contacts, repeats, MENU.

        However late the call, a held button repeats once and not as often as was missed.
        """
        said: list[Press] = []
        while (look := self._next()) and look[0] <= now:
            at, button = look
            contact = self._contacts[button]
            if contact.level != contact.closed:
                said += self._believe(button, at)
            else:
                said.append(self._hold(button, now))
        return said

    def deadline(self) -> float | None:
        """When ``tick`` is next needed, None as long as no edge comes."""
        look = self._next()
        return look and look[0]

    def _next(self) -> tuple[float, Press] | None:
        looks = [
            (at, button)
            for button, contact in self._contacts.items()
            if (at := contact.look_at()) is not None
        ]
        return min(looks, key=lambda look: look[0], default=None)

    def _believe(self, button: Press, at: float) -> list[Press]:
        contact = self._contacts[button]
        contact.closed = contact.level
        if not contact.closed:
            return self._let_go(button)
        said = [press for held in list(self._contacts) for press in self._let_go(held)]
        contact.since = at
        contact.due = at + _HELD[button] if button in _HELD else None
        return said if button is Press.BACK else [*said, button]

    def _let_go(self, button: Press) -> list[Press]:
        """End what ``button`` would say by being held."""
        contact = self._contacts[button]
        undecided = button is Press.BACK and contact.due is not None
        contact.due = None
        return [button] if undecided else []

    def _hold(self, button: Press, now: float) -> Press:
        contact = self._contacts[button]
        if button is Press.BACK:
            contact.due = None
            return Press.MENU
        contact.due = now + REPEAT_EVERY if now - contact.since < STUCK else None
        return button


class Buttons:
    """The board's buttons on whichever pin factory is in force, posting each edge.

    ``post`` is called from the pin factory's threads. Two pins that say the same press are one
    button, closed while either is. Raises DeviceMissingError when a pin cannot be had.
    """

    def __init__(self, board: Board, post: Callable[[Edge], None], clock: Clock) -> None:
        from gpiozero import Button, GPIOZeroError  # type: ignore[import-untyped]  # has no stubs

        self._post = post
        self._clock = clock
        self._lock = Lock()
        self._closed: defaultdict[Press, set[int]] = defaultdict(set)
        self._buttons: list[Button] = []
        for pin, press in board.pins.items():
            try:
                button = Button(pin, pull_up=True, bounce_time=None)
            except GPIOZeroError as error:
                self.close()
                raise DeviceMissingError(Lack.GPIO, f"GPIO{pin}") from error
            self._buttons.append(button)
            button.when_pressed = partial(self._changed, pin, press, True)
            button.when_released = partial(self._changed, pin, press, False)

    def _changed(self, pin: int, press: Press, down: bool) -> None:
        with self._lock:
            pins = self._closed[press]
            before = bool(pins)
            if down:
                pins.add(pin)
            else:
                pins.discard(pin)
            # An opening is posted even if no closing was: it may be the bounce of a button that
            # was held when we came, and the debouncer turns deaf by it.
            if bool(pins) != before or not (down or pins):
                self._post(Edge(press, down, self._clock()))

    def close(self) -> None:
        """Let go of the pins; nothing is posted afterwards. May be called twice."""
        for button in self._buttons:
            button.close()
        self._buttons.clear()
