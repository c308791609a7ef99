"""The version is the same everywhere, and what is in the way of a build is one line."""

import re
import shutil
import sys
from pathlib import Path

import pytest

from companion import __version__
from packages.__main__ import main
from packages.debian_package import SAMPLE
from packages.release import PackagingError, Release, run

ROOT = Path(__file__).parents[2]


@pytest.fixture
def checkout(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A checkout with nothing in it but what is needed for a build to begin."""
    (tmp_path / "systemd/packages").mkdir(parents=True)
    for name in ("pyproject.toml", "systemd/packages/lock.txt"):
        shutil.copy(ROOT / name, tmp_path / name)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1767225600")
    monkeypatch.setattr("packages.__main__.build_distribution", lambda *_: Path("ours.whl"))
    return tmp_path


def refusal(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], *arguments: str
) -> str:
    """Return what is said instead of building."""
    monkeypatch.setattr(sys, "argv", ["packages", *arguments])
    assert main() == 1
    (line,) = capsys.readouterr().err.splitlines()
    return line


def test_the_project_the_program_and_the_changelog_have_one_version() -> None:
    assert Release(ROOT, 0).version == __version__
    changes = (ROOT / "CHANGELOG.md").read_text()
    versions = re.findall(r"^## \[(.+?)\](?: - \d{4}-\d\d-\d\d)?$", changes, re.MULTILINE)
    assert versions[:2] == ["Unreleased", __version__]


@pytest.mark.usefixtures("checkout")
def test_a_time_that_is_no_number(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "today")
    assert refusal(monkeypatch, capsys, "wheel") == (
        "dist: SOURCE_DATE_EPOCH is no number: 'today'"
    )


@pytest.mark.usefixtures("checkout")
def test_without_git_nobody_knows_the_time(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.delenv("SOURCE_DATE_EPOCH")
    assert refusal(monkeypatch, capsys, "wheel").startswith("dist: git log -1 ")


@pytest.mark.soak
@pytest.mark.usefixtures("checkout")
def test_without_a_network_the_wheels_are_missing(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for name, value in (("NO_INDEX", "1"), ("FIND_LINKS", ""), ("CONFIG_FILE", "/dev/null")):
        monkeypatch.setenv(f"PIP_{name}", value)
    assert refusal(monkeypatch, capsys, "bundle", "--architecture", "armhf").startswith(
        "dist: the wheels for armhf, Python 3.11, could not be downloaded;"
        " is this machine online? ("
    )


def test_a_tool_that_is_missing(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(PackagingError, match=r"^dpkg-deb is missing$"):
        run(["dpkg-deb", "--version"])


def test_the_sample_is_written_without_pillow_which_another_processor_s_package_holds() -> None:
    """A package for arm64 is built where its Pillow can't be loaded."""
    without = f"import sys\nsys.modules['PIL'] = None\n{SAMPLE}"
    assert run([sys.executable, "-c", without], folder=ROOT).startswith("# The settings")
