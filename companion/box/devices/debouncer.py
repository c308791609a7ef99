"""The debouncer: the edges of contacts that bounce, and come late, become presses.

It is pure, with the time passed in: gpiozero's own debounce can swallow the next press, adds its
whole length to the latency, and is not implemented by its mock pins.
"""

from collections.abc import Callable, Mapping
from math import inf

from companion.box.devices.buttons import READ_WITHIN, WATCHED_FOR, PinLevel
from companion.core.interfaces import Edge, Press

DEBOUNCE_TIME = 0.02
"""Seconds for which a contact must be quiet before its level is accepted again."""
LONG_PRESS = 0.8
"""Seconds after which a held BACK is a MENU."""
REPEAT_AFTER = 0.5
"""Seconds after which a held direction begins to repeat."""
REPEAT_EVERY = 0.12
"""Seconds from one repeat to the next."""
STUCK_AFTER = WATCHED_FOR
"""Seconds after which a held button counts as stuck, and is ignored until it opens."""
LOOK_EVERY = 0.02
"""Seconds from one look at the pins to the next, while an edge is on its way."""
LATEST_EDGE = 2.0
"""Seconds after its time in which an edge has come, however the machine stalls."""

_HOLD_TIMES = {Press.BACK: LONG_PRESS} | dict.fromkeys(
    (Press.UP, Press.DOWN, Press.LEFT, Press.RIGHT, Press.PREVIOUS, Press.NEXT), REPEAT_AFTER
)
"""Seconds until a held button gives another press; the others give none."""


class _Contact:
    """A pin, and what is known of its contact."""

    def __init__(self, button: Press, pin: int) -> None:
        self.button = button
        self.pin = pin
        self.level = False  # whether closed, at the last edge
        self.closed = False  # whether closed, debounced
        self.pressed = False  # closed by a person, and not yet reported as released
        self.stuck = False  # found closed, or closed for too long
        self.edge_at = -inf  # the time of the last edge
        self.closed_at: float | None = None  # when a person closed it last
        self.look_at = 0.0  # when to look again at a pin whose edge has not come

    @property
    def bouncing(self) -> bool:
        return self.level != self.closed

    @property
    def quiet_at(self) -> float:
        """When an opening is accepted, without another edge."""
        return self.edge_at + DEBOUNCE_TIME

    def deadline(self) -> float | None:
        if self.bouncing:
            return max(self.quiet_at, self.look_at)
        if not self.pressed or self.closed_at is None:
            return None
        return max(self.closed_at + STUCK_AFTER, self.look_at)


