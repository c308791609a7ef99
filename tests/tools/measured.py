"""Measures a command's CPU against a yardstick in the same run.

`python -m tests.tools.measured MOST COMMAND...`. The yardstick is 30 million additions in bare
Python: the median of two before the command and two after it. The exit status is the command's, or
1 if it has used more than MOST yardsticks.
"""

import resource
import subprocess
import sys
from collections.abc import Sequence
from statistics import median

YARDSTICK = "n = 0\nfor _ in range(30_000_000): n += 1"


def measure(command: Sequence[str]) -> tuple[int, float]:
    """Run a command; return its exit status, and the seconds of CPU with those of its children."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    status = subprocess.run(command, check=False).returncode
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return status, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def main(most: float, command: Sequence[str]) -> int:
    """Run and measure; print the seconds and the ratio."""
    yardstick = [sys.executable, "-S", "-c", YARDSTICK]
    before = [measure(yardstick)[1] for _ in range(2)]
    status, used = measure(command)
    yard = median([*before, *(measure(yardstick)[1] for _ in range(2))])
    ratio = used / yard
    print(
        f"{' '.join(command)}: {used:.0f} s of CPU, {ratio:.1f} yardsticks of {yard:.2f} s"
        f" (at most {most:g})"
    )
    return status or int(ratio > most)


if __name__ == "__main__":
    sys.exit(main(float(sys.argv[1]), sys.argv[2:]))
