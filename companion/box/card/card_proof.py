"""A card that lasts: a read-only root by Debian's overlayroot, and the games on a writable folder.

Every step leaves a machine that starts with all games: a read-only root is switched on last and off
first, by one file, and the games are copied before anything points to the copy.
"""

import os
import re
import shutil
import subprocess
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, nullcontext, suppress
from enum import StrEnum
from pathlib import Path

from companion.box.card.card_files import (
    BOOT_DROP_IN,
    FSTAB,
    GAMES,
    SERVICE,
    SWITCH,
    SWITCH_TEXT,
    WANTED_BY,
    add_games_line,
    boot_drop_in,
    games_source,
    is_switched_on,
    remove_games_line,
    replace_file,
    service_text,
)
from companion.box.service.machine import UNIT

ROOT = Path("/")
RUN = Path("/run")
ROOT_BELOW = Path("/media/root-ro")
"""Where overlayroot mounts the file system of the card; it then mounts an overlay on the root."""
OVERLAYROOT = Path("/usr/share/initramfs-tools/scripts/init-bottom/overlayroot")
# overlayroot's script calls grep, which an initramfs has by busybox only.
IN_INITRAMFS = ("scripts/init-bottom/overlayroot", "bin/busybox")
BOOT_CONFIGS = (Path("/boot/firmware/config.txt"), Path("/boot/config.txt"))
"""The first that exists counts: on Raspberry Pi OS the second only says where the first is."""
INCOMING = "incoming"
ROOM = 20_000_000
"""Bytes that must stay free beside the games, where they are copied to."""
NOT_COPIED = ("lost+found", INCOMING, "former-")
BLKID_NOTHING = 2
"""blkid's exit status if it finds nothing. It has another one if it finds two things at once."""


class CardProofFault(StrEnum):
    """Why the root can't be made read-only, or writable again."""

    NOT_ROOT = "not-root"
    NO_OVERLAYROOT = "no-overlayroot"
    NO_INITRAMFS = "no-initramfs"
    NOT_LOADED = "not-loaded"
    ALREADY_ON = "already-on"
    RESTART_FIRST = "restart-first"
    BY_OTHERS = "by-others"
    OWN_PARTITION = "own-partition"
    NO_DEVICE = "no-device"
    IN_USE = "in-use"
    NO_FILE_SYSTEM = "no-file-system"
    OTHER_FILE_SYSTEM = "other-file-system"
    NO_ROOM = "no-room"
    COMMAND = "command"


class CardProofError(Exception):
    """A step was not taken; ``values`` are for the fault's sentence."""

    def __init__(self, fault: CardProofFault, **values: object) -> None:
        super().__init__(fault, values)
        self.fault = fault
        self.values = values


class CardProofState(StrEnum):
    """Whether the root is read-only, and will be from the next start on."""

    OFF = "off"
    ON = "on"
    ON_NEXT = "on-next"
    OFF_NEXT = "off-next"
    BY_OTHERS = "by-others"


_NOT_NOW = {
    CardProofState.ON: CardProofFault.ALREADY_ON,
    CardProofState.OFF_NEXT: CardProofFault.RESTART_FIRST,
    CardProofState.BY_OTHERS: CardProofFault.BY_OTHERS,
}
"""Why it can't be switched on in these states."""


def is_overlay() -> bool:
    """Whether the root is an overlay now: what is written to it is gone at the next start."""
    mounts = Path("/proc/self/mounts").read_text().splitlines()
    return any(line.startswith("overlayroot / ") for line in mounts)


def find_state() -> CardProofState:
    """Whether the root is read-only, by the mounts and by the card's own files."""
    if is_overlay() and is_switched_on(ROOT_BELOW):
        return CardProofState.ON
    if "overlayroot=" in Path("/proc/cmdline").read_text():
        return CardProofState.BY_OTHERS
    if is_overlay():
        return CardProofState.OFF_NEXT
    return CardProofState.ON_NEXT if is_switched_on(ROOT) else CardProofState.OFF


def find_games_source() -> str | None:
    """The partition of the games as fstab names it; None while they are on the root's own."""
    return games_source(ROOT_BELOW if is_overlay() else ROOT)


# On ------------------------------------------------------------------------------------------


