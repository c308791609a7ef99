"""Boards told by files: what comes out, what is refused in which line, what is offered."""

import re
from pathlib import Path

import pytest

from companion.app.host import Host
from companion.app.play import _printed
from companion.cli import main
from companion.cli.commands import error_in_words
from companion.config import Config, ConfigError, ConfigFault, read_config
from companion.core.board_file import BoardFileError, BoardFileReason, load_board_file
from companion.core.conversation import Answer, CommonReason
from companion.games import BOARD_FILE_KEYS, load_plugin, start_session, words_in
from companion.games.bologna.board_file import BolognaMapReason
from companion.games.bologna.board_file import read_board as bologna_map
from companion.games.bologna.rules.collection import MapReason, object_to_map
from companion.games.capitol.board_file import CapitolBoardReason
from companion.games.capitol.board_file import read_board as capitol_board
from companion.games.capitol.rules.reasons import CapitolReason
from companion.input.context import InputContext
from tests.app.conftest import MakeRig

DOCS = Path(__file__).parents[2] / "docs" / "maps.md"
EXAMPLES = [
    re.sub(r"^    ", "", block, flags=re.MULTILINE).lstrip("\n")
    for block in re.findall(r"(?:^    .*\n|^\n(?=    ))+", DOCS.read_text(), re.MULTILINE)
]
MAP, BOARD = EXAMPLES[1], EXAMPLES[2]


def test_a_map_is_the_answer_about_the_kinds() -> None:
    (answer,) = bologna_map(MAP)
    assert answer.key == "kinds"
    assert answer.word.startswith("m.c.h.n/.f.s.m./")
    assert object_to_map(answer.word) is None
    assert bologna_map(MAP.upper().replace("MAP", "map").replace(" ", "")) == (answer,)


def test_a_board_is_nine_answers_in_the_files_order() -> None:
    answers = capitol_board(BOARD)
    assert answers[0] == Answer("prefecture", "Aventin:pink:6:1:0")
    assert answers[3] == Answer("prefecture", "Campus Mart.:light-blue:6:1:2")
    session = start_session("capitol")
    for key, word in [
        ("player", "Livia"),
        ("colour", "red"),
        ("player", "Marcus"),
        ("colour", "blue"),
        ("player", ""),
    ]:
        session.answer_pair(key, word)
    for answer in answers:
        assert session.question is not None
        assert session.question.judge(answer) is None
        session.answer(answer)
    assert len(session.table.board) == 9
    headed = re.sub(r'^(\S+|".*?") = \{ (.*) \}$', r"[\1]\n\2", BOARD, flags=re.MULTILINE)
    assert "[Aventin]" in headed
    assert capitol_board(headed.replace(", ", "\n")) == answers, "tables with headers do as well"


@pytest.mark.parametrize(
    ("text", "line", "key", "reason"),
    [
        ("", None, "", BolognaMapReason.NO_MAP),
        ("map = 1", 1, "map", BolognaMapReason.NOT_ROWS),
        ("\nmop = 1", 2, "mop", BoardFileReason.UNKNOWN_KEY),
        ("map = ", 1, "", BoardFileReason.SYNTAX),
        ('\nmap = """\nm', 3, "", BoardFileReason.SYNTAX),
        ('\nmap = """\nm.c\n"""', 2, "map", BolognaMapReason.ROWS),
        ('map = """\n"""', 1, "map", BolognaMapReason.ROWS),
        (MAP.replace(". f .", ". f"), 3, "map", BolognaMapReason.ROW_LENGTH),
        (MAP.replace("\nn . f", "\nn . . f"), 8, "map", BolognaMapReason.ROW_LENGTH),
        (MAP.replace(". f .", ". x ."), 3, "map", MapReason.MAP_LETTER),
        (MAP.replace('"""\nm', '"""m').replace(". f .", ". x ."), 2, "map", MapReason.MAP_LETTER),
        (MAP.replace(". s . . . c", ".\ts . n . c"), 5, "map", MapReason.MAP_BASILICA),
        (MAP.replace(". s . . . c", "\n\n. s . n . c"), 7, "map", MapReason.MAP_BASILICA),
    ],
)
def test_what_is_no_map(text: str, line: int | None, key: str, reason: object) -> None:
    with pytest.raises(BoardFileError) as wrong:
        bologna_map(text)
    error = wrong.value
    assert (error.line, error.key, error.objection.reason) == (line, key, reason)
    assert "{" not in error_in_words(error, words_in().of("bologna-towers"))


