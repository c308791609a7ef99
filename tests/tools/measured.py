"""Measures a command's CPU against a yardstick in the same run.

`python -m tests.tools.measured MOST COMMAND...`. The yardstick is 30 million additions in bare
Python, before the command and after it. The exit status is the command's, or 1 if it has used more
than MOST yardsticks.
"""

import resource
import subprocess
import sys
from collections.abc import Sequence

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
    _, before = measure(yardstick)
    status, used = measure(command)
    _, after = measure(yardstick)
    ratio = used / ((before + after) / 2)
    print(
        f"{' '.join(command)}: {used:.0f} s of CPU, {ratio:.1f} yardsticks of {before:.2f} and"
        f" {after:.2f} s (at most {most:g})"
    )
    return status or int(ratio > most)


if __name__ == "__main__":
    sys.exit(main(float(sys.argv[1]), sys.argv[2:]))
