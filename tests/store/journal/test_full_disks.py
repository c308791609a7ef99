"""Disks that are really full: named as that, nothing acknowledged is lost, and no SIGBUS."""

import subprocess
import sys
from contextlib import closing
from errno import EROFS
from pathlib import Path

import pytest

from companion.store.journal import Journal, JournalUnwritable
from tests import depth
from tests.small_disks import KINDS, needs_small_disks, remount_read_only, small_disk
from tests.store.journal import ANSWERS, NOW, crowding, played

pytestmark = needs_small_disks
MOST_ROOM = 80
"""KiB that are left free at most; a log and its index take half of that."""
STEP = depth.at_depth(7, 1)


@pytest.mark.sample(1)
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("before", [0, 1], ids=["no journal", "a journal"])
def test_a_disk_that_gets_full_is_named_and_loses_nothing(
    tmp_path: Path, kind: str, before: int
) -> None:
    """With every amount of room: opened, played until it is full, and again once there is room.

    SQLite leaves holes in the index of the log, where blocks are smaller than its pages. To write
    to them on a full disk ended the process by SIGBUS.
    """
    with small_disk(kind, tmp_path) as disk:
        command = [sys.executable, crowding.__file__, disk, before, MOST_ROOM, STEP]
        ran = subprocess.run(
            list(map(str, command)), capture_output=True, text=True, timeout=300, check=False
        )
    assert ran.returncode == 0, ran.stdout + ran.stderr
    said = [line.split(": ") for line in ran.stdout.splitlines()]
    assert len(said) == len(range(0, MOST_ROOM, STEP))
    assert {error for *_, error in said} == {"28 No space left on device"}
    assert {stage for _, stage, _ in said} == {"open", "append"}


def test_a_disk_that_has_become_read_only_is_named(tmp_path: Path) -> None:
    with small_disk(KINDS[1], tmp_path) as disk:
        played(disk)
        with closing(Journal.open(disk, NOW)) as journal:
            remount_read_only(disk)
            with pytest.raises(JournalUnwritable) as amid:
                journal.append(1, [("more", "x")], NOW)
            assert journal.answers(1) == ANSWERS
        with pytest.raises(JournalUnwritable) as at_start:
            Journal.open(disk, NOW)
    for caught in (amid, at_start):
        assert (caught.value.errno, caught.value.strerror) == (EROFS, "Read-only file system")
