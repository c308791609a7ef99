"""Switches the machine off without root, by logind; `systemd/polkit.rules` permits it."""

import subprocess

BUSCTL = (
    *("busctl", "--timeout=2", "call", "org.freedesktop.login1", "/org/freedesktop/login1"),
    *("org.freedesktop.login1.Manager", "PowerOff", "b", "false"),  # false: ask for no password
)
TIMEOUT = 3.0
"""Seconds after which a missing answer is a refusal; less than the watchdog's ping interval."""


class PowerOffRefused(Exception):
    """The machine stays on; the argument is the system's reason, if it gives one."""


def power_off() -> None:
    """Begin to switch off; SIGTERM follows. Raises PowerOffRefused: not allowed, or no logind."""
    try:
        done = subprocess.run(BUSCTL, capture_output=True, text=True, timeout=TIMEOUT, check=False)
    except (OSError, subprocess.TimeoutExpired) as error:
        raise PowerOffRefused(str(error)) from error
    if done.returncode != 0:
        reason = done.stderr.strip().removeprefix("Call failed: ")
        raise PowerOffRefused(reason or f"busctl: exit status {done.returncode}")
