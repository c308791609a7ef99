"""Later releases for the tests of updates: a bundle with another version, and maybe a fault.

Run as ``python3 -m tests.box.service.releases BUNDLE FOLDER SIGNERS`` it writes them all there.
"""

import hashlib
import json
import shutil
import sys
import tarfile
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple
from zipfile import ZipFile

NAME = "campanile-companion"
WHEEL = NAME.replace("-", "_")
PLAY = "companion/app/play.py"
EXTRA_UNIT = "companion-extra.service"


class LaterRelease(NamedTuple):
    """A release: its version, what its `play` runs instead, and the machine it is for."""

    version: str
    play: str = ""
    architecture: str = ""
    """Another one than the bundle's."""
    extra_unit: bool = False
    """Whether it has a unit more, and another description of the page's."""


RELEASES = (
    LaterRelease("2.0.0"),
    LaterRelease("2.1.0", "raise SystemExit(1)", extra_unit=True),
    LaterRelease("2.2.0", "import time; time.sleep(3600)"),
    LaterRelease("2.3.0", "raise SystemExit(78)"),
    LaterRelease("2.4.0", extra_unit=True),
    LaterRelease("2.5.0", architecture="s390x"),
)


def make_release(bundle: Path, release: LaterRelease, into: Path, signers: Path) -> Path:
    """Write the release that the bundle becomes; returns its path. It is not compressed.

    It takes later bundles of these ``signers``.
    """
    with TemporaryDirectory() as temporary:
        with tarfile.open(bundle) as packed:
            packed.extractall(temporary, filter="data")
        (top,) = Path(temporary).iterdir()
        manifest = json.loads((top / "manifest.json").read_text())
        manifest["version"] = release.version
        manifest["architecture"] = release.architecture or manifest["architecture"]
        (top / "manifest.json").write_text(json.dumps(manifest))
        (wheel,) = (top / "wheels").glob(f"{WHEEL}-*.whl")
        _change_wheel(wheel, release)
        shutil.copy(signers, top / "systemd" / "allowed_signers")
        if release.extra_unit:
            _add_unit(top / "systemd")
        _write_sums(top)
        stem = f"{NAME}-{release.version}-{manifest['architecture']}"
        with tarfile.open(into / f"{stem}.tar.xz", "w") as archive:
            archive.add(top, stem)
    return into / f"{stem}.tar.xz"


def _change_wheel(wheel: Path, release: LaterRelease) -> None:
    _, old, *tags = wheel.name.split("-")
    changed = wheel.with_name("-".join((WHEEL, release.version, *tags)))
    with ZipFile(wheel) as before, ZipFile(changed, "w") as after:
        for member in before.infolist():
            content = before.read(member)
            name = member.filename.replace(f"{WHEEL}-{old}.", f"{WHEEL}-{release.version}.")
            if name.endswith(".dist-info/RECORD"):  # its own place is in it
                content = content.replace(
                    f"{WHEEL}-{old}.".encode(), f"{WHEEL}-{release.version}.".encode()
                )
            if name.endswith(".dist-info/METADATA"):
                content = content.replace(
                    f"\nVersion: {old}\n".encode(), f"\nVersion: {release.version}\n".encode()
                )
            if name == "companion/__init__.py":
                content = content.replace(f'"{old}"'.encode(), f'"{release.version}"'.encode())
            if name == PLAY and release.play:
                content += f"\n\ndef play(*_, **__):\n    {release.play}\n".encode()
            after.writestr(name, content)
    wheel.unlink()


def _add_unit(folder: Path) -> None:
    (folder / EXTRA_UNIT).write_text("[Service]\nExecStart=sleep infinity\n")
    with (folder / "files").open("a") as table:
        table.write(f"{EXTRA_UNIT} /etc/systemd/system/{EXTRA_UNIT}\n")
    page = folder / "companion-web.service"
    page.write_text(page.read_text().replace("the page for phones", "another page"))


def _write_sums(top: Path) -> None:
    files = sorted(path for path in top.rglob("*") if path.is_file() and path.name != "SHA256SUMS")
    sums = [
        f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.relative_to(top)}\n"
        for path in files
    ]
    (top / "SHA256SUMS").write_text("".join(sums))


if __name__ == "__main__":
    for each in RELEASES:
        bundle, folder, signers = map(Path, sys.argv[1:])
        print(make_release(bundle, each, folder, signers))
