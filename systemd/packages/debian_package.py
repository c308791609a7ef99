"""The Debian package: a release that its maintainer scripts hand to the installer."""

from __future__ import annotations

import gzip
import hashlib
import os
import shutil
import sys
from email.utils import formatdate
from pathlib import Path
from string import Template
from tempfile import TemporaryDirectory

from packaging.utils import parse_wheel_filename

from packages.bundle import copy_file
from packages.components import list_components
from packages.release import NAME, PACKAGING, Release, run
from packages.wheels import PYTHONS, Target, fetch_wheels, hash_file, pins_for

SLOT = f"/opt/{NAME}/current"
STAGED = Path("opt", NAME, "package")
SETTINGS = Path("etc", NAME, "companion.toml")
DOCUMENTS = Path("usr/share/doc", NAME)
SOURCES = PACKAGING / "deb"
MAINTAINER = "The Campanile Companion founders <nobody@campanile-companion.invalid>"
LICENCES = """\
Each Python package in lib/ has its licence in its folder ending in .dist-info; pyserial's, which
has none, is in that of campanile_companion. Ours:"""
UNUSED = {"pip", "setuptools"}
"""Nothing is installed with pip here; colorzero asks for setuptools and imports nothing of it."""
SHARED_FOLDERS = ("etc/polkit-1/rules.d", "etc/sysusers.d")
"""The installer writes into them; dpkg removes them if they are ours alone."""
SCRIPTS = ("config", "postinst", "postrm", "prerm")
SAMPLE = """
from companion.box.config.sample import sample_text
from companion.games import BOARD_FILE_KEYS

print(sample_text(BOARD_FILE_KEYS), end="")
"""
"""Prints what `companion config --sample` does, without what is built for a processor."""
COMMAND = f"""#!{SLOT}/bin/python3
import sys

from companion.cli import main

sys.exit(main())
"""


def build_debian_package(release: Release, architecture: str, wheel: Path, into: Path) -> Path:
    """Write the .deb of an architecture, with the project's own ``wheel``; return its path."""
    output = into / f"{NAME}_{release.version}_{architecture}.deb"
    list_components(
        release, _packaged_wheels(release, architecture), output.with_suffix(".cdx.json")
    )
    with TemporaryDirectory() as temporary:
        root = Path(temporary, "root")
        _stage_program(release, architecture, wheel, root / STAGED)
        _stage_system(release, root)
        _write_control(release, architecture, root)
        _settle(root, release.epoch)
        options = ["--root-owner-group", "--uniform-compression", "-Zxz", "--threads-max=1"]
        unfinished = Path(temporary, output.name)
        command = ["dpkg-deb", *options, "--build", str(root), str(unfinished)]
        run(command, environment=release.environment)
        shutil.copyfile(unfinished, output)
    return output


def _packaged_wheels(release: Release, architecture: str) -> list[Path]:
    """Return the wheels that are installed in the package, one of each name."""
    targets = [Target(architecture, python) for python in PYTHONS]
    wheels = {path.name: path for target in targets for path in fetch_wheels(release, target)}
    return [path for name, path in wheels.items() if parse_wheel_filename(name)[0] not in UNUSED]


def _stage_program(release: Release, architecture: str, wheel: Path, staged: Path) -> None:
    """Lay out a slot, as the installer would, with the packages of every Python."""
    for python in PYTHONS:
        target = staged / f"lib/python{python}/site-packages"
        _install_packages(release, Target(architecture, python), wheel, target)
    _link_equal_files(staged / "lib")
    _write_file(
        staged / "pyvenv.cfg",
        f"home = /usr/bin\ninclude-system-site-packages = true\nversion = {PYTHONS[0]}\n",
    )
    _write_file(staged / "bin/companion", COMMAND, executable=True)
    for name in ("python", "python3"):
        (staged / "bin" / name).symlink_to("/usr/bin/python3")
    for path in release.system_files():
        copy_file(path, staged / "systemd" / path.name)
    own = staged / f"lib/python{PYTHONS[0]}/site-packages"
    sample = run(
        [sys.executable, "-B", "-c", SAMPLE],
        folder=own,
        environment={"LC_ALL": "C.UTF-8", "PYTHONPATH": ""},
    )
    _write_file(staged / "companion.toml.sample", sample)
    _write_file(staged / "release", f"{release.version}\n")


