"""Switches the machine off, by logind."""

from companion.box.service.busctl import run_busctl

CALL = (
    *("call", "org.freedesktop.login1", "/org/freedesktop/login1"),
    *("org.freedesktop.login1.Manager", "PowerOff", "b", "false"),  # false: ask for no password
)


def power_off() -> None:
    """Begin to switch off; SIGTERM follows. Raises SystemRefused: the machine stays on."""
    run_busctl(*CALL)
