"""The list of components (SBOM) beside a bundle, in CycloneDX's JSON."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from pathlib import Path
from tempfile import TemporaryDirectory
from zipfile import ZipFile

from packages.release import Release, run


def list_components(release: Release, wheels: Iterable[Path], output: Path) -> None:
    """Write name, version, licence and dependencies of every package among the wheels."""
    with TemporaryDirectory() as temporary:
        # cyclonedx-py reads an environment: this one has what tells about the packages, only.
        run([sys.executable, "-m", "venv", "--without-pip", temporary])
        (installed,) = Path(temporary, "lib").glob("python*/site-packages")
        for wheel in wheels:
            with ZipFile(wheel) as packed:
                packed.extractall(installed, [n for n in packed.namelist() if ".dist-info/" in n])
        command = [sys.executable, "-m", "cyclonedx_py", "environment", f"{temporary}/bin/python"]
        command += ["--pyproject", str(release.root / "pyproject.toml"), "--output-reproducible"]
        run([*command, "--output-file", str(output)], environment=release.environment)