def switch_on(partition: Path | None = None, *, may_format: bool = False) -> None:
    """Make the root read-only from the next start on; games can be played in the meantime.

    :param partition: becomes the file system of the games, which are copied there. Without one
        their folder stays where it is and is the only one of the root that stays writable.
    :param may_format: allows a new file system on a partition that has none.
    :raises CardProofError: if something is missing; then nothing has changed.
    """
    _check_system()
    games = ROOT / GAMES
    if partition is not None and (games_source(ROOT) or games.is_mount()):
        raise CardProofError(CardProofFault.OWN_PARTITION, folder=games)
    games.mkdir(mode=0o750, parents=True, exist_ok=True)
    if partition is not None:
        uuid = _prepare_partition(partition, may_format=may_format)
        with _companion_stopped():
            _copy_to_partition(games, partition)
            replace_file(ROOT / FSTAB, add_games_line((ROOT / FSTAB).read_text(), uuid))
            os.sync()
            _try("systemctl", "daemon-reload")
            _mount_games(games)
    elif games_source(ROOT):
        _mount_games(games)
    replace_file(ROOT / SERVICE, service_text(below=not games.is_mount()))
    wanted = ROOT / WANTED_BY
    wanted.parent.mkdir(exist_ok=True)
    if not wanted.is_symlink():
        wanted.symlink_to(Path("/") / SERVICE)
    if drop_in := boot_drop_in((ROOT / FSTAB).read_text()):
        replace_file(ROOT / BOOT_DROP_IN, drop_in)
    os.sync()
    replace_file(ROOT / SWITCH, SWITCH_TEXT)
    os.sync()


def _check_system() -> None:
    if os.geteuid():
        raise CardProofError(CardProofFault.NOT_ROOT)
    if fault := _NOT_NOW.get(find_state()):
        raise CardProofError(fault)
    if not OVERLAYROOT.exists():
        raise CardProofError(CardProofFault.NO_OVERLAYROOT)
    config = next((each for each in BOOT_CONFIGS if each.exists()), None)
    if config is not None and not loads_initramfs(config.read_text(errors="replace")):
        raise CardProofError(CardProofFault.NOT_LOADED, path=config)
    initramfs = Path(f"/boot/initrd.img-{os.uname().release}")
    files = _run("lsinitramfs", str(initramfs), fault=CardProofFault.NO_INITRAMFS).splitlines()
    if not all(any(file.endswith(each) for file in files) for each in IN_INITRAMFS):
        raise CardProofError(CardProofFault.NO_INITRAMFS)


def loads_initramfs(config: str) -> bool:
    """Whether a Pi with this config.txt loads an initramfs, which makes the root read-only."""
    return bool(re.search(r"^\s*(auto_initramfs\s*=\s*1|initramfs\s+\S)", config, re.MULTILINE))


def _prepare_partition(device: Path, *, may_format: bool) -> str:
    """Make the file system if there is none; return its UUID."""
    if not device.is_block_device():
        raise CardProofError(CardProofFault.NO_DEVICE, device=device)
    if _try("findmnt", "--source", str(device)):
        raise CardProofError(CardProofFault.IN_USE, device=device)
    found = _probe(device)
    if not found:
        if not may_format:
            raise CardProofError(CardProofFault.NO_FILE_SYSTEM, device=device)
        _run("mkfs.ext4", "-q", "-L", "games", str(device))
        found = _probe(device)
    if found.get("TYPE") != "ext4":
        kind = found.get("TYPE") or found.get("PTTYPE") or "?"
        raise CardProofError(CardProofFault.OTHER_FILE_SYSTEM, device=device, kind=kind)
    return found["UUID"]


def _probe(device: Path) -> dict[str, str]:
    """What blkid finds on the device itself, without a cache; nothing if there is nothing."""
    printed = _run("blkid", "--probe", "--output", "export", str(device), also_fine=BLKID_NOTHING)
    found = dict(line.split("=", 1) for line in printed.splitlines() if "=" in line)
    # A partition's place in the table (PART_ENTRY_…) is not on it.
    return {key: found[key] for key in ("TYPE", "PTTYPE", "UUID") if key in found}


def _copy_to_partition(games: Path, device: Path) -> None:
    """Copy the games; files that are there already are moved into a folder, not replaced."""
    with _mounted(str(device)) as there:
        incoming = there / INCOMING
        shutil.rmtree(incoming, ignore_errors=True)
        _check_room(games, there)
        move_aside(there)
        incoming.mkdir()
        _copy(games, incoming)
        for each in incoming.iterdir():
            each.rename(there / each.name)
        shutil.copystat(games, there)
        owner = games.stat()
        os.chown(there, owner.st_uid, owner.st_gid)
        incoming.rmdir()
        os.sync()


def move_aside(folder: Path) -> None:
    """Move all that is in the folder, but for lost+found and former-…, into former-1, -2, …."""
    others = _kept_in(folder)
    if others:
        number = 1
        while (folder / f"former-{number}").exists():
            number += 1
        (folder / f"former-{number}").mkdir(0o750)
        for each in others:
            each.rename(folder / f"former-{number}" / each.name)


# Off -----------------------------------------------------------------------------------------


