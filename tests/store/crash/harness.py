"""One run of the harness: a scenario is traced, its disk rebuilt, every state judged."""

import random
import shutil
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from tests.store.crash.disk import Disk, newest, states
from tests.store.crash.judge import Judge
from tests.store.crash.promises import Promises
from tests.store.crash.scenarios import SCENARIOS
from tests.store.crash.trace import Call, Tracer


class Refusal(NamedTuple):
    """A disk that refuses calls of these names, counted by name and process."""

    names: tuple[str, ...]
    error: str
    when: str

    def at(self, call: int) -> str:
        """As strace takes it: the first call that is refused, which counts from 1."""
        return f"{','.join(self.names)}:error={self.error}:when={self.when.format(call, call + 2)}"


REFUSALS = {
    "full for three writes": Refusal(("write", "pwrite64"), "ENOSPC", "{0}..{1}"),
    "full from then on": Refusal(("write", "pwrite64"), "ENOSPC", "{0}+"),
    "a sync fails": Refusal(("fsync", "fdatasync"), "EIO", "{0}"),
}


@dataclass
class Run:
    """What came of a run."""

    calls: list[Call]
    states: int = 0
    faults: list[str] = field(default_factory=list)
    """What is wrong with the states, each with the call after which it is."""

    @property
    def injected(self) -> int:
        """How many calls were made to fail."""
        return sum(call.injected and call.failed for call in self.calls)


class Harness:
    """Runs one scenario, whole or with faults; a state that occurs again is opened once."""

    def __init__(self, tracer: Tracer, name: str, place: Path) -> None:
        """Run the scenario ``name`` in a new folder under ``place``."""
        self._tracer, self.name, self.scenario = tracer, name, SCENARIOS[name]
        self._root = place / "disk"
        self.judge = Judge(self._root, place / "state")

    def run(self, mixes: int, *, plant: str = "", inject: str = "", enough: int = 1_000_000) -> Run:
        """Run, and judge the states until ``enough`` are wrong."""
        disk, before = self._prepare(), self.judge.world()
        run = Run(self._tracer.trace(self.name, self._root, plant=plant, inject=inject))
        promises = Promises(run.calls, before)
        chance = random.Random(f"{self.name} {plant} {inject}")
        for done, tree in states(disk, run.calls, mixes, chance):
            run.states += 1
            if fault := self.judge.fault_of(tree, promises.allowed(done)):
                run.faults.append(f"after call {done}, {run.calls[done - 1].name}: {fault}")
            if len(run.faults) >= enough:
                return run
        self._check_model(disk)
        return run

    def count_calls(self, names: tuple[str, ...]) -> int:
        """How often a process makes a call of one of these names at most; so strace counts."""
        self._prepare()
        calls = self._tracer.trace(self.name, self._root)
        return max(Counter((each.pid, each.name) for each in calls if each.name in names).values())

    def _prepare(self) -> Disk:
        shutil.rmtree(self._root, ignore_errors=True)
        self._root.mkdir(parents=True)
        self.scenario.prepare(self._root)
        return Disk(self._root)

    def _check_model(self, disk: Disk) -> None:
        """The model has seen every byte: with nothing lost it is the real folder."""
        model = disk.state(newest)
        for path in [self._root, *self._root.rglob("*")]:
            known = model.pop(str(path))
            if not path.name.endswith("-shm"):
                assert known == (None if path.is_dir() else path.read_bytes()), path
        assert not model
