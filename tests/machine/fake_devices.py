"""What a box has and a virtual machine lacks: a panel on I2C, and buttons to press.

The panel is `tests/box/service/fake_i2c.py`, with its copy of the files that it imports; the
buttons are `tests/box/service/virtual_service.py`, which runs the companion that the machine
installs. Nothing else of ours is put into the machine.
"""

import hashlib
import subprocess
import sys
from pathlib import Path

from PIL import Image

from tests.machine.images import MEBI, ROOT
from tests.machine.machine import REPOSITORY, VirtualMachine

SCREENS = REPOSITORY / "tests/ui/screens"
LOG = "/run/fake-devices.log"
PANEL = "tests.box.service.fake_i2c"
BUS_UNIT = f"""[Unit]
DefaultDependencies=no
After=systemd-udevd.service
Before=sysinit.target
[Service]
WorkingDirectory=/srv/fake-devices
ExecStartPre=modprobe fuse
ExecStartPre=touch /dev/i2c-1
ExecStart=python3 -m {PANEL} /dev/i2c-1 {LOG}
ExecStartPost=sh -c 'until mountpoint -q /dev/i2c-1; do sleep 0.1; done'
"""
_SERVICE = "tests/box/service/virtual_service.py"
REAL_BUS = "/srv/real-bus"
"""The file that tells the service that its panel hangs on the bus (virtual_service.py)."""
PYTHON = "/opt/campanile-companion/current/bin/python"  # so called in the log, unlike the splash's
BUTTONS = f"""[Service]
ExecStart=
ExecStart={PYTHON} /srv/fake-devices/{_SERVICE} play
"""
SYSTEMD = "/etc/systemd/system"
BUS, DROP_IN = f"{SYSTEMD}/fake-i2c.service", f"{SYSTEMD}/companion.service.d"


def imported_files(module: str) -> list[Path]:
    """Return the files that importing a module of ours reads, in a Python without any library."""
    ask = "print(*(getattr(each, '__file__', '') for each in sys.modules.values()), sep='\\n')"
    command = [sys.executable, "-E", "-S", "-c", f"import sys, {module}; {ask}"]
    done = subprocess.run(command, cwd=REPOSITORY, capture_output=True, text=True, check=True)
    files = {Path(line) for line in done.stdout.splitlines()}
    return sorted(each for each in files if each.is_relative_to(REPOSITORY))


def add_fake_devices(virtual_machine: VirtualMachine, folder: Path) -> None:
    """Put panel and buttons on the disk of a machine that has never been switched on."""
    files = [*imported_files(PANEL), REPOSITORY / _SERVICE]
    sources = {f"/srv/fake-devices/{each.relative_to(REPOSITORY)}": each for each in files}
    made = {BUS: BUS_UNIT, f"{DROP_IN}/fake-devices.conf": BUTTONS, REAL_BUS: ""}
    for path, text in made.items():
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
        return hash_of(file.convert("1"))


def hash_of(image: Image.Image) -> str:
    """A picture as the panel's log names it."""
    return hashlib.sha256(image.tobytes()).hexdigest()


def shown(virtual_machine: VirtualMachine) -> list[str]:
    """The pictures that the panel has shown since the machine was switched on, as hashes."""
    lines = virtual_machine.run(f"cat {LOG}").splitlines()
    return list(dict.fromkeys(line.split()[3] for line in lines))


def press(virtual_machine: VirtualMachine, presses: str) -> None:
    """Press buttons, one after the other."""
    virtual_machine.run(f"echo {presses} >/run/campanile-companion/buttons")
