"""The files by which the root of a card is read-only and its games are writable."""

import os
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path

from companion.box.service.folders import NAME

GAMES = Path("var/lib", NAME)
FSTAB = Path("etc/fstab")
SWITCH = Path("etc/overlayroot.local.conf")
"""With this file the root is read-only at the next start. Administrators of overlayroot use it."""
SWITCH_TEXT = f"# {NAME}: put here by `companion card-proof on`\n" + (
    'overlayroot="tmpfs:recurse=0"\n'
)
SERVICE = Path("etc/systemd/system/companion-card-proof.service")
WANTED_BY = Path("etc/systemd/system/companion.service.requires", SERVICE.name)
BOOT_PARTITION = "/boot/firmware"
BOOT_DROP_IN = Path("etc/systemd/system/boot-firmware.mount.d/companion-card-proof.conf")
BEGIN = f"# {NAME}: its games (put here by `companion card-proof on`, taken away by `off`)"
# Without the partition the machine starts, and the companion doesn't: see systemd/README.md.
OPTIONS = "noatime,nodev,nosuid,noexec,nofail"

_BELOW = f"/media/root-ro/{GAMES}"
_WRITABLE_FOLDER = f"""\
ExecStart=/bin/mount -o remount,rw /media/root-ro
ExecStart=/bin/mount --bind {_BELOW} /{GAMES}
ExecStart=/bin/mount -o remount,bind,ro /media/root-ro
"""
# Without this the companion does not start: what is played would be in memory only.
_CHECK = f"ExecStart=/bin/mountpoint --quiet /{GAMES}\n"
# A Pi has no clock of its own, and what stands in for one is written to the root.
_CLOCK = f"""\
ExecStart=-/bin/sh -c 'then=$$(stat -c %%Y /{GAMES}/games.* | sort -n | tail -n 1); \
test "$$then" -le "$$(date +%%s)" || date --set "@$$then"'
"""


def service_text(*, below: bool) -> str:
    """The unit that runs before the companion if the root is read-only.

    :param below: whether the games are on the root, so that their folder must be made writable.
    """
    mounts = "" if below else f"RequiresMountsFor=/{GAMES}\n"
    return f"""\
[Unit]
Description=The games of a card with a read-only root
ConditionPathIsMountPoint=/media/root-ro
{mounts}After=local-fs.target
Before=companion.service

[Service]
Type=oneshot
RemainAfterExit=yes
{_WRITABLE_FOLDER if below else ""}{_CHECK}{_CLOCK}"""


def is_switched_on(root: Path) -> bool:
    """Whether the root will be read-only at the next start, by the file of `card-proof on`."""
    try:
        return (root / SWITCH).read_text() == SWITCH_TEXT
    except OSError:
        return False


def games_source(root: Path) -> str | None:
    """The games' partition in fstab, as "UUID=…", if `card-proof on` put it there."""
    lines = (root / FSTAB).read_text().splitlines()
    index = _find_games_line(lines)
    return None if index is None else lines[index].split()[0]


def add_games_line(fstab: str, uuid: str) -> str:
    """The fstab with the games' partition at its end."""
    end = "" if fstab.endswith("\n") or not fstab else "\n"
    return f"{fstab}{end}{BEGIN}\nUUID={uuid} /{GAMES} ext4 {OPTIONS} 0 2\n"


def remove_games_line(fstab: str) -> str:
    """The fstab as it was before `add_games_line`."""
    lines = fstab.splitlines(keepends=True)
    index = _find_games_line(lines)
    if index is not None:
        del lines[index - 1 : index + 1]
    return "".join(lines)


def _find_games_line(lines: Sequence[str]) -> int | None:
    """The games' partition below our comment; people edit this file, too."""
    for index, (above, line) in enumerate(pairwise(lines), 1):
        if above.rstrip() == BEGIN and line.split()[1:2] == [f"/{GAMES}"]:
            return index
    return None


def boot_drop_in(fstab: str) -> str | None:
    """What makes the boot partition read-only; None if fstab has none.

    FAT keeps no journal, and a Pi without its boot partition doesn't start.
    """
    for line in fstab.splitlines():
        words = line.split()
        if len(words) >= 4 and words[1] == BOOT_PARTITION and not line.startswith("#"):
            options = [each for each in words[3].split(",") if each not in ("rw", "ro", "defaults")]
            return f"[Mount]\nOptions={','.join(['ro', *options])}\n"
    return None


def replace_file(path: Path, text: str) -> None:
    """Write a file as a whole or not at all, and wait until it is on the card."""
    path.parent.mkdir(parents=True, exist_ok=True)
    new = path.with_name(f"{path.name}.new")
    with new.open("w") as file:
        file.write(text)
        file.flush()
        os.fsync(file.fileno())
    new.chmod(path.stat().st_mode & 0o777 if path.exists() else 0o644)
    new.rename(path)
