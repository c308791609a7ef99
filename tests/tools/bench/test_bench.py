"""What the bench makes of a figure, and of a trace; CI runs the bench itself."""

from tests.tools.bench.disk import counted
from tests.tools.bench.rows import Row


def test_a_goal_is_reached_or_missed() -> None:
    assert Row("x", 0.5, 0.5).verdict == "ok"
    assert Row("x", 0.51, 0.5).verdict == "short"
    assert Row("x", 0.51).verdict == "measured"
    assert Row("x", None, 0.5, note="no strace").verdict == "not tried: no strace"


def test_only_what_was_done_between_the_marks_is_counted() -> None:
    trace = """7  fdatasync(5)                      = 0
7  write(2, "answers begin", 13)     = 13
7  pwrite64(5, "\\0\\0 = 9"..., 24, 568) = 24
7  pwrite64(5, "\\r\\0"..., 512, 592) = 512
7  fdatasync(5)                      = 0
7  fsync(5)                          = 0
7  write(2, "answers end", 11)       = 11
7  fsync(4)                          = 0
"""
    assert counted(trace) == (2, 536)
