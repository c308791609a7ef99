"""What a program learns at the table's socket that only reads: results, and ids that stay."""

from __future__ import annotations

import errno
import json
from pathlib import Path
from typing import Any

import pytest

from companion.app.demo.rig import DEMO_STARTED_AT, Rig
from companion.app.table_door import TableDoor
from companion.games import words_in
from companion.outlets.protocol import AnswerMessage, GetMessage, Topic
from companion.store.journal import JournalUnwritable
from companion.ui.input.guide import Guide, Winner
from tests.app.amended import is_over, resumed_where
from tests.app.at_the_box import mid_turn
from tests.app.conftest import SwitchOn
from tests.app.journeys import cut, go_home, new_game, resume, resumed, stored
from tests.app.phones import Phone, session, socket_of
from tests.app.reading import asked
from tests.buttons import BACK, MENU, OK

FINAL = stored("three-players")


@pytest.fixture
def final(switch_on: SwitchOn) -> Phone:
    """Who watches a game at the first page of its final scoring."""
    running = switch_on()
    running.door.switch(on=True)
    running.app.pump()
    resumed_where(running, FINAL, is_over)
    return Phone(running, socket_of(running))


def results_told(watching: Phone) -> Any:
    return look_up(watching, Topic.RESULTS)["results"]


def look_up(watching: Phone, topic: Topic, number: int | None = None) -> Any:
    """What is told of saved games; it comes piece by piece."""
    watching.ask(GetMessage, topic, number)
    watching.rig.app.pump()
    return watching.reply()


def test_the_winner_is_in_no_reply_before_its_page(final: Phone) -> None:
    running = final.rig
    assert "winners" not in final.socket.state["table"]
    for topic, number in ((Topic.GAMES, None), (Topic.GAME, 1), (Topic.PLAYERS, None)):
        told = json.dumps(look_up(final, topic, number))
        assert '"finished"' not in told
        assert '"won": true' not in told
        assert '"average"' not in told
    running.press(MENU)
    assert results_told(final) == []
    running.press(BACK)
    while not isinstance(getattr(running.entry, "page", None), Winner):
        assert results_told(final) == []
        running.press(OK)
    running.press(BACK)
    running.press(MENU)
    (result,) = results_told(final)
    assert result["result"] == FINAL.result
    running.press(BACK, OK)
    assert look_up(final, Topic.GAME, 1)["game"]["standings"]
    running.press(OK)
    resume(running)
    assert isinstance(running.entry, Guide)
    assert not isinstance(running.entry.page, Winner)
    assert results_told(final) == [result], "looked at again it has been shown before"


CHANCES = ('"bands"', '"moment"', '"said"', words_in().say("story.chances"))
"""What stands in a reply, or in the state, that tells chances to win, or a moment."""


def find_chances(watching: Phone) -> list[str]:
    """What tells chances in all that the socket tells; outlets know nothing else."""
    watching.ask(GetMessage, Topic.EVENTS)
    told = [watching.reply(), watching.socket.state]
    told += [look_up(watching, topic) for topic in (Topic.GAMES, Topic.PLAYERS, Topic.RESULTS)]
    played_last = watching.rig.journal.games()[-1]
    told.append(look_up(watching, Topic.GAME, played_last.number))
    text = json.dumps(told)
    return [each for each in CHANCES if each in text]


def test_chances_are_in_no_reply_before_the_winner_was_shown(switch_on: SwitchOn) -> None:
    running = switch_on()
    running.door.switch(on=True)
    running.app.pump()
    watching = Phone(running, socket_of(running))
    for place in (40, len(FINAL.answers) - 20):
        resumed(running, cut(FINAL, place))
        assert not find_chances(watching)
    resumed_where(running, FINAL, is_over)
    while not isinstance(getattr(running.entry, "page", None), Winner):
        assert not find_chances(watching)
        running.press(OK)
    assert {'"bands"', '"moment"', '"said"'} <= {*find_chances(watching)}


def test_a_game_that_is_left_at_its_final_scoring_is_told_to_its_end(final: Phone) -> None:
    def kinds() -> list[str]:
        final.ask(GetMessage, Topic.EVENTS)
        return [each["kind"] for each in final.reply()["events"]["list"]]

    assert "winner" not in kinds()
    go_home(final.rig)
    told, (result,) = kinds(), results_told(final)
    assert told[-1] == "winner"
    assert result["result"] == FINAL.result
    resume(final.rig)
    assert isinstance(final.rig.entry, Guide)
    assert (kinds(), results_told(final)) == (told, [result])


@pytest.fixture
def read(switch_on: SwitchOn) -> Rig:
    """A game amid a turn at a box that has a broker; *Phone* is off."""
    running = switch_on(for_readers=True)
    mid_turn(running)
    return running


def test_for_readers_the_socket_is_open_without_phone(read: Rig) -> None:
    socket = socket_of(read)
    assert not socket.lets_phones_in
    assert socket.state["game"]["started"]
    read.door.switch(on=True)
    assert socket.lets_phones_in
    read.door.switch(on=False)
    assert not socket.lets_phones_in
    assert read.door.socket is socket


def test_a_press_that_was_sent_before_phone_was_switched_off_does_not_count(read: Rig) -> None:
    read.door.switch(on=True)
    phone = Phone(read, socket_of(read))
    phone.pair()
    before = list(session(read).answers)
    free = next(each for each in phone.opened["options"] if each["refused"] is None)
    code = read.door.phones.make_code(read.seconds)
    read.door.switch(on=False)
    reply = phone.ask(AnswerMessage, "take", free["value"])
    assert reply["refused"]["reason"] == "key-not-now"
    assert phone.show_code(code)["refused"]["reason"] == "code-expired"
    assert session(read).answers == before
    assert asked(read.entry) == "take"


def test_the_table_s_id_is_made_once_and_a_game_s_belongs_to_it(read: Rig) -> None:
    state = socket_of(read).state
    assert state["box"] == read.door.box == read.journal.setting("box")
    assert state["game"]["id"] == f"{state['box']}-1"
    again = TableDoor(lambda: None, read.journal, lambda: DEMO_STARTED_AT, words_in)  # type: ignore[arg-type, return-value]
    assert again.box == state["box"]
    go_home(read)
    new_game(read, stored("two-players"))
    assert socket_of(read).state["game"]["id"] == f"{state['box']}-2"


def test_an_id_that_can_t_be_kept_is_used_until_the_end(
    read: Rig, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object) -> None:
        raise JournalUnwritable(Path("games.sqlite"), errno.ENOSPC, "full")

    fresh = TableDoor(lambda: None, read.journal, lambda: DEMO_STARTED_AT, words_in)  # type: ignore[arg-type, return-value]
    monkeypatch.setattr(read.journal, "setting", lambda _name: None)
    monkeypatch.setattr(read.journal, "set", refuse)
    assert fresh.box == fresh.box
    assert len(bytes.fromhex(fresh.box)) == 6