def _install_packages(release: Release, target: Target, wheel: Path, folder: Path) -> None:
    with TemporaryDirectory() as temporary:
        found = Path(temporary)
        for path in [wheel, *fetch_wheels(release, target)]:
            (found / path.name).symlink_to(path.resolve())
        pins = [pin for pin in pins_for(release, target) if pin.requirement.name not in UNUSED]
        lines = [f"{NAME}=={release.version} --hash=sha256:{hash_file(wheel)}"]
        wanted = found / "requirements.txt"
        wanted.write_text("".join(f"{line}\n" for line in [*lines, *(pin.line for pin in pins)]))
        command = [sys.executable, "-m", "pip", "--isolated", "--quiet", "install", "--no-deps"]
        command += ["--no-index", "--find-links", temporary, "--require-hashes", "--no-compile"]
        command += ["--only-binary=:all:", "--python-version", target.python]
        command += [f"--platform={each}" for each in target.platforms]
        run([*command, "--target", str(folder), "--requirement", str(wanted)])
    # Commands of other packages: nobody calls them here.
    shutil.rmtree(folder / "bin")
    for record in folder.glob("*.dist-info/RECORD"):
        kept = [line for line in record.read_text().splitlines(True) if "../bin/" not in line]
        record.write_text("".join(kept))


def _link_equal_files(folder: Path) -> None:
    """Keep what is the same for every Python once, as hard links, which the slots share as well."""
    first, *others = sorted(folder.iterdir())
    for other in others:
        for path in filter(Path.is_file, other.rglob("*")):
            same = first / path.relative_to(other)
            if same.is_file() and same.read_bytes() == path.read_bytes():
                path.unlink()
                path.hardlink_to(same)


def _stage_system(release: Release, root: Path) -> None:
    copy_file(root / STAGED / "companion.toml.sample", root / SETTINGS)
    for folder in SHARED_FOLDERS:
        (root / folder).mkdir(parents=True)
    command = root / "usr/bin/companion"
    command.parent.mkdir(parents=True)
    command.symlink_to(f"{SLOT}/bin/companion")
    licence = (release.root / "LICENSE").read_text()
    _write_file(root / DOCUMENTS / "copyright", f"{LICENCES}\n\n{licence}")
    changes = (
        f"{NAME} ({release.version}) stable; urgency=medium\n\n"
        "  * See CHANGELOG.md of this release.\n\n"
        f" -- {MAINTAINER}  {formatdate(release.epoch)}\n"
    )
    _write_file(root / DOCUMENTS / "changelog.gz", gzip.compress(changes.encode(), 9, mtime=0))
    overrides = root / "usr/share/lintian/overrides" / NAME
    copy_file(release.root / SOURCES / "lintian-overrides", overrides)


def _write_control(release: Release, architecture: str, root: Path) -> None:
    """Write what dpkg reads: fields, questions, scripts and sums."""
    files = [path for path in sorted(root.rglob("*")) if path.is_file() and not path.is_symlink()]
    inodes = {path.stat().st_ino: path.stat().st_size for path in files}
    fields = Template((release.root / SOURCES / "control").read_text()).substitute(
        version=release.version,
        architecture=architecture,
        maintainer=MAINTAINER,
        size=sum(-(-size // 1024) for size in inodes.values()),
    )
    sums = [
        f"{hashlib.md5(path.read_bytes()).hexdigest()}  {path.relative_to(root)}\n"
        for path in files
        if path != root / SETTINGS
    ]
    control = root / "DEBIAN"
    _write_file(control / "control", fields)
    _write_file(control / "conffiles", f"/{SETTINGS}\n")
    _write_file(control / "md5sums", "".join(sums))
    _write_file(control / "templates", (release.root / SOURCES / "templates").read_text())
    for name in SCRIPTS:
        _write_file(control / name, (release.root / SOURCES / name).read_text(), executable=True)


def _write_file(path: Path, content: str | bytes, *, executable: bool = False) -> None:
    """Write a file with a mode that does not depend on the user."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    path.chmod(0o755 if executable else 0o644)


def _settle(root: Path, epoch: int) -> None:
    """Give files and folders the modes and times that they have in every package."""
    for path in [root, *root.rglob("*")]:
        if not path.is_symlink():
            library = ".so" in path.name  # pip makes these executable
            runs = path.is_dir() or (path.stat().st_mode & 0o100 and not library)
            path.chmod(0o755 if runs else 0o644)
        os.utime(path, (epoch, epoch), follow_symlinks=False)