def switch_off() -> None:
    """Make the root writable from the next start on, with all games on it.

    :raises CardProofError: if something is missing; then the root stays read-only.
    """
    if os.geteuid():
        raise CardProofError(CardProofFault.NOT_ROOT)
    games = ROOT / GAMES
    on_partition = find_games_source() is not None
    with _companion_stopped() if on_partition else nullcontext(), _card_below() as card:
        if on_partition:
            _copy_back(games, card / GAMES)
        (card / SWITCH).unlink(missing_ok=True)
        os.sync()
        if on_partition:
            replace_file(card / FSTAB, remove_games_line((card / FSTAB).read_text()))
        for each in (WANTED_BY, SERVICE, BOOT_DROP_IN):
            (card / each).unlink(missing_ok=True)
        for each in (WANTED_BY, BOOT_DROP_IN):
            with suppress(OSError):  # somebody else has something there
                (card / each).parent.rmdir()
        os.sync()
        _try("systemctl", "daemon-reload")
        if on_partition:
            _use_root_until_restart(games, card)


def _use_root_until_restart(games: Path, card: Path) -> None:
    """What is played before the next start is not lost at it."""
    _run("umount", str(games))
    if is_overlay():
        _run("mount", "--bind", str(card / GAMES), str(games))


def _copy_back(games: Path, folder: Path) -> None:
    _mount_games(games)
    folder.mkdir(mode=0o750, parents=True, exist_ok=True)
    owner = games.stat()
    os.chown(folder, owner.st_uid, owner.st_gid)
    _check_room(games, folder)
    # fstab still names the partition: until it does no more, this copy counts for nothing.
    for old in _kept_in(folder):
        shutil.rmtree(old) if old.is_dir() else old.unlink()
    _copy(games, folder)


# Both ----------------------------------------------------------------------------------------


def _mount_games(games: Path) -> None:
    """Mount their partition, by fstab."""
    if not games.is_mount():
        _run("mount", str(games))


def _kept_in(folder: Path) -> list[Path]:
    """The games and all that is with them; not what this module has moved aside."""
    return [each for each in folder.iterdir() if not each.name.startswith(NOT_COPIED)]


def _copy(source: Path, target: Path) -> None:
    """Copy what is kept in a folder into another, and wait until it is on the card."""
    if kept := _kept_in(source):
        _run("cp", "-a", *map(str, kept), str(target))
    os.sync()


def _check_room(source: Path, target: Path) -> None:
    needed = sum(each.stat().st_size for each in source.rglob("*") if each.is_file()) + ROOM
    if shutil.disk_usage(target).free < needed:
        raise CardProofError(CardProofFault.NO_ROOM, megabytes=-(-needed // 1_000_000))


@contextmanager
def _companion_stopped() -> Iterator[None]:
    """The journal is nobody's while it is copied; afterwards it is played on as before."""
    state = _try("systemctl", "show", "--property=ActiveState", "--value", UNIT).strip()
    runs = state in ("active", "activating")
    if runs:
        _run("systemctl", "stop", UNIT)
    try:
        yield
    finally:
        if runs:
            _run("systemctl", "start", "--no-block", UNIT)


@contextmanager
def _card_below() -> Iterator[Path]:
    """The card's root, writable, without what is mounted on it."""
    if not is_overlay():
        with _mounted("--bind", str(ROOT)) as card:
            yield card
        return
    # The file system becomes writable, and of its mounts only the one made here.
    _run("mount", "-o", "remount,rw", str(ROOT_BELOW))
    try:
        with _mounted("--bind", str(ROOT_BELOW)) as card:
            _run("mount", "-o", "remount,bind,ro", str(ROOT_BELOW))
            yield card
    finally:
        _run("mount", "-o", "remount,bind,ro", str(ROOT_BELOW))


@contextmanager
def _mounted(*what: str) -> Iterator[Path]:
    place = Path(tempfile.mkdtemp(prefix="card-", dir=RUN))
    try:
        _run("mount", *what, str(place))
        try:
            yield place
        finally:
            _run("umount", str(place))
    finally:
        with suppress(OSError):
            place.rmdir()


def _run(*command: str, fault: CardProofFault = CardProofFault.COMMAND, also_fine: int = 0) -> str:
    """What the command prints; raises CardProofError with its last line."""
    done = _call(command)
    if done.returncode not in (0, also_fine):
        said = done.stderr.strip().splitlines()[-1:] or [f"exit status {done.returncode}"]
        name = command[0]
        raise CardProofError(fault, command=name, why=said[0].removeprefix(f"{name}: "))
    return done.stdout


def _try(*command: str) -> str:
    """What the command prints; nothing if it fails."""
    done = _call(command)
    return "" if done.returncode else done.stdout


def _call(command: Sequence[str]) -> "subprocess.CompletedProcess[str]":
    environment = {**os.environ, "LC_ALL": "C.UTF-8"}
    environment["PATH"] = f"{environment.get('PATH', '/usr/bin:/bin')}:/usr/sbin:/sbin"
    try:
        return subprocess.run(
            command, stdin=subprocess.DEVNULL, capture_output=True, text=True, env=environment
        )
    except OSError as error:
        raise CardProofError(
            CardProofFault.COMMAND, command=command[0], why=error.strerror or error
        ) from error
