"""What a committed answer costs the card: syncs and bytes, as strace counts them."""

import json
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory

from companion.store.journal import Journal
from tests.tools.bench import committing
from tests.tools.bench.rows import Row, Trial

SYNCS, BYTES = "syncs of a committed answer", "bytes written for a committed answer"
GAME, KEPT = "bytes written for a whole game", "bytes that a whole game adds to the journal"
MANY = 20
CALL = re.compile(r"(\w+)\(.*\)\s+= (\d+)")


def rows(trial: Trial) -> Iterator[Row]:
    """Syncs and bytes for each answer of a whole game, committed one by one."""
    pairs = [(answer.key, answer.word) for answer in trial.game.answers]
    trace, why_not = _trace(pairs)
    yield Row(KEPT, kept(trial), unit="bytes", note=f"{len(pairs)} answers")
    if not trace:
        yield Row(SYNCS, None, 1, note=why_not)
        yield Row(BYTES, None, note=why_not)
        yield Row(GAME, None, note=why_not)
        return
    syncs, size = counted(trace)
    yield Row(SYNCS, syncs / len(pairs), 1, note=f"{syncs} for {len(pairs)} answers")
    yield Row(BYTES, size / len(pairs), unit="bytes", note=f"{size} for {len(pairs)} answers")
    yield Row(GAME, size, unit="bytes", note=f"{len(pairs)} answers")


def kept(trial: Trial) -> int:
    """By how many bytes a journal of many such games grows with each."""
    now, sizes = datetime.now(UTC), []
    pairs = [(answer.key, answer.word) for answer in trial.game.answers]
    with TemporaryDirectory() as folder:
        for games in (1, MANY):
            with closing(Journal.open(Path(folder), now)) as journal:
                for _ in range(games):
                    journal.append(journal.begin(trial.game.name, None, now), pairs, now)
            sizes.append((Path(folder) / "games.sqlite").stat().st_size)
    return (sizes[1] - sizes[0]) // MANY


def _trace(pairs: list[tuple[str, str]]) -> tuple[str, str]:
    """The traced calls of a process that commits the pairs; and why there are none."""
    if shutil.which("strace") is None:
        return "", "strace is not installed"
    with TemporaryDirectory() as folder:
        file = Path(folder) / "trace"
        watch = ["strace", "-f", "-o", str(file), "-e", "trace=fsync,fdatasync,pwrite64,write"]
        child = [sys.executable, "-m", committing.__name__, folder]
        done = subprocess.run(
            [*watch, *child], input=json.dumps(pairs), capture_output=True, text=True, check=False
        )
        if done.returncode:
            return "", f"strace: {done.stderr.strip().rpartition(chr(10))[2]}"
        return file.read_text(), ""


def counted(trace: str) -> tuple[int, int]:
    """Syncs, and bytes written, between the lines of the marks."""
    _, _, behind = trace.partition(committing.BEGIN)
    between, _, _ = behind.partition(committing.END)
    _, *lines, _ = between.split("\n")
    calls = CALL.findall("\n".join(lines))
    syncs = sum(name in ("fsync", "fdatasync") for name, _ in calls)
    return syncs, sum(int(done) for name, done in calls if name in ("write", "pwrite64"))
