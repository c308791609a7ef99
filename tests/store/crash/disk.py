"""A model of the disk: what a power cut may leave of the system calls up to a moment.

Data is lost or kept by the sector until its file is synced. Names, and sizes that shrink, are
changed in one order, as ext4's journal has them; a sync makes all of them durable up to the last
that it must.
"""

import os
import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from tests.store.crash.trace import Call

SECTOR = 512
Tree = dict[str, bytes | None]
"""Files with their bytes, and folders with None, by their paths; links have the same object."""
Choice = Callable[[int], int]
"""Chooses one of so many versions, of which the first is durable and the last the newest."""


def newest(count: int) -> int:
    """Choose so that all has reached the disk."""
    return count - 1


def durable(_count: int) -> int:
    """Choose so that only what was synced has."""
    return 0


def mixed(chance: random.Random) -> Choice:
    """Choose at random; how much is lost is drawn once for all choices."""
    luck = chance.choice((0.1, 0.5, 0.9))

    def choose(count: int) -> int:
        if count == 1 or chance.random() < luck:
            return count - 1
        return chance.randrange(count - 1)

    return choose


class Version(NamedTuple):
    """What a sector or a size became by the call ``began``."""

    began: int
    value: bytes | int


@dataclass
class Content:
    """The bytes of a file, from one truncation to the next."""

    cache: bytearray = field(default_factory=bytearray)
    """What a reader sees while the machine runs."""
    disk: bytearray = field(default_factory=bytearray)
    """What was synced."""
    pending: dict[int, list[Version]] = field(default_factory=dict)
    """By sector, what may have reached the disk since."""
    sizes: list[Version] = field(default_factory=list)
    dropped: dict[int, int] = field(default_factory=dict)
    """By sector, the call whose bytes a failed sync has dropped: no later sync writes them."""

    def write(self, began: int, at: int, data: bytes) -> None:
        """Write at a place, which may be behind the end."""
        end = at + len(data)
        if end > len(self.cache):
            self.cache.extend(bytes(end - len(self.cache)))
            self.sizes.append(Version(began, end))
        self.cache[at:end] = data
        for sector in range(at // SECTOR, -(-end // SECTOR)):
            now = bytes(self.cache[sector * SECTOR : (sector + 1) * SECTOR])
            self.pending.setdefault(sector, []).append(Version(began, now))

    def truncated(self, size: int) -> "Content":
        """The content after a truncation, which may also make it longer."""
        cut = Content(bytearray(self.cache), bytearray(self.disk))
        _resize(cut.cache, size)
        _resize(cut.disk, size)
        for sector, versions in self.pending.items():
            if sector * SECTOR < size:
                room = size - sector * SECTOR
                cut.pending[sector] = [
                    Version(each.began, bytes(each.value)[:room]) for each in versions
                ]
        return cut

    def sync(self, began: int) -> None:
        """Make durable what was written before the call ``began``."""
        done = [each for each in self.sizes if each.began < began]
        if done:
            _resize(self.disk, int(done[-1].value))
            del self.sizes[: len(done)]
        for sector, versions in list(self.pending.items()):
            written = [each for each in versions if each.began < began]
            if written and self.dropped.get(sector) != written[-1].began:
                _put(self.disk, sector, bytes(written[-1].value))
                del versions[: len(written)]
                if not versions:
                    del self.pending[sector]

    def fail_sync(self) -> None:
        """Drop what was to be synced, as Linux does: it may be on the disk, or never will be."""
        self.dropped = {sector: versions[-1].began for sector, versions in self.pending.items()}

    def chosen(self, choose: Choice) -> bytes:
        """The bytes that a power cut leaves."""
        if not self.pending and not self.sizes:
            return bytes(self.disk)
        left = bytearray(self.disk)
        picked = choose(len(self.sizes) + 1)
        size = int(self.sizes[picked - 1].value) if picked else len(self.disk)
        _resize(left, size)
        for sector, versions in self.pending.items():
            if picked := choose(len(versions) + 1):
                _put(left, sector, bytes(versions[picked - 1].value))
        del left[size:]
        return bytes(left)


def _resize(image: bytearray, size: int) -> None:
    image.extend(bytes(max(0, size - len(image))))
    del image[size:]


def _put(image: bytearray, sector: int, data: bytes) -> None:
    at = sector * SECTOR
    if len(image) < at + len(data):
        image.extend(bytes(at + len(data) - len(image)))
    image[at : at + len(data)] = data


class File:
    """An inode: its content now, and those before truncations that may not have happened."""

    def __init__(self, data: bytes = b"") -> None:
        self.contents = [Content(bytearray(data), bytearray(data))]

    @property
    def now(self) -> Content:
        """The content that a reader sees."""
        return self.contents[-1]


Names = dict[str, File | None]
"""Files, and folders as None."""


class DiskChange(NamedTuple):
    """A change in ext4's journal: names, or the truncation of a file."""

    kind: str
    path: str
    file: File | None = None
    other: str = ""
    """The old path of a rename."""

    def apply(self, names: Names) -> None:
        """DiskChange the names; a truncation changes none."""
        if self.kind == "rename":
            for path in [each for each in names if f"{each}/".startswith(f"{self.other}/")]:
                names[self.path + path[len(self.other) :]] = names.pop(path)
        elif self.kind == "unlink":
            del names[self.path]
        elif self.kind in ("create", "link", "folder"):
            names[self.path] = self.file

    def is_in(self, folder: str) -> bool:
        """Whether it changes a name in the folder."""
        return self.kind != "truncate" and folder in map(os.path.dirname, (self.path, self.other))


@dataclass
class Handle:
    """An open file, or a folder as None, and the place of the next byte."""

    path: str
    file: File | None
    at: int = 0
    appends: bool = False


class Disk:
    """The files under ``root``, as the calls that are applied to it change them."""

    def __init__(self, root: Path) -> None:
        self._root = str(root)
        self._names: Names = {str(root): None}
        """What is durable."""
        for path in sorted(root.rglob("*")):
            self._names[str(path)] = None if path.is_dir() else File(path.read_bytes())
        self._now: Names = dict(self._names)
        self._changes: list[DiskChange] = []
        """What is not, in order."""
        self._handles: dict[tuple[int, str], Handle] = {}

    def apply(self, call: Call) -> bool:
        """Apply a call; whether it may have changed what a power cut leaves."""
        method = getattr(self, f"_{call.name}", None)
        if call.failed and call.name not in ("fsync", "fdatasync"):
            return False
        return bool(method(call)) if method is not None else False

    @property
    def is_clean(self) -> bool:
        """Whether nothing can be lost."""
        files = (file.now for file in self._now.values() if file is not None)
        return not self._changes and not any(each.pending or each.sizes for each in files)

    def state(self, choose: Choice) -> Tree:
        """What a power cut leaves by that choice."""
        names, kept = dict(self._names), choose(len(self._changes) + 1)
        truncations: dict[int, int] = {}
        for change in self._changes[:kept]:
            change.apply(names)
            if change.kind == "truncate":
                truncations[id(change.file)] = truncations.get(id(change.file), 0) + 1
        chosen: dict[File | None, bytes | None] = {None: None}
        for file in names.values():
            if file is not None and file not in chosen:
                chosen[file] = file.contents[truncations.get(id(file), 0)].chosen(choose)
        return {path: chosen[file] for path, file in names.items()}

    # Calls on names ------------------------------------------------------------------------

    def _change(self, change: DiskChange) -> bool:
        if not f"{change.path}/".startswith(f"{self._root}/"):
            return False
        change.apply(self._now)
        self._changes.append(change)
        return True

    def _openat(self, call: Call) -> bool:
        path, flags = call.path(1), call.arguments[2].split("|")
        if not f"{path}/".startswith(f"{self._root}/"):
            return False
        changed = False
        if path not in self._now:
            changed = self._change(DiskChange("create", path, File()))
        file = self._now[path]
        self._handles[call.pid, str(call.result)] = Handle(path, file, appends="O_APPEND" in flags)
        if "O_TRUNC" in flags and file is not None and file.now.cache:
            changed = self._truncate(path, file, 0)
        return changed

    def _close(self, call: Call) -> None:
        self._handles.pop((call.pid, call.arguments[0]), None)

    def _rename(self, call: Call, old: int = 0, new: int = 1) -> bool:
        if call.path(old) not in self._now:
            return False
        return self._change(DiskChange("rename", call.path(new), other=call.path(old)))

    def _renameat(self, call: Call) -> bool:
        return self._rename(call, 1, 3)

    _renameat2 = _renameat

    def _link(self, call: Call, old: int = 0, new: int = 1) -> bool:
        return self._change(DiskChange("link", call.path(new), self._now.get(call.path(old))))

    def _linkat(self, call: Call) -> bool:
        return self._link(call, 1, 3)

    def _unlink(self, call: Call, at: int = 0) -> bool:
        return self._change(DiskChange("unlink", call.path(at)))

    _rmdir = _unlink

    def _unlinkat(self, call: Call) -> bool:
        return self._unlink(call, 1)

    def _mkdir(self, call: Call, at: int = 0) -> bool:
        return self._change(DiskChange("folder", call.path(at)))

    def _mkdirat(self, call: Call) -> bool:
        return self._mkdir(call, 1)

    # Calls on bytes ------------------------------------------------------------------------

    def _handle(self, call: Call) -> Handle | None:
        return self._handles.get((call.pid, call.arguments[0]))

    def _lseek(self, call: Call) -> None:
        if handle := self._handle(call):
            handle.at = call.result

    def _write(self, call: Call) -> bool:
        handle = self._handle(call)
        if handle is None or handle.file is None:
            return False
        if handle.appends:
            handle.at = len(handle.file.now.cache)
        handle.file.now.write(call.began, handle.at, call.data(1)[: call.result])
        handle.at += call.result
        return True

    def _pwrite64(self, call: Call) -> bool:
        handle = self._handle(call)
        if handle is None or handle.file is None:
            return False
        at = int(call.arguments[3])
        handle.file.now.write(call.began, at, call.data(1)[: call.result])
        return True

    def _ftruncate(self, call: Call) -> bool:
        handle, size = self._handle(call), int(call.arguments[1])
        if handle is None or handle.file is None:
            return False
        return self._truncate(handle.path, handle.file, size)

    def _truncate(self, path: str, file: File, size: int) -> bool:
        file.contents.append(file.now.truncated(size))
        self._changes.append(DiskChange("truncate", path, file))
        return True

    def _fsync(self, call: Call) -> bool:
        handle = self._handle(call)
        if handle is None:
            return False
        if handle.file is None:
            must = [change.is_in(handle.path) for change in self._changes]
        else:
            must = [
                change.file is handle.file and change.kind != "link" for change in self._changes
            ]
        if call.failed:
            if handle.file is not None:
                handle.file.now.fail_sync()
            return True
        self._commit(max((at for at, each in enumerate(must, 1) if each), default=0))
        if handle.file is not None:
            handle.file.now.sync(call.began)
        return True

    _fdatasync = _fsync

    def _commit(self, count: int) -> None:
        for change in self._changes[:count]:
            change.apply(self._names)
            if change.kind == "truncate" and change.file is not None:
                del change.file.contents[0]
        del self._changes[:count]


def states(
    disk: Disk, calls: Sequence[Call], mixes: int, chance: random.Random
) -> Iterator[tuple[int, Tree]]:
    """Apply the calls; yield each state that may be left, and how many calls were done before.

    If calls were made to fail, the states before the first of them are left out.
    """
    first = next((at for at, call in enumerate(calls, 1) if call.injected), 0)
    for done, call in enumerate(calls, 1):
        differs = disk.apply(call) or call.promises or done == len(calls)
        if differs and done >= first:
            yield done, disk.state(newest)
            if disk.is_clean:
                continue
            yield done, disk.state(durable)
            for _ in range(mixes):
                yield done, disk.state(mixed(chance))
