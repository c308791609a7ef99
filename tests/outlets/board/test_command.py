"""The arguments of `companion board`."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.outlets.board.store import hold_folder
from tests.app.command import run_here
from tests.outlets.board.messages import HallRig, box, fill, result, results

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


def test_a_second_board_in_the_same_folder_is_refused_in_one_line(
    tmp_path: Path, capsys: Capture
) -> None:
    options = ["--folder", tmp_path / "board", "--host", "127.0.0.1", "--port", 0]
    with hold_folder(tmp_path / "board"):
        ended = run_here(capsys, "board", "--broker", "127.0.0.1:1", *options)
    assert (ended.status, ended.errors.count("\n")) == (1, 1)
    assert f"another board keeps its games in {tmp_path / 'board'}" in ended.errors


def test_an_export_needs_no_broker(tmp_path: Path, capsys: Capture) -> None:
    hall = HallRig(tmp_path / "board")
    fill(hall)
    hall.close()
    options = ["--folder", tmp_path / "board", "--since", "2025-11-01"]
    ended = run_here(capsys, "board", "--export", "standings", "-", *options)
    assert ended.said.startswith("place,player,wins,games,points,share,rate\n1,Rosa,")
    file = tmp_path / "evening.csv"
    run_here(capsys, "board", "--export", "csv", file, *options)
    assert "Maximiliane" in file.read_text("utf-8")
    assert file.read_bytes().startswith(b"\xef\xbb\xbftable,")  # else Excel reads Latin letters
    ended = run_here(capsys, "board", "--export", "csv", "/missing/file", *options)
    assert ended.errors == "/missing/file: No such file or directory\n"


def test_a_game_is_set_right_beside_the_running_board(hall: HallRig, capsys: Capture) -> None:
    games = (result({"Anna": 4, "Ben": 3}, id="g1"), result({"Anna": 4, "Ben": 3}, id="g2"))
    hall.hear(1, "result", results(1, *games))
    options = ["--folder", hall.store.path.parent, "--since", "2025-11-01"]

    def set_right(*words: str) -> str:
        ended = run_here(capsys, "board", *options, "--correct", *words)
        assert ended.status == 0
        hall.hall.check()
        return ended.said

    def standings() -> dict[str, tuple[int, int, int]]:
        places = hall.hall.evening.places()
        return {each.name: (each.wins, each.games, each.points) for each in places}

    assert len(set_right().splitlines()) == 2
    assert "Ben 12 instead of 3, won by Ben" in set_right("g1", "ben=12")
    assert standings() == {"Ben": (1, 2, 15), "Anna": (1, 2, 8)}
    assert "does not count" in set_right("g2", "void")
    assert standings() == {"Ben": (1, 1, 12), "Anna": (0, 1, 4)}
    exported = run_here(capsys, "board", *options, "--export", "csv", "-").said
    assert exported.count(": Ben 12 instead of 3, won by Ben") == 2
    assert exported.count(",g2,0,") == 2
    assert "(" not in set_right("g1", "told")
    set_right("g2", "told")
    assert standings() == {"Anna": (2, 2, 8), "Ben": (0, 2, 6)}
    hall.hear(1, "result", results(1, *games))  # told again
    assert standings() == {"Anna": (2, 2, 8), "Ben": (0, 2, 6)}


def test_of_two_games_with_the_same_id_the_one_of_the_named_table_is_set_right(
    hall: HallRig, capsys: Capture
) -> None:
    for number in (1, 2):
        hall.hear(number, "result", results(number, result({"Anna": 4, "Ben": 3})))
    options = ["--folder", hall.store.path.parent, "--since", "2025-11-01", "--correct"]
    listed = run_here(capsys, "board", *options).said
    called = [line.split()[0] for line in listed.splitlines()]
    assert called == [f"{box(1)}/g1", f"{box(2)}/g1"]
    assert run_here(capsys, "board", *options, "g1", "void").status == 1
    assert run_here(capsys, "board", *options, called[1], "void").status == 0
    hall.hall.check()
    assert {each.table: each.counts for each in hall.hall.find_results()} == {
        box(1): True,
        box(2): False,
    }


def test_who_was_named_as_the_winner_has_another_name_when_the_game_is_told_again(
    hall: HallRig, capsys: Capture
) -> None:
    hall.hear(1, "result", results(1, result({"Anna": 4, "Ben": 3})))
    folder = hall.store.path.parent
    run_here(capsys, "board", "--folder", folder, "--correct", "g1", "won=Ben")
    hall.hall.check()
    hall.hear(1, "result", results(1, result({"Anna": 4, "Benno": 3})))
    (game,) = hall.hall.find_results()
    assert game.winners == {0}


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (["g9"], "no game g9"),
        (["g1"], "void or told"),
        (["g1", "Cleo=3"], "Cleo=3"),
        (["g1", "void", "Ben=3"], "void"),
        (["g1", "Ben=x"], "Ben=x"),
    ],
)
def test_what_sets_nothing_right_is_one_line(
    hall: HallRig, capsys: Capture, words: list[str], why: str
) -> None:
    hall.hear(1, "result", results(1, result({"Anna": 4, "Ben": 3})))
    ended = run_here(capsys, "board", "--folder", hall.store.path.parent, "--correct", *words)
    assert (ended.status, ended.errors.count("\n")) == (1, 1)
    assert why in ended.errors
