"""The arguments of `companion board`."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.app.command import run_here
from tests.outlets.board.halls import HallRig, fill

Capture = pytest.CaptureFixture[str]
BINARY = str(Path(__file__).parents[3] / "docs" / "pictures" / "turn.png")


@pytest.mark.sample(2)
@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        ([], "which broker?"),
        (["--broker", "a:b:c"], "no address of a broker"),
        (["--broker", "host:99999"], "no address of a broker"),
        (["--broker", "host", "--password-file", "missing"], "--user"),
        (["--broker", "host", "--user", "u", "--password-file", "/missing"], "/missing"),
        (["--broker", "host", "--ca", "/missing"], "/missing: No such file"),
        (["--broker", "host", "--ca", __file__], f"{__file__}: "),
        (["--broker", "host", "--user", "u", "--password-file", BINARY], BINARY),
        (["--broker", "two..dots"], "no address of a broker"),
        (["--broker", "host", "--host", "no name"], "can't be used: Name"),
        (["--broker", "host", "--since", "yesterday"], "invalid time"),
        (["--export", "pdf", "-"], "csv, standings, bgstats"),
        (["--broker", "host", "--since", "12:00+02:00"], "invalid time"),
        (["--export", "csv", "-"], "board.sqlite: No such file"),
    ],
)
def test_what_is_wrong_is_one_line(
    tmp_path: Path, capsys: Capture, arguments: list[str], why: str
) -> None:
    ended = run_here(capsys, "board", *arguments, "--folder", tmp_path, "--port", 0)
    assert ended.status in (1, 2)
    assert why in ended.errors


def test_a_damaged_file_is_one_line(tmp_path: Path, capsys: Capture) -> None:
    hall = HallRig(tmp_path / "board")
    fill(hall)
    hall.close()
    file = hall.store.path
    content = file.read_bytes()
    file.write_bytes(content[:4096] + b"x" * 4096 + content[8192:])
    ended = run_here(capsys, "board", "--export", "csv", "-", "--folder", file.parent)
    assert ended.status == 1
    assert ended.errors.startswith(f"{file}: ")
    assert ended.errors.count("\n") == 1


def test_an_export_needs_no_broker(tmp_path: Path, capsys: Capture) -> None:
    hall = HallRig(tmp_path / "board")
    fill(hall)
    hall.close()
    options = ["--folder", tmp_path / "board", "--since", "2025-11-01"]
    ended = run_here(capsys, "board", "--export", "standings", "-", *options)
    assert ended.said.startswith("place,player,wins,games,points,share\n1,Rosa,")
    file = tmp_path / "evening.csv"
    run_here(capsys, "board", "--export", "csv", file, *options)
    assert "Maximiliane" in file.read_text("utf-8")
    ended = run_here(capsys, "board", "--export", "csv", "/missing/file", *options)
    assert ended.errors == "/missing/file: No such file or directory\n"
