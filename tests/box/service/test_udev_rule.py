"""The udev rule on the real udev, with faked devices: it names a tower panel, and no other."""

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[3]
RULES = ROOT / "systemd" / "udev.rules"
PRODUCT = re.findall(r'^USB_PRODUCT = "(.+)"$', (ROOT / "firmware" / "panel.py").read_text(), re.M)[
    0
]
"""What the firmware calls itself."""
USB = "/devices/pci0000:00/usb1/1-1"
TTY = f"{USB}/1-1:1.0/tty/ttyACM0"
DEVICE = f"""\
P: {USB}
E: DEVTYPE=usb_device
E: SUBSYSTEM=usb
A: idVendor={{vendor}}
A: idProduct=0005
A: product={{product}}

P: {USB}/1-1:1.0
E: DEVTYPE=usb_interface
E: SUBSYSTEM=usb

P: {TTY}
N: ttyACM0
E: DEVNAME=/dev/ttyACM0
E: MAJOR=166
E: MINOR=0
E: SUBSYSTEM=tty
"""
IN_OUR_RULES = (
    "mount --bind {folder} /etc/udev/rules.d && exec umockdev-run -d {device} -- udevadm test"
)


def missing_tool() -> str:
    """Return why the real udev cannot be asked here; empty if it can."""
    for tool in ("udevadm", "umockdev-run", "unshare"):
        if shutil.which(tool) is None:
            return f"{tool} is not on this machine"
    allowed = subprocess.run(["unshare", "--map-root-user", "--mount", "true"], check=False)
    return "" if allowed.returncode == 0 else "no user namespace may be made here"


def properties(folder: Path, vendor: str, product: str) -> dict[str, str]:
    """What udev says of a serial port of this device."""
    if missing_tool() and "CI" not in os.environ:
        pytest.skip(missing_tool())
    (folder / "rules.d").mkdir()
    shutil.copy(RULES, folder / "rules.d" / "70-campanile-companion.rules")
    device = folder / "device.umockdev"
    device.write_text(DEVICE.format(vendor=vendor, product=product))
    script = IN_OUR_RULES.format(folder=folder / "rules.d", device=device)
    said = subprocess.run(
        ["unshare", "--map-root-user", "--mount", "sh", "-c", f"{script} --action=add /sys{TTY}"],
        capture_output=True,
        text=True,
        check=True,
    )
    return dict(re.findall(r"^([A-Z_]+)=(.*)$", said.stdout + said.stderr, re.M))


def test_the_panel_gets_its_name_and_is_no_telephone(tmp_path: Path) -> None:
    said = properties(tmp_path, "2e8a", PRODUCT)
    assert said["DEVLINKS"].split() == ["/dev/campanile-panel"]
    assert said["ID_MM_DEVICE_IGNORE"] == "1"


@pytest.mark.parametrize(
    ("vendor", "product"), [("2e8a", "Board in FS mode"), ("1546", PRODUCT)], ids=["Pico", "other"]
)
def test_no_other_device_gets_the_panels_name(tmp_path: Path, vendor: str, product: str) -> None:
    said = properties(tmp_path, vendor, product)
    assert said["DEVNAME"] == "/dev/ttyACM0"
    assert "campanile-panel" not in said.get("DEVLINKS", "")
    assert "ID_MM_DEVICE_IGNORE" not in said
