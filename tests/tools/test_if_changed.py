"""What CI leaves out while its files are those of the last run that passed."""

import subprocess
from pathlib import Path

import pytest

from tests.tools import if_changed


@pytest.mark.parametrize("name", if_changed.FILES)
def test_the_files_that_it_hangs_on_are_there(name: str) -> None:
    assert if_changed.list_files(name)


def test_what_has_passed_runs_again_when_a_file_changes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    subprocess.run(["git", "init", "-q", tmp_path], check=True)
    monkeypatch.setattr(if_changed, "ROOT", tmp_path)
    monkeypatch.setattr(if_changed, "PASSED", tmp_path / "passed.txt")
    monkeypatch.setattr(if_changed, "FILES", {"meshes": ["case.scad"]})
    source, log = tmp_path / "case.scad", tmp_path / "log"

    def run(status: int) -> int:
        return if_changed.main(["meshes", "sh", "-c", f"echo run >>{log}; exit {status}"])

    source.write_text("cube(1);")
    assert [run(3), run(0), run(0)] == [3, 0, 0]
    assert log.read_text() == "run\nrun\n", "it passed at the second time"
    source.write_text("cube(2);")
    assert run(0) == 0
    assert log.read_text() == "run\nrun\nrun\n"
    if_changed.main(["--passed"])
    assert run(3) == 0
