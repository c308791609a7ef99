"""Switches the hotspot's unit on and off, by systemd."""

from pathlib import Path

from companion.box.service.busctl import SystemRefused, run_busctl

SETTINGS = Path("/etc/campanile-companion/hotspot")
"""The name and the password, as the installer makes them; without it there is no hotspot."""
UNIT = "companion-hotspot.service"
MANAGER = ("org.freedesktop.systemd1", "/org/freedesktop/systemd1")
UNIT_PATH = f"{MANAGER[1]}/unit/companion_2dhotspot_2eservice"
ON = ('s "active"', 's "activating"')
"""What busctl prints of a unit that runs, or soon will."""
MAX_SETTINGS = 4096


def is_available() -> bool:
    """Whether there is a hotspot to switch on."""
    return read_credentials() is not None


def read_credentials() -> tuple[str, str] | None:
    """The hotspot's name and password; None where they can't be read."""
    try:
        with SETTINGS.open(encoding="utf-8") as file:
            lines = file.read(MAX_SETTINGS).splitlines()
    except (OSError, UnicodeDecodeError):
        return None
    given = dict(line.partition("=")[::2] for line in lines)
    name, password = given.get("ssid", ""), given.get("password", "")
    return (name, password) if name and password else None


def is_on() -> bool:
    """Whether the hotspot is on or being switched on; False where nobody can tell."""
    if not is_available():
        return False
    try:
        state = ("org.freedesktop.systemd1.Unit", "ActiveState")
        return run_busctl("get-property", MANAGER[0], UNIT_PATH, *state).strip() in ON
    except SystemRefused:
        return False


def switch(*, on: bool) -> None:
    """Begin to switch the hotspot on or off; raises SystemRefused: not allowed, or no systemd."""
    method = "StartUnit" if on else "StopUnit"
    manager = (*MANAGER, "org.freedesktop.systemd1.Manager")
    run_busctl("call", *manager, method, "ss", UNIT, "replace")
