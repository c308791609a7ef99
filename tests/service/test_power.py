"""Power-off by a fake busctl in the path."""

from os import mkfifo
from pathlib import Path

import pytest

from companion.service.power import PowerOffRefused, power_off

CALL = (
    "--timeout=2 call org.freedesktop.login1 /org/freedesktop/login1 "
    "org.freedesktop.login1.Manager PowerOff b false\n"
)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The only folder in the path."""
    monkeypatch.setenv("PATH", str(tmp_path))
    return tmp_path


def busctl(folder: Path, script: str) -> None:
    command = folder / "busctl"
    command.write_text(f"#!/bin/sh\n{script}\n")
    command.chmod(0o755)


def test_logind_is_asked_once_and_never_for_a_password(folder: Path) -> None:
    busctl(folder, f'echo "$@" >> {folder}/asked')
    power_off()
    assert (folder / "asked").read_text() == CALL


def test_a_refusal_says_why(folder: Path) -> None:
    busctl(folder, "echo 'Call failed: Access denied' >&2; exit 1")
    with pytest.raises(PowerOffRefused, match=r"^Access denied$"):
        power_off()


def test_a_refusal_without_a_word(folder: Path) -> None:
    busctl(folder, "exit 3")
    with pytest.raises(PowerOffRefused, match="exit status 3"):
        power_off()


@pytest.mark.usefixtures("folder")
def test_nobody_to_ask() -> None:
    with pytest.raises(PowerOffRefused, match="busctl"):
        power_off()


def test_nobody_answers(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.service.power.TIMEOUT", 0.05)
    mkfifo(folder / "never")
    busctl(folder, f"read answer < {folder}/never")
    with pytest.raises(PowerOffRefused, match="timed out"):
        power_off()
