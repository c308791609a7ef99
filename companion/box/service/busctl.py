"""Calls the system by D-Bus without root, as `systemd/polkit.rules` permits it: power off.

Late: `subprocess`, with the first call.
"""

BUSCTL = ("busctl", "--timeout=2")
TIMEOUT = 3.0
"""Seconds after which a missing answer is a refusal; less than the watchdog's ping interval."""


class SystemRefused(Exception):
    """The call has no effect; the argument is the system's reason, if it gives one."""


def run_busctl(*arguments: str) -> str:
    """Return what busctl prints; raises SystemRefused: not allowed, or nobody to ask."""
    import subprocess

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


CALL = (
    *("call", "org.freedesktop.login1", "/org/freedesktop/login1"),
    *("org.freedesktop.login1.Manager", "PowerOff", "b", "false"),  # false: ask for no password
)


def power_off() -> None:
    """Begin to switch off; SIGTERM follows. Raises SystemRefused: the machine stays on."""
    run_busctl(*CALL)
