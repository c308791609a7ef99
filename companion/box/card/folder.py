"""The boot partition's folder on this computer: reads it, checks it, writes it."""

import os
import shutil
from collections.abc import Collection, Mapping
from pathlib import Path

from companion.box.card.bundle import SUMS
from companion.box.card.errors import CardError
from companion.box.service.folders import NAME

DONE, LOG = "done", "first-boot.log"
"""What `first-boot` writes beside our files: the installation is complete; what it said."""
RESERVE = 1 << 20
"""Bytes that stay free."""


class CardFolder:
    """A mounted boot partition, or a folder to copy onto one; raises CardError if it is neither."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._ours = path / NAME
        if not path.is_dir():
            raise CardError("no-folder", folder=path)
        if not os.access(path, os.W_OK | os.X_OK):
            raise CardError("not-writable", folder=path)

    def is_empty(self, others: Collection[str]) -> bool:
        """Whether it has nothing but our folder, hidden files, and the ``others``."""
        names = {each.name for each in self.path.iterdir()} - {NAME, *others}
        return all(name.startswith(".") for name in names)

    def read(self, name: str) -> str | None:
        """The text of a file; None if there is none. Raises CardError if it is not text."""
        try:
            return (self.path / name).read_bytes().decode()
        except FileNotFoundError:
            return None
        except OSError as error:
            raise CardError("unreadable", file=name, why=error.strerror or error) from error
        except UnicodeDecodeError as error:
            raise CardError("odd-file", file=name) from error

    def check(
        self, files: Mapping[str, bytes], around: Mapping[str, str], *, replace: bool
    ) -> None:
        """Refuse what does not fit, and a complete preparation that differs; raises CardError."""
        # Without the sums, which come last, an earlier one was broken off.
        if not replace and (self._ours / SUMS).exists():
            here = {f"{each.relative_to(self._ours)}" for each in _files_below(self._ours)}
            for name in sorted({*here, *files} - {DONE, LOG}):
                if files.get(name) != _bytes_of(self._ours / name):
                    raise CardError("other-card", file=f"{NAME}/{name}")
        replaced = sum(each.stat().st_size for each in _files_below(self._ours))
        texts = sum(len(text.encode()) for text in around.values())
        needed = sum(map(len, files.values())) + texts + RESERVE
        free = shutil.disk_usage(self.path).free
        # A replaced file lies beside the new one for a moment.
        largest = max(map(len, files.values()))
        if needed > free + max(replaced - largest, 0):
            raise CardError("no-space", folder=self.path, needed=_mib(needed), free=_mib(free))

    def write(self, files: Mapping[str, bytes], around: Mapping[str, str]) -> None:
        """Write our folder, then the files around it; each is on the card before the next begins.

        Raises CardError.
        """
        texts = {name: text.encode() for name, text in around.items()}
        changed = {n: data for n, data in texts.items() if _bytes_of(self.path / n) != data}
        same = all(_bytes_of(self._ours / name) == data for name, data in files.items())
        try:
            if not same:
                self._write_ours(files)
            for name, data in changed.items():
                _write_file(self.path / name, data)
        except OSError as error:
            raise CardError("not-written", folder=self.path, why=error.strerror or error) from error

    def _write_ours(self, files: Mapping[str, bytes]) -> None:
        # Until the sums are there again, nothing is installed from here.
        (self._ours / SUMS).unlink(missing_ok=True)
        for old in _files_below(self._ours):
            if str(old.relative_to(self._ours)) not in {*files, DONE, LOG}:
                old.unlink()
        _sync_folder(self.path)
        for name, data in files.items():
            file = self._ours / name
            file.parent.mkdir(parents=True, exist_ok=True)
            if _bytes_of(file) != data:
                _write_file(file, data)
        (self._ours / DONE).unlink(missing_ok=True)  # last: a card that was pulled still plays
        _sync_folder(self._ours)


def _files_below(folder: Path) -> list[Path]:
    return [each for each in folder.rglob("*") if each.is_file()]


def _bytes_of(file: Path) -> bytes | None:
    return file.read_bytes() if file.is_file() else None


def _write_file(file: Path, data: bytes) -> None:
    """Write a file, all of it or nothing, and wait until it is on the card."""
    new = file.with_name(f"{file.name}.new")
    with new.open("wb") as opened:
        opened.write(data)
        opened.flush()
        os.fsync(opened.fileno())
    new.replace(file)
    _sync_folder(file.parent)


def _sync_folder(folder: Path) -> None:
    opened = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(opened)
    finally:
        os.close(opened)


def _mib(count: int) -> int:
    return -(-count // (1 << 20))
