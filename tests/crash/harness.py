"""One run of the harness: a scenario is traced, its disk rebuilt, every state judged."""

import random
import shutil
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

from companion.journal import JournalReader
from tests.crash.disk import Disk, newest, states
from tests.crash.judge import Judge, held_by
from tests.crash.promises import Promises
from tests.crash.scenarios import SCENARIOS
from tests.crash.trace import Call, trace

WRITES = ("write", "pwrite64")
SYNCS = ("fsync", "fdatasync")


@dataclass
class Run:
    """What came of a run."""

    calls: list[Call]
    promises: Promises
    states: int = 0
    faults: list[str] = field(default_factory=list)
    """What is wrong with the states, each with the call after which it is."""

    def most(self, names: tuple[str, ...]) -> int:
        """How many calls of one of these names one process made at most; so strace counts."""
        count = Counter((call.pid, call.name) for call in self.calls if call.name in names)
        return max(count.values())

    @property
    def injected(self) -> int:
        """How many calls were made to fail."""
        return sum(call.injected and call.failed for call in self.calls)


class Harness:
    """Runs one scenario, whole or with faults; a state that occurs again is opened once."""

    def __init__(self, name: str, place: Path) -> None:
        """Run the scenario ``name`` in a new folder under ``place``."""
        self.scenario, self._place = SCENARIOS[name], place
        self.name = name
        self.judge = Judge(place / "disk", place / "state")

    def run(
        self,
        mixes: int,
        *,
        plant: str = "",
        inject: str = "",
        complete: Run | None = None,
        enough: int = 1_000_000,
    ) -> Run:
        """Run, and judge the states until ``enough`` are wrong; ``complete`` is a faultless run."""
        root = self._place / "disk"
        shutil.rmtree(root, ignore_errors=True)
        root.mkdir(parents=True)
        self.scenario.prepare(root)
        disk, before = Disk(root), held_by(JournalReader(root / self.judge.folder))
        calls = trace(self.name, root, plant=plant, inject=inject or self.scenario.inject)
        run = Run(calls, Promises(calls, before, complete.promises if complete else None))
        chance = random.Random(f"{self.name} {plant} {inject}")
        for done, tree in states(disk, calls, mixes, chance):
            run.states += 1
            if fault := self.judge.fault_of(tree, run.promises, done):
                run.faults.append(f"after call {done}, {calls[done - 1].name}: {fault}")
            if len(run.faults) >= enough:
                return run
        self._check_model(disk, root)
        return run

    def _check_model(self, disk: Disk, root: Path) -> None:
        """The model has seen every byte: with nothing lost it is the real folder."""
        model = disk.state(newest)
        for path in [root, *root.rglob("*")]:
            known = model.pop(str(path))
            if not path.name.endswith("-shm"):
                assert known == (None if path.is_dir() else path.read_bytes()), path
        assert not model
