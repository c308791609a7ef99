"""Checks of the system: the machine, its packages and clock, the service, the saved games."""

import re
from collections.abc import Mapping
from pathlib import Path

from companion import __version__
from companion.app.doctor.examination import Check, Examination, Failed, Passed, Results, Skipped
from companion.app.doctor.panels import GROUP
from companion.box.config import ConfigError
from companion.box.devices.boards import I2c, Spi
from companion.box.devices.voice import PROGRAM
from companion.box.service.folders import read_rollback, state_folder
from companion.box.service.machine import UNIT, is_raspberry_pi, read_model
from companion.store.journal import DiskFault, JournalUnreadable, file, find_disk_fault
from companion.store.journal.errors import translate_errors

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
        with translate_errors(path, JournalUnreadable):
            fault = file.find_fault(path, whole=True)
            if fault:
                raise JournalUnreadable(path, 0, "", fault)
            result = Passed.JOURNAL if file.size(path) else Passed.JOURNAL_NONE
    except JournalUnreadable as error:
        yield Failed.JOURNAL_UNREACHED if error.disk_fault else Failed.JOURNAL, {"error": error}
        return
    yield result, {"path": path}


def check_release(exam: Examination) -> Results:
    """No release was rolled back or refused, or that was read on the screen."""
    note = read_rollback(exam.path(SERVICE_FOLDER))
    if note is None:
        yield Passed.RELEASE, {"running": __version__}
    elif note.refusal is None:
        yield Failed.ROLLED_BACK, {"failed": note.release, "running": __version__}
    else:
        values = {"failed": note.release, "why": note.refusal, "running": __version__}
        yield Failed.REFUSED, values


def check_games(exam: Examination) -> Results:
    """Every game that is installed can be played, and no part of it fails at its saved games."""
    path = _folder(exam)
    problems = exam.machine.find_faults(path if _may_check(exam, path) else None)
    for game, problem in problems:
        yield Failed.GAME, {"game": game, "problem": problem}
    if not problems:
        yield Passed.GAMES, {}


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


OLDEST, NEWEST = (3, 11), (3, 13)
ALWAYS = ("gpiozero", "luma.core", "luma.oled", "Pillow", "pyserial", "rich", "smbus2")


def check_python(exam: Examination) -> Results:
    """Python's version is supported."""
    version = exam.machine.python
    result = Passed.PYTHON if OLDEST <= version[:2] <= NEWEST else Failed.PYTHON
    yield result, {"version": ".".join(map(str, version))}


def check_model(exam: Examination) -> Results:
    """The machine is a Raspberry Pi."""
    if is_raspberry_pi(exam.machine.root):
        yield Passed.MODEL, {"model": read_model(exam.machine.root)}
    else:
        yield Skipped.NO_PI, {}


def check_config(exam: Examination) -> Results:
    """The settings are valid."""
    settings = exam.settings
    if isinstance(settings, ConfigError):
        yield Failed.CONFIG, {"error": settings}
    elif settings.path:
        yield Passed.CONFIG_FILE, {"path": settings.path}
    else:
        yield Passed.CONFIG_NONE, {}


def check_packages(exam: Examination) -> Results:
    """All Python packages that this machine needs are installed."""
    needed = [*ALWAYS]
    if exam.passed(Check.MODEL):
        needed.append("lgpio")
        if exam.passed(Check.CONFIG) and isinstance(exam.config.board.bus, Spi):
            needed.append("spidev")
    names = dict.fromkeys((*needed, "lgpio", "spidev"))
    versions = {name: exam.machine.package_version(name) for name in names}
    missing = tuple(name for name in needed if versions[name] is None)
    if missing:
        yield Failed.PACKAGES, {"missing": missing}
    installed = tuple(f"{name} {version}" for name, version in versions.items() if version)
    yield Passed.PACKAGES, {"packages": installed}


