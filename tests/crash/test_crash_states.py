"""After a power cut at any call, the next start has all that was acknowledged, and plays on."""

import os
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from tests import depth
from tests.crash.harness import SYNCS, WRITES, Harness, Run
from tests.crash.planted import PLANTS
from tests.crash.scenarios import SCENARIOS
from tests.crash.trace import Tracer, missing_strace

pytestmark = pytest.mark.skipif(
    bool(missing_strace()) and "CI" not in os.environ, reason=missing_strace() or "strace works"
)
MIXES = depth.at_depth(6, 60)
"""Random mixes of what was not synced, after each call."""
FAULTS = {
    "full for a moment": (WRITES, "write,pwrite64:error=ENOSPC:when={0}..{1}"),
    "full from then on": (WRITES, "write,pwrite64:error=ENOSPC:when={0}+"),
    "a sync fails": (SYNCS, "fsync,fdatasync:error=EIO:when={0}"),
}
MOMENT = 2
"""How many further writes a disk refuses that is full for a moment."""


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


@pytest.mark.parametrize("name", SCENARIOS)
def test_a_power_cut_loses_nothing_that_was_acknowledged(
    tracer: Tracer, place: Path, name: str
) -> None:
    run = Harness(tracer, name, place).run(MIXES)
    assert not run.faults, show(run)
    assert run.states > 100


@pytest.mark.parametrize("bug", PLANTS)
def test_a_planted_bug_is_caught(tracer: Tracer, place: Path, bug: str) -> None:
    """The harness proves itself."""
    assert Harness(tracer, PLANTS[bug].scenario, place).run(MIXES, plant=bug, enough=1).faults


@pytest.mark.sample(3)
@pytest.mark.parametrize("kind", FAULTS)
@pytest.mark.parametrize("name", SCENARIOS)
def test_a_disk_that_refuses_loses_nothing(
    tracer: Tracer, place: Path, name: str, kind: str
) -> None:
    """Each write or sync fails once; what is acknowledged survives a power cut also then."""
    harness = Harness(tracer, name, place)
    names, inject = FAULTS[kind]
    most, injected = harness.most(names), 0
    for moment in range(1, most + 1) if depth.SOAK else [most // 2]:
        run = harness.run(1, inject=inject.format(moment, moment + MOMENT))
        assert not run.faults, f"{kind} at {moment}: {show(run)}"
        injected += run.injected
    assert injected
