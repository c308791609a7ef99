"""Opens each state with the real journal, and compares it with what was acknowledged."""

import shutil
from contextlib import closing
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple

from companion.store.journal import Journal, JournalError, JournalReader
from companion.store.journal.file import NAME
from tests.store.crash.disk import SECTOR, Tree
from tests.store.crash.held import Held, held_by, held_by_file
from tests.store.crash.promises import WAITING, World

NOW = datetime(2026, 11, 20, 19, 30, 5, tzinfo=UTC)
PLAYED_ON = [("played", "on")]


class Found(NamedTuple):
    """What a state holds after the next start, or what is wrong with it."""

    held: Held
    beside: list[Held]
    wrong: str = ""

    def is_of(self, world: World) -> bool:
        """Whether the world is found; there may be more files. A waiting backup is installed."""
        held = world.get(WAITING, world[NAME])
        beside = [each for each in world.values() if each is not held]
        return self.held == held and all(each in self.beside for each in beside)


@dataclass
class Judge:
    """Judges states, each distinct one once; ``root`` is where the traced process had them."""

    root: Path
    place: Path
    """A folder for the states, which should be fast."""
    folder: str = "games"
    """The journal's folder, under the root."""
    _found: dict[int, Found] = field(default_factory=dict)
    _beside: dict[bytes, Held] = field(default_factory=dict)
    """What files without a log hold, by their bytes."""

    @property
    def distinct(self) -> int:
        """How many distinct states were opened."""
        return len(self._found)

    def world(self) -> World:
        """What the folder holds before the scenario."""
        journal = held_by(JournalReader(self.root / self.folder))
        return {NAME: journal, **{path.name: held_by_file(path) for path in self._files(self.root)}}

    def fault_of(self, tree: Tree, allowed: list[World]) -> str:
        """What is wrong with a state, in which one of these worlds must be; "" if nothing is."""
        # The index of the log is mapped: strace does not see what is written to it.
        key = hash(tuple(each for each in sorted(tree.items()) if not each[0].endswith("-shm")))
        if key not in self._found:
            self._found[key] = self._open(tree)
        found = self._found[key]
        if found.wrong or any(found.is_of(world) for world in allowed):
            return found.wrong
        worlds = "\n  or ".join(map(str, allowed))
        return f"{found.held} beside {found.beside}\nis none of {worlds}"

    def _open(self, tree: Tree) -> Found:
        shutil.rmtree(self.place, ignore_errors=True)
        written: dict[int, Path] = {}
        for path, data in sorted(tree.items()):
            target = self.place / Path(path).relative_to(self.root)
            if data is None:
                target.mkdir(parents=True)
            elif path.endswith("-shm"):
                target.write_bytes(b"\xa5" * len(data))
            elif target == written.setdefault(id(data), target) or len(data) < SECTOR:
                target.write_bytes(data)  # short bytes may be one object by chance
            else:
                target.hardlink_to(written[id(data)])
        try:
            return self._start(self.place / self.folder)
        except JournalError as error:
            return Found({}, [], f"{error!r}")

    def _start(self, folder: Path) -> Found:
        waits = (folder / WAITING).exists()
        read = JournalReader(folder).games()
        with closing(Journal.open(folder, NOW)) as journal:
            if spoilt := [*folder.glob("*.damaged-*")]:
                return Found({}, [], f"quarantined: {spoilt[0].name}")
            opened = journal.games()
            if read != opened and not waits:
                return Found({}, [], f"read as {read}, but opened as {opened}")
            held = held_by(journal, opened)
            number = journal.begin("next", None, NOW)
            journal.append(number, PLAYED_ON, NOW)
            if journal.answers(number) != PLAYED_ON:
                return Found({}, [], "can't be played on")
        return Found(held, [self._held_beside(path) for path in self._files(self.place)])

    def _files(self, root: Path) -> list[Path]:
        """Every other journal file."""
        journal = root / self.folder / NAME
        return [path for path in sorted(root.rglob("*.sqlite")) if path != journal]

    def _held_beside(self, path: Path) -> Held:
        data = path.read_bytes()
        if data not in self._beside:
            self._beside[data] = held_by_file(path)
        return self._beside[data]
