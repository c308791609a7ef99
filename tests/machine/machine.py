"""A Debian in QEMU without any network device: its disk, its power switch, a root shell in it."""

import base64
import json
import os
import socket
import subprocess
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Self

from companion import __version__
from tests.machine import images
from tests.machine.images import BOOT, MEBI, MTOOLS

REPOSITORY = Path(__file__).parents[2]
DIST = REPOSITORY / "dist"
BUNDLE = DIST / f"campanile-companion-{__version__}-amd64.tar.xz"
MEMORY = 1024  # MiB
BOOTED_WITHIN = 120.0  # seconds with KVM
POLL = 0.1
PIECE = 256 * 1024
# Without KVM each instruction is emulated: every deadline is longer.
SLOWER_WITHOUT_KVM = 6
# What QEMU can do on every computer; KVM in a virtual machine may lack `arch-capabilities`.
PROCESSOR = ["-cpu", "max,-arch-capabilities", "-m", str(MEMORY)]
# Two emulated processors may run each other's code from before the kernel changed it, which panics.
# An instruction takes 2 ns, as on the slowest Pi, so no deadline passes because the host is busy.
PROCESSORS = {"kvm": ["-smp", "2"], "tcg": ["-smp", "1", "-icount", "shift=1"]}
NO_DEVICES = ["-nodefaults", "-display", "none", "-nic", "none", "-no-reboot"]


def find_accelerator(kernel: Path) -> str:
    """What QEMU runs machines with: "kvm", if the kernel comes up with it, else "tcg".

    A virtual machine's /dev/kvm may be there and not run a plain kernel. So it is tried once: a
    kernel without a disk panics, and ends QEMU. The answer is kept with the images.
    """
    known = images.cache() / "accelerator"
    if not known.exists():
        command = [
            "qemu-system-x86_64", "-accel", "kvm", *PROCESSOR, *PROCESSORS["kvm"],
            *NO_DEVICES, "-machine", "q35",
            "-kernel", str(kernel), "-append", "console=ttyS0 panic=-1", "-serial", "stdio",
        ]  # fmt: skip
        try:
            done = subprocess.run(
                command, stdin=subprocess.DEVNULL, capture_output=True, timeout=30
            )
            works = b"Kernel panic" in done.stdout
        except subprocess.TimeoutExpired:
            works = False
        known.write_text("kvm" if works else "tcg")
    return known.read_text()


class MachineFailed(AssertionError):
    """The machine did not do what the test asked for; the text ends with its console."""


