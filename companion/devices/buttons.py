"""Buttons: real gpiozero buttons that post edges, and the debouncer that makes presses of them.

The debouncer is pure, with the time passed in: gpiozero's own debounce can swallow the next
press, adds its whole length to the latency, and is not implemented by its mock pins.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache, partial
from threading import Lock
from typing import Any

from companion.devices.boards import Board
from companion.devices.errors import DeviceMissingError
from companion.devices.pins import claiming
from companion.interfaces import Clock, Edge, Press

LOCKOUT = 0.015
"""Seconds for which a contact must be quiet before its level is believed again."""
LONG = 0.8
"""Seconds after which a held BACK is a MENU."""
REPEAT_AFTER = 0.5
"""Seconds after which a held direction begins to repeat."""
REPEAT_EVERY = 0.12
"""Seconds from one repeat to the next."""
STUCK = 30.0
"""Seconds after which a held button is taken for stuck, and ignored until it opens."""

_HELD = {Press.BACK: LONG} | dict.fromkeys(
    (Press.UP, Press.DOWN, Press.LEFT, Press.RIGHT, Press.PREVIOUS, Press.NEXT), REPEAT_AFTER
)


@dataclass(slots=True)
class _Contact:
    """What is known of one pin's contact."""

    button: Press
    level: bool = False  # closed or not, as last seen
    closed: bool = False  # as last believed
    ignored: bool = False  # closed, but not by a finger
    deaf_until: float = 0.0
    since: float = 0.0  # when believed closed

    @property
    def in_doubt(self) -> bool:
        return self.level != self.closed

    @property
    def pressed(self) -> bool:
        return self.closed and not self.ignored

    def look_at(self) -> float | None:
        """When this contact next needs a look."""
        if self.in_doubt:
            return self.deaf_until
        return self.since + STUCK if self.pressed else None


class Debouncer:
    """Edges in, presses out.

    The first closing edge is believed at once. Every edge then makes its contact deaf until it
    has been quiet for ``LOCKOUT``, and the level it has come to rest on is believed next; an
    opening is believed only so. Thus neither bounce, nor chatter, nor a contact that slips under
    the finger is a second press, however long it lasts, and no press of a finger is lost.

    Directions, PREVIOUS and NEXT repeat while held; OK never does, but is followed by RELEASED.
    BACK is told when released, or as MENU when held for ``LONG``, never as both. Two pins that
    say the same are one button, closed while either is.

    Of several buttons at once each is told for itself, in the order of closing, and a new closing
    ends what an earlier button would still say by being held: it stops repeating, and a BACK
    still undecided is told as BACK first. BACK and OK together are thus those two presses, in the
    order in which they closed, and no MENU.

    A contact found closed, or closed for longer than ``STUCK``, is as good as open: it is ignored
    until it has opened, and another pin that says the same works on.

    Hand over all waiting edges before calling ``tick``, for a release that waits in the queue
    must not look like a button still held.
    """

    def __init__(self) -> None:
        self._contacts: dict[tuple[Press, int], _Contact] = {}
        # The button pressed last, and when it next says something by being held.
        self._held = Press.OK
        self._due: float | None = None

    @property
    def ignored(self) -> frozenset[Press]:
        """The buttons with a contact that is held down by something else than a finger."""
        return frozenset(each.button for each in self._contacts.values() if each.ignored)

    def edge(self, edge: Edge) -> list[Press]:
        """Take note of an edge; returns the presses that are now certain, oldest first."""
        said = self.tick(edge.at)
        contact = self._contacts.setdefault((edge.button, edge.pin), _Contact(edge.button))
        contact.level = edge.down
        if edge.found:
            contact.closed = contact.ignored = edge.down
        elif edge.at >= contact.deaf_until and edge.down and not contact.closed:
            said += self._closed(contact, edge.at)
        contact.deaf_until = edge.at + LOCKOUT
        return said

    def tick(self, now: float) -> list[Press]:
        """Return what has become due by ``now``: settled contacts, repeats, MENU.

        However late the call, a held button repeats once and not as often as was missed.
        """
        said: list[Press] = []
        while (look := self._next()) and look[0] <= now:
            at, contact = look
            if contact is None:
                said.append(self._hold(now))
            elif contact.level and not contact.closed:
                said += self._closed(contact, at)
            else:
                said += self._opened(contact)
        return said

    def deadline(self) -> float | None:
        """When ``tick`` is next needed, None as long as no edge comes."""
        look = self._next()
        return look and look[0]

    def _next(self) -> tuple[float, _Contact | None] | None:
        """When something is next due, and of which contact; None for the button held."""
        contacts = self._contacts.values()
        looks: list[tuple[float, _Contact | None]] = [
            (at, contact) for contact in contacts if (at := contact.look_at()) is not None
        ]
        # While the level is in doubt nothing is said, or a bounce at the wrong moment would repeat.
        doubt = any(each.in_doubt for each in contacts if each.button is self._held)
        if self._due is not None and not doubt:
            looks.append((self._due, None))
        return min(looks, key=lambda look: look[0], default=None)

    def _closed(self, contact: _Contact, at: float) -> list[Press]:
        """Believe that a finger has closed ``contact``."""
        button = contact.button
        again = self._pressed(button)
        contact.closed, contact.since = True, at
        if again:
            return []
        said = self._let_go()
        self._held = button
        self._due = at + _HELD[button] if button in _HELD else None
        return said if button is Press.BACK else [*said, button]

    def _opened(self, contact: _Contact) -> list[Press]:
        """Believe that ``contact`` has opened, or else that it is stuck."""
        before = contact.pressed
        contact.closed = contact.ignored = contact.level
        button = contact.button
        if not before or self._pressed(button):
            return []
        if button is Press.OK:
            return [Press.RELEASED]
        return self._let_go() if button is self._held else []

    def _pressed(self, button: Press) -> bool:
        return any(each.pressed for each in self._contacts.values() if each.button is button)

    def _let_go(self) -> list[Press]:
        """End what the held button would say by being held."""
        undecided = self._held is Press.BACK and self._due is not None
        self._due = None
        return [Press.BACK] if undecided else []

    def _hold(self, now: float) -> Press:
        if self._held is Press.BACK:
            self._due = None
            return Press.MENU
        self._due = now + REPEAT_EVERY
        return self._held


