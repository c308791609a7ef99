"""A number pad on the real kernel: uinput makes it, udev gives it to the service's user alone.

The reader runs within the walls of `companion.service`, whose lines are read from the unit.
"""

from tests.machine.fake_devices import imported_files
from tests.machine.machine import REPOSITORY, VirtualMachine

USER = "campanile-companion"
SCRIPT = "tests/machine/uinput_pad.py"
KEYS = 1_000
HEARD = "/run/heard"
FILES = {
    "sysusers.conf": "/etc/sysusers.d/campanile-companion.conf",
    "udev.rules": "/etc/udev/rules.d/70-campanile-companion.rules",
}
"""What the installer puts where, and the keypad needs: the user with its groups, and its right."""
OWN = ("Exec", "Type", "Notify", "Timeout", "Watchdog", "Restart", "User", "State", "Cache")
"""What of the unit is not about its walls."""


def walls() -> str:
    """The options by which systemd-run gives a program the service's walls."""
    unit = (REPOSITORY / "systemd/companion.service").read_text("utf-8")
    lines = unit.partition("[Service]")[2].partition("[Install]")[0].splitlines()
    kept = [each for each in lines if "=" in each and not each.startswith(("#", *OWN))]
    return " ".join(f"-p '{each}'" for each in kept if "%t" not in each and "Runtime" not in each)


def test_a_keypads_keys_arrive_once_each_in_order_at_the_service_alone(
    virtual_machine: VirtualMachine,
) -> None:
    virtual_machine.boot()
    for each in [*imported_files("tests.machine.uinput_pad"), REPOSITORY / SCRIPT]:
        virtual_machine.copy_in(each, f"/srv/pad/{each.relative_to(REPOSITORY)}")
    for name, target in FILES.items():
        virtual_machine.copy_in(REPOSITORY / "systemd" / name, target)
    virtual_machine.run("systemd-sysusers; modprobe uinput")
    virtual_machine.run(f"udevadm control --reload; touch {HEARD}")
    python = f"python3 -m {SCRIPT.removesuffix('.py').replace('/', '.')}"
    virtual_machine.run(
        f"systemd-run --unit=reader --uid={USER} {walls()} -p WorkingDirectory=/srv/pad "
        f"-p StandardOutput=append:{HEARD} -p StandardError=journal {python} read"
    )
    said = virtual_machine.run(f"cd /srv/pad && {python} type 2009 {KEYS} {HEARD}", within=600)
    counted = virtual_machine.run(f"grep -vc news {HEARD}")
    assert said == f"heard {counted}, wrong: none; by others: 0; {USER} 660"
    assert int(counted) > KEYS * 0.9
    assert virtual_machine.run("systemctl is-active reader") == "active"