class _Hold:
    """The button pressed last, as long as it may give another press for being held."""

    def __init__(self, button: Press, since: float, due: float) -> None:
        self.button = button
        self.since = since  # when it closed
        self.due = due  # when to look whether it is still held


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

    Edges come in order, but may come long after their time. So what no edge proves must be seen:
    ``look`` reads the pins. A contact that differs from its last edge is not yet taken for open,
    and says nothing for being held. Nor is anything said for that, for ``LATEST_EDGE``, if any
    contact was seen to change, or was not seen for a while, and no edge tells of it. If an opening
    was accepted although the contact had closed again before, that closing is no press.
    """

    def __init__(self, look: Callable[[], Mapping[int, PinLevel]] = dict) -> None:
        """Read the pins with ``look``; of those that it does not read no edge is ever late."""
        self._look = look
        self._contacts: dict[int, _Contact] = {}
        """By pin."""
        self._hold: _Hold | None = None

    @property
    def ignored(self) -> frozenset[Press]:
        """The buttons with a contact that is found closed, or stuck."""
        return frozenset(each.button for each in self._contacts.values() if each.stuck)

    def add_edge(self, edge: Edge) -> list[Press]:
        """Take note of an edge; returns the presses that are now certain, oldest first."""
        presses = self._presses_before(edge.at)
        contact = self._contacts.setdefault(edge.pin, _Contact(edge.button, edge.pin))
        contact.level = edge.down
        if edge.found:
            contact.closed = contact.stuck = edge.down
        elif edge.down and not contact.closed:
            if edge.at >= contact.quiet_at:
                presses += self._close(contact, edge.at)
            else:
                contact.closed, contact.pressed = True, contact.closed_at is not None
        contact.edge_at = edge.at
        return presses

    def tick(self, now: float) -> list[Press]:
        """Return the presses due by ``now``: of contacts that are quiet, repeats, MENU.

        However late the call, a held button repeats once and not as often as was missed.
        """
        deadline = self.deadline()
        if deadline is None or deadline > now:
            return []
        levels = {**self._levels_of_edges(), **self._look()}
        presses: list[Press] = []
        for contact in self._contacts_due(now):
            if self._expects_edge(contact, levels[contact.pin], now):
                contact.look_at = now + LOOK_EVERY
            else:
                contact.level = levels[contact.pin].closed
                presses += self._settle(contact)
        return presses + self._tick_hold(now, levels)

    def deadline(self) -> float | None:
        """When ``tick`` is needed next; None as long as no edge comes."""
        all_due = [each.deadline() for each in self._contacts.values()]
        if self._hold is not None:
            all_due.append(self._hold.due)
        return min((at for at in all_due if at is not None), default=None)

    def _levels_of_edges(self) -> Mapping[int, PinLevel]:
        return {each.pin: PinLevel(each.level, -inf) for each in self._contacts.values()}

    # Contacts: closed or open -------------------------------------------------------------

    def _presses_before(self, at: float) -> list[Press]:
        """The presses that an edge at that time proves, as all edges before it have come."""
        presses: list[Press] = []
        bouncing = [each for each in self._contacts.values() if each.bouncing]
        for contact in sorted(bouncing, key=lambda each: each.quiet_at):
            if contact.quiet_at <= at:
                presses += self._settle(contact)
        back = self._hold_of(Press.BACK)
        if back is not None and at >= back.since + LONG_PRESS and self._contacts_held(back):
            presses.append(self._report_held(back, at))
        return presses

    def _contacts_due(self, now: float) -> list[_Contact]:
        """The contacts that are due by ``now``, in their order."""
        contacts = self._contacts.values()
        all_due = [(at, each) for each in contacts if (at := each.deadline()) is not None]
        return [each for at, each in sorted(all_due, key=lambda due: due[0]) if at <= now]

    def _expects_edge(self, contact: _Contact, level: PinLevel, now: float) -> bool:
        """Whether an edge of this contact is on its way, or may be where it would matter."""
        if contact.level != level.closed:
            return now < contact.quiet_at + STUCK_AFTER  # or it is lost
        hold = self._hold_of(contact.button)
        if hold is None or hold.button is not Press.BACK or contact.level:
            return False
        # BACK was first seen open when it would be MENU already: was it closed in between?
        return level.since >= hold.since + LONG_PRESS and now < contact.quiet_at + LATEST_EDGE

    def _close(self, contact: _Contact, at: float) -> list[Press]:
        """Accept that a person has closed ``contact``."""
        button = contact.button
        already_pressed = self._is_pressed(button)
        contact.closed = contact.pressed = True
        contact.closed_at = at
        if already_pressed:
            return []
        presses = self._end_hold()
        if button in _HOLD_TIMES:
            self._hold = _Hold(button, at, at + _HOLD_TIMES[button])
        return presses if button is Press.BACK else [*presses, button]

    def _settle(self, contact: _Contact) -> list[Press]:
        """Accept that ``contact`` has opened, or that it is stuck."""
        contact.closed = contact.stuck = contact.level
        was_pressed, contact.pressed = contact.pressed, False
        if not was_pressed or self._is_pressed(contact.button):
            return []
        if contact.button is Press.OK:
            return [Press.RELEASED]
        return self._end_hold() if self._hold_of(contact.button) is not None else []

    def _is_pressed(self, button: Press) -> bool:
        return any(each.pressed for each in self._contacts.values() if each.button is button)

    # The hold: repeats, MENU --------------------------------------------------------------

    def _hold_of(self, button: Press) -> _Hold | None:
        return self._hold if self._hold is not None and self._hold.button is button else None

    def _contacts_held(self, hold: _Hold) -> list[_Contact]:
        contacts = self._contacts.values()
        return [
            each for each in contacts if each.button is hold.button and each.pressed and each.level
        ]

    def _tick_hold(self, now: float, levels: Mapping[int, PinLevel]) -> list[Press]:
        """Report what is due for a button that is held, if it is seen to be held."""
        hold = self._hold
        if hold is None or hold.due > now:
            return []
        if not any(levels[each.pin].closed for each in self._contacts_held(hold)):
            hold.due = now + LOOK_EVERY
            return []
        certain_at = self._last_unexplained(levels) + LATEST_EDGE
        hold.due = max(hold.since + _HOLD_TIMES[hold.button], certain_at)
        return [self._report_held(hold, now)] if hold.due <= now else []

    def _last_unexplained(self, levels: Mapping[int, PinLevel]) -> float:
        """When a pin was last seen to change, or may have, without an edge of it."""
        edges_at = {each.pin: each.edge_at + READ_WITHIN for each in self._contacts.values()}
        seen = [each.since for pin, each in levels.items() if each.since > edges_at.get(pin, -inf)]
        return max(seen, default=-inf)

    def _report_held(self, hold: _Hold, now: float) -> Press:
        if hold.button is Press.BACK:
            self._hold = None
            return Press.MENU
        hold.due = now + REPEAT_EVERY
        return hold.button

    def _end_hold(self) -> list[Press]:
        """Report no more for the last button being held; returns a BACK not yet reported."""
        hold, self._hold = self._hold, None
        return [Press.BACK] if hold is not None and hold.button is Press.BACK else []
