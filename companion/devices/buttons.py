"""Buttons: gpiozero buttons that post edges, and the debouncer that makes presses of them.

The debouncer is pure, with the time passed in: gpiozero's own debounce can swallow the next
press, adds its whole length to the latency, and is not implemented by its mock pins.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache, partial
from threading import Lock
from typing import Any, NamedTuple

from companion.devices.boards import Board
from companion.devices.errors import DeviceMissingError
from companion.devices.pins import claim_pin
from companion.interfaces import Clock, Edge, Press

DEBOUNCE_TIME = 0.02
"""Seconds for which a contact must be quiet before its level is accepted again."""
LONG_PRESS = 0.8
"""Seconds after which a held BACK is a MENU."""
REPEAT_AFTER = 0.5
"""Seconds after which a held direction begins to repeat."""
REPEAT_EVERY = 0.12
"""Seconds from one repeat to the next."""
STUCK_AFTER = 30.0
"""Seconds after which a held button counts as stuck, and is ignored until it opens."""
LOOK_EVERY = 0.02
"""Seconds from one look at the pins to the next, while a button is held."""
HELD_WITHIN = 0.06
"""Seconds between two looks at most, or the button may have been pressed again meanwhile."""
OLDEST_EDGE = 3600.0
"""Seconds that an edge may have waited: a time before that is from another clock."""
MEASUREMENTS = 5

_HOLD_TIMES = {Press.BACK: LONG_PRESS} | dict.fromkeys(
    (Press.UP, Press.DOWN, Press.LEFT, Press.RIGHT, Press.PREVIOUS, Press.NEXT), REPEAT_AFTER
)
"""Seconds until a held button gives another press; the others give none."""


class PinLevels(NamedTuple):
    """The pins whose contacts are closed, read at no later time than ``at``."""

    closed: frozenset[int]
    at: float


@dataclass(slots=True)
class _Contact:
    button: Press
    pin: int
    level: bool = False  # whether closed, at the last edge
    closed: bool = False  # whether closed, debounced
    pressed: bool = False  # closed by a person, and not yet reported as released
    stuck: bool = False  # found closed, or closed for too long
    quiet_at: float = 0.0  # when an opening is accepted, without another edge
    closed_at: float | None = None  # when a person closed it last
    look_at: float = 0.0  # when to look again at a pin whose edge has not come

    @property
    def bouncing(self) -> bool:
        return self.level != self.closed

    def deadline(self) -> float | None:
        if self.bouncing:
            return max(self.quiet_at, self.look_at)
        if not self.pressed or self.closed_at is None:
            return None
        return max(self.closed_at + STUCK_AFTER, self.look_at)


class Debouncer:
    """Edges in, presses out.

    The first closing edge is accepted at once, an opening when the contact has been quiet for
    ``DEBOUNCE_TIME``. So neither bounce nor a contact that slips under the finger is a second
    press, however long it lasts, and no real press is lost.

    Directions, PREVIOUS and NEXT repeat while held. OK does not, but is followed by RELEASED.
    BACK is reported when released, or as MENU when held for ``LONG_PRESS``, never as both. Several
    pins with the same press are one button, closed while any of them is.

    Buttons pressed together are reported one by one, in the order of closing. A new closing ends
    what an earlier button would report for being held: it stops repeating, and a BACK not yet
    reported is reported first. So BACK and OK together are those two presses, and no MENU.

    A contact found closed, or closed for longer than ``STUCK_AFTER``, is ignored until it has
    opened; another pin with the same press still works.

    An edge may come long after its time, on a busy machine. So what no edge proves, ``look``
    must: it reads the pins. As long as they differ from the edges that have come, another edge is
    on its way, and no opening, repeat or MENU is reported. A button counts as held only while
    it was looked at all the time. If an opening was accepted although the contact had closed
    again before, that closing is no press.
    """

    def __init__(self, look: Callable[[], PinLevels] | None = None) -> None:
        """Read the pins with ``look``; without it no edge is ever late."""
        self._look = look
        self._contacts: dict[tuple[Press, int], _Contact] = {}
        self._last_button = Press.OK
        """The button pressed last."""
        self._pressed_at = 0.0
        self._hold_due: float | None = None
        """When the last button gives another press for being held."""
        self._looked_at = 0.0
        """Until when that button is known to have been held."""

    @property
    def ignored(self) -> frozenset[Press]:
        """The buttons with a contact that is found closed, or stuck."""
        return frozenset(each.button for each in self._contacts.values() if each.stuck)

    def add_edge(self, edge: Edge) -> list[Press]:
        """Take note of an edge; returns the presses that are now certain, oldest first."""
        presses = self._presses_before(edge.at)
        key = edge.button, edge.pin
        contact = self._contacts.setdefault(key, _Contact(*key))
        contact.level = edge.down
        if edge.found:
            contact.closed = contact.stuck = edge.down
        elif edge.down and not contact.closed:
            if edge.at >= contact.quiet_at:
                presses += self._close(contact, edge.at)
            else:
                contact.closed, contact.pressed = True, contact.closed_at is not None
        contact.quiet_at = edge.at + DEBOUNCE_TIME
        return presses

    def _presses_before(self, at: float) -> list[Press]:
        """The presses that an edge at that time proves, as all edges before it have come."""
        presses: list[Press] = []
        bouncing = [each for each in self._contacts.values() if each.bouncing]
        for contact in sorted(bouncing, key=lambda each: each.quiet_at):
            if contact.quiet_at <= at:
                presses += self._settle(contact)
        unreported = self._last_button is Press.BACK and self._hold_due is not None
        if unreported and at >= self._pressed_at + LONG_PRESS:
            presses.append(self._report_held(at))
        return presses

    def tick(self, now: float) -> list[Press]:
        """Return the presses due by ``now``: of contacts that are quiet, repeats, MENU.

        However late the call, a held button repeats once and not as often as was missed.
        """
        deadline = self.deadline()
        if deadline is None or deadline > now:
            return []
        known = frozenset(each.pin for each in self._contacts.values() if each.level)
        levels = self._look() if self._look is not None else PinLevels(known, now)
        presses: list[Press] = []
        for contact in self._contacts_due(now):
            closed = contact.pin in levels.closed
            if contact.level != closed and now < contact.quiet_at + STUCK_AFTER:
                contact.look_at = levels.at + LOOK_EVERY
            else:
                contact.level = closed  # an edge so late is lost
                presses += self._settle(contact)
        return presses + self._tick_hold(now, levels, certain=known == levels.closed)

    def _contacts_due(self, now: float) -> list[_Contact]:
        """The contacts that are due by ``now``, in their order."""
        contacts = self._contacts.values()
        all_due = [(at, each) for each in contacts if (at := each.deadline()) is not None]
        return [each for at, each in sorted(all_due, key=lambda due: due[0]) if at <= now]

    def _tick_hold(self, now: float, levels: PinLevels, *, certain: bool) -> list[Press]:
        """Note that the last button is still held; report what is due for that."""
        if self._hold_due is None:
            return []
        button, looked_at = self._last_button, self._looked_at
        self._looked_at = now
        held = any(each.pressed and each.level for each in self._contacts_of(button))
        if not (held and certain) or levels.at > looked_at + HELD_WITHIN:
            self._hold_due = levels.at + _HOLD_TIMES[button]
        elif now >= self._hold_due:
            return [self._report_held(now)]
        return []

    def deadline(self) -> float | None:
        """When ``tick`` is needed next; None as long as no edge comes."""
        all_due = [each.deadline() for each in self._contacts.values()]
        if self._hold_due is not None:
            all_due.append(min(self._hold_due, self._looked_at + LOOK_EVERY))
        return min((at for at in all_due if at is not None), default=None)

    def _close(self, contact: _Contact, at: float) -> list[Press]:
        button = contact.button
        already_pressed = self._is_pressed(button)
        contact.closed = contact.pressed = True
        contact.closed_at = at
        if already_pressed:
            return []
        presses = self._end_hold()
        self._last_button = button
        self._pressed_at = self._looked_at = at
        self._hold_due = at + _HOLD_TIMES[button] if button in _HOLD_TIMES else None
        return presses if button is Press.BACK else [*presses, button]

    def _settle(self, contact: _Contact) -> list[Press]:
        """Accept that ``contact`` has opened, or that it is stuck."""
        contact.closed = contact.stuck = contact.level
        was_pressed, contact.pressed = contact.pressed, False
        button = contact.button
        if not was_pressed or self._is_pressed(button):
            return []
        if button is Press.OK:
            return [Press.RELEASED]
        return self._end_hold() if button is self._last_button else []

    def _is_pressed(self, button: Press) -> bool:
        return any(each.pressed for each in self._contacts_of(button))

    def _contacts_of(self, button: Press) -> list[_Contact]:
        return [each for each in self._contacts.values() if each.button is button]

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

    An edge has the time that the kernel gave it, where the pin factory passes that on (lgpio), or
    the time at which it came. A contact that is already closed is posted as found. ``post`` is
    also called from the pin factory's threads. Raises DeviceMissingError when a pin cannot be
    claimed.
    """

    def __init__(self, board: Board, post: Callable[[Edge], None], clock: Clock) -> None:
        self._post = post
        self._clock = clock
        self._lock = Lock()
        self._buttons: dict[int, Any] = {}  # gpiozero has no stubs
        self._ticks_offset: float | None = None
        try:
            for pin, press in board.pins.items():
                self._claim(pin, press)
        except DeviceMissingError:
            self.close()
            raise

    def _claim(self, pin: int, press: Press) -> None:
        with claim_pin(pin):
            self._buttons[pin] = button = _threadless_button_class()(pin)
            if self._ticks_offset is None:
                self._ticks_offset = self._measure_ticks(button.pin_factory.ticks)
            with self._lock:  # posted before any edge that comes meanwhile
                button.when_pressed = partial(self._post_edge, pin, press, True)
                button.when_released = partial(self._post_edge, pin, press, False)
                if button.is_pressed:
                    self._post(Edge(press, True, self._clock(), pin, found=True))

    def _measure_ticks(self, ticks: Clock) -> float:
        """Seconds from the pin factory's time to the clock's; a stall in between makes it more."""
        return min(-ticks() + self._clock() for _ in range(MEASUREMENTS))

    def _post_edge(self, pin: int, press: Press, down: bool, button: Any) -> None:
        with self._lock:
            at = self._time_of(button._last_changed)
            self._post(Edge(press, down, at, pin))

    def _time_of(self, ticks: float) -> float:
        now = self._clock()
        at = ticks + (self._ticks_offset or 0.0)
        # Kernels before 5.7 have the time of day, pigpio has microseconds that wrap.
        return at if now - OLDEST_EDGE < at < now else now

    def look(self) -> PinLevels:
        """Read all pins now, whatever edges have come."""
        closed = frozenset(pin for pin, button in self._buttons.items() if button.is_pressed)
        return PinLevels(closed, self._clock())

    def close(self) -> None:
        """Release the pins; nothing is posted afterwards. May be called twice."""
        for button in self._buttons.values():
            button.close()
        self._buttons.clear()


@cache
def _threadless_button_class() -> Any:  # gpiozero has no stubs
    """Return a subclass of gpiozero's Button without the thread that watches for ``when_held``.

    That thread wakes ten times a second for each button, and closing waits for it. HoldMixin
    starts it, so its methods are bypassed. Of gpiozero's private members this uses
    ``_hold_thread`` and ``_held_from``, which the rest of that mixin reads, ``_fire_activated``,
    which wakes the thread, and ``_last_changed``, the time of the last edge.
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
