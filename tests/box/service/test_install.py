"""`systemd/install` in a folder in place of /; `.ci/updates` has the real systemd."""

import fcntl
import os
import tarfile
from hashlib import sha256
from pathlib import Path

import pytest

from tests.box.service.system_root import SystemRoot

ONE_LINE = "install: another installation is under way\n"
INNER = """\
. {slots}
lock
flock --nonblock {above} true || echo locked
"""
FULL_SOON = """\
import builtins, errno, os
real_open, room = open, [2]
def open_on_full_card(path, mode="r", *more, **options):
    opened = real_open(path, mode, *more, **options)
    room[0] -= mode == "wb"
    if room[0] < 0:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
    return opened
builtins.open = open_on_full_card
"""


@pytest.fixture
def root(tmp_path: Path) -> SystemRoot:
    return SystemRoot(tmp_path)


@pytest.fixture
def bundle(tmp_path: Path) -> Path:
    """A bundle whose installer takes the lock, and says whether it is taken."""
    text = INNER.format(slots=tmp_path / "systemd/slots.sh", above=tmp_path / "opt")
    files = {"systemd/install": text.encode(), **{f"wheels/{each}": b"" for each in "123"}}
    folder = tmp_path / "made/campanile-companion-2.0.0"
    for name, data in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(data)
    sums = (f"{sha256(data).hexdigest()}  {name}\n" for name, data in files.items())
    (folder / "SHA256SUMS").write_text("".join(sums))
    path = tmp_path / "campanile-companion-2.0.0-arm64.tar.xz"
    with tarfile.open(path, "w:xz") as archive:
        archive.add(folder, folder.name)
    return path


def test_an_installer_and_the_one_that_it_unpacks_have_one_lock(
    root: SystemRoot, bundle: Path
) -> None:
    ran = root.run("install", "--unsigned", "--bundle", bundle)
    assert (ran.returncode, ran.stdout, ran.stderr) == (0, "locked\n", "")
    assert list(root.tmp.iterdir()) == []


def test_a_second_installer_says_so_in_one_line_and_touches_nothing(
    root: SystemRoot, bundle: Path
) -> None:
    unpacked = root.tmp / "campanile-companion.abcdef"
    unpacked.mkdir()
    first = os.open(root.home.parent, os.O_RDONLY)
    try:
        fcntl.flock(first, fcntl.LOCK_EX)
        ran = root.run("install", "--unsigned", "--bundle", bundle)
    finally:
        os.close(first)
    assert (ran.returncode, ran.stdout, ran.stderr) == (1, "", ONE_LINE)
    assert unpacked.exists(), "the first one is just using it"


def test_a_card_that_fills_while_a_bundle_is_unpacked_is_named_once_there_is_room_again(
    root: SystemRoot, bundle: Path, tmp_path: Path
) -> None:
    (tmp_path / "sitecustomize.py").write_text(FULL_SOON)
    (tmp_path / "progress").write_text(f'echo "$1" $(ls {root.tmp}) >>{tmp_path}/told\n')
    ran = root.run(
        "install", "--unsigned", "--bundle", bundle,
        environ={"PYTHONPATH": f"{tmp_path}", "PROGRESS_COMMAND": f"bash {tmp_path}/progress"},
    )  # fmt: skip
    full = f"install: the card is full: there is no room to unpack {bundle}\n"
    assert (ran.returncode, ran.stdout, ran.stderr) == (1, "", full)
    assert (tmp_path / "told").read_text() == "failed-space\n", "nothing half is there any more"
    assert (root.home / "current").readlink() == Path("b")
