"""After a power cut at any call, the next start has all that was acknowledged, and plays on."""

import os
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from tests import depth
from tests.store.crash.harness import REFUSALS, Harness, Run
from tests.store.crash.planted import PLANTS
from tests.store.crash.scenarios import SCENARIOS
from tests.store.crash.trace import Tracer, missing_strace

pytestmark = pytest.mark.skipif(
    bool(missing_strace()) and "CI" not in os.environ, reason=missing_strace() or "strace works"
)
MIXES = depth.at_depth(10, 60)
"""Random mixes of what was not synced, after each call."""


@pytest.fixture(scope="session")
def tracer() -> Iterator[Tracer]:
    """Loads the companion once for all scenarios."""
    with Tracer() as tracer:
        yield tracer


@pytest.fixture
def place(tmp_path: Path) -> Iterator[Path]:
    """A folder in memory where there is one: what a power cut leaves is computed, not tried."""
    memory = Path("/dev/shm")
    with TemporaryDirectory(dir=memory if os.access(memory, os.W_OK) else tmp_path) as folder:
        yield Path(folder)


def show(run: Run) -> str:
    return f"{len(run.faults)} of {run.states} states; the first: {run.faults[:1]}"


@pytest.mark.sample(1)
@pytest.mark.parametrize("name", SCENARIOS)
def test_a_power_cut_loses_nothing_that_was_acknowledged(
    tracer: Tracer, place: Path, name: str
) -> None:
    run = Harness(tracer, name, place).run(MIXES)
    assert not run.faults, show(run)
    assert run.states > 100


@pytest.mark.sample(1)
@pytest.mark.parametrize("bug", PLANTS)
def test_a_planted_bug_is_caught(tracer: Tracer, place: Path, bug: str) -> None:
    """The harness proves itself."""
    assert Harness(tracer, PLANTS[bug].scenario, place).run(MIXES, plant=bug, enough=1).faults


@pytest.mark.sample(1)
@pytest.mark.parametrize("kind", REFUSALS)
@pytest.mark.parametrize("name", SCENARIOS)
def test_a_disk_that_refuses_loses_nothing(
    tracer: Tracer, place: Path, name: str, kind: str
) -> None:
    """Each write or sync fails once; what is acknowledged survives a power cut also then."""
    assert_refusals_lose_nothing(Harness(tracer, name, place), kind, every=depth.SOAK)


@pytest.mark.soak
def test_a_log_left_by_a_failed_sync_is_not_trusted(tracer: Tracer, place: Path) -> None:
    """The kernel shows what it has dropped; SQLite would take it for committed, and go on."""
    harness = Harness(tracer, "die_of_a_refusal", place)
    assert_refusals_lose_nothing(harness, "a sync fails", every=False)


def assert_refusals_lose_nothing(harness: Harness, kind: str, *, every: bool) -> None:
    """Refuse every call in turn, or the one in the middle."""
    calls, injected = harness.count_calls(REFUSALS[kind].names), 0
    for at in range(1, calls + 1) if every else [calls // 2]:
        run = harness.run(1, inject=REFUSALS[kind].at(at))
        assert not run.faults, f"{kind} at {at}: {show(run)}"
        injected += run.injected
    assert injected
