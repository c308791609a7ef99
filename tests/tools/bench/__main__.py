"""Print a row for each figure: name, value, goal, verdict. The exit status is 1 if any is short."""

import argparse
import json
import sys
from collections.abc import Iterator

from companion.core.session import Session
from tests.shipped import read_shipped
from tests.tools.bench import (
    capitol,
    disk,
    hall,
    idle,
    oled,
    presses,
    rules,
    splash,
    start,
    table,
    turns,
    web,
)
from tests.tools.bench.rows import Row, Trial

FAMILIES = (
    rules.rows,
    start.rows,
    splash.rows,
    presses.rows,
    turns.rows,
    capitol.rows,
    disk.rows,
    oled.rows,
    idle.rows,
    table.rows,
    web.rows,
    hall.rows,
)
ROUNDS = 20


def whole_game() -> Session:
    """The record of the demonstration."""
    return read_shipped("campanile-2009")


def measure(trial: Trial) -> Iterator[Row]:
    for family in FAMILIES:
        yield from family(trial)


def line(row: Row) -> str:
    """A row for people."""
    value = "-" if row.value is None else f"{row.value:.2f} {row.unit}".strip()
    goal = "" if row.goal is None else f"<= {row.goal:g}"
    note = f"  ({row.note})" if row.note and row.value is not None else ""
    return f"{row.name:<52}{value:>16}  {goal:<7}  {row.verdict}{note}"


def main() -> int:
    """Measure, and print each row as it comes, or with ``--json`` all as one list.

    Return the exit status.
    """
    parser = argparse.ArgumentParser(prog="python -m tests.tools.bench", description=__doc__)
    parser.add_argument("--json", action="store_true", help="print the rows as one JSON list")
    as_json = parser.parse_args().json
    measured = []
    for row in measure(Trial(ROUNDS, whole_game())):
        measured.append(row.data())
        if not as_json:
            print(line(row), flush=True)
    if as_json:
        print(json.dumps(measured, indent=2))
    return int(any(each["verdict"] == "short" for each in measured))


if __name__ == "__main__":
    sys.exit(main())
