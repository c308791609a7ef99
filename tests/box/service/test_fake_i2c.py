"""The fake panel as the virtual machines of `make machine` get it: a few files, and bare Python."""

import shutil
import subprocess
import sys
from pathlib import Path

from tests.machine.fake_devices import PANEL, imported_files
from tests.machine.machine import REPOSITORY


def test_the_fake_panel_runs_from_the_files_it_is_given(tmp_path: Path) -> None:
    for each in imported_files(PANEL):
        copy = tmp_path / each.relative_to(REPOSITORY)
        copy.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(each, copy)
    command = [sys.executable, "-E", "-S", "-m", PANEL, "no-such-file", "log"]
    ran = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert ran.stderr.splitlines()[-1].startswith(
        ("OSError", "FileNotFoundError", "PermissionError")
    )
