"""What Linux tells of another process."""

import re
from pathlib import Path


def cpu_seconds_of(pid: int) -> float:
    """The time that all threads of the process have run."""
    tasks = Path(f"/proc/{pid}/task").glob("*/schedstat")
    return sum(int(task.read_text().split()[0]) for task in tasks) * 1e-9


def memory_of(pid: int) -> float:
    """The most memory that the process has had resident, in MiB."""
    found = re.search(r"VmHWM:\s*(\d+) kB", Path(f"/proc/{pid}/status").read_text())
    assert found is not None, "Linux tells it of every process"
    return int(found[1]) / 1024


def waits_of(pid: int) -> int:
    """How often the threads of the process have begun to wait."""
    tasks = Path(f"/proc/{pid}/task").glob("*/status")
    found = (
        re.search(r"^voluntary_ctxt_switches:\s*(\d+)", each.read_text(), re.M) for each in tasks
    )
    return sum(int(each[1]) for each in found if each)
