"""`companion score`: what is right goes to standard output, what is not to standard error."""

import json
import re
import subprocess
from pathlib import Path

import pytest
from rich.table import Table as Grid

from companion.cli import main
from companion.cli.report import print_result, tabulate_table
from companion.games import words_in
from companion.games.bologna.rules.snapshot import take_bologna_snapshot
from companion.text.snapshot_text import word_snapshot
from tests.app.api.described import stored
from tests.app.command import COMPANION, companion, environment, python, run_here
from tests.app.journeys import PLAYTHROUGHS
from tests.games.bologna.rules.staging import light, say
from tests.shipped import shipped

STORED = sorted(PLAYTHROUGHS.glob("*.game"))
PLAYING, FINISHED = (
    PLAYTHROUGHS / f"{name}.game" for name in ("five-players-mid-turn", "five-players")
)
BAD = """# bad
game campanile-2009
player Albert  colour blue
player Birgit  colour red
row brown,red,blue,yellow,beige
open red,brown,brown

tower brown  floors 3  marker brown  take red  show blue
tower red  floors 2  marker none  take brown  show yellow
tower blue  floors 1  marker none  take brown  show red
# the cards
# were counted
# twice
tower yellow  floors 4  take red  show blue
"""
SETUP = BAD[: BAD.index("tower")]
KEYS = {"game", "state", "players", "scorings", "winners", "notes"}
"""What the result of any game has."""
KEYS_OF = {
    "campanile-2009": {"towers", "display", "pile"},
    "campanile-1996": {"towers", "display", "pile"},
    "bologna-towers": {"board", "plague", "display", "pile"},
    "capitol": {"round", "consul", "prefectures", "supply", "stacks", "auctions"},
}
"""What it has besides, by game."""


BESIDE = {
    "five-players-mid-turn": ["Open cards: Blue, Beige, Red", "Cards left in the pile: 7"],
    "four-players-light": ["Open cards: unknown", "Cards left in the pile: 3"],
    "1996-five-players-before-the-card": [
        "Pile 1: none, 17 left",
        "Pile 2: Beige, 14 left",
        "Pile 3: Brown, 15 left",
    ],
    "bologna-four-players-before-the-fire": [
        "Plague: 6-4, 6-5, 7-4, 7-5",
        "Open cards: 8, 8, 6, 4",
        "Cards left in the pile: 35",
    ],
    "bologna-four-players-light-to-the-empty-pile": [
        "Plague: 6-3, 6-4, 7-3, 7-4",
        "Cards left in the pile: 18",
    ],
    "capitol-three-players-before-the-bid": [
        "Consul: Ana María",
        "Blocks left: 20",
        "Cards to draw: roof 10, floor 19, permit 15",
    ],
}
"""What is said of a stored game beside its players and its board, by name."""


@pytest.fixture(autouse=True)
def _wide(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "120")


def written(folder: Path, text: str | bytes, name: str = "bad.game") -> str:
    file = folder / name
    file.write_bytes(text if isinstance(text, bytes) else text.encode())
    return str(file)


def test_json_is_one_line_a_file_in_their_order(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["score", "--json", *map(str, STORED)]) == 0
    out, err = capsys.readouterr()
    assert err == ""
    lines = out.splitlines()
    assert len(lines) == len(STORED)
    for line, path in zip(lines, STORED, strict=True):
        expected = json.loads(path.with_suffix(".json").read_text("utf-8"))
        found = json.loads(line)
        assert {key: found[key] for key in expected} == expected
        assert found.keys() >= KEYS | KEYS_OF[found["game"]], path.stem
        assert all(player.keys() >= {"name", "colour", "points"} for player in found["players"])