@pytest.mark.parametrize(
    ("said", "instead", "line", "key", "reason"),
    [
        ("Aventin = {", "Aventin = 1 # {", 1, "Aventin", CapitolBoardReason.NOT_A_PREFECTURE),
        ("small = 6 }", "smal = 6 }", 1, "Aventin.smal", BoardFileReason.UNKNOWN_KEY),
        (", small = 6 }", " }", 1, "Aventin", CapitolBoardReason.MISSING),
        ("small = 6", "small = -6", 1, "Aventin.small", CapitolBoardReason.NOT_A_NUMBER),
        (
            "fountains = 1",
            "fountains = true",
            2,
            "Caelius.fountains",
            CapitolBoardReason.NOT_A_NUMBER,
        ),
        ("Caelius", '"Caelius Hills"', 2, "Caelius Hills", CommonReason.NAME_LENGTH),
        ("Caelius", '"Mons: C"', 2, "Mons: C", CommonReason.NAME_SIGNS),
        ('"pink"', "7", 1, "Aventin.colour", CapitolBoardReason.NOT_A_COLOUR),
        ('"pink"', '"rose"', 1, "Aventin", CapitolReason.BOARD_COLOUR),
        ('"light-blue"', '"pink"', 4, "Campus Mart.", CapitolReason.BOARD_COLOUR_FULL),
        ("small = 7", "small = 70", 3, "Palatin", CapitolReason.BOARD_SITES),
        ("Viminal", "# Viminal", None, "", CapitolBoardReason.COUNT),
    ],
)
def test_what_is_no_board(
    said: str, instead: str, line: int | None, key: str, reason: object
) -> None:
    with pytest.raises(BoardFileError) as wrong:
        capitol_board(BOARD.replace(said, instead, 1))
    error = wrong.value
    assert (error.line, error.key, error.objection.reason) == (line, key, reason)
    assert "{c" not in error_in_words(error, words_in().of("capitol"))


def test_a_tenth_prefecture_is_refused_by_its_colour() -> None:
    with pytest.raises(BoardFileError) as wrong:
        capitol_board(f'{BOARD}Ostia = {{ colour = "pink", small = 6 }}\n')
    assert wrong.value.key == "Ostia"


def test_a_file_goes_before_what_was_said_the_last_time() -> None:
    last = (Answer("player", "Livia"), Answer("kinds", "told"))
    assert InputContext(board=last).offered("kinds") == (Answer("kinds", "told"),)
    printed = bologna_map(MAP)
    assert InputContext(board=last, printed=printed).offered("kinds") == printed
    assert InputContext().offered("kinds") == ()


def test_what_the_settings_name_is_what_the_game_is_offered(
    tmp_path: Path, make_rig: MakeRig
) -> None:
    (tmp_path / "my map.toml").write_text(MAP)
    (tmp_path / "board.toml").write_text(BOARD)
    text = f'bologna-map = "my map.toml"\ncapitol-board = "{tmp_path}/board.toml"'
    settings = read_config(text.encode(), tmp_path / "companion.toml", {}, BOARD_FILE_KEYS)
    printed = _printed(settings)
    assert printed == {"bologna-towers": bologna_map(MAP), "capitol": capitol_board(BOARD)}
    assert _printed(Config()) == {}
    rig = make_rig("bonnet")
    host = Host(rig.journal, 2, rig._now, rig.box, printed=printed)
    assert host._context(load_plugin("capitol").rules()).printed == printed["capitol"]
    assert host._context(load_plugin("campanile-2009").rules()).printed == ()


@pytest.mark.parametrize("value", ["1", '""', "true"])
def test_a_board_in_the_settings_is_a_path(value: str) -> None:
    data = f"capitol-board = {value}".encode()
    with pytest.raises(ConfigError) as wrong:
        read_config(data, Path("companion.toml"), {}, BOARD_FILE_KEYS)
    assert (wrong.value.line, wrong.value.fault) == (1, ConfigFault.NOT_A_FILE)


@pytest.mark.parametrize(
    ("data", "why"),
    [(None, "the file can't be read: No such file or directory"), (b"\n\xff", "not UTF-8 text")],
)
def test_a_file_that_can_not_be_read(data: bytes | None, why: str, tmp_path: Path) -> None:
    file = tmp_path / "capitol.toml"
    if data is not None:
        file.write_bytes(data)
    with pytest.raises(BoardFileError) as wrong:
        load_board_file(file, capitol_board)
    assert error_in_words(wrong.value, words_in()) == f"{file}{':2' if data else ''}: {why}"


def test_the_page_shows_a_line_as_the_program_says_it(tmp_path: Path) -> None:
    page = (Path(__file__).parents[2] / "docs" / "maps.md").read_text("utf-8")
    shown = re.search(r"^    /etc/campanile-companion/(bologna.toml:.*)$", page, re.MULTILINE)
    assert shown is not None
    file = tmp_path / "bologna.toml"
    file.write_text(MAP.replace("c . h . n . f", "c x h . n . f"))
    with pytest.raises(BoardFileError) as wrong:
        load_board_file(file, bologna_map)
    assert error_in_words(wrong.value, words_in().of("bologna-towers")) == f"{tmp_path}/{shown[1]}"


def test_a_wrong_colour_is_told_by_the_words_that_are_taken() -> None:
    with pytest.raises(BoardFileError) as wrong:
        capitol_board(BOARD.replace('"pink"', '"rose"', 1))
    assert error_in_words(wrong.value, words_in().of("capitol")).endswith(
        "one of light-blue, purple, pink"
    )


def test_a_wrong_board_ends_playing_with_one_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    monkeypatch.setattr("companion.app.play._panel", lambda *_: NoPanel())
    settings, board = tmp_path / "companion.toml", tmp_path / "bologna.toml"
    settings.write_text('bologna-map = "bologna.toml"')
    board.write_text("mop = 1")
    assert main(["play", "--config", str(settings)]) == 78
    assert capsys.readouterr().err == f"{board}:1: mop: there is no such key, only: map\n"


class NoPanel:
    """A panel that shows nothing."""

    def show(self, _frame: bytes) -> None:
        """Show nothing."""
