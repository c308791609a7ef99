"""The wheels: the project's own, and those of lock.txt for a processor and a Python."""

from __future__ import annotations

import hashlib
import re
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from packaging.requirements import Requirement

from packages.release import NAME, PACKAGING, PackagingError, Release, run

PYTHONS = ("3.11", "3.13")
"""Those of Debian 12 (bookworm) and 13 (trixie)."""
MACHINES = {"amd64": "x86_64", "arm64": "aarch64", "armhf": "armv7l"}
"""Debian's name of each architecture, and the kernel's."""
NEWEST_GLIBC = 36
"""Minor version of glibc 2 in bookworm: a wheel built for a later one does not load there."""
FROM_DEBIAN = {"armhf": {"pillow": "python3-pil"}}
"""What has no wheel for an architecture (Raspberry Pi OS's armhf is an ARMv6), and Debian's own."""


class Target(NamedTuple):
    """What a wheel must run on: Debian's name of the architecture, and a minor Python version."""

    architecture: str
    python: str

    @property
    def platforms(self) -> list[str]:
        """The platform tags, as pip takes them."""
        if self.architecture in FROM_DEBIAN:
            return ["any"]
        machine = MACHINES[self.architecture]
        return [f"manylinux_2_{minor}_{machine}" for minor in range(17, NEWEST_GLIBC + 1)]

    @property
    def markers(self) -> dict[str, str]:
        """The environment in which the markers of a lock file are evaluated."""
        return {
            "implementation_name": "cpython",
            "os_name": "posix",
            "platform_machine": MACHINES[self.architecture],
            "platform_python_implementation": "CPython",
            "platform_system": "Linux",
            "python_full_version": f"{self.python}.0",
            "python_version": self.python,
            "sys_platform": "linux",
        }


class Pin(NamedTuple):
    """One package of a lock file with the SHA-256 of each of its files."""

    requirement: Requirement
    hashes: frozenset[str]

    def applies_to(self, target: Target) -> bool:
        """Return whether the target needs the package, and gets it as a wheel."""
        from_debian = FROM_DEBIAN.get(target.architecture, {})
        marker = self.requirement.marker
        return self.requirement.name not in from_debian and (
            marker is None or marker.evaluate(target.markers)
        )

    @property
    def line(self) -> str:
        """The line of a requirements file; pip would evaluate a marker for this machine."""
        hashes = "".join(f" --hash=sha256:{each}" for each in sorted(self.hashes))
        return f"{self.requirement.name}{self.requirement.specifier}{hashes}"


def read_lock(text: str) -> Iterator[Pin]:
    """Yield the packages of a lock file."""
    for line in text.replace("\\\n", " ").splitlines():
        name, *hashes = re.split(r"\s+--hash=sha256:", line.strip())
        if name and not name.startswith("#"):
            yield Pin(Requirement(name), frozenset(hashes))


def pins_for(release: Release, target: Target) -> list[Pin]:
    """Return what lock.txt has for the target."""
    text = (release.root / PACKAGING / "lock.txt").read_text()
    return [pin for pin in read_lock(text) if pin.applies_to(target)]


def hash_file(path: Path) -> str:
    """Return the SHA-256 as lock.txt and SHA256SUMS have it."""
    return hashlib.sha256(path.read_bytes()).hexdigest()


def fetch_wheels(release: Release, target: Target) -> list[Path]:
    """Return the wheels that lock.txt has for the target; what is not there yet is downloaded.

    They are kept in build/wheels, and checked against lock.txt each time.
    """
    folder = release.root / "build/wheels" / "-".join(target)
    pins = pins_for(release, target)
    found = _match(folder, pins)
    if len(found) < len(pins):
        _download(folder, target, pins)
        found = _match(folder, pins)
    return found


def _match(folder: Path, pins: Iterable[Pin]) -> list[Path]:
    """Return the files that the pins name; others, of a former lock file, stay out."""
    hashes = {each for pin in pins for each in pin.hashes}
    return [path for path in sorted(folder.glob("*.whl")) if hash_file(path) in hashes]


def _download(folder: Path, target: Target, pins: Iterable[Pin]) -> None:
    with TemporaryDirectory() as temporary:
        wanted = Path(temporary, "requirements.txt")
        wanted.write_text("".join(f"{pin.line}\n" for pin in pins))
        options = [f"--platform={each}" for each in target.platforms]
        command = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps"]
        command += ["--require-hashes", "--only-binary=:all:", "--python-version", target.python]
        command += [*options, "--dest", str(folder), "--requirement", str(wanted)]
        try:
            run(command)
        except PackagingError as error:
            raise PackagingError(
                f"the wheels for {target.architecture}, Python {target.python}, could not be"
                f" downloaded; is this machine online? ({error})"
            ) from None


def build_distribution(release: Release, kind: str, folder: Path) -> Path:
    """Build the project's own ``wheel`` or ``sdist`` into the folder, and return its path."""
    command = [sys.executable, "-m", "hatchling", "build", "--target", kind]
    command += ["--directory", str(folder.resolve())]
    run(command, folder=release.root, environment=release.environment)
    stem = f"{NAME.replace('-', '_')}-{release.version}"
    return folder / (f"{stem}-py3-none-any.whl" if kind == "wheel" else f"{stem}.tar.gz")