def check_clock(exam: Examination) -> Results:
    """The clock is not years behind, as a Pi's may be without a network."""
    now = exam.machine.now()
    query = ("timedatectl", "show", "--property=NTPSynchronized", "--value")
    reply = exam.machine.run_command(*query)
    synchronised = reply is not None and reply.output == "yes"
    result = Passed.CLOCK_RIGHT if synchronised else Passed.CLOCK_ALONE
    time = now.astimezone().isoformat(" ", "minutes")
    yield (Failed.CLOCK if now.year < 2025 else result), {"time": time}


def check_service(exam: Examination) -> Results:
    """The service runs, or will at the next start."""
    if not exam.path("/run/systemd/system").is_dir():
        yield Skipped.NO_SYSTEMD, {}
        return
    enabled, active = (_systemctl(exam, verb) for verb in ("is-enabled", "is-active"))
    if enabled in ("", "not-found"):
        yield Skipped.NO_SERVICE, {}
    elif active == "failed":
        yield Failed.SERVICE_FAILED, {}
    elif not enabled.startswith("enabled"):  # "enabled-runtime" is one, too
        yield Failed.SERVICE_DISABLED, {}
    elif active in ("active", "activating", "reloading"):
        yield Passed.SERVICE_RUNS, {}
    else:
        yield Passed.SERVICE_STOPPED, {}


def _systemctl(exam: Examination, verb: str) -> str:
    reply = exam.machine.run_command("systemctl", verb, UNIT)
    return reply.output if reply else ""


def check_groups(exam: Examination) -> Results:
    """The user may use the pins, the bus, and the tower panel's port if there is one."""
    config, held = exam.config, exam.machine.group_names()
    needed = ["gpio", "i2c" if isinstance(config.board.bus, I2c) else "spi"]
    if exam.path(config.tower_panel).exists():
        needed.append(GROUP)
    if held is None:
        yield Passed.GROUPS_ROOT, {}
        return
    missing = tuple(group for group in needed if group not in held)
    not_granted = tuple(group for group in missing if group not in _granted_groups(exam))
    if not missing:
        yield Passed.GROUPS, {"groups": tuple(needed)}
    elif not_granted:
        yield Failed.GROUPS, {"groups": not_granted, "list": ",".join(not_granted)}
    else:
        yield Failed.GROUPS_LATER, {"groups": missing}


def _granted_groups(exam: Examination) -> set[str]:
    """The groups that the user will have after logging in again."""
    try:
        lines = exam.path("/etc/group").read_text(errors="replace").splitlines()
    except OSError:
        return set()
    fields = [line.split(":") for line in lines]
    user = exam.machine.user_name()
    return {each[0] for each in fields if len(each) == 4 and user in each[3].split(",")}


def check_pin_factory(exam: Examination) -> Results:
    """The pin factory drives this Pi's pins, with PWM for the chime."""
    try:
        factory = exam.machine.pin_factory()
    except OSError as error:
        yield Failed.PINS_NONE, {"problem": error}
        return
    model = read_model(exam.machine.root)
    is_pi_5 = re.match(r"Raspberry Pi (Compute Module )?5", model)
    suitable = ("lgpio",) if is_pi_5 else ("lgpio", "rpigpio", "pigpio")
    result = Passed.PINS if factory in suitable else Failed.PINS
    yield result, {"factory": factory, "model": model}


AUDIO_GROUP = "audio"
VERSION = re.compile(r": (\S+)")


def check_voice(exam: Examination) -> Results:
    """The voice can speak; it is optional, so nothing fails."""
    reply = exam.machine.run_command(PROGRAM, "--version")
    if reply is None or reply.status:
        yield Skipped.NO_ESPEAK, {}
        return
    found = VERSION.search(reply.output)
    version = found[1] if found else "?"
    cards = list(exam.path("/dev/snd").glob("pcmC*p"))  # p: playback
    if not cards:
        yield Skipped.NO_SOUND_CARD, {"version": version}
    elif not any(map(exam.machine.can_access, cards)):
        yield Skipped.SOUND_DENIED, {"version": version, "group": AUDIO_GROUP}
    else:
        yield Passed.VOICE, {"version": version}
