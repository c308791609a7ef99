"""What a box has and a virtual machine lacks: a panel on I2C, and buttons to press.

The panel is `tests/box/service/fake_i2c.py`, with its copy of the two modules it needs; the buttons
are `tests/box/service/virtual_service.py`, which runs the companion that the machine installs.
Nothing else of ours is put into the machine.
"""

import hashlib
import subprocess
from pathlib import Path

from PIL import Image

from tests.machine.images import MEBI, ROOT
from tests.machine.machine import REPOSITORY, VirtualMachine

SCREENS = REPOSITORY / "tests/ui/screens"
LOG = "/run/fake-devices.log"
MODULES = (
    "companion/__init__.py", "companion/core/__init__.py", "companion/core/interfaces.py",
    "companion/box/__init__.py", "companion/box/devices/__init__.py",
    "companion/box/devices/frames.py", "tests/__init__.py", "tests/fakes/__init__.py",
    "tests/fakes/oled_controllers.py", "tests/box/__init__.py", "tests/box/service/__init__.py",
    "tests/box/service/fake_i2c.py",
)  # fmt: skip
BUS_UNIT = f"""[Unit]
DefaultDependencies=no
After=systemd-udevd.service
Before=sysinit.target
[Service]
WorkingDirectory=/srv/fake-devices
ExecStartPre=modprobe fuse
ExecStartPre=touch /dev/i2c-1
ExecStart=python3 -m tests.box.service.fake_i2c /dev/i2c-1 {LOG}
ExecStartPost=sh -c 'until mountpoint -q /dev/i2c-1; do sleep 0.1; done'
"""
_SERVICE = "tests/box/service/virtual_service.py"
PYTHON = "/opt/campanile-companion/current/bin/python3"
BUTTONS = f"""[Service]
ExecStart=
ExecStart={PYTHON} /srv/fake-devices/{_SERVICE} play
"""
SYSTEMD = "/etc/systemd/system"
BUS, DROP_IN = f"{SYSTEMD}/fake-i2c.service", f"{SYSTEMD}/companion.service.d"


def add_fake_devices(virtual_machine: VirtualMachine, folder: Path) -> None:
    """Put panel and buttons on the disk of a machine that has never been switched on."""
    sources = {f"/srv/fake-devices/{name}": REPOSITORY / name for name in (*MODULES, _SERVICE)}
    for path, text in ((BUS, BUS_UNIT), (f"{DROP_IN}/fake-devices.conf", BUTTONS)):
        sources[path] = folder / Path(path).name
        sources[path].write_text(text)
    folders = {str(each) for path in sources for each in Path(path).parents} - {"/"}
    script = [f"mkdir {each}" for each in sorted(folders)]
    script += [f"write {source} {path}" for path, source in sources.items()]
    script.append(f"symlink {SYSTEMD}/sysinit.target.wants/fake-i2c.service {BUS}")
    disk = f"{virtual_machine.disk}?offset={ROOT[1] * MEBI}"
    subprocess.run(
        ["/usr/sbin/debugfs", "-w", "-f", "-", disk],
        input="\n".join(script), text=True, capture_output=True, check=True,
    )  # fmt: skip


def picture_hash(name: str) -> str:
    """The reference picture of that name, as the panel's log names it."""
    with Image.open(SCREENS / f"{name}.png") as file:
        return hashlib.sha256(file.convert("1").tobytes()).hexdigest()


def shown(virtual_machine: VirtualMachine) -> list[str]:
    """The pictures that the panel has shown since the machine was switched on, as hashes."""
    lines = virtual_machine.run(f"cat {LOG}").splitlines()
    return list(dict.fromkeys(line.split()[3] for line in lines))


def press(virtual_machine: VirtualMachine, presses: str) -> None:
    """Press buttons, one after the other."""
    virtual_machine.run(f"echo {presses} >/run/campanile-companion/buttons")
