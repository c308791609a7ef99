"""The fewest presses from an entry to an answer, found by breadth-first search.

The demonstration plays records with it, and the presses of a turn are counted with it.
"""

from collections import deque
from collections.abc import Callable, Sequence
from math import inf

from companion.core.conversation import Answer
from companion.core.interfaces import DIRECT_KEYS, Press
from companion.ui.input.entry import Answered, Entry, Step
from companion.ui.input.menu import Menu

STICK = (Press.RIGHT, Press.LEFT, Press.UP, Press.DOWN, Press.OK)
FOUR_BUTTONS = (Press.NEXT, Press.PREVIOUS, Press.OK)
PANEL = (*DIRECT_KEYS, *FOUR_BUTTONS)
"""The tower panel's keys, those that say a thing at once before those that point."""
MOST_ENTRIES = 20_000
"""The search stops after this many entries."""


class NoRouteError(LookupError):
    """No presses lead from the entry to these answers."""


def route(entry: Entry, wanted: Sequence[Answer], presses: Sequence[Press]) -> list[Press]:
    """The fewest presses to the first of the ``wanted`` answers; raises NoRouteError."""

    def measure(step: Step) -> float | None:
        if isinstance(step, Entry):
            return step.measure_way(wanted)
        gives_them = isinstance(step, Answered) and step.answers == (*wanted[: len(step.answers)],)
        return inf if gives_them else None

    path: list[Press] = []
    step: Step = entry
    while isinstance(step, Entry):
        more, step = _search(step, measure, presses)
        path += more
    return path


def route_to(
    entry: Entry, is_found: Callable[[Step], bool], presses: Sequence[Press]
) -> list[Press]:
    """The fewest of ``presses`` that lead to such a step; raises NoRouteError."""
    return [] if is_found(entry) else _search(entry, is_found, presses)[0]


def route_to_item(
    entry: Entry, title: str, item: str | int, presses: Sequence[Press]
) -> list[Press]:
    """The fewest of ``presses`` that choose an item of a menu; raises NoRouteError."""

    def is_at_item(step: Step) -> bool:
        return isinstance(step, Menu) and (step.title, step.item.word) == (title, str(item))

    return [*route_to(entry, is_at_item, presses), Press.OK]


def _search(
    start: Entry, measure: Callable[[Step], float | None], presses: Sequence[Press]
) -> tuple[list[Press], Step]:
    """The presses to the first step that lies farther on the way, past others as far as it."""
    here = measure(start)
    ahead: deque[tuple[Entry, list[Press]]] = deque([(start, [])])
    seen = {start}
    while here is not None and ahead and len(seen) < MOST_ENTRIES:
        step, path = ahead.popleft()
        for press in presses:
            after = step.press(press)
            there = measure(after)
            if there is not None and there > here:
                return [*path, press], after
            if isinstance(after, Entry) and there == here and after not in seen:
                seen.add(after)
                ahead.append((after, [*path, press]))
    raise NoRouteError(start)
