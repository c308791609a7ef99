"""How deep the tests go. `make test` samples; `make soak` sets SOAK=1 and tries everything.

CI runs no case twice: where CASES_RUN names a file, `make test` writes into it the cases that it
runs as deep as `make soak` would, and `make soak` leaves these out.
"""

import os
import sys
from collections import Counter, defaultdict
from collections.abc import Hashable, Iterator, Sequence
from math import gcd
from pathlib import Path
from zlib import crc32

import pytest

SOAK = os.environ.get("SOAK", "") not in ("", "0")
CASES_RUN = os.environ.get("CASES_RUN", "")
QUICK_SHARE = 20
"""`make test` tries one example of so many."""
BOARD_PARAMETERS = ("board", "rig")
"""Parameters whose values are boards: a journey is walked on one of them, in turn."""
GOLDEN = 0.618
"""Steps of this part of a circle leave no large part of it out, however many they are."""


class Asked:
    """Whether a running case has asked how deep it goes: then it is another one in `make soak`."""

    depth = False


def is_soak() -> bool:
    Asked.depth = True
    return SOAK


def at_depth(quick: int, soak: int) -> int:
    return soak if is_soak() else quick


def examples(soak: int) -> int:
    """Return how many examples hypothesis tries, given the number for `make soak`."""
    return at_depth(max(4, soak // QUICK_SHARE), soak)


def begin(case: pytest.Function) -> None:
    """Note whether the case that runs now hangs on the depth; while it runs it may ask for it."""
    Asked.depth = is_sized(case)


def write_down(case: pytest.Function) -> None:
    """Write the case that has passed into CASES_RUN, if `make soak` runs it no deeper."""
    if CASES_RUN and not SOAK and not Asked.depth:
        with open(CASES_RUN, "a", encoding="utf-8") as file:
            file.write(f"{case.nodeid}\n")


def is_sized(case: pytest.Function) -> bool:
    """Whether the case has a number of examples, or its module imports something from here."""
    ours = set(map(id, (sys.modules[__name__], at_depth, examples)))
    names = map(id, vars(case.module).values())
    return getattr(case.obj, "is_hypothesis_test", False) or not ours.isdisjoint(names)


def not_yet_run(items: Sequence[pytest.Item]) -> list[pytest.Item]:
    """Return the cases that are not in CASES_RUN."""
    run = set(Path(CASES_RUN).read_text("utf-8").splitlines()) if CASES_RUN else set()
    return [item for item in items if item.nodeid not in run]


def sampled(items: Sequence[pytest.Item]) -> Iterator[pytest.Item]:
    """Yield the tests that `make test` runs.

    A test with a parameter for the board runs on one board for each set of its other parameters.
    One marked `sample(n)` runs at most n of its cases, in which as many values of its parameters
    occur as possible. One marked `soak` does not run, nor does one that opens a browser. Which
    cases are chosen depends on the test's name and its parameters only. A single case named on the
    command line always runs.
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
        cases = _spread(_scattered(cases, turn), mark.args[0])
    return [case for case in cases if not _is_for_soak(case)]


def _is_for_soak(case: pytest.Item) -> bool:
    """A browser's packages are large: whether they are here must not change `make test`."""
    fixtures = getattr(case, "fixturenames", ())
    return case.get_closest_marker("soak") is not None or "browser" in fixtures


def _on_one_board(cases: Sequence[pytest.Item], turn: int) -> Sequence[pytest.Item]:
    boards: dict[Hashable, list[pytest.Item]] = defaultdict(list)
    for case in cases:
        boards[_values(case, but=BOARD_PARAMETERS)].append(case)
    return [alike[(turn + at) % len(alike)] for at, alike in enumerate(boards.values())]


def _scattered(cases: Sequence[pytest.Item], turn: int) -> list[pytest.Item]:
    """Order the cases so that those beside each other in the file come far from each other."""
    count = len(cases)
    step = next(each for each in range(round(count * GOLDEN), count + 2) if gcd(each, count) == 1)
    return [cases[(turn + at * step) % count] for at in range(count)]


def _spread(cases: list[pytest.Item], most: int) -> Sequence[pytest.Item]:
    """Choose the case next whose values occur least often in those chosen before."""
    if len(_values(cases[0])) == 1:
        return cases[:most]
    left = [(case, _values(case)) for case in cases]
    occurs: Counter[Hashable] = Counter()
    chosen: list[pytest.Item] = []
    while len(chosen) < most:
        case, values = min(left, key=lambda each: sum(occurs[value] for value in each[1]))
        occurs.update(values)
        left.remove((case, values))
        chosen.append(case)
    return chosen


def _values(case: pytest.Item, but: Sequence[str] = ()) -> tuple[tuple[str, int], ...]:
    """Return the case's parameters, each value by its identity: not every one can be hashed."""
    parameters = case.callspec.params if hasattr(case, "callspec") else {}
    return tuple((name, id(value)) for name, value in parameters.items() if name not in but)
