"""The fewest presses from an entry to an answer, found by trying: entries are values.

The demonstration plays records by it, and presses a turn are counted with it.
"""

from collections import deque
from collections.abc import Sequence

from companion.core.conversation import Answer
from companion.input.entry import Entry, SearchStage, Step
from companion.interfaces import DIRECT_KEYS, Press

STICK = (Press.RIGHT, Press.LEFT, Press.UP, Press.DOWN, Press.OK)
FOUR_BUTTONS = (Press.NEXT, Press.PREVIOUS, Press.OK)
PANEL = (*DIRECT_KEYS, *FOUR_BUTTONS)
"""The tower panel's keys, those that say a thing at once before those that point."""
MOST_ENTRIES = 20_000
"""A search that has seen so many entries has no end worth waiting for."""


class NoRouteError(LookupError):
    """No presses lead from the entry to these answers."""


def route(entry: Entry, wanted: Sequence[Answer], presses: Sequence[Press]) -> list[Press]:
    """The fewest of ``presses`` by which the entry says the beginning of ``wanted``.

    They are searched stretch by stretch, as the entry tells them. Raises NoRouteError.
    """
    path: list[Press] = []
    step: Step = entry
    for leg in entry.search_stages(wanted):
        more, step = _search(step, leg, presses)
        path += more
    return path


def _search(start: Step, leg: SearchStage, presses: Sequence[Press]) -> tuple[list[Press], Step]:
    """Breadth first over all entries that the presses lead to; none where it ends at once."""
    if leg.found(start):
        return [], start
    ahead: deque[tuple[Step, list[Press]]] = deque([(start, [])])
    seen = {start}
    while ahead and len(seen) < MOST_ENTRIES:
        step, path = ahead.popleft()
        if not isinstance(step, Entry):
            continue
        for press in presses:
            after = step.press(press)
            if leg.found(after):
                return [*path, press], after
            if isinstance(after, Entry) and after not in seen and leg.leads_on(step, after):
                seen.add(after)
                ahead.append((after, [*path, press]))
    raise NoRouteError(start)
