"""busctl as a fake in the path: what the system says when it refuses."""

from os import mkfifo
from pathlib import Path

import pytest

from companion.box.service.busctl import SystemRefused, power_off, run_busctl


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The only folder in the path."""
    monkeypatch.setenv("PATH", str(tmp_path))
    return tmp_path


def fake_busctl(folder: Path, script: str) -> None:
    """Put a script into the folder under busctl's name."""
    command = folder / "busctl"
    command.write_text(f"#!/bin/sh\n{script}\n")
    command.chmod(0o755)


@pytest.mark.parametrize(
    ("script", "reason"),
    [
        ("echo 'Call failed: Access denied' >&2; exit 1", "^Access denied$"),
        ("exit 3", "exit status 3"),
    ],
)
def test_a_refusal_says_why(folder: Path, script: str, reason: str) -> None:
    fake_busctl(folder, script)
    with pytest.raises(SystemRefused, match=reason):
        run_busctl("call")


@pytest.mark.usefixtures("folder")
def test_nobody_to_ask() -> None:
    with pytest.raises(SystemRefused, match="busctl"):
        run_busctl("call")


def test_nobody_answers(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.box.service.busctl.TIMEOUT", 0.05)
    mkfifo(folder / "never")
    fake_busctl(folder, f"read answer < {folder}/never")
    with pytest.raises(SystemRefused, match="timed out"):
        run_busctl("call")


CALL = (
    "--timeout=2 call org.freedesktop.login1 /org/freedesktop/login1 "
    "org.freedesktop.login1.Manager PowerOff b false\n"
)


def test_logind_is_asked_once_and_never_for_a_password(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    fake_busctl(tmp_path, f'echo "$@" >> {tmp_path}/asked')
    power_off()
    assert (tmp_path / "asked").read_text() == CALL
