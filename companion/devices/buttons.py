"""Buttons: gpiozero buttons that post edges, and the debouncer that makes presses of them.

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
from companion.devices.pins import claim_pin
from companion.interfaces import Clock, Edge, Press

DEBOUNCE_TIME = 0.015
"""Seconds for which a contact must be quiet before its level is accepted again."""
LONG_PRESS = 0.8
"""Seconds after which a held BACK is a MENU."""
REPEAT_AFTER = 0.5
"""Seconds after which a held direction begins to repeat."""
REPEAT_EVERY = 0.12
"""Seconds from one repeat to the next."""
STUCK_AFTER = 30.0
"""Seconds after which a held button counts as stuck, and is ignored until it opens."""

_HOLD_TIMES = {Press.BACK: LONG_PRESS} | dict.fromkeys(
    (Press.UP, Press.DOWN, Press.LEFT, Press.RIGHT, Press.PREVIOUS, Press.NEXT), REPEAT_AFTER
)
"""Seconds until a held button gives another press; the others give none."""


@dataclass(slots=True)
class _Contact:
    button: Press
    level: bool = False  # whether closed, at the last edge
    closed: bool = False  # whether closed, debounced
    ignored: bool = False  # closed, but not by a person
    quiet_at: float = 0.0  # when the level is accepted, without another edge
    closed_at: float = 0.0

    @property
    def bouncing(self) -> bool:
        return self.level != self.closed

    @property
    def pressed(self) -> bool:
        return self.closed and not self.ignored

    def deadline(self) -> float | None:
        if self.bouncing:
            return self.quiet_at
        return self.closed_at + STUCK_AFTER if self.pressed else None


class Debouncer:
    """Edges in, presses out.

    The first closing edge is accepted at once. After an edge the contact's level is not looked at
    until it has been quiet for ``DEBOUNCE_TIME``; the level it then has is accepted. An opening
    is accepted only in this way. So neither bounce nor a contact that slips under the finger is a
    second press, however long it lasts, and no real press is lost.

    Directions, PREVIOUS and NEXT repeat while held. OK does not, but is followed by RELEASED.
    BACK is reported when released, or as MENU when held for ``LONG_PRESS``, never as both. Several
    pins with the same press are one button, closed while any of them is.

    Buttons pressed together are reported one by one, in the order of closing. A new closing ends
    what an earlier button would report for being held: it stops repeating, and a BACK not yet
    reported is reported first. So BACK and OK together are those two presses, and no MENU.

    A contact found closed, or closed for longer than ``STUCK_AFTER``, is ignored until it has
    opened; another pin with the same press still works.

    Hand over all waiting edges before calling ``tick``: a release that waits in the queue must
    not look like a button still held.
    """

    def __init__(self) -> None:
        self._contacts: dict[tuple[Press, int], _Contact] = {}
        self._last_button = Press.OK
        """The button pressed last."""
        self._hold_due: float | None = None
        """When the last button gives another press for being held."""

    @property
    def ignored(self) -> frozenset[Press]:
        """The buttons with a contact that is found closed, or stuck."""
        return frozenset(each.button for each in self._contacts.values() if each.ignored)

    def add_edge(self, edge: Edge) -> list[Press]:
        """Take note of an edge; returns the presses that are now certain, oldest first."""
        presses = self.tick(edge.at)
        contact = self._contacts.setdefault((edge.button, edge.pin), _Contact(edge.button))
        contact.level = edge.down
        if edge.found:
            contact.closed = contact.ignored = edge.down
        elif edge.at >= contact.quiet_at and edge.down and not contact.closed:
            presses += self._close(contact, edge.at)
        contact.quiet_at = edge.at + DEBOUNCE_TIME
        return presses

    def tick(self, now: float) -> list[Press]:
        """Return the presses due by ``now``: of contacts that are quiet, repeats, MENU.

        However late the call, a held button repeats once and not as often as was missed.
        """
        presses: list[Press] = []
        while (due := self._next_due()) and due[0] <= now:
            at, contact = due
            if contact is None:
                presses.append(self._report_held(now))
            elif contact.level and not contact.closed:
                presses += self._close(contact, at)
            else:
                presses += self._open(contact)
        return presses

    def deadline(self) -> float | None:
        """When ``tick`` is needed next; None as long as no edge comes."""
        due = self._next_due()
        return due and due[0]

    def _next_due(self) -> tuple[float, _Contact | None] | None:
        """When something is due next, and for which contact; None for the button held."""
        contacts = self._contacts.values()
        all_due: list[tuple[float, _Contact | None]] = [
            (at, contact) for contact in contacts if (at := contact.deadline()) is not None
        ]
        # Nothing is reported for being held while bouncing, or a bounce could cause a repeat.
        bouncing = any(each.bouncing for each in contacts if each.button is self._last_button)
        if self._hold_due is not None and not bouncing:
            all_due.append((self._hold_due, None))
        return min(all_due, key=lambda due: due[0], default=None)

    def _close(self, contact: _Contact, at: float) -> list[Press]:
        button = contact.button
        already_pressed = self._is_pressed(button)
        contact.closed, contact.closed_at = True, at
        if already_pressed:
            return []
        presses = self._end_hold()
        self._last_button = button
        self._hold_due = at + _HOLD_TIMES[button] if button in _HOLD_TIMES else None
        return presses if button is Press.BACK else [*presses, button]

    def _open(self, contact: _Contact) -> list[Press]:
        """Accept that ``contact`` has opened, or that it is stuck."""
        was_pressed = contact.pressed
        contact.closed = contact.ignored = contact.level
        button = contact.button
        if not was_pressed or self._is_pressed(button):
            return []
        if button is Press.OK:
            return [Press.RELEASED]
        return self._end_hold() if button is self._last_button else []

    def _is_pressed(self, button: Press) -> bool:
        return any(each.pressed for each in self._contacts.values() if each.button is button)

    def _end_hold(self) -> list[Press]:
        """Report no more for the last button being held; returns a BACK not yet reported."""
        unreported = self._last_button is Press.BACK and self._hold_due is not None
        self._hold_due = None
        return [Press.BACK] if unreported else []

    def _report_held(self, now: float) -> Press:
        if self._last_button is Press.BACK:
            self._hold_due = None
            return Press.MENU
        self._hold_due = now + REPEAT_EVERY
        return self._last_button


class Buttons:
    """The board's buttons on gpiozero's current pin factory; each edge is posted.

    A contact that is already closed is posted as found. ``post`` is also called from the pin
    factory's threads. Raises DeviceMissingError when a pin cannot be claimed.
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
        with claim_pin(pin):
            button = _threadless_button_class()(pin)
            self._buttons.append(button)
            with self._lock:  # posted before any edge that comes meanwhile
                button.when_pressed = partial(self._post_edge, pin, press, True)
                button.when_released = partial(self._post_edge, pin, press, False)
                if button.is_pressed:
                    self._post(Edge(press, True, self._clock(), pin, found=True))

    def _post_edge(self, pin: int, press: Press, down: bool) -> None:
        with self._lock:
            self._post(Edge(press, down, self._clock(), pin))

    def close(self) -> None:
        """Release the pins; nothing is posted afterwards. May be called twice."""
        for button in self._buttons:
            button.close()
        self._buttons.clear()


@cache
def _threadless_button_class() -> Any:  # gpiozero has no stubs
    """Return a subclass of gpiozero's Button without the thread that watches for ``when_held``.

    That thread wakes ten times a second for each button, and closing waits for it. HoldMixin
    starts it, so its methods are bypassed. Of gpiozero's private members this uses
    ``_hold_thread`` and ``_held_from``, which the rest of that mixin reads, and
    ``_fire_activated``, which wakes the thread.
    """
    from gpiozero import Button, HoldMixin  # type: ignore[import-untyped]  # gpiozero has no stubs

    class ThreadlessButton(Button):  # type: ignore[misc]  # gpiozero has no stubs
        """A button that joins its pin to ground."""

        def __init__(self, pin: int) -> None:
            self._hold_thread = self._held_from = None
            super(HoldMixin, self).__init__(pin, pull_up=True, bounce_time=None)

        def _fire_activated(self) -> None:
            super(HoldMixin, self)._fire_activated()

    return ThreadlessButton
