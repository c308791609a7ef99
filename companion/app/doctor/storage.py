"""Checks of the folder in which games are kept, of the journal in it, and of the release."""

from collections.abc import Mapping
from pathlib import Path

from companion import __version__
from companion.app.doctor.examination import Examination
from companion.app.doctor.findings import Failed, Passed, Results, Skipped
from companion.box.service.folders import read_rollback, state_folder
from companion.store.journal import DiskFault, JournalUnreadable, file, find_disk_fault

SERVICE_FOLDER = "/var/lib/campanile-companion"
MINIMUM = 20
"""Megabytes that should be free; a game takes a few hundredths of one."""
_REFUSALS: Mapping[DiskFault | None, Failed] = {
    None: Failed.FOLDER_CLOSED,
    DiskFault.FULL: Failed.FOLDER_FULL,
    DiskFault.READ_ONLY: Failed.FOLDER_READ_ONLY,
    DiskFault.FAILING: Failed.FOLDER_FAILING,
}


def check_folder(exam: Examination) -> Results:
    """The folder can be written to and has room."""
    path = _folder(exam)
    if not _may_check(exam, path):
        yield Skipped.FOLDER_FOREIGN, {"path": path}
        return
    existing = next(each for each in (path, *path.parents) if each.exists())
    values: dict[str, object] = {"path": path, "there": existing}
    try:
        values["megabytes"] = megabytes = exam.machine.free_bytes(existing) // 1_000_000
        exam.machine.try_writing(existing)
    except OSError as error:
        result = _REFUSALS[find_disk_fault(error.errno)]
        yield result, {**values, "problem": error.strerror or error}
        return
    yield Passed.FOLDER if megabytes >= MINIMUM else Failed.FOLDER_FULL, values


def check_journal(exam: Examination) -> Results:
    """The journal, if there is one, can be read from end to end."""
    path = _folder(exam) / file.NAME
    if not _may_check(exam, path.parent):
        yield Skipped.FOLDER_FOREIGN, {"path": path.parent}
        return
    try:
        with file.translate_errors(path, JournalUnreadable):
            fault = file.find_fault(path, whole=True)
            if fault:
                raise JournalUnreadable(path, 0, "", fault)
            result = Passed.JOURNAL if file.size(path) else Passed.JOURNAL_NONE
    except JournalUnreadable as error:
        yield Failed.JOURNAL_UNREACHED if error.disk_fault else Failed.JOURNAL, {"error": error}
        return
    yield result, {"path": path}


def check_release(exam: Examination) -> Results:
    """No release was rolled back, or that was read on the screen."""
    failed = read_rollback(exam.path(SERVICE_FOLDER))
    if failed is None:
        yield Passed.RELEASE, {"running": __version__}
    else:
        yield Failed.ROLLED_BACK, {"failed": failed, "running": __version__}


def _folder(exam: Examination) -> Path:
    """The service's folder if there is one, for it has the games of the box."""
    service = exam.path(SERVICE_FOLDER)
    environ = exam.machine.environ
    if "STATE_DIRECTORY" not in environ and service.is_dir():
        return service
    return exam.path(state_folder(environ))


def _may_check(exam: Examination, path: Path) -> bool:
    """Whether this user can judge the folder: the service's is closed to other users."""
    is_service = path == exam.path(SERVICE_FOLDER)
    return not is_service or exam.machine.can_access(path)
