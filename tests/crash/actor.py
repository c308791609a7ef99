"""The traced process: runs one scenario, with a planted bug if one is named."""

import sys
from contextlib import suppress
from pathlib import Path

from tests.crash.planted import PLANTS
from tests.crash.scenarios import SCENARIOS, GivenUp

if __name__ == "__main__":
    scenario, root, plant = sys.argv[1:]
    if plant:
        PLANTS[plant].plant()
    with suppress(GivenUp):
        SCENARIOS[scenario].run(Path(root))
