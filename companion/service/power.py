"""Switching the machine off without root: logind is asked, and polkit knows who may ask.

The permission is one rule, `systemd/polkit.rules`; off a Pi with the companion installed the
answer is whatever the system at hand says.
"""

import subprocess

BUSCTL = (
    *("busctl", "--timeout=2", "call", "org.freedesktop.login1", "/org/freedesktop/login1"),
    *("org.freedesktop.login1.Manager", "PowerOff", "b", "false"),  # false: never ask a password
)
PATIENCE = 3.0
"""Seconds after which no answer is taken for a refusal; the watchdog has less patience than twice
that."""


class PowerOffRefused(Exception):
    """The machine stays on; the argument says why, as far as the system tells."""


def power_off() -> None:
    """Have the machine switched off; returns at once, and SIGTERM follows as at every shutdown.

    Raises PowerOffRefused if the system does not allow it, or has nobody to ask.
    """
    try:
        asked = subprocess.run(
            BUSCTL, capture_output=True, text=True, timeout=PATIENCE, check=False
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        raise PowerOffRefused(str(error)) from error
    if asked.returncode != 0:
        why = asked.stderr.strip().removeprefix("Call failed: ")
        raise PowerOffRefused(why or f"busctl: exit status {asked.returncode}")
