"""Plain lists ask anything: lists item by item, free text by letters, whatever the colours."""

import pytest

from companion.app.demo.rig import Rig, play_record
from companion.cli.report import print_result
from companion.core.conversation import Answer
from companion.core.interfaces import Press
from companion.core.palette import UNKNOWN
from companion.core.record import BadRecord, write_record
from companion.games import read_record, words_in
from companion.games.plugin import GamePlugin
from companion.ui.input.menu import ListMenu
from companion.ui.input.people import FreeText, NamePicker
from companion.ui.screens.lamps import panel_lamps
from tests.app import odds
from tests.app.conftest import MakeRig
from tests.app.journeys import EITHER_BOARD, go_home, new_game
from tests.app.reading import kept
from tests.buttons import BACK, OK
from tests.entries import install

NEXT_OF = {"bonnet": Press.RIGHT, "four-buttons": Press.NEXT}


@pytest.fixture(autouse=True)
def _an_odd_game(monkeypatch: pytest.MonkeyPatch) -> None:
    install(monkeypatch, GamePlugin(rules=odds.Odds, title="Odds", words=odds.WORDS))


def test_a_record_lists_numbers() -> None:
    record = read_record(odds.RECORD)
    assert [player.points for player in record.table.players] == [5, 15]
    assert read_record(write_record(record)).answers == record.answers
    with pytest.raises(BadRecord):
        read_record(odds.RECORD.replace("1,2,2", "1,2,7"))


def test_any_question_is_played_by_buttons(rig: Rig) -> None:
    record = read_record(odds.RECORD)
    for _ in play_record(rig, record):
        panel_lamps(rig.host.view)
    assert kept(rig).result == record.result
    assert UNKNOWN.light in rig.light.history, "no palette has its colours"


@EITHER_BOARD
def test_items_are_given_back_and_taken_again(make_rig: MakeRig, board: str) -> None:
    record = read_record(odds.RECORD)
    rig, on = make_rig(board), NEXT_OF[board]
    new_game(rig, record)
    for step in (record.answers, record.answers[2:]):
        rig.say(step)
    assert isinstance(rig.entry, FreeText), "the motto"
    rig.press(OK)
    assert isinstance(rig.entry, ListMenu)
    rig.press(on, OK, on, OK)
    assert rig.entry.chosen == ("2", "3")
    assert [item.value for item in rig.entry.items] == [3, 4, 5, 6], "from the lowest up"
    rig.press(BACK)
    assert (rig.entry.chosen, rig.entry.item.value) == (("2",), 3)
    rig.press(BACK, BACK)
    assert isinstance(rig.entry, FreeText)
    rig.press(OK, OK, OK, OK)
    assert isinstance(rig.entry, FreeText), "the word"
    rig.press(BACK)
    assert isinstance(rig.entry, ListMenu)
    assert rig.entry.chosen == ("1", "1"), "only its last item is taken back"
    rig.press(on, OK)
    said = kept(rig).answers[-1]
    assert said == Answer("dice", ("1", "1", "2"))
    rig.press(OK)
    assert isinstance(rig.entry, NamePicker)
    rig.press(BACK)
    assert isinstance(rig.entry, FreeText)
    go_home(rig)


def test_a_strange_colour_has_the_white_lamp_and_its_own_name(
    make_rig: MakeRig, capsys: pytest.CaptureFixture[str]
) -> None:
    record = read_record(odds.RECORD)
    rig = make_rig("bonnet")
    pairs = [(each.key, each.word) for each in record.answers[:5]]
    rig.journal.append(rig.journal.begin("odds", 2, rig._now()), pairs, rig._now())
    rig = make_rig("bonnet")
    rig.press(OK)
    assert panel_lamps(rig.host.view)[5][:3] == (255, 255, 255)
    print_result(record, words_in())
    assert "violet" in capsys.readouterr().out


def test_the_title_says_of_whom_it_is_asked(make_rig: MakeRig) -> None:
    record, titles = read_record(odds.RECORD), set()
    rig = make_rig("bonnet")
    for _ in play_record(rig, record):
        if isinstance(rig.entry, ListMenu):
            titles.add(rig.frame[: 12 * 16])
    assert len(titles) == 2, "one for each player"
