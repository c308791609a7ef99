"""Calls the system by D-Bus without root, as far as `systemd/polkit.rules` permits it."""

import subprocess

BUSCTL = ("busctl", "--timeout=2")
TIMEOUT = 3.0
"""Seconds after which a missing answer is a refusal; less than the watchdog's ping interval."""


class SystemRefused(Exception):
    """The call has no effect; the argument is the system's reason, if it gives one."""


def run_busctl(*arguments: str) -> str:
    """Return what busctl prints; raises SystemRefused: not allowed, or nobody to ask."""
    try:
        done = subprocess.run(
            (*BUSCTL, *arguments), capture_output=True, text=True, timeout=TIMEOUT, check=False
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        raise SystemRefused(str(error)) from error
    if done.returncode != 0:
        reason = done.stderr.strip().removeprefix("Call failed: ")
        raise SystemRefused(reason or f"busctl: exit status {done.returncode}")
    return done.stdout
