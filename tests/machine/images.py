"""Builds the disks of the virtual machines: Debian, set up as Raspberry Pi OS Lite is.

A disk has a boot partition (FAT, /boot/firmware), a root (ext4) and a third partition with nothing
on it. It is built once for each recipe, and kept in MACHINE_CACHE (/var/tmp/campanile-machine).
"""

import fcntl
import functools
import hashlib
import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

HERE = Path(__file__).parent
SUITES = ("bookworm", "trixie")
MEBI = 1 << 20
# Where the partitions of every disk are: number, start and size in MiB, type in the table.
BOOT, ROOT, SPARE = (1, 4, 252, "c"), (2, 256, 3072, "83"), (3, 3328, 256, "83")
DISK_SIZE = 3600 * MEBI
DISK_ID = "0xca3bac1e"
TOOLS = ("mmdebstrap", "mkfs.ext4", "mkfs.vfat", "mcopy", "sfdisk", "qemu-system-x86_64")
TOOLS_FROM = "mmdebstrap e2fsprogs dosfstools mtools fdisk qemu-system-x86"

# What Raspberry Pi OS Lite has, of what the companion could need. Debian has no python3-lgpio.
PACKAGES = """
linux-image-amd64 initramfs-tools zstd systemd systemd-sysv systemd-timesyncd udev dbus kmod
python3 python3-venv python3-spidev polkitd network-manager dnsmasq-base sudo e2fsprogs
dosfstools fdisk parted iproute2 procps less nano ca-certificates xz-utils i2c-tools openssh-client
"""
PACKAGES_OF = {"bookworm": ["fake-hwclock"], "trixie": ["cloud-init"]}
# Not in the image: packages that a test installs, as a maker would, lie beside it.
ON_DEMAND = ("overlayroot", "busybox")
# Drivers for the start: Debian's kernel has neither of these built in.
INITRAMFS_MODULES = ("virtio_pci", "virtio_blk", "ext4", "overlay", "crc32c")

CLOUD_INIT = """datasource_list: [ NoCloud, None ]
datasource:
  NoCloud:
    seedfrom: file:///boot/firmware
ssh_deletekeys: false
ssh_genkeytypes: []
"""
META_DATA = "dsmode: local\ninstance_id: rpios-image\n"
CONFIG = "# as on a Raspberry Pi\ndtparam=audio=on\nauto_initramfs=1\n\n[all]\n"
# What Raspberry Pi OS has in the place where config.txt was before bookworm.
MOVED = "The file you are looking for has moved to /boot/firmware/config.txt\n"
CMDLINE = f"console=ttyS0 root=PARTUUID={DISK_ID[2:]}-02 rootfstype=ext4 fsck.repair=yes rootwait\n"
FSTAB = f"""proc                  /proc           proc    defaults          0       0
PARTUUID={DISK_ID[2:]}-01  /boot/firmware  vfat    defaults          0       2
PARTUUID={DISK_ID[2:]}-02  /               ext4    defaults,noatime  0       1
"""
# mtools checks a geometry of disks that nobody has any more.
MTOOLS = {"MTOOLS_SKIP_CHECK": "1"}
# The firmware of a Pi reads the kernel and the initramfs from the boot partition; Raspberry Pi OS
# puts them there whenever they change.
TO_BOOT = """#!/bin/sh
cp "$2" /boot/firmware/initramfs8.new && mv /boot/firmware/initramfs8.new /boot/firmware/initramfs8
sync -f /boot/firmware
"""
AGENT_UNIT = """[Unit]
DefaultDependencies=no
BindsTo=dev-virtio\\x2dports-tests.device
After=dev-virtio\\x2dports-tests.device
[Service]
ExecStart=/usr/bin/python3 /usr/local/lib/agent.py
OOMScoreAdjust=-900
[Install]
WantedBy=sysinit.target
"""


class NoImage(Exception):
    """No disk can be built here; the text says why, in one line."""


def cache() -> Path:
    """The folder of the disks that are built already."""
    return Path(os.environ.get("MACHINE_CACHE", "/var/tmp/campanile-machine"))


