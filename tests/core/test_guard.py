"""A part of a game that fails, hangs or eats all memory is one `GameFault`, and nothing else."""

import logging
import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress
from itertools import count
from math import inf
from threading import Thread
from time import monotonic, sleep

import pytest

from companion.core import guard
from companion.core.conversation import Answer, CommonReason, Refused, build_objection
from companion.core.guard import GameFault, attempt, forget_faults, list_faults, run

pytestmark = pytest.mark.usefixtures("unstrict")
SHORT = 0.05


def spin() -> None:
    """Never end, and catch what can be caught."""
    for _ in count():
        with suppress(Exception):
            sum(range(1000))


def deepen() -> None:
    deepen()


def grow() -> None:
    raise MemoryError


def leave() -> None:
    raise SystemExit(3)


def test_what_a_part_raises_names_game_part_reason_and_place() -> None:
    with pytest.raises(GameFault) as fault:
        run("nim", "tell", lambda: dict[str, str]()["place"])
    assert str(fault.value).startswith("game nim: tell: KeyError: 'place' (test_guard.py:")


@pytest.mark.parametrize(
    ("fail", "said"),
    [(deepen, "RecursionError"), (grow, "MemoryError"), (leave, "SystemExit: 3")],
)
def test_whatever_it_is(fail: object, said: str) -> None:
    with pytest.raises(GameFault, match=said):
        run("nim", "tell", fail)  # type: ignore[arg-type]  # any of them


def test_what_takes_too_long_is_stopped_and_not_run_again() -> None:
    ran = []

    def hang() -> None:
        ran.append(1)
        spin()

    for _ in range(2):
        with pytest.raises(GameFault, match="it took too long"):
            run("nim", "tell", hang, limit=SHORT)
    assert len(ran) == 1
    assert run("nim", "snapshot", lambda: 5) == 5, "another part goes on"
    forget_faults()
    assert run("nim", "tell", lambda: 5) == 5


def swallow() -> None:
    with suppress(BaseException):
        spin()


def swallow_and_fail() -> None:
    swallow()
    raise KeyError


def swallow_all_that_others_do() -> None:
    swallow()
    with suppress(GameFault):
        run("nim", "inner", leave)


def swallow_and_refuse() -> None:
    swallow()
    raise Refused(Answer("stones", 1), build_objection("no"))


@pytest.mark.sample(2)
@pytest.mark.parametrize(
    "part", [swallow, swallow_and_fail, swallow_all_that_others_do, swallow_and_refuse]
)
def test_a_part_that_catches_everything_has_taken_too_long_all_the_same(
    monkeypatch: pytest.MonkeyPatch, part: Callable[[], None]
) -> None:
    with pytest.raises(GameFault, match="it took too long"):
        run("nim", "tell", part, limit=SHORT, passes=(Refused,))
    assert guard.is_stopped("nim", "tell")
    assert len(guard._lost) == 1
    monkeypatch.setattr(guard, "LIMIT", SHORT)
    monkeypatch.setattr(guard, "_alarm_at", inf)
    objection = guard.guard_objections("nim", lambda _answer: part())(Answer("stones", 1))
    assert objection is not None
    assert objection.values["problem"] == "it took too long"
    assert guard.is_stopped("nim", guard.OBJECTION)


def test_a_part_within_a_part_is_stopped_alone() -> None:
    def outer() -> str:
        with pytest.raises(GameFault):
            run("nim", "inner", spin, limit=SHORT)
        return "goes on"

    assert run("nim", "outer", outer) == "goes on"


def test_the_limit_of_the_outer_part_holds_for_the_inner_one() -> None:
    with pytest.raises(GameFault) as fault:
        run("nim", "outer", lambda: run("nim", "inner", spin), limit=SHORT)
    assert fault.value.part == "outer"
    assert run("nim", "inner", lambda: 5) == 5


def test_an_objection_that_never_ends_is_stopped_also_after_a_part_that_may_take_long(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(guard, "LIMIT", SHORT)
    monkeypatch.setattr(guard, "_alarm_at", inf)
    find = guard.guard_objections("nim", lambda _answer: spin())
    began = monotonic()
    run("nim", "plugin", int, limit=10)
    objection = find(Answer("stones", 1))
    assert objection is not None
    assert "it took too long" in str(objection.values["problem"])
    assert monotonic() - began < 5


def test_time_that_goes_to_something_else_counts_less() -> None:
    """As when the card is slow, or the process was stopped."""
    run("nim", "tell", sleep, 1.3 * SHORT, limit=SHORT)
    with pytest.raises(GameFault, match="it took too long"):
        run("nim", "snapshot", sleep, 10, limit=SHORT)


def test_all_together_lose_less_than_the_watchdog_waits() -> None:
    for _ in range(20):
        guard._lost.append((0.0, guard._shorten(guard.LIMIT, 0.0)))
    assert sum(lost for _, lost in guard._lost) < guard.WINDOW
    assert guard._shorten(guard.LIMIT, guard.WINDOW) == guard.LIMIT, "later it is as before"


def test_in_another_thread_there_is_no_limit_but_faults_are_the_same() -> None:
    found = []

    def work() -> None:
        found.append(attempt("nim", "tell", lambda: "fallback", lambda: 1 / 0))

    thread = Thread(target=work)
    thread.start()
    thread.join()
    assert found == ["fallback"]


def test_a_fault_is_reported_once_for_each_part(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.WARNING):
        for part in ("tell", "tell", "snapshot"):
            assert attempt("nim", part, lambda: "fallback", lambda: 1 / 0) == "fallback"
    assert [each.part for each in list_faults()] == ["tell", "snapshot"]
    assert len(caplog.records) == 2


def test_the_signal_does_not_end_a_process_that_ends_by_itself() -> None:
    last = "class Last:\n def __del__(self): sum(range(10**6))\nimport sys; sys.last = Last()"
    code = "from companion.core import guard; guard.run('nim', 'tell', int, limit=0.005)"
    assert subprocess.run([sys.executable, "-c", f"{code}\n{last}"], check=False).returncode == 0


def test_the_file_of_another_module_is_left_out_of_a_fault() -> None:
    error = ImportError("cannot import name 'x' from 'companion.core' (/a/b/core/__init__.py)")
    assert (
        guard.describe_error(error) == "ImportError: cannot import name 'x' from 'companion.core'"
    )


def test_an_objection_that_is_none_is_a_fault_and_refuses_the_answer() -> None:
    find = guard.guard_objections("nim", lambda _answer: "no")  # type: ignore[arg-type,return-value]  # wrong
    objection = find(Answer("stones", 1))
    assert objection is not None
    assert objection.reason is CommonReason.GAME_FAULT
    (fault,) = list_faults()
    assert fault.problem == "rules.objection: the objection is str, not Objection"
