"""Bundles, boot partitions and keys for these tests."""

import hashlib
import io
import json
import subprocess
import tarfile
from collections.abc import Mapping
from pathlib import Path

from companion import __version__
from companion.box.card.signature import SIGNER, SIGNERS

SYSTEMD = Path(__file__).parents[3] / "systemd"
EARLY_SPLASH = Path(__file__).parents[3] / "companion" / "box" / "devices" / "early_splash.py"
SHELL = ("slots.sh", "boot_config.sh")
PUBLIC_KEY = (
    "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIB6fVYtq8LPj4Ek8PGqSHmMPbUuTHyOdY8dxHJiEf9HG anna's @ home"
)
IMAGER = """\
#cloud-config

hostname: torre
manage_etc_hosts: true
timezone: Europe/Berlin
users:
- name: anna
  groups: users,sudo
  passwd: $5$abc$def
  ssh_authorized_keys:
    - ssh-ed25519 AAAA anna: at home
enable_ssh: true
runcmd:
  - [ rfkill, unblock, wifi ]
"""
"""As Raspberry Pi Imager writes its settings for cloud-init."""
IMAGER_SCRIPT = """\
#!/bin/sh

set +e

echo torre >/etc/hostname
rm -f /boot/firmware/firstrun.sh
sed -i 's| systemd.run.*||g' /boot/firmware/cmdline.txt
exit 0
"""
COMMAND_LINE = "console=tty1 root=PARTUUID=1-02 rootwait quiet"
IMAGER_RUN = (
    " systemd.run=/boot/firmware/firstrun.sh systemd.run_success_action=reboot"
    " systemd.unit=kernel-command-line.target"
)


def write_bundle(
    folder: Path,
    *,
    manifest: Mapping[str, object] | None = None,
    files: Mapping[str, bytes] | None = None,
    sums: str | None = None,
    installer: bytes = b"#!/bin/bash\n",
) -> Path:
    """Write a bundle with hardly anything in it; other manifest, files or sums make it wrong."""
    found: dict[str, object] = {
        "name": "campanile-companion",
        "version": __version__,
        "architecture": "arm64",
        **(manifest or {}),
    }
    stem = f"campanile-companion-{found['version']}-{found['architecture']}"
    contents = {
        "manifest.json": json.dumps(found).encode(),
        "systemd/first-boot": (SYSTEMD / "first-boot").read_bytes(),
        "systemd/early_splash.py": EARLY_SPLASH.read_bytes(),
        "systemd/install": installer,
        "systemd/allowed_signers": SIGNERS.read_bytes(),
        **{f"systemd/{name}": (SYSTEMD / name).read_bytes() for name in SHELL},
        **(files or {}),
    }
    rows = [f"{hashlib.sha256(data).hexdigest()}  {name}\n" for name, data in contents.items()]
    contents["SHA256SUMS"] = ("".join(rows) if sums is None else sums).encode()
    path = folder / f"{stem}.tar.xz"
    with tarfile.open(path, "w:xz") as archive:
        for name, data in contents.items():
            member = tarfile.TarInfo(f"{stem}/{name}")
            member.size = len(data)
            archive.addfile(member, io.BytesIO(data))
    return path


def make_key(folder: Path) -> tuple[Path, Path]:
    """Make a key as a project has it; returns its file, and that of who may sign."""
    key, signers = folder / "key", folder / "signers"
    make: list[str | Path] = ["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", key]
    subprocess.run(make, check=True)
    signers.write_text(f"{SIGNER} {key.with_suffix('.pub').read_text()}")
    return key, signers


def sign(bundle: Path, key: Path) -> Path:
    """Sign a bundle as `make release` does; returns the signature's file."""
    command: list[str | Path] = [
        "ssh-keygen",
        "-q",
        "-Y",
        "sign",
        "-n",
        "campanile-companion",
        "-f",
        key,
        bundle,
    ]
    subprocess.run(command, check=True, capture_output=True)
    return bundle.with_name(f"{bundle.name}.sig")


def all_bytes(folder: Path) -> dict[str, bytes]:
    """Every file below a folder by its name there."""
    files = (each for each in sorted(folder.rglob("*")) if each.is_file())
    return {str(each.relative_to(folder)): each.read_bytes() for each in files}
