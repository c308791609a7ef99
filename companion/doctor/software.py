"""Checks of what surrounds the companion: Python, packages, clock, service, groups, pin factory."""

import re
from collections.abc import Iterator

from companion.config import ConfigError
from companion.devices.boards import I2c, Spi
from companion.doctor.bench import Bench
from companion.doctor.findings import Check, Finding, Fine, Untried, Wrong
from companion.doctor.tower import GROUP

OLDEST, NEWEST = (3, 11), (3, 13)
ALWAYS = ("gpiozero", "luma.core", "luma.oled", "Pillow", "pyserial", "rich", "smbus2")
UNIT = "companion.service"


def python(bench: Bench) -> Iterator[Finding]:
    """Python's version is one that we promise."""
    version = bench.machine.python
    told = Fine.PYTHON if OLDEST <= version[:2] <= NEWEST else Wrong.PYTHON
    yield Finding(Check.PYTHON, told, {"version": ".".join(map(str, version))})


def model(bench: Bench) -> Iterator[Finding]:
    """It is a Raspberry Pi."""
    name = _model(bench)
    if name.startswith("Raspberry Pi"):
        yield Finding(Check.MODEL, Fine.MODEL, {"model": name})
    else:
        yield Finding(Check.MODEL, Untried.NO_PI)


def _model(bench: Bench) -> str:
    try:
        return bench.at("/proc/device-tree/model").read_text(errors="replace").rstrip("\0\n")
    except OSError:
        return ""


def config(bench: Bench) -> Iterator[Finding]:
    """The settings can be used."""
    settings = bench.settings
    if isinstance(settings, ConfigError):
        yield Finding(Check.CONFIG, Wrong.CONFIG, {"error": settings})
    elif settings.path:
        yield Finding(Check.CONFIG, Fine.CONFIG_FILE, {"path": settings.path})
    else:
        yield Finding(Check.CONFIG, Fine.CONFIG_NONE)


def packages(bench: Bench) -> Iterator[Finding]:
    """All Python packages that are needed here are installed."""
    needed = [*ALWAYS]
    if bench.fine(Check.MODEL):
        needed.append("lgpio")
        if bench.fine(Check.CONFIG) and isinstance(bench.config.board.bus, Spi):
            needed.append("spidev")
    found = {name: bench.machine.version(name) for name in (*needed, "lgpio", "spidev")}
    missing = tuple(name for name in needed if found[name] is None)
    if missing:
        yield Finding(Check.PACKAGES, Wrong.PACKAGES, {"missing": missing})
    told = tuple(f"{name} {version}" for name, version in found.items() if version)
    yield Finding(Check.PACKAGES, Fine.PACKAGES, {"packages": told})


def clock(bench: Bench) -> Iterator[Finding]:
    """The clock is not years behind, as that of a Pi without a network may be."""
    now = bench.machine.now()
    ran = bench.machine.run("timedatectl", "show", "--property=NTPSynchronized", "--value")
    synchronised = ran is not None and ran.output == "yes"
    told = Fine.CLOCK_RIGHT if synchronised else Fine.CLOCK_ALONE
    yield Finding(
        Check.CLOCK,
        Wrong.CLOCK if now.year < 2025 else told,
        {"time": now.astimezone().isoformat(" ", "minutes")},
    )


def service(bench: Bench) -> Iterator[Finding]:
    """The service runs, or will at the next start."""
    if not bench.at("/run/systemd/system").is_dir():
        yield Finding(Check.SERVICE, Untried.NO_SYSTEMD)
        return
    enabled, active = (_systemctl(bench, verb) for verb in ("is-enabled", "is-active"))
    told: Fine | Wrong | Untried
    if enabled in ("", "not-found"):
        told = Untried.NO_SERVICE
    elif active == "failed":
        told = Wrong.SERVICE_FAILED
    elif not enabled.startswith("enabled"):  # "enabled-runtime" is one too
        told = Wrong.SERVICE_DISABLED
    else:
        running = active in ("active", "activating", "reloading")
        told = Fine.SERVICE_RUNS if running else Fine.SERVICE_STOPPED
    yield Finding(Check.SERVICE, told)


def _systemctl(bench: Bench, verb: str) -> str:
    ran = bench.machine.run("systemctl", verb, UNIT)
    return ran.output if ran else ""


def groups(bench: Bench) -> Iterator[Finding]:
    """The user may use the pins, the bus, and the tower panel's port if there is one."""
    needed = ["gpio", "i2c" if isinstance(bench.config.board.bus, I2c) else "spi"]
    if bench.at(bench.config.tower_panel).exists():
        needed.append(GROUP)
    held = bench.machine.groups()
    if held is None:
        yield Finding(Check.GROUPS, Fine.GROUPS_ROOT)
        return
    granted = _granted(bench)
    missing = tuple(group for group in needed if group not in held)
    if not missing:
        yield Finding(Check.GROUPS, Fine.GROUPS, {"groups": tuple(needed)})
    elif granted.issuperset(missing):
        yield Finding(Check.GROUPS, Wrong.GROUPS_LATER, {"groups": missing})
    else:
        missing = tuple(group for group in missing if group not in granted)
        values = {"groups": missing, "list": ",".join(missing)}
        yield Finding(Check.GROUPS, Wrong.GROUPS, values)


def _granted(bench: Bench) -> set[str]:
    """The groups that the user will have after logging in again."""
    try:
        lines = bench.at("/etc/group").read_text(errors="replace").splitlines()
    except OSError:
        return set()
    fields = [line.split(":") for line in lines]
    user = bench.machine.user()
    return {each[0] for each in fields if len(each) == 4 and user in each[3].split(",")}


def pins(bench: Bench) -> Iterator[Finding]:
    """The pin factory is one that drives this Pi's pins, with PWM for the chime."""
    try:
        factory = bench.machine.pin_factory()
    except OSError as error:
        yield Finding(Check.PINS, Wrong.PINS_NONE, {"problem": error})
        return
    name = _model(bench)
    newest = re.match(r"Raspberry Pi (Compute Module )?5", name)
    right = ("lgpio",) if newest else ("lgpio", "rpigpio", "pigpio")
    told = Fine.PINS if factory in right else Wrong.PINS
    yield Finding(Check.PINS, told, {"factory": factory, "model": name})