def test_a_refused_file_gives_its_line_and_the_others_are_done(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    bad, good = written(tmp_path, BAD), [str(PLAYING), str(FINISHED)]
    assert main(["score", good[0], bad, str(tmp_path / "none.game"), good[1], "--json"]) == 1
    out, err = capsys.readouterr()
    assert [json.loads(line)["game"] for line in out.splitlines()] == ["campanile-2009"] * 2
    assert err.splitlines() == [
        f"{bad}:14: floors 4: a tower grows by 1, 2 or 3 floors",
        f"{tmp_path / 'none.game'}: No such file or directory",
    ]


@pytest.mark.sample(15)
@pytest.mark.parametrize("how", [[], ["--json"]])
@pytest.mark.parametrize(
    ("text", "line"),
    [
        (BAD, "14: floors 4: a tower grows by 1, 2 or 3 floors"),
        ("", '1: a record begins with "game NAME"'),
        ("game chess", "1: game chess: no such game; known: campanile-2009"),
        (f"{SETUP}tower brown", None),
        (f"{SETUP}tower", "8: tower: the value is missing"),
        (f"{SETUP}take red", '8: take red: not asked here; the next question is "tower"'),
        (f"{SETUP}tower beige floors 1 marker beige", "8: marker beige: no beige card is open"),
        (f'{SETUP}tower "re', "8: "),
        (b"game campanile-2009\n\xff", "2: not UTF-8 text"),
        (
            'game campanile-2009\nplayer "A\x1b[31m"',
            "2: player A\\x1b[31m: no comma, colon",
        ),
        (
            'game campanile-2009\nplayer "A\r\x07"',
            '2: player "A\\r\\x07": no comma, colon',
        ),
        ('game campanile-2009\nplayer "A\u2028\u202eB,"', '2: player "A\\u2028\\u202eB,": '),
        (f"{SETUP}variant light", "8: variant light: "),
        (SETUP.replace("open", "variant light open"), "6: open red,"),
        (f"{SETUP}correct tracking all", "8: correct tracking all: not one of light"),
    ],
)
def test_what_does_not_fit_is_one_line_with_place_and_reason(
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    text: str | bytes,
    line: str | None,
    how: list[str],
) -> None:
    file = written(tmp_path, text)
    status = main(["score", file, *how])
    out, err = capsys.readouterr()
    if line is None:
        assert (status, err) == (0, "")
        assert "Albert to play" in out or json.loads(out)["state"] == "playing"
        return
    assert (status, out) == (1, "")
    assert err.startswith(f"{file}:{line}")
    assert err.endswith("\n")
    assert err.count("\n") == 1
    assert all(sign.isprintable() for sign in err[:-1])


def test_what_cannot_be_read_is_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "no\nline").mkdir()
    assert main(["score", str(tmp_path), str(tmp_path / "no\nline")]) == 1
    out, err = capsys.readouterr()
    assert out == ""
    assert err.splitlines() == [
        f"{tmp_path}: Is a directory",
        f"{tmp_path}/no\\nline: Is a directory",
    ]


@pytest.mark.parametrize(
    "arguments",
    [
        *("", "score", "scores", "score --xml x", "export", "export one"),
        *("games --since yesterday", "prune --before 2026", "chart"),
    ],
)
def test_wrong_arguments_are_status_two(capsys: pytest.CaptureFixture[str], arguments: str) -> None:
    with pytest.raises(SystemExit) as ended:
        main(arguments.split())
    assert ended.value.code == 2
    assert capsys.readouterr().out == ""


def test_the_tables_tell_names_chips_points_flags_and_reasons(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["score", str(PLAYTHROUGHS / "three-players.game")]) == 0
    out, err = capsys.readouterr()
    assert err == ""
    result = json.loads((PLAYTHROUGHS / "three-players.json").read_text("utf-8"))
    lines = out.splitlines()
    for player in result["players"]:
        chips = ", ".join(map(str, player["chips"])) or "none"
        columns = (player["colour"].title(), chips, player["points"])
        assert any(
            re.search(rf"{player['name']}\W+{columns[0]}\W.*\W{columns[1]}\W+{columns[2]}\W", line)
            for line in lines
        )
    for flag in ("4/2", "3/1", "6/4/2", "5/3/1"):
        assert f" flag {flag} " in out
    assert "│ Red: 7 floors, no flag " in out
    assert "Intermezzo" in out
    assert "Finito" in out
    for scoring in result["scorings"]:
        for award in scoring["awards"]:
            for name, chip in award["chips"]:
                assert any(name in line and f"takes {chip}" in line for line in lines)
    assert main(["score", str(PLAYTHROUGHS / "two-players.game")]) == 0
    assert re.search(
        r"Brown tower +│ +7 +│ 1\. #1: 3 .*\n.* 2\. Ana María: 3 \(2\+1\)", capsys.readouterr().out
    )
    tied = PLAYTHROUGHS / "four-players-won-by-a-chip.game"
    assert main(["score", str(tied)]) == 0
    out = " ".join(capsys.readouterr().out.split())
    assert "and chip 6 beats chip 4" in out
    assert "is nearer the base" in out
    assert "nearer the cards first" in out


def test_the_tables_of_1996_tell_it_as_that_edition_does(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["score", str(PLAYTHROUGHS / "1996-five-players-all-that-is-offered.game")]) == 0
    out, err = capsys.readouterr()
    assert err == ""
    assert out.startswith("Campanile 1996: #1 wins with 13 points")
    assert "Final scoring" in out
    assert "nearer the cards first" in out
    assert "open cards" not in out


def test_nobody_has_a_marker_in_1996(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["score", *map(str, PLAYTHROUGHS.glob("1996-*.game"))]) == 0
    out = " ".join(capsys.readouterr().out.split())
    assert "nobody has a chip here" in out
    assert "marker" not in out


@pytest.mark.sample(2)
@pytest.mark.parametrize("path", STORED, ids=lambda path: path.stem)
def test_every_stored_game_has_its_tables(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["score", str(path)]) == 0
    out, err = capsys.readouterr()
    assert err == ""
    result = json.loads(path.with_suffix(".json").read_text("utf-8"))
    assert all(player["name"] in out for player in result["players"])


