"""The first light at power-on, by the installed units and udev's rule; the bus is early or late.

The bus is the kernel's i2c-stub, so its node comes with a real event. As it takes no messages, udev
puts the panel's stand-in in the node's place before anybody hears of it.
"""

import hashlib
from itertools import groupby
from pathlib import Path
from typing import NamedTuple

from tests.machine.fake_devices import BUS, LOG, PANEL, SYSTEMD, add_fake_devices
from tests.machine.images import CMDLINE
from tests.machine.machine import BUNDLE, REPOSITORY, VirtualMachine

SPLASH = hashlib.sha256((REPOSITORY / "companion/app/splash.frame").read_bytes()).hexdigest()
COMPANION, SAME = "python", 20
"""Its process in the log, and how many of its messages leave the splash as it is."""
EARLY = None
BOOTS = (EARLY, EARLY, EARLY, EARLY, 0, 1, 2, 4, 8, 15)
"""When the bus comes: before its drivers' time, or so many seconds after the service has begun.

Late enough, the companion may have the screen before the splash, and lights it by itself.
"""
PANEL_UNIT = f"""[Unit]
DefaultDependencies=no
[Service]
WorkingDirectory=/srv/fake-devices
ExecStartPre=modprobe fuse
ExecStartPre=touch /dev/panel
ExecStart=python3 -m {PANEL} /dev/panel {LOG}
ExecStartPost=sh -c 'until mountpoint -q /dev/panel; do sleep 0.1; done'
"""
# i801 is the emulated board's own bus; the Pi's, too, is number 1.
COMES = "modprobe i2c-i801; modprobe i2c-stub chip_addr=0x3c"
EARLY_BUS = f"""[Unit]
DefaultDependencies=no
After=fake-i2c.service
Before=systemd-modules-load.service
[Service]
Type=oneshot
ExecStart=sh -c '{COMES}'
"""
LATE_BUS = """[Unit]
DefaultDependencies=no
After=fake-i2c.service
[Service]
ExecStart=sh -c 'until test -d /run/campanile-companion; do sleep 0.05; done; sleep {}; {}'
"""
NODE_RULE = (
    'SUBSYSTEM=="i2c-dev", KERNEL=="i2c-1", MODE="0600", RUN+="/bin/ln -sf panel /dev/i2c-1"\n'
)


class Message(NamedTuple):
    """What a process has sent to the panel: when, in seconds, and what that left."""

    at: float
    process: str
    is_lit: bool
    picture: str


def read_messages(box: VirtualMachine) -> list[Message]:
    """All messages since the machine was switched on."""
    lines = (line.split() for line in box.run(f"cat {LOG}").splitlines())
    return [Message(int(at) / 1e6, by, dark == "0", picture) for at, by, dark, picture in lines]


def prepare(box: VirtualMachine, folder: Path) -> None:
    """Install the companion, and put the panel on a bus of the kernel's."""
    add_fake_devices(box, folder)
    # cloud-init has no part in this, and takes time.
    box.write_boot_file("cmdline.txt", CMDLINE.replace("\n", " cloud-init=disabled\n"))
    box.boot()
    box.copy_in(BUNDLE, "/root/bundle")
    box.run("tar -C /root -xf /root/bundle && rm /root/bundle")
    box.run("/root/campanile*/systemd/install", within=300)
    box.write(BUS, PANEL_UNIT.encode())
    box.write("/etc/udev/rules.d/99-panel.rules", NODE_RULE.encode())
    box.run(f"ln -s ../bus.service {SYSTEMD}/sysinit.target.wants/bus.service")


def boot_with(box: VirtualMachine, after: float | None) -> None:
    """Cut the power, and boot until the companion's own picture is shown.

    Nothing is asked until systemd has started everything: that would take the boot's time.
    """
    unit = EARLY_BUS if after is None else LATE_BUS.format(after, COMES)
    box.write(f"{SYSTEMD}/bus.service", unit.encode())
    box.run("sync")
    box.cut_power()
    box.boot()
    box.wait_for("systemctl -q is-active companion.service", 60)
    box.wait_for(lambda: read_messages(box)[-1].picture != SPLASH, 30)


def judge(box: VirtualMachine, after: float | None) -> None:
    """Look at the last boot; its times, in seconds since the power came, are printed."""
    messages = read_messages(box)
    dark = next(at for at, each in enumerate(messages) if not each.is_lit)  # not what only asks
    light = next(at for at in range(dark, len(messages)) if messages[at].is_lit)
    own = next(at for at, each in enumerate(messages) if each.process == COMPANION)
    begun, ready = read_time(box, "InactiveExit"), read_time(box, "ActiveEnter")
    first, taken = messages[light].at, messages[own].at
    print(f"{after}: begun {begun:.2f}, light {first:.2f}, taken {taken:.2f}, ready {ready:.2f}")
    assert first < ready
    assert all(each.is_lit for each in messages[light:]), "a dark moment"
    drawn_by = [process for process, _ in groupby(each.process for each in messages)]
    if after is EARLY or drawn_by != [COMPANION]:
        assert drawn_by == ["python3", COMPANION], "drawn over"
        assert {each.picture for each in messages[own : own + SAME]} == {SPLASH}
    assert box.run("systemctl show -P NRestarts companion.service") == "0"


def read_time(box: VirtualMachine, event: str) -> float:
    """When that has happened to the service."""
    return int(box.run(f"systemctl show -P {event}TimestampMonotonic companion.service")) / 1e6


def test_the_panel_is_lit_before_the_service_is_ready_and_never_dark_again(
    virtual_machine: VirtualMachine, tmp_path: Path
) -> None:
    prepare(virtual_machine, tmp_path)
    for after in BOOTS:
        boot_with(virtual_machine, after)
        judge(virtual_machine, after)
