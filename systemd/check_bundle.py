"""Checks that an unpacked bundle fits this machine: ``check_bundle.py FOLDER ARCHITECTURE``.

The installer runs it with the system's Python. What does not fit is said in one line; exit code 1.
"""

import json
import subprocess
import sys
from pathlib import Path


def find_mismatch(manifest: object, architecture: str, python: str) -> str | None:
    """Say why a bundle with this manifest does not fit; None if it does."""
    if not isinstance(manifest, dict):
        return "its manifest.json has no names and values"
    if manifest.get("architecture") != architecture:
        return f"it is for {manifest.get('architecture')}, and this machine is {architecture}"
    pythons = manifest.get("pythons", [])
    if python not in pythons:
        return f"it is for Python {' and '.join(pythons)}, and this machine has Python {python}"
    return None


def find_missing_package(required: list[dict[str, str]]) -> str | None:
    """Say which of Debian's packages that the bundle requires is missing or too old."""
    for package, lowest in ((each["package"], each["version"]) for each in required):
        asked = ["dpkg-query", "-W", "-f", "${db:Status-Status} ${Version}", package]
        answer = subprocess.run(asked, capture_output=True, text=True, check=False).stdout
        status, _, version = answer.partition(" ")
        if status != "installed":
            return f"it needs {package} {lowest} or newer: sudo apt install {package}"
        compare = ["dpkg", "--compare-versions", version, "ge", lowest]
        if subprocess.run(compare, check=False).returncode != 0:
            return f"it needs {package} {lowest} or newer, and this machine has {version}"
    return None


def main() -> None:
    """Exit with one line if the bundle can't be installed here."""
    folder, architecture = sys.argv[1:]
    python = f"{sys.version_info.major}.{sys.version_info.minor}"
    try:
        manifest = json.loads(Path(folder, "manifest.json").read_text("utf-8"))
    except (OSError, ValueError) as error:
        sys.exit(f"install: this is no bundle: manifest.json: {error}")
    fault = find_mismatch(manifest, architecture, python) or find_missing_package(
        manifest.get("requires", [])
    )
    if fault is not None:
        sys.exit(f"install: this bundle can't be installed here: {fault}")


if __name__ == "__main__":
    main()
