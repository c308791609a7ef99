"""Prints the figures of docs/reliability.md: `python -m tests.store.crash [MIXES [STEP]]`.

The disk refuses every STEPth call. Without arguments all is as in `make soak`.
"""

import sys
from collections.abc import Iterable
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.store.crash.harness import REFUSALS, Harness, Run
from tests.store.crash.planted import PLANTS
from tests.store.crash.scenarios import SCENARIOS
from tests.store.crash.trace import Tracer


def print_figures(mixes: int = 60, step: int = 1) -> None:
    """Run each scenario, each planted bug and each refusing disk, and print a row for it."""
    with TemporaryDirectory(dir="/dev/shm") as folder, Tracer() as tracer:

        def start(title: str, scenario: str) -> Harness:
            return Harness(tracer, scenario, Path(folder, title))

        for name in SCENARIOS:
            harness = start(name, name)
            print_row(name, harness, [harness.run(mixes)])
        for bug, each in PLANTS.items():
            harness = start(bug, each.scenario)
            print_row(bug, harness, [harness.run(mixes, plant=bug)])
        for name in SCENARIOS:
            for kind, refusal in REFUSALS.items():
                harness = start(f"{name}, {kind}", name)
                calls = range(1, harness.count_calls(refusal.names) + 1, step)
                runs = (harness.run(1, inject=refusal.at(call)) for call in calls)
                print_row(f"{name}, {kind} ({len(calls)})", harness, runs)


def print_row(title: str, harness: Harness, runs: Iterable[Run]) -> None:
    """Print how many states there were, how many of them distinct, and how many wrong."""
    states, wrong = map(sum, zip(*((run.states, len(run.faults)) for run in runs), strict=True))
    print(f"| {title} | {states} | {harness.judge.distinct} | {wrong} |", flush=True)


if __name__ == "__main__":
    print_figures(*map(int, sys.argv[1:]))
