"""The process whose children are traced: each runs one scenario, with a planted bug or none.

It has loaded the companion once. A request is a line of JSON; the answers are the child's id and,
once it has ended, its exit status. The child waits for another line, so that it can be traced.
"""

import ctypes
import json
import os
import sys
import traceback
from contextlib import suppress
from pathlib import Path

from tests.store.crash.announced import announce_changes
from tests.store.crash.insisting import GivenUp
from tests.store.crash.planted import PLANTS
from tests.store.crash.scenarios import SCENARIOS

PR_SET_PTRACER, PR_SET_PTRACER_ANY = 0x59616D61, ctypes.c_ulong(-1)


def run(scenario: str, root: Path, plant: str, errors: str) -> None:
    """Run the scenario once the process is traced, with its output in a file."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
    os.dup2(os.open(errors, os.O_WRONLY | os.O_CREAT | os.O_TRUNC), 2)
    # Where only a parent may trace (Yama), strace may too.
    ctypes.CDLL(None).prctl(PR_SET_PTRACER, PR_SET_PTRACER_ANY, 0, 0, 0)
    os.read(0, len("go\n"))
    announce_changes()
    if plant:
        PLANTS[plant].plant()
    with suppress(GivenUp):
        SCENARIOS[scenario].run(root)


def serve() -> None:
    """Run a scenario for each line."""
    for line in sys.stdin:
        scenario, root, plant, errors = json.loads(line)
        if child := os.fork():
            print(child, flush=True)
            print(os.waitpid(child, 0)[1], flush=True)
            continue
        status = 1
        try:
            run(scenario, Path(root), plant, errors)
            status = 0
        finally:
            if status:
                traceback.print_exc()
            os._exit(status)


if __name__ == "__main__":
    serve()