class Buttons:
    """The board's buttons on whichever pin factory is in force, posting each edge.

    A contact that is closed already is posted as found. ``post`` is called from the pin
    factory's threads too. Raises DeviceMissingError when a pin cannot be had.
    """

    def __init__(self, board: Board, post: Callable[[Edge], None], clock: Clock) -> None:
        self._post = post
        self._clock = clock
        self._lock = Lock()
        self._buttons: list[Any] = []  # gpiozero has no stubs
        try:
            for pin, press in board.pins.items():
                self._claim(pin, press)
        except DeviceMissingError:
            self.close()
            raise

    def _claim(self, pin: int, press: Press) -> None:
        with claiming(pin):
            button = _quiet_button()(pin)
            self._buttons.append(button)
            with self._lock:  # an edge that comes meanwhile is posted after the contact found
                button.when_pressed = partial(self._changed, pin, press, True)
                button.when_released = partial(self._changed, pin, press, False)
                if button.is_pressed:
                    self._post(Edge(press, True, self._clock(), pin, found=True))

    def _changed(self, pin: int, press: Press, down: bool) -> None:
        with self._lock:
            self._post(Edge(press, down, self._clock(), pin))

    def close(self) -> None:
        """Let go of the pins; nothing is posted afterwards. May be called twice."""
        for button in self._buttons:
            button.close()
        self._buttons.clear()


@cache
def _quiet_button() -> Any:  # gpiozero has no stubs
    """Return the class of a gpiozero Button without the thread that watches for ``when_held``.

    That thread wakes ten times a second for each button, and closing waits for it. So the mixin
    that starts it is passed over; of gpiozero's private parts this touches ``_hold_thread`` and
    ``_held_from``, which the rest of that mixin reads, and ``_fire_activated``, which wakes the
    thread.
    """
    from gpiozero import Button, HoldMixin  # type: ignore[import-untyped]  # gpiozero has no stubs

    class QuietButton(Button):  # type: ignore[misc]  # gpiozero has no stubs
        """A button to ground that tells when it closes and opens."""

        def __init__(self, pin: int) -> None:
            self._hold_thread = self._held_from = None
            super(HoldMixin, self).__init__(pin, pull_up=True, bounce_time=None)

        def _fire_activated(self) -> None:
            super(HoldMixin, self)._fire_activated()

    return QuietButton
