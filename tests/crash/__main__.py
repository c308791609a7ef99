"""Prints the figures of docs/reliability.md: `python -m tests.crash [MIXES]`."""

import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.crash.harness import Harness
from tests.crash.planted import PLANTS
from tests.crash.scenarios import SCENARIOS
from tests.crash.trace import Tracer


def print_figures(mixes: int) -> None:
    """Run each scenario, then each planted bug, and print a row for it."""
    rows = [(name, "", name) for name in SCENARIOS]
    rows += [(each.scenario, bug, bug) for bug, each in PLANTS.items()]
    with TemporaryDirectory() as folder, Tracer() as tracer:
        for at, (scenario, bug, title) in enumerate(rows):
            harness = Harness(tracer, scenario, Path(folder, str(at)))
            run = harness.run(mixes, plant=bug)
            figures = f"{run.states} | {harness.judge.distinct} | {len(run.faults)}"
            print(f"| {title} | {figures} |", flush=True)


if __name__ == "__main__":
    print_figures(int(sys.argv[1]) if sys.argv[1:] else 60)
