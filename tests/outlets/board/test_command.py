"""The arguments of `companion board`."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.app.command import companion
from tests.outlets.board.halls import HallRig, fill

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
def test_what_is_wrong_is_one_line(tmp_path: Path, arguments: list[str], why: str) -> None:
    ended = companion("board", *arguments, "--folder", tmp_path, "--port", 0, state=tmp_path)
    assert ended.returncode in (1, 2)
    assert why in ended.stderr
    assert "Traceback" not in ended.stderr


def test_a_damaged_file_is_one_line(tmp_path: Path) -> None:
    hall = HallRig(tmp_path / "board")
    fill(hall)
    hall.close()
    file = hall.store.path
    content = file.read_bytes()
    file.write_bytes(content[:4096] + b"x" * 4096 + content[8192:])
    ended = companion("board", "--export", "csv", "-", "--folder", file.parent, state=tmp_path)
    assert ended.returncode == 1
    assert ended.stderr.startswith(f"{file}: ")
    assert ended.stderr.count("\n") == 1


def test_an_export_needs_no_broker(tmp_path: Path) -> None:
    hall = HallRig(tmp_path / "board")
    fill(hall)
    hall.close()
    options = ["--folder", tmp_path / "board", "--since", "2026-11-01"]
    ended = companion("board", "--export", "standings", "-", *options, state=tmp_path)
    assert ended.stdout.startswith("place,player,wins,games,points,share\n1,Rosa,")
    file = tmp_path / "evening.csv"
    companion("board", "--export", "csv", file, *options, state=tmp_path)
    assert "Maximiliane" in file.read_text("utf-8")
    ended = companion("board", "--export", "csv", "/missing/file", *options, state=tmp_path)
    assert ended.stderr == "/missing/file: No such file or directory\n"
