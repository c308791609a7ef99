"""A bundle for another machine is refused in one line, before anything is installed."""

import json
import runpy
import sys
from pathlib import Path

import pytest

CHECK = Path(__file__).parents[3] / "systemd" / "check_bundle.py"
PYTHON = f"{sys.version_info.major}.{sys.version_info.minor}"
PILLOW = {"package": "python3-pil", "version": "10.1"}
FITTING = {"architecture": "arm64", "pythons": ["3.9", PYTHON]}


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A machine with one package of Debian's, in version 2.0."""
    query = 'case "$*" in *python3-pil) printf "installed 2.0" ;; *) exit 1 ;; esac'
    for name, script in (
        ("dpkg-query", query),
        ("dpkg", '[ "$*" = "--compare-versions 2.0 ge 1.9" ]'),
    ):
        (tmp_path / name).write_text(f"#!/bin/sh\n{script}\n")
        (tmp_path / name).chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:/usr/bin:/bin")
    return tmp_path


def complaint(folder: Path, monkeypatch: pytest.MonkeyPatch, manifest: str) -> str:
    """What is said of the bundle on a 64-bit Pi; "" if it fits."""
    (folder / "manifest.json").write_text(manifest)
    monkeypatch.setattr(sys, "argv", [str(CHECK), str(folder), "arm64"])
    try:
        runpy.run_path(str(CHECK), run_name="__main__")
    except SystemExit as ended:
        return str(ended)
    return ""


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({}, ""),
        ({"requires": [PILLOW | {"version": "1.9"}]}, ""),
        ({"architecture": "amd64"}, "it is for amd64, and this machine is arm64"),
        ({"pythons": ["3.9", "3.10"]}, "it is for Python 3.9 and 3.10, and"),
        ({"requires": [PILLOW]}, "it needs python3-pil 10.1 or newer, and this machine has 2.0"),
        ({"requires": [PILLOW | {"package": "python3-rich"}]}, "sudo apt install python3-rich"),
    ],
)
def test_what_does_not_fit_is_said(
    folder: Path, monkeypatch: pytest.MonkeyPatch, change: dict[str, object], said: str
) -> None:
    complained = complaint(folder, monkeypatch, json.dumps(FITTING | change))
    assert said in complained
    assert bool(said) == bool(complained)
    assert "\n" not in complained


@pytest.mark.parametrize("manifest", ["", "[]", "{", '"a"'])
def test_what_is_no_manifest_is_refused(
    folder: Path, monkeypatch: pytest.MonkeyPatch, manifest: str
) -> None:
    assert complaint(folder, monkeypatch, manifest).startswith("install: this")
