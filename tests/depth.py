"""How deep the tests go. `make test` samples; `make soak` sets SOAK=1 and tries everything."""

import os
from collections import Counter, defaultdict
from collections.abc import Hashable, Iterator, Sequence
from zlib import crc32

import pytest

SOAK = os.environ.get("SOAK", "") not in ("", "0")
QUICK_SHARE = 8
"""`make test` tries one example of so many."""
BOARD_PARAMETERS = ("board", "rig")
"""Parameters whose values are boards: a journey is walked on one of them, in turn."""


def at_depth(quick: int, soak: int) -> int:
    return soak if SOAK else quick


def examples(soak: int) -> int:
    """Return how many examples hypothesis tries, given the number for `make soak`."""
    return at_depth(max(5, soak // QUICK_SHARE), soak)


def sampled(items: Sequence[pytest.Item]) -> Iterator[pytest.Item]:
    """Yield the tests that `make test` runs.

    A test with a parameter for the board runs on one board for each set of its other parameters.
    One marked `sample(n)` runs at most n of its cases, in which as many values of its parameters
    occur as possible. One marked `soak` does not run. Which cases are chosen depends on the
    test's name and its parameters only. A single case named on the command line always runs.
    """
    cases: dict[str, list[pytest.Item]] = defaultdict(list)
    for item in items:
        cases[item.nodeid.partition("[")[0]].append(item)
    chosen = {id(item) for alike in cases.values() for item in _chosen(alike)}
    return (item for item in items if id(item) in chosen)


def _chosen(cases: Sequence[pytest.Item]) -> Sequence[pytest.Item]:
    name = cases[0].nodeid.partition("[")[0].rpartition("::")[2]
    turn = crc32(name.encode())
    if len(cases) > 1:
        cases = _on_one_board(cases, turn)
    mark = cases[0].get_closest_marker("sample")
    if mark is not None and len(cases) > mark.args[0]:
        turn %= len(cases)
        cases = _spread([*cases[turn:], *cases[:turn]], mark.args[0])
    return [case for case in cases if case.get_closest_marker("soak") is None]


def _on_one_board(cases: Sequence[pytest.Item], turn: int) -> Sequence[pytest.Item]:
    boards: dict[Hashable, list[pytest.Item]] = defaultdict(list)
    for case in cases:
        boards[_values(case, but=BOARD_PARAMETERS)].append(case)
    return [alike[(turn + at) % len(alike)] for at, alike in enumerate(boards.values())]


def _spread(cases: list[pytest.Item], most: int) -> Sequence[pytest.Item]:
    """Choose the case next whose values occur least often in those chosen before."""
    occurs: Counter[Hashable] = Counter()
    chosen: list[pytest.Item] = []
    while len(chosen) < most:
        case = min(cases, key=lambda each: sum(occurs[value] for value in _values(each)))
        occurs.update(_values(case))
        cases.remove(case)
        chosen.append(case)
    return chosen


def _values(case: pytest.Item, but: Sequence[str] = ()) -> tuple[tuple[str, int], ...]:
    """Return the case's parameters, each value by its identity: not every one can be hashed."""
    parameters = case.callspec.params if hasattr(case, "callspec") else {}
    return tuple((name, id(value)) for name, value in parameters.items() if name not in but)
