"""A fifth game needs its rules only, and has whatever else its plugin describes."""

import pytest

from companion.cli import main
from companion.cli.report import print_result
from companion.core.interfaces import Press
from companion.games import BUILT_IN, read_record, replay_session, words_in
from companion.games.plugin import GamePlugin
from companion.ui.input.menu import Menu
from companion.ui.input.table_check import TableCheck
from tests.app.amended import open_and_choose
from tests.app.conftest import MakeRig
from tests.app.correcting import correct, leave
from tests.app.journeys import EITHER_BOARD, go_home, journey, new_game, resumed
from tests.app.reading import asked, kept
from tests.buttons import BACK, MENU, OK, RIGHT
from tests.entries import install
from tests.fakes.nim.nim_game.input import StonePicker
from tests.fakes.nim.nim_game.plugin import PLUGIN
from tests.fakes.nim.nim_game.rules import Nim
from tests.fakes.nim.nim_game.words import WORDS

assert PLUGIN.record is not None
RECORD = PLUGIN.record.read_text("utf-8")
PLAIN = GamePlugin(rules=Nim, title="Nim", words=WORDS)
"""The rules and their words, without any pictures."""
NEXT_OF = {"bonnet": Press.RIGHT, "four-buttons": Press.NEXT}


@pytest.fixture(autouse=True)
def _a_fifth_game(monkeypatch: pytest.MonkeyPatch) -> None:
    install(monkeypatch, PLAIN)


@EITHER_BOARD
def test_from_the_menu_to_the_winner_by_plain_lists(make_rig: MakeRig, board: str) -> None:
    rig, on = make_rig(board), NEXT_OF[board]
    seat = [OK] if board == "bonnet" else [OK, OK]
    journey(rig, ("home", OK), ("game", *[on] * (len(BUILT_IN)), OK), ("players", on, OK))
    for press in seat * 2:  # red, then blue, by the names of their seats
        rig.press(press)
    journey(
        rig,
        ("stones", on, on, OK),
        ("stones", BACK),
        ("confirm undo", OK),
        ("stones", OK),
        ("stones", on, OK),
        ("stones", on, on, OK),
        ("stones", OK),
    )
    assert isinstance(rig.entry, Menu)
    assert [item.value for item in rig.entry.items] == [1], "two can't be taken of one"
    rig = make_rig(board)
    journey(rig, ("home", OK), ("stones", MENU), ("box", BACK), ("stones", OK), ("page Winner", OK))
    assert kept(rig).result == read_record(RECORD).result
    journey(rig, ("home", OK), ("stones",))  # as last time
    go_home(rig)


def test_points_home_and_a_correction(make_rig: MakeRig) -> None:
    rig = make_rig("bonnet")
    rig.journal.append(
        rig.journal.begin("nim", 2, rig._now()),
        [(answer.key, answer.word) for answer in read_record(RECORD).answers[:6]],
        rig._now(),
    )
    rig = make_rig("bonnet")
    journey(rig, ("home", OK), ("stones", MENU), ("box", RIGHT, RIGHT, OK), ("peek", BACK))
    assert isinstance(rig.entry, Menu)
    assert "outlook" not in [item.value for item in rig.entry.items]  # it foresees nothing
    session = kept(rig)
    session.answer_pair("correct left", "1")
    assert session.question is not None
    assert len(session.question.legal_options()) == 1


def test_its_table_is_checked_with_nothing_but_its_fields(make_rig: MakeRig) -> None:
    rig = make_rig("bonnet")
    pairs = [(each.key, each.word) for each in read_record(RECORD).answers[:5]]
    resumed(rig, replay_session("nim", pairs))
    open_and_choose(rig, "table_check")
    assert isinstance(rig.entry, TableCheck)
    assert [(page.title, page.about) for page in rig.entry.pages] == [
        ("table", ""),
        ("", "Player 1"),
        ("", "Player 2"),
    ]
    for key, word in (("left", "3"), ("player", "Player 2"), ("taken", "Player 1:7")):
        correct(rig, key, word)
    leave(rig)
    table = kept(rig).table
    assert (table.left, table.player.name, table.players[0].taken) == (3, "Player 2", 7)
    assert asked(rig.entry) == "stones"


def test_a_picture_a_page_and_a_table_of_its_own(
    make_rig: MakeRig, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    install(monkeypatch, PLUGIN)
    rig, record = make_rig("bonnet"), read_record(RECORD)
    new_game(rig, record)
    rig.say(record.answers[0:2])
    rig.say(record.answers[2:4])
    shown = set()
    for at in range(5, 10):
        assert isinstance(rig.entry, StonePicker)
        shown.add(rig.frame)
        rig.say(record.answers[at:])
    journey(rig, ("page award", OK), ("page Winner", OK), ("home",))
    assert len(shown) == 5
    print_result(record, words_in())
    printed = " ".join(capsys.readouterr().out.split())
    assert "│ Player 1 │ Red │ 7 │ 1 │" in printed
    assert "Stones left: 0" in printed


def test_a_game_without_a_record_has_no_demonstration(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["demo", "nim"]) == 1
    assert capsys.readouterr().err == "no recorded game comes with nim; give a file\n"
