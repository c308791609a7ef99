"""The list of components (SBOM) beside a bundle or a Debian package, in CycloneDX's JSON."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from zipfile import ZipFile

from packaging.utils import canonicalize_name, parse_wheel_filename

from packages.release import Release, run
from packages.wheels import hash_file

LICENCES = {"lgpio": "Unlicense", "pyserial": "BSD-3-Clause", "segno": "BSD-3-Clause"}
"""The SPDX identifiers of packages whose metadata has none, as their texts say."""


def list_components(release: Release, wheels: Iterable[Path], output: Path) -> None:
    """Write name, version, licence, dependencies and files of every package among the wheels."""
    wheels = sorted(wheels)
    with TemporaryDirectory() as temporary:
        # cyclonedx-py reads an environment: this one has what tells about the packages, only.
        run([sys.executable, "-m", "venv", "--without-pip", temporary])
        (installed,) = Path(temporary, "lib").glob("python*/site-packages")
        for wheel in wheels:
            with ZipFile(wheel) as packed:
                packed.extractall(installed, [n for n in packed.namelist() if ".dist-info/" in n])
        command = [sys.executable, "-m", "cyclonedx_py", "environment", f"{temporary}/bin/python"]
        command += ["--pyproject", str(release.root / "pyproject.toml"), "--output-reproducible"]
        listed = Path(temporary, "components.json")
        run([*command, "--output-file", str(listed)], environment=release.environment)
        components = json.loads(listed.read_text())
    for component in components["components"]:
        _complete(component, wheels)
    output.write_text(f"{json.dumps(components, indent=2, sort_keys=True)}\n")


def _complete(component: dict[str, Any], wheels: Iterable[Path]) -> None:
    """Add the licence that the package's metadata lacks, and its files with their sums."""
    name = canonicalize_name(component["name"])
    if name in LICENCES:
        licence = {"acknowledgement": "concluded", "id": LICENCES[name]}
        component["licenses"] = [{"license": licence}]
    component.setdefault("externalReferences", []).extend(
        {
            "type": "distribution",
            "url": wheel.name,
            "hashes": [{"alg": "SHA-256", "content": hash_file(wheel)}],
        }
        for wheel in wheels
        if parse_wheel_filename(wheel.name)[0] == name
    )
