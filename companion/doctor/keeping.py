"""Checks of the place where games are kept."""

from collections.abc import Iterator
from pathlib import Path

from companion.doctor.bench import Bench
from companion.doctor.findings import Check, Finding, Fine, Untried, Wrong
from companion.journal import JournalUnreadable, file, state_folder

SERVICE_FOLDER = "/var/lib/campanile-companion"
LEAST = 20
"""Megabytes that should be free; a game takes a few hundredths of one."""


def folder(bench: Bench) -> Iterator[Finding]:
    """The folder takes writing, and has room."""
    path = _folder(bench)
    if not _mine(bench, path):
        yield Finding(Check.FOLDER, Untried.FOLDER_FOREIGN, {"path": path})
        return
    there = next(each for each in (path, *path.parents) if each.exists())
    try:
        bench.machine.try_writing(there)
        megabytes = bench.machine.free(there) // 1_000_000
    except OSError as error:
        values = {"path": path, "there": there, "problem": error.strerror or error}
        yield Finding(Check.FOLDER, Wrong.FOLDER_CLOSED, values)
        return
    told = Fine.FOLDER if megabytes >= LEAST else Wrong.FOLDER_FULL
    yield Finding(Check.FOLDER, told, {"path": path, "megabytes": megabytes})


def journal(bench: Bench) -> Iterator[Finding]:
    """The journal, if there is one, can be read from end to end."""
    path = _folder(bench) / file.NAME
    if not _mine(bench, path.parent):
        yield Finding(Check.JOURNAL, Untried.FOLDER_FOREIGN, {"path": path.parent})
        return
    try:
        with file.translate_errors(path, JournalUnreadable):
            fault = file.find_fault(path, whole=True)
            if fault:
                raise JournalUnreadable(path, 0, "", fault)
            told = Fine.JOURNAL if file.size(path) else Fine.JOURNAL_NONE
    except JournalUnreadable as error:
        yield Finding(Check.JOURNAL, Wrong.JOURNAL, {"error": error})
        return
    yield Finding(Check.JOURNAL, told, {"path": path})


def _folder(bench: Bench) -> Path:
    """The service's folder where there is one, for the games of the box lie there."""
    service = bench.at(SERVICE_FOLDER)
    if "STATE_DIRECTORY" not in bench.machine.environ and service.is_dir():
        return service
    return bench.at(str(state_folder(bench.machine.environ)))


def _mine(bench: Bench, path: Path) -> bool:
    """Whether the folder is this user's to judge: the service's is open to root and the service."""
    return path != bench.at(SERVICE_FOLDER) or bench.machine.may_use(path)