def missing_tools() -> list[str]:
    """The programs that building and running a machine needs and this computer lacks."""
    return [
        each for each in TOOLS if shutil.which(each, path=os.environ["PATH"] + ":/usr/sbin") is None
    ]


@functools.cache
def image(suite: str) -> Path:
    """The disk of a suite, built if there is none of this recipe; never to be written to.

    :raises NoImage: if tools, rights or Debian's mirror are missing.
    """
    recipe = hashlib.sha256((HERE / "images.py").read_bytes() + (HERE / "agent.py").read_bytes())
    disk = cache() / f"{suite}-{recipe.hexdigest()[:12]}.disk"
    with _locked():
        if not disk.exists():
            if missing := missing_tools():
                raise NoImage(f"{', '.join(missing)} missing: sudo apt install {TOOLS_FROM}")
            if os.geteuid():
                raise NoImage("only root can build the disk of a virtual machine")
            for old in cache().glob(f"{suite}-*"):
                shutil.rmtree(old) if old.is_dir() else old.unlink()
            _build(suite, disk)
    return disk


def packages_on_demand(suite: str) -> Path:
    """The folder with the .deb files of ON_DEMAND and of all that they need."""
    return image(suite).with_suffix(".debs")


@contextmanager
def _locked() -> Iterator[None]:
    cache().mkdir(parents=True, exist_ok=True)
    with (cache() / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def _build(suite: str, disk: Path) -> None:
    root, log = disk.with_suffix(".root"), disk.with_suffix(".log")
    new, debs = disk.with_suffix(".new"), disk.with_suffix(".debs")
    shutil.rmtree(root, ignore_errors=True)
    (root / "boot/firmware").mkdir(parents=True)
    try:
        _call(log, _mmdebstrap(suite, root, debs))
        _set_up(root, suite)
        _call(log, ["chroot", str(root), "update-initramfs", "-u"])
        with new.open("wb") as file:
            file.truncate(DISK_SIZE)
        table = "".join(
            f"{number}: start={start}MiB, size={size}MiB, type={kind}\n"
            for number, start, size, kind in (BOOT, ROOT, SPARE)
        )
        _call(log, ["sfdisk", "--quiet", str(new)], f"label: dos\nlabel-id: {DISK_ID}\n{table}")
        _add_boot(log, root, new)
        shutil.rmtree(root / "boot/firmware")
        (root / "boot/firmware").mkdir()
        options = f"offset={ROOT[1] * MEBI},lazy_itable_init=0"
        what = ["-L", "rootfs", "-E", options, "-d", str(root)]
        _call(log, ["mkfs.ext4", "-q", "-F", *what, str(new), f"{ROOT[2]}M"])
        new.rename(disk)
    finally:
        shutil.rmtree(root, ignore_errors=True)


def _mmdebstrap(suite: str, root: Path, debs: Path) -> list[str]:
    wanted = [*PACKAGES.split(), *PACKAGES_OF[suite]]
    settings = subprocess.run(["apt-config", "dump"], capture_output=True, text=True).stdout
    passed_on = [
        f"--aptopt={line}"
        for line in settings.splitlines()
        if line.startswith(("Acquire::http", "Acquire::https", "Acquire::Check-"))
    ]
    modules = "\\n".join(INITRAMFS_MODULES)
    # The initramfs holds what this machine needs, which keeps building it short.
    early = (
        f'mkdir -p "$1/etc/initramfs-tools/conf.d" "$1/etc/apt/apt.conf.d"; '
        f'echo MODULES=list >"$1/etc/initramfs-tools/conf.d/machine"; '
        f'printf "{modules}\\n" >"$1/etc/initramfs-tools/modules"'
    )
    beside = (
        f'mkdir -p "{debs}"; in_it="chroot $1 apt-get"; $in_it clean; '
        f"$in_it install --download-only -y -q --no-install-recommends {' '.join(ON_DEMAND)}; "
        f'cp "$1"/var/cache/apt/archives/*.deb "{debs}"'
    )
    return [
        "mmdebstrap", "--mode=root", "--variant=minbase", f"--include={','.join(wanted)}",
        "--aptopt=Apt::Install-Recommends \"false\"",
        "--dpkgopt=path-exclude=/usr/share/doc/*", "--dpkgopt=path-exclude=/usr/share/man/*",
        "--dpkgopt=path-exclude=/usr/share/locale/*",
        *passed_on, f"--essential-hook={early}", f"--customize-hook={beside}",
        "--skip=check/empty", suite, str(root), _mirror(),
    ]  # fmt: skip


def _mirror() -> str:
    """Debian's mirror as this computer's apt has it."""
    columns = "$(ORIGIN) $(CODENAME) $(SITE)"
    command = ["apt-get", "indextargets", "--format", columns, "Identifier: Packages"]
    listed = subprocess.run(command, capture_output=True, text=True).stdout
    for line in listed.splitlines():
        origin, codename, site = line.split(" ", 2)
        if origin == "Debian" and "-" not in codename:
            return site
    return "http://deb.debian.org/debian"


def _set_up(root: Path, suite: str) -> None:
    files = {
        "etc/fstab": FSTAB,
        "etc/hostname": "raspberrypi\n",
        "etc/hosts": "127.0.0.1 localhost\n127.0.1.1 raspberrypi\n",
        "etc/initramfs/post-update.d/to-boot-partition": TO_BOOT,
        "etc/systemd/system/tests-agent.service": AGENT_UNIT,
        "usr/local/lib/agent.py": (HERE / "agent.py").read_text(),
        "boot/config.txt": MOVED,
        "boot/firmware/config.txt": CONFIG,
        "boot/firmware/cmdline.txt": CMDLINE,
    }
    if suite == "trixie":
        files["etc/cloud/cloud.cfg.d/99_raspberry-pi.cfg"] = CLOUD_INIT
        files["boot/firmware/meta-data"] = META_DATA
        files["boot/firmware/user-data"] = "#cloud-config\n"
        files["boot/firmware/network-config"] = "# nothing\n"
    for name, text in files.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text)
    (root / "etc/initramfs/post-update.d/to-boot-partition").chmod(0o755)
    (root / "etc/machine-id").write_text("uninitialized\n")
    wants = root / "etc/systemd/system/sysinit.target.wants"
    wants.mkdir(parents=True, exist_ok=True)
    (wants / "tests-agent.service").symlink_to("/etc/systemd/system/tests-agent.service")
    for group in ("gpio", "i2c", "spi"):
        subprocess.run(["chroot", str(root), "groupadd", "-f", "-r", group], check=True)
    subprocess.run(["chroot", str(root), "useradd", "-m", "-s", "/bin/bash", "anna"], check=True)


