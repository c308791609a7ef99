"""Checks of Python, the model, settings, packages, clock, service, groups and pin factory."""

import re

from companion.app.doctor.examination import Examination
from companion.app.doctor.findings import Check, Failed, Passed, Results, Skipped
from companion.app.doctor.tower_panel import GROUP
from companion.box.config import ConfigError
from companion.box.devices.boards import I2c, Spi
from companion.box.service.machine import is_raspberry_pi, read_model

OLDEST, NEWEST = (3, 11), (3, 13)
ALWAYS = ("gpiozero", "luma.core", "luma.oled", "Pillow", "pyserial", "rich", "smbus2")
UNIT = "companion.service"


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
