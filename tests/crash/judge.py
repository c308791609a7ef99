"""Opens each state with the real journal, and compares it with what was acknowledged."""

import hashlib
import shutil
from contextlib import closing
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple

from companion.app.preferences import Preference
from companion.journal import Journal, JournalError, JournalReader
from companion.journal.file import NAME
from tests.crash.disk import Tree
from tests.crash.promises import Held, Promise, Promises

NOW = datetime(2026, 11, 20, 19, 30, 5, tzinfo=UTC)
PENDING = "games.waiting.sqlite"
PLAYED_ON = [("played", "on")]


def held_by(journal: JournalReader) -> Held:
    """What a journal holds, as JSON would give it back."""
    held: Held = {}
    for game in journal.games():
        state = journal.undo_state(game.number)
        held[str(game.number)] = [
            game.name,
            [list(each.pair) for each in state.live],
            [list(each) for each in state.undone],
            state.before_amendment is not None,
        ]
    for name in Preference:
        if (value := journal.setting(name)) is not None:
            held[name.value] = value
    return held


def held_by_file(path: Path) -> Held:
    """What a backup holds, or a journal that was replaced: a file without a log."""
    reader = JournalReader(path.parent)
    reader._path = path
    return held_by(reader)


class Found(NamedTuple):
    """What a state holds after the next start, or what is wrong with it."""

    held: Held
    kept: list[Held]
    wrong: str = ""

    def keeps(self, promise: Promise) -> bool:
        """Whether this is what was promised; there may be more beside the journal."""
        return self.held == promise.held and all(each in self.kept for each in promise.kept)


@dataclass
class Judge:
    """Judges states, each distinct one once; ``root`` is where the traced process had them."""

    root: Path
    place: Path
    """A folder for the states, which should be fast."""
    folder: str = "games"
    """The journal's folder, under the root."""
    _found: dict[bytes, Found] = field(default_factory=dict)

    @property
    def distinct(self) -> int:
        """How many distinct states were opened."""
        return len(self._found)

    def fault_of(self, tree: Tree, promises: Promises, done: int) -> str:
        """What is wrong with a state after so many calls; "" if nothing is."""
        key = self._digest(tree)
        if key not in self._found:
            self._found[key] = self._open(tree)
        found = self._found[key]
        if found.wrong:
            return found.wrong
        allowed = promises.allowed(done)
        if any(found.keeps(each) for each in allowed):
            return ""
        return f"{found.held} beside {found.kept}\nis none of " + "\n  or ".join(map(str, allowed))

    def _digest(self, tree: Tree) -> bytes:
        digest = hashlib.blake2b(digest_size=16)
        for path, data in sorted(tree.items()):
            digest.update(path.encode() + b"\0")
            if not path.endswith("-shm") and data is not None:
                digest.update(b"%d " % len(data) + data)
        return digest.digest()

    def _open(self, tree: Tree) -> Found:
        shutil.rmtree(self.place, ignore_errors=True)
        for path, data in sorted(tree.items()):
            target = self.place / Path(path).relative_to(self.root)
            if data is None:
                target.mkdir(parents=True)
            else:
                # The index of the log is mapped: strace does not see what is written to it.
                target.write_bytes(b"\xa5" * len(data) if path.endswith("-shm") else data)
        try:
            return self._start(self.place / self.folder)
        except JournalError as error:
            return Found({}, [], f"{error!r}")

    def _start(self, folder: Path) -> Found:
        reader = JournalReader(folder)
        waits = (folder / PENDING).exists()
        read = reader.games()
        with closing(Journal.open(folder, NOW)) as journal:
            if spoilt := [*folder.glob("*.damaged-*")]:
                return Found({}, [], f"quarantined: {spoilt[0].name}")
            held, opened = held_by(journal), journal.games()
            if read != opened and not waits:
                return Found({}, [], f"read as {read}, but opened as {opened}")
            number = journal.begin("next", None, NOW)
            journal.append(number, PLAYED_ON, NOW)
        if reader.answers(number) != PLAYED_ON:
            return Found({}, [], "can't be played on")
        return Found(held, self._beside(folder))

    def _beside(self, folder: Path) -> list[Held]:
        """What every other journal file holds."""
        paths = sorted(self.place.rglob("*.sqlite"))
        return [held_by_file(path) for path in paths if path != folder / NAME]
