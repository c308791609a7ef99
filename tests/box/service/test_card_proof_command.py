"""`companion card-proof`: what it prints, and its one line for each refusal."""

import os
from pathlib import Path

import pytest

from companion.box.card import card_proof
from companion.box.card.card_files import BEGIN, FSTAB
from companion.cli import main


@pytest.fixture
def fstab(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """That of a machine whose root is writable."""
    monkeypatch.setattr(card_proof, "ROOT", tmp_path)
    monkeypatch.setattr(card_proof, "is_overlay", lambda: False)
    path = tmp_path / FSTAB
    path.parent.mkdir()
    path.write_text("proc /proc proc defaults 0 0\n")
    return path


def refuse(capsys: pytest.CaptureFixture[str], action: str) -> str:
    assert main(["card-proof", action]) == 1
    out, err = capsys.readouterr()
    assert (out, err.count("\n")) == ("", 1)
    return err


def test_the_state_and_the_place_of_the_games_are_printed(
    fstab: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["card-proof", "status"]) == 0
    root = "The root is writable.\n"
    assert capsys.readouterr().out == f"{root}The games are on the root's partition.\n"
    fstab.write_text(f"{BEGIN}\nUUID=12-34 /var/lib/campanile-companion ext4 nofail 0 2\n")
    assert main(["card-proof", "status"]) == 0
    own = "The games are on a partition of their own: UUID=12-34\n"
    assert capsys.readouterr().out == f"{root}{own}"


@pytest.mark.usefixtures("fstab")
@pytest.mark.parametrize("action", ["on", "off"])
def test_somebody_else_than_root_is_told_what_to_type(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], action: str
) -> None:
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    assert refuse(capsys, action).endswith(f"sudo companion card-proof {action}\n")


def test_a_command_of_the_system_that_fails_is_one_line(
    fstab: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    tools = fstab.parent.parent / "tools"
    tools.mkdir()
    failing = tools / "mount"
    failing.write_text("#!/bin/sh\necho 'mount: first' >&2\necho 'mount: /x: busy' >&2\nexit 32\n")
    failing.chmod(0o755)
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    monkeypatch.setattr(card_proof, "RUN", tools)
    monkeypatch.setenv("PATH", str(tools))
    assert refuse(capsys, "off") == "mount: /x: busy\n"


def test_a_missing_fstab_is_one_line(fstab: Path, capsys: pytest.CaptureFixture[str]) -> None:
    fstab.unlink()
    assert refuse(capsys, "status") == f"{fstab}: No such file or directory\n"