def test_the_tables_tell_what_lies_beside_the_board(capsys: pytest.CaptureFixture[str]) -> None:
    """The same facts as with --json: open cards and piles, stocks, who has the consul."""
    for name, lines in BESIDE.items():
        assert main(["score", str(PLAYTHROUGHS / f"{name}.game")]) == 0
        out = capsys.readouterr().out.splitlines()
        for line in lines:
            assert line in out, name
    assert main(["score", str(PLAYTHROUGHS / "capitol-three-players-before-the-bid.game")]) == 0
    tables = capsys.readouterr().out
    assert re.search(r"Édouard .* Hand: roof 0, floor 0, permit 4 .* 35 ", tables)
    assert re.search(r"Hill 4 +│ 1\. Édouard: 1 +│ Colour: light blue +│ alone", tables)


def test_figures_of_a_table_stand_to_the_right() -> None:
    session = light({"3-3": "RRRR", "4-4": "BB"}, roofs={"3-3": "R"})
    session.answer_pair("correct pile", "0")
    say(session, "pass yes show none")
    words = words_in().of("bologna-towers")
    snapshot = word_snapshot(take_bologna_snapshot(session.table), words)
    grids = [part for part in tabulate_table(snapshot, words) if isinstance(part, Grid)]
    columns = [column for grid in grids for column in grid.columns]
    right = {str(column.header) for column in columns if column.justify == "right"}
    assert right == {"Stones left", "Roofs left", "Height", "Points"}
    left = {str(column.header) for column in columns if column.justify == "left"}
    assert left >= {"Fields", "Types"}


def test_the_tables_of_bologna_list_towers_and_what_each_scoring_gave(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["score", str(shipped("bologna-towers"))]) == 0
    printed = " ".join(capsys.readouterr().out.split())
    for line in (
        "Matteo wins with 65 points",
        "5-7 │ 5 │ Irma, Matteo, Lucia, Matteo, Matteo │ Merchant │ Matteo",
        "Lucia │ Lucia gets 18 points: 4 towers │",
        "6 (8-4), 5 (8-3), 4 (8-5), 3 (8-2) │",
        "Matteo gets 32 points: 23 for towers, 10 for the collection",
    ):
        assert line in printed


def test_before_the_setup_there_is_no_table(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["score", written(tmp_path, "game campanile-2009\n")]) == 0
    assert capsys.readouterr().out == "Campanile: being set up\n\n"


def test_the_longest_table_breaks_no_word_in_80_columns(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    print_result(stored("capitol-three-players-before-the-bid"), words_in("de"))
    printed = capsys.readouterr().out
    assert printed.count("Baustein-Karte") == printed.count("Genehmigung") == 4


def test_markup_in_names_is_printed_as_it_is(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = (PLAYTHROUGHS / "two-players.game").read_text("utf-8")
    text = text.replace('"Ana María"', "[red]x").replace('"#1"', "[/]:smile")
    text = text.replace("[/]:smile", "[/b]")
    assert main(["score", written(tmp_path, text)]) == 0
    out, err = capsys.readouterr()
    assert err == ""
    headline = out.splitlines()[0]
    assert "[red]x wins" in headline
    assert "[/b]" in out


@pytest.mark.soak
def test_a_reader_who_leaves_early_brings_no_traceback(tmp_path: Path) -> None:
    for how in ("", "--json"):
        command = python(COMPANION, "score", *[PLAYING] * 300, *how.split())
        with subprocess.Popen(
            command,
            env=environment(tmp_path),
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        ) as process:
            assert process.stdout is not None
            assert process.stderr is not None
            assert process.stdout.readline()
            process.stdout.close()
            assert process.stderr.read() == b""
        assert process.returncode == 1


@pytest.mark.parametrize(
    ("said", "line"),
    [
        ("floors brown:07", "07: write numbers without leading zeros"),
        ("chips Albert:6+6", "6-chips in the game: 1 in all"),
        ("influence brown:Albert:3+3", "Albert's 3-markers: 1 in all"),
    ],
)
def test_a_correction_that_is_refused_says_why(
    said: str, line: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = written(tmp_path, f"{SETUP}correct {said}")
    assert main(["score", file]) == 1
    assert capsys.readouterr().err == f"{file}:8: correct {said}: {line}\n"


def test_the_chips_of_1996_are_named_from_the_lowest_up(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    edition = SETUP.replace("2009", "1996")
    assert main(["score", written(tmp_path, f"{edition}correct chips Albert:9")]) == 1
    assert capsys.readouterr().err.endswith(": not one of 1, 2, 3, 4, 6, 8\n")


def test_the_command_itself(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    good, bad = PLAYING, written(tmp_path, BAD)
    done = companion("score", good, bad, "--json", state=tmp_path)
    assert done.returncode == 1
    assert json.loads(done.stdout)["state"] == "playing"
    assert done.stderr == f"{bad}:14: floors 4: a tower grows by 1, 2 or 3 floors\n"
    assert run_here(capsys, "--version").said.startswith("companion ")
