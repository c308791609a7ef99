"""Small file systems of their own, which can be filled; only root may mount them."""

import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest

KINDS = ("ext4 with blocks of 1 KiB", "ext4 with blocks of 4 KiB", "tmpfs")
_TOOLS = ("mkfs.ext4", "mount", "umount")
_MISSING = [tool for tool in _TOOLS if shutil.which(tool) is None]

_CAP_SYS_ADMIN = 1 << 21


def _may_mount() -> bool:
    """Whether this process may mount; root in a container may not."""
    status = Path("/proc/self/status").read_text().splitlines()
    effective = next(int(line.split()[1], 16) for line in status if line.startswith("CapEff:"))
    return bool(effective & _CAP_SYS_ADMIN) and Path("/dev/loop-control").exists()


needs_small_disks = pytest.mark.skipif(
    not _may_mount() or (bool(_MISSING) and "CI" not in os.environ),
    reason=f"{', '.join(_MISSING)} missing" if _MISSING else "only root may mount a disk",
)


@contextmanager
def small_disk(kind: str, place: Path) -> Iterator[Path]:
    """Mount an empty file system of a few MB; yields its folder, and unmounts it."""
    folder = place / "disk"
    folder.mkdir()
    if kind == "tmpfs":
        options = ["-t", "tmpfs", "-o", "size=1M", "tmpfs"]
    else:
        image = place / "image"
        block = 1024 if "1 KiB" in kind else 4096
        image.touch()
        os.truncate(image, 4 << 20 if block == 1024 else 8 << 20)
        make = ["mkfs.ext4", "-q", "-b", str(block), "-m", "0", str(image)]
        subprocess.run(make, check=True)
        options = ["-o", "loop", str(image)]
    subprocess.run(["mount", *options, str(folder)], check=True)
    try:
        yield folder
    finally:
        subprocess.run(["umount", "--lazy", str(folder)], check=True)


def remount_read_only(folder: Path) -> None:
    """Stop all writing to an ext4, as the kernel does when a card has failed."""
    subprocess.run(["mount", "-o", "remount,abort", str(folder)], check=True)


def fill(folder: Path, room: int = 0) -> Path:
    """Fill a file system but for ``room`` KiB; returns the file that does, to be deleted."""
    filler, kept = folder / "filler", folder / "kept"
    hole = os.open(kept, os.O_WRONLY | os.O_CREAT)
    if room:
        os.posix_fallocate(hole, 0, room * 1024)
    file = os.open(filler, os.O_WRONLY | os.O_CREAT | os.O_APPEND)
    for size in (1 << 20, 1 << 16, 1 << 12, 1 << 10, 1):
        with suppress(OSError):
            while True:
                os.write(file, b"?" * size)
    os.fsync(file)
    os.close(file)
    os.close(hole)
    kept.unlink()
    return filler
