"""A bundle: wheels, installer and system files of one architecture, in one archive."""

from __future__ import annotations

import json
import shutil
import tarfile
from collections.abc import Iterable
from pathlib import Path
from tempfile import TemporaryDirectory

from packages.components import list_components
from packages.release import NAME, Release
from packages.wheels import FROM_DEBIAN, PYTHONS, Target, fetch_wheels, hash_file

SUMS = "SHA256SUMS"


def build_bundle(release: Release, architecture: str, wheel: Path, into: Path) -> Path:
    """Write the bundle of an architecture, and the list of its components; return its path.

    ``wheel`` is the project's own.
    """
    stem = f"{NAME}-{release.version}-{architecture}"
    wheels = [wheel, *_bundled_wheels(release, architecture)]
    list_components(release, wheels, into / f"{stem}.cdx.json")
    with TemporaryDirectory() as temporary:
        top = Path(temporary, stem)
        _fill(release, architecture, wheels, top)
        return _pack(top, into / f"{stem}.tar.xz", release.epoch)


def _bundled_wheels(release: Release, architecture: str) -> list[Path]:
    """Return the wheels of an architecture for every Python, one of each name."""
    targets = [Target(architecture, python) for python in PYTHONS]
    wheels = {path.name: path for target in targets for path in fetch_wheels(release, target)}
    return [wheels[name] for name in sorted(wheels)]


def _fill(release: Release, architecture: str, wheels: Iterable[Path], top: Path) -> None:
    for path in wheels:
        copy_file(path, top / "wheels" / path.name)
    for path in release.system_files():
        copy_file(path, top / "systemd" / path.name)
    manifest = {
        "name": NAME,
        "version": release.version,
        "architecture": architecture,
        "pythons": list(PYTHONS),
        "requires": [
            {"package": debian, "version": release.lowest_version(name)}
            for name, debian in sorted(FROM_DEBIAN.get(architecture, {}).items())
        ],
    }
    (top / "manifest.json").write_text(json.dumps(manifest, indent=2) + "\n")
    files = sorted(path for path in top.rglob("*") if path.is_file())
    sums = [f"{hash_file(path)}  {path.relative_to(top).as_posix()}\n" for path in files]
    (top / SUMS).write_text("".join(sums))


def copy_file(source: Path, target: Path) -> None:
    """Copy a file, executable or not, with the mode of neither the checkout nor its user."""
    target.parent.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(source, target)
    target.chmod(0o755 if source.stat().st_mode & 0o100 else 0o644)


def _pack(top: Path, archive: Path, epoch: int) -> Path:
    """Pack a folder such that the bytes depend on its names and contents only."""

    def plain(member: tarfile.TarInfo) -> tarfile.TarInfo:
        member.uid = member.gid = 0
        member.uname = member.gname = "root"
        member.mtime = epoch
        member.mode = 0o755 if member.isdir() or member.mode & 0o100 else 0o644
        return member

    unfinished = archive.with_name(f"{archive.name}.new")
    with tarfile.open(unfinished, "w:xz") as packed:
        for path in [top, *sorted(top.rglob("*"))]:
            name = path.relative_to(top.parent).as_posix()
            packed.add(path, name, recursive=False, filter=plain)
    return unfinished.replace(archive)