def _add_boot(log: Path, root: Path, disk: Path) -> None:
    boot = root / "boot/firmware"
    kernel = max((root / "boot").glob("vmlinuz-*"))
    initramfs = max((root / "boot").glob("initrd.img-*"))
    shutil.copy(kernel, boot / "kernel8.img")
    shutil.copy(initramfs, boot / "initramfs8")
    # Made in a file of its own: mkfs.vfat does not get the root folder right at an offset.
    alone = disk.with_suffix(".boot")
    alone.write_bytes(b"")
    os.truncate(alone, BOOT[2] * MEBI)
    _call(log, ["mkfs.vfat", "-F", "32", "-n", "bootfs", str(alone)])
    _call(log, ["mcopy", "-s", "-i", str(alone), *map(str, boot.iterdir()), "::"])
    with disk.open("r+b") as file:
        file.seek(BOOT[1] * MEBI)
        file.write(alone.read_bytes())
    alone.unlink()


def _call(log: Path, command: list[str], given: str = "") -> None:
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive", "LC_ALL": "C.UTF-8", **MTOOLS}
    environment["PATH"] += ":/usr/sbin:/sbin"
    with log.open("a") as file:
        done = subprocess.run(
            command, input=given, text=True, stdout=file, stderr=subprocess.STDOUT, env=environment
        )
    if done.returncode:
        lines = log.read_text().splitlines() or ["no word of why"]
        why = next((line for line in lines if line.startswith("E: ")), lines[-1])
        raise NoImage(f"{command[0]} failed ({why}); is Debian's mirror reachable? See {log}")