class VirtualMachine:
    """A machine with a disk of its own, which stays as it is over power cuts.

    Like a Pi's firmware, `boot` takes kernel, initramfs and cmdline.txt from the boot partition.
    As a context manager it is switched off at the end, and its disk deleted.
    """

    def __init__(self, folder: Path, suite: str, disk: Path | None = None) -> None:
        """Copy the suite's disk into the folder, or the disk of a machine that is off.

        :raises images.NoImage: if there is none and it can't be built.
        """
        self.suite = suite
        self.disk = folder / "disk"
        self.console = folder / "console"
        self._folder = folder
        self._qemu: subprocess.Popen[bytes] | None = None
        self._port: socket.socket | None = None
        self._received = b""
        self._patience = 1
        source = disk or images.image(suite)
        command = ["cp", "--sparse=always", "--reflink=auto", str(source), str(self.disk)]
        subprocess.run(command, check=True)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.cut_power()
        self.disk.unlink()

    # ---- the disk, while the machine is off --------------------------------------------------

    def put_on_boot_partition(self, *sources: Path, into: str = "") -> None:
        """Copy files and folders from here; what is there already is replaced."""
        self._must_be_off()
        self._mtools("mcopy", "-s", "-o", "-m", *map(str, sources), f"::{into}")

    def read_boot_file(self, name: str) -> bytes:
        """A file of the boot partition."""
        self._must_be_off()
        return self._mtools("mcopy", f"::{name}", "-")

    def write_boot_file(self, name: str, content: str) -> None:
        """Write one file on the boot partition; its folder must be there."""
        self._must_be_off()
        self._mtools("mcopy", "-o", "-", f"::{name}", given=content.encode())

    def take_boot_partition(self, folder: Path) -> None:
        """Copy all of the boot partition but kernel and initramfs into a folder here."""
        self._must_be_off()
        folder.mkdir(parents=True, exist_ok=True)
        self._mtools("mcopy", "-s", "-n", "-m", "::*", str(folder))
        for name in ("kernel8.img", "initramfs8"):
            (folder / name).unlink(missing_ok=True)

    def _mtools(self, command: str, *arguments: str, given: bytes = b"") -> bytes:
        offset = BOOT[1] * MEBI
        done = subprocess.run(
            [command, "-i", f"{self.disk}@@{offset}", *arguments],
            input=given, capture_output=True, env={**os.environ, **MTOOLS},
        )  # fmt: skip
        if done.returncode:
            raise MachineFailed(f"{command} {arguments}: {done.stderr.decode()}")
        return done.stdout

    def _must_be_off(self) -> None:
        assert self._qemu is None, "the disk is the machine's own while it runs"

    # ---- power --------------------------------------------------------------------------------

    def boot(self, clock: str = "base=utc", wait: bool = True) -> None:
        """Switch on, and wait until systemd has started everything (or has failed to).

        :param clock: QEMU's -rtc, as "base=2020-01-01": a Pi's clock stands still while it is off.
        """
        self._must_be_off()
        kernel, initramfs = self._folder / "kernel", self._folder / "initramfs"
        kernel.write_bytes(self.read_boot_file("kernel8.img"))
        accelerator = self._accelerator(kernel)
        command = [
            "qemu-system-x86_64", "-accel", accelerator, *PROCESSOR, *PROCESSORS[accelerator],
            *NO_DEVICES, "-machine", "q35", "-rtc", clock,
            "-kernel", str(kernel), "-append", self._command_line(),
            "-drive", f"file={self.disk},format=raw,if=virtio",
            "-serial", f"file:{self.console}",
            "-chardev", f"socket,id=tests,path={self._socket},server=on,wait=off",
            "-device", "virtio-serial",
            "-device", "virtserialport,chardev=tests,name=tests",
        ]  # fmt: skip
        if "auto_initramfs=1" in self.read_boot_file("config.txt").decode().splitlines():
            initramfs.write_bytes(self.read_boot_file("initramfs8"))
            command += ["-initrd", str(initramfs)]
        self._socket.unlink(missing_ok=True)
        with (self._folder / "qemu").open("wb") as said:
            self._qemu = subprocess.Popen(command, stderr=said)
        self._connect()
        if wait:
            self.run("systemctl is-system-running --wait || true", within=BOOTED_WITHIN)

    def cut_power(self) -> None:
        """Pull the plug: whatever the system has not written is lost."""
        if self._qemu is not None:
            self._qemu.kill()
            self.wait_until_off(10)

    def shut_down(self) -> None:
        """Shut the system down as its power button does, and wait until the machine is off."""
        self.run("systemctl poweroff --no-block")
        self.wait_until_off()

    def reboot(self) -> None:
        """Restart the system in its own way, and wait until it is up."""
        self.run("systemctl reboot --no-block")
        self.wait_until_off()
        self.boot()

    def wait_until_off(self, within: float = 90.0) -> None:
        """Wait until the machine has gone off by itself; after a restart, too: then `boot`."""
        assert self._qemu is not None, "the machine is off"
        try:
            self._qemu.wait(within * self._patience)
        except subprocess.TimeoutExpired:
            raise self._failed(f"the machine is still on after {within} s") from None
        self._qemu = None
        if self._port is not None:
            self._port.close()
        self._port, self._received = None, b""

    # ---- in the machine -----------------------------------------------------------------------

    def run(
        self, command: str, given: bytes = b"", within: float = 60.0, check: bool = True
    ) -> str:
        """Run a command line of bash as root; return what it printed, without the last line's end.

        :raises MachineFailed: if it fails (unless check is False), takes longer than `within`
            seconds, or the machine goes off.
        """
        status, output = self.try_to_run(command, given, within)
        if check and status:
            raise self._failed(f"{command}: exit status {status}\n{output}")
        return output

    def try_to_run(self, command: str, given: bytes = b"", within: float = 60.0) -> tuple[int, str]:
        """As `run`; return the exit status and what was printed."""
        status, output = self._ask(command, given, within)
        return status, output.decode(errors="replace").rstrip("\n")

    def read(self, path: str) -> bytes:
        """A file of the running machine."""
        return self._ask(f"cat '{path}'", b"", 60.0)[1]

    def copy_in(self, source: Path, target: str) -> None:
        """Copy a file, or what is in a folder, to the path in the running machine."""
        if source.is_dir():
            pack = ["tar", "-C", str(source), "--exclude=__pycache__", "-c", "."]
            self.write("/run/packed", subprocess.run(pack, capture_output=True, check=True).stdout)
            self.run(f"mkdir -p '{target}' && tar -C '{target}' --no-same-owner -xf /run/packed")
            self.run("rm /run/packed")
        else:
            self.write(target, source.read_bytes())

    def write(self, path: str, content: bytes) -> None:
        """Write a file of the running machine, in pieces, as the port takes no large lines well."""
        self.run(f"mkdir -p '{Path(path).parent}' && : >'{path}'")
        for start in range(0, len(content), PIECE):
            self.run(f"cat >>'{path}'", content[start : start + PIECE])

    def install_on_demand(self) -> None:
        """Install what a maker would get by `apt install` (images.ON_DEMAND), without a network."""
        self.copy_in(images.packages_on_demand(self.suite), "/var/tmp/debs")
        self.run("DEBIAN_FRONTEND=noninteractive dpkg -i /var/tmp/debs/*.deb", within=240.0)
        self.run("rm -r /var/tmp/debs; sync")

    def wait_for(self, condition: str | Callable[[], bool], within: float, what: str = "") -> None:
        """Wait until a command succeeds or a function returns true.

        :raises MachineFailed: if that is not so within so many seconds.
        """
        until = time.monotonic() + within * self._patience
        while not self._holds(condition):
            if time.monotonic() > until:
                raise self._failed(f"not within {within} s: {what or condition}")
            time.sleep(POLL)

    def _holds(self, condition: str | Callable[[], bool]) -> bool:
        if isinstance(condition, str):
            return self.try_to_run(condition)[0] == 0
        return condition()

    # ---- QEMU -----------------------------------------------------------------------------

    def _command_line(self) -> str:
        """The boot partition's; what makes an emulated kernel faster, and a panic end QEMU."""
        own = self.read_boot_file("cmdline.txt").decode().strip()
        return f"{own} mitigations=off loglevel=4 panic=-1"

    def _accelerator(self, kernel: Path) -> str:
        accelerator = find_accelerator(kernel)
        self._patience = 1 if accelerator == "kvm" else SLOWER_WITHOUT_KVM
        return accelerator

    @property
    def _socket(self) -> Path:
        return self._folder / "port"

    def _connect(self) -> None:
        assert self._qemu is not None, "the machine is off"
        until = time.monotonic() + 20
        while True:
            port = socket.socket(socket.AF_UNIX)
            with suppress(OSError):
                port.connect(str(self._socket))
                self._port, self._received = port, b""
                return
            port.close()
            if self._qemu.poll() is not None or time.monotonic() > until:
                why = (self._folder / "qemu").read_text().strip()
                self._qemu = None
                raise MachineFailed(f"QEMU does not start: {why}")
            time.sleep(POLL)

    def _ask(self, command: str, given: bytes, within: float) -> tuple[int, bytes]:
        assert self._port is not None, "the machine is off"
        seconds = within * self._patience
        request = {
            "command": command, "input": base64.b64encode(given).decode(), "seconds": seconds,
        }  # fmt: skip
        # What is asked before the system is up waits in the port: it may take a whole boot.
        self._port.settimeout(seconds + BOOTED_WITHIN * self._patience)
        try:
            self._port.sendall(json.dumps(request).encode() + b"\n")
            while b"\n" not in self._received:
                more = self._port.recv(1 << 16)
                if not more:
                    raise self._failed(f"the machine went off during: {command}")
                self._received += more
        except OSError as error:
            raise self._failed(f"no answer from the machine ({error}) to: {command}") from None
        line, self._received = self._received.split(b"\n", 1)
        answer = json.loads(line)
        return answer["status"], base64.b64decode(answer["output"])

    def _failed(self, why: str) -> MachineFailed:
        console = self.console.read_text(errors="replace") if self.console.exists() else ""
        return MachineFailed(f"{why}\n--- console ---\n" + "\n".join(console.splitlines()[-60:]))
