"""The fewest presses from an entry to an answer, found by trying: entries are values.

The demonstration plays records by it, and presses a turn are counted with it.
"""

from collections import deque
from collections.abc import Callable, Sequence
from functools import partial

from companion.entry.people import NamePicker, SeatPicker
from companion.entry.step import Entry, Said, Step
from companion.games.conversation import Answer
from companion.ports import DIRECT, Press

STICK = (Press.RIGHT, Press.LEFT, Press.UP, Press.DOWN, Press.OK)
FOUR_BUTTONS = (Press.NEXT, Press.PREVIOUS, Press.OK)
PANEL = (*DIRECT, *FOUR_BUTTONS)
"""The tower panel's keys, those that say a thing at once before those that point."""
MOST_ENTRIES = 20_000
"""A search that has seen so many entries has no end worth waiting for."""


class NoRouteError(LookupError):
    """No presses lead from the entry to these answers."""


def route(entry: Entry, wanted: Sequence[Answer], presses: Sequence[Press]) -> list[Press]:
    """The fewest of ``presses`` by which the entry says the beginning of ``wanted``.

    A new name is spelt letter by letter. Raises NoRouteError.
    """

    def says_it(step: Step) -> bool:
        return isinstance(step, Said) and step.answers == tuple(wanted[: len(step.answers)])

    if isinstance(entry, SeatPicker) and _must_be_spelt(entry, wanted):
        return _spell(entry, wanted, presses)
    return _search(entry, says_it, presses)[0]


def _must_be_spelt(entry: SeatPicker, wanted: Sequence[Answer]) -> bool:
    return all(wanted[0].value not in names for names in entry.names.values())


def _spell(entry: SeatPicker, wanted: Sequence[Answer], presses: Sequence[Press]) -> list[Press]:
    if len(wanted) < len(("player", "colour")):
        raise NoRouteError(entry)
    name, colour = wanted[0].word, wanted[1].value

    def at_the_letters(step: Step) -> bool:
        return isinstance(step, NamePicker) and step.seat.colour == colour

    path, step = _search(entry, at_the_letters, presses)
    for end in range(1, len(name) + 1):
        more, step = _search(step, partial(_reads, name[:end]), presses, _only_moves)
        path += more
    more, _ = _search(step, lambda s: isinstance(s, Said), presses, _only_moves)
    return path + more


def _reads(text: str, step: Step) -> bool:
    return isinstance(step, NamePicker) and step.text == text


def _only_moves(before: Entry, after: Entry) -> bool:
    """Leave out letters that are not wanted, or the search would try all names there are."""
    if isinstance(before, NamePicker) and isinstance(after, NamePicker):
        return after.text == before.text
    return False


def _search(
    start: Step,
    found: Callable[[Step], bool],
    presses: Sequence[Press],
    leads_on: Callable[[Entry, Entry], bool] = lambda _before, _after: True,
) -> tuple[list[Press], Step]:
    """Breadth first over all entries that the presses lead to."""
    ahead: deque[tuple[Step, list[Press]]] = deque([(start, [])])
    seen = {start}
    while ahead and len(seen) < MOST_ENTRIES:
        step, path = ahead.popleft()
        if not isinstance(step, Entry):
            continue
        for press in presses:
            after = step.press(press)
            if found(after):
                return [*path, press], after
            if isinstance(after, Entry) and after not in seen and leads_on(step, after):
                seen.add(after)
                ahead.append((after, [*path, press]))
    raise NoRouteError(start)
