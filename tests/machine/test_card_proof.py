"""`companion card-proof` with Debian's overlayroot, over restarts and power cuts."""

import hashlib
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.machine.images import MEBI, ROOT, SPARE
from tests.machine.machine import BUNDLE, REPOSITORY, VirtualMachine

RECORDS = REPOSITORY / "tests/playthroughs"
GAMES = "/var/lib/campanile-companion"
PARTITION = f"/dev/vda{SPARE[0]}"
MISSING = "overlayroot is not installed: sudo apt install overlayroot busybox"
FIRST_BLOCK = 4096
# What `on` changes.
OURS = "find /etc/fstab /etc/systemd/system /etc/overlayroot* | sort; cat /etc/fstab"


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """The disk of a machine on which a maker has installed the companion and overlayroot."""
    with VirtualMachine(tmp_path_factory.mktemp("installed"), "trixie") as box:
        box.boot()
        box.copy_in(BUNDLE, "/root/bundle")
        box.run("tar -C /root -xf /root/bundle && rm /root/bundle")
        # Without a panel the service is not ready, which the installer says by its exit status.
        box.run("/root/campanile*/systemd/install --no-boot-config", within=300, check=False)
        box.run("rm -r /root/campanile*")
        status, said = box.try_to_run("companion card-proof on")
        assert (status, said) == (1, MISSING)
        box.install_on_demand()
        box.run("touch /etc/cloud/cloud-init.disabled")  # it has no part in this, and takes time
        play_a_game(box, "capitol-three-players")
        box.shut_down()
        yield box.disk


@pytest.fixture
def box(installed: Path, tmp_path: Path) -> Iterator[VirtualMachine]:
    """A machine with a disk like that, running."""
    with VirtualMachine(tmp_path, "trixie", installed) as made:
        made.boot()
        yield made


def play_a_game(box: VirtualMachine, name: str) -> None:
    """Write a whole game into the service's journal, as its user."""
    box.copy_in(RECORDS / f"{name}.game", f"/tmp/{name}")
    user = "setpriv --reuid=campanile-companion --regid=campanile-companion --init-groups"
    box.run(f"{user} companion import --folder {GAMES} /tmp/{name}")


def games_of(box: VirtualMachine) -> str:
    return box.run(f"companion games --folder {GAMES}")


def hash_root(box: VirtualMachine) -> str:
    """The root's partition, bit by bit, of a machine that is off.

    Its first block is left out: there the check at each start writes the time.
    """
    found = hashlib.sha256()
    with box.disk.open("rb") as disk:
        disk.seek(ROOT[1] * MEBI + FIRST_BLOCK)
        left = ROOT[2] * MEBI - FIRST_BLOCK
        while left:
            piece = disk.read(min(left, MEBI))
            found.update(piece)
            left -= len(piece)
    return found.hexdigest()


def check_root(box: VirtualMachine) -> str:
    """What e2fsck finds on the root of a machine that is off, when its log was replayed."""
    disk = f"{box.disk}?offset={ROOT[1] * MEBI}"
    done = subprocess.run(["/usr/sbin/e2fsck", "-fp", disk], capture_output=True, text=True)
    return done.stdout if done.returncode not in (0, 1) else ""


def test_games_on_a_partition_and_a_root_that_is_never_written(box: VirtualMachine) -> None:
    before = box.run(OURS)
    games = games_of(box)
    status, said = box.try_to_run(f"companion card-proof on --partition {PARTITION}")
    assert (status, said) == (1, f"{PARTITION} has no file system; add --format to make one")
    # A power cut during it, at some step after the first; tests/box/service has one at each.
    box.run(f"companion card-proof on --partition {PARTITION} --format >/dev/null 2>&1 &")
    box.wait_for(f"blkid -p {PARTITION}", 60)
    box.cut_power()
    box.boot()
    assert games_of(box) == games
    if box.run("companion card-proof status").startswith("The root is writable."):
        begun = box.try_to_run(f"grep -q {GAMES} /etc/fstab")[0] == 0
        option = "" if begun else f"--partition {PARTITION} --format"
        box.run(f"companion card-proof on {option}", within=120)
    play_a_game(box, "three-players")
    box.reboot()

    assert box.run("companion card-proof status").splitlines()[0] == "The root is read-only."
    assert box.run("findmnt -no FSTYPE,SOURCE /").split() == ["overlay", "overlayroot"]
    assert "ro" in box.run("findmnt -no OPTIONS /boot/firmware").split(",")
    assert box.run(f"findmnt -no SOURCE {GAMES}") == PARTITION
    installer = "/opt/campanile-companion/current/systemd/install"
    assert "the card is read-only" in box.run(installer, check=False)
    play_a_game(box, "bologna-three-players-96-cards")
    games = games_of(box)
    box.run("echo lost >/etc/lost; sync")
    box.cut_power()
    root = hash_root(box)

    box.boot(clock="base=2020-01-01")
    assert games_of(box) == games
    assert box.try_to_run("test -e /etc/lost")[0] == 1
    assert int(box.run("date +%Y")) >= 2026, "the clock goes on from the last game"
    play_a_game(box, "four-players")
    games = games_of(box)
    box.cut_power()
    assert hash_root(box) == root

    box.boot()
    assert games_of(box) == games
    box.run("companion card-proof off", within=120)
    play_a_game(box, "five-players")
    games = games_of(box)
    box.reboot()
    assert games_of(box) == games
    assert box.run("findmnt -no FSTYPE /") == "ext4"
    assert box.run("companion card-proof status").splitlines()[0] == "The root is writable."
    assert box.run(OURS) == before


def test_games_in_their_folder_which_alone_is_writable(box: VirtualMachine) -> None:
    before = box.run(OURS)
    box.run("companion card-proof on", within=120)
    play_a_game(box, "three-players")
    box.reboot()

    assert box.run("findmnt -no FSTYPE,SOURCE /").split() == ["overlay", "overlayroot"]
    assert box.run("touch /media/root-ro/x", check=False).endswith("Read-only file system")
    play_a_game(box, "bologna-three-players-96-cards")
    games = games_of(box)
    tree = box.run(f"cd /media/root-ro; find . -xdev -path .{GAMES} -prune -o -printf '%p %C@\\n'")
    box.run("echo lost >/etc/lost; sync")
    box.cut_power()
    assert check_root(box) == ""

    box.boot()
    assert games_of(box) == games
    assert box.try_to_run("test -e /etc/lost")[0] == 1
    found = box.run(f"cd /media/root-ro; find . -xdev -path .{GAMES} -prune -o -printf '%p %C@\\n'")
    assert found == tree
    box.run("companion card-proof off", within=120)
    play_a_game(box, "four-players")
    games = games_of(box)
    box.cut_power()
    assert check_root(box) == ""

    box.boot()
    assert games_of(box) == games
    assert box.run("findmnt -no FSTYPE /") == "ext4"
    assert box.run(OURS) == before
