"""What a program at the table's socket may do: a phone that is paired, seen from the loop."""

from __future__ import annotations

import base64
import errno
import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.api.phones import TRY_EVERY
from companion.api.protocol import (
    AnswerMessage,
    GetMessage,
    PairMessage,
    PhoneMessage,
    PressMessage,
    Topic,
    UndoMessage,
)
from companion.app.demo import DEMO_STARTED_AT, Rig
from companion.app.table_door import TableDoor
from companion.core.session import Session
from companion.devices.boards import BOARDS
from companion.games import words_in
from companion.input.guide import Guide, Winner
from companion.interfaces import Press, Signal
from companion.journal import JournalUnwritable
from tests.app.amended import resume
from tests.app.at_the_box import mid_turn
from tests.app.journeys import go_home, new_game, stands, stored
from tests.app.reading import asked
from tests.buttons import BACK, LEFT, MENU, OK, RIGHT
from tests.fakes.table_socket import FakeTableSocket

ANNA = "Anna"
FINAL = stored("three-players")


class Phone:
    """A phone at a rig: it asks, and reads the reply."""

    def __init__(self, rig: Rig, socket: FakeTableSocket) -> None:
        self.rig = rig
        self.socket = socket
        self.secret = ""
        self._id = 0

    @property
    def opened(self) -> Any:
        return self.socket.state["open"]

    def ask(self, make: Callable[..., Any], *what: object, asked: int | None = None) -> Any:
        """Send a request about what is open, and return the reply, if there is one by now."""
        self._id += 1
        where = self.opened["number"] if asked is None else asked
        leave = (where, self.secret) if make in (AnswerMessage, PressMessage, UndoMessage) else ()
        self.socket.ask(make(self._id, *what, *leave))
        return self.reply()

    def reply(self) -> Any:
        self.rig.app.pump()
        found = [each for each in self.socket.replies if each["id"] == self._id]
        return {key: value for key, value in found[0].items() if key != "id"} if found else None

    def show_code(self, code: str) -> Any:
        return self.ask(PairMessage, code, ANNA)

    def pair(self) -> None:
        code = self.rig.door.phones.make_code(self.rig.seconds)
        assert self.show_code(code) is None
        self.rig.press(OK)
        reply = self.reply()
        assert reply["paired"]["name"] == ANNA
        self.secret = reply["paired"]["secret"]
        self.rig.press(OK)  # the notice that it can press
        self.rig._wait(TRY_EVERY)


@pytest.fixture
def rig(tmp_path: Path) -> Iterator[Rig]:
    """A game amid a turn, with *Phone* on and one client."""
    sockets: list[FakeTableSocket] = []

    def open_socket() -> Any:
        sockets.append(FakeTableSocket(running.inbox.put))
        return sockets[-1]

    with Rig(BOARDS["bonnet"], tmp_path / "games", open_socket=open_socket) as running:
        mid_turn(running)
        running.door.switch(on=True)
        running.app.pump()
        yield running


@pytest.fixture
def watching(rig: Rig) -> Phone:
    """A phone that is not paired."""
    socket = rig.door.socket
    assert isinstance(socket, FakeTableSocket)
    return Phone(rig, socket)


@pytest.fixture
def phone(watching: Phone) -> Phone:
    """A phone that is paired."""
    watching.pair()
    return watching


def session(rig: Rig) -> Session:
    assert rig.session is not None
    return rig.session


def test_a_state_is_sent_only_when_it_has_changed(rig: Rig, watching: Phone) -> None:
    count = len(watching.socket.states)
    rig.app.pump()
    assert len(watching.socket.states) == count
    rig.press(RIGHT)
    assert len(watching.socket.states) == count + 1
    assert watching.socket.states[-1]["open"] == watching.socket.states[-2]["open"]


def test_who_comes_after_the_last_has_left_gets_the_state_though_it_is_the_same(
    rig: Rig, watching: Phone
) -> None:
    """Also if the loop has not seen that nobody was there for a moment."""
    before = watching.socket.states[-1]
    rig.inbox.put(Signal.TABLE_WANTED)
    rig.app.pump()
    assert watching.socket.states[-1] == before | {"number": before["number"] + 1}


def test_who_is_not_paired_only_watches(rig: Rig, watching: Phone) -> None:
    before = list(session(rig).answers)
    for reply in (
        watching.ask(AnswerMessage, "take", watching.opened["options"][0]["value"]),
        watching.ask(PressMessage, Press.OK),
        watching.ask(UndoMessage),
    ):
        assert reply["refused"]["reason"] == "not-paired"
    assert session(rig).answers == before


def test_a_phone_answers_and_takes_back(rig: Rig, phone: Phone) -> None:
    before = list(session(rig).answers)
    free = next(each for each in phone.opened["options"] if each["refused"] is None)
    assert phone.ask(AnswerMessage, "take", free["value"]) == {"ok": True}
    assert [each.word for each in session(rig).answers[len(before) :]] == [free["value"]]
    assert phone.opened["key"] == "show"
    assert phone.ask(UndoMessage) == {"ok": True}
    assert session(rig).answers == before


def test_what_the_rules_refuse_is_refused_to_the_phone_alone(rig: Rig, phone: Phone) -> None:
    entry = rig.entry
    refused = next(each for each in phone.opened["options"] if each["refused"])
    reply = phone.ask(AnswerMessage, "take", refused["value"])
    assert reply["refused"]["text"] == refused["refused"]["text"]
    assert rig.entry is entry


def test_the_second_of_two_is_too_late(rig: Rig, phone: Phone) -> None:
    free = next(each for each in phone.opened["options"] if each["refused"] is None)
    seen = phone.opened["number"]
    assert phone.ask(AnswerMessage, "take", free["value"], asked=seen) == {"ok": True}
    answers = list(session(rig).answers)
    reply = phone.ask(AnswerMessage, "take", free["value"], asked=seen)
    assert reply["refused"] == {"reason": "too-late", "text": "Somebody else was first"}
    assert session(rig).answers == answers


def test_two_that_come_between_two_pictures_count_once(rig: Rig, phone: Phone) -> None:
    free = next(each for each in phone.opened["options"] if each["refused"] is None)
    before, seen = len(session(rig).answers), phone.opened["number"]
    for number in (101, 102):
        message = AnswerMessage(number, "take", free["value"], seen, phone.secret)
        phone.socket.ask(message)
    rig.app.pump()
    first, second = phone.socket.replies[-2:]
    assert first == {"id": 101, "ok": True}
    assert second["refused"]["reason"] == "too-late"
    assert len(session(rig).answers) == before + 1


def test_a_cursor_that_moves_makes_no_answer_too_late(rig: Rig, phone: Phone) -> None:
    seen = phone.opened["number"]
    rig.press(LEFT)
    free = next(each for each in phone.opened["options"] if each["refused"] is None)
    assert phone.ask(AnswerMessage, "take", free["value"], asked=seen) == {"ok": True}


def test_an_answer_that_the_disk_refuses_is_not_given(
    rig: Rig, phone: Phone, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object) -> None:
        raise JournalUnwritable(Path("games.sqlite"), errno.ENOSPC, "full")

    before = list(session(rig).answers)
    free = next(each for each in phone.opened["options"] if each["refused"] is None)
    monkeypatch.setattr(rig.journal, "append", refuse)
    reply = phone.ask(AnswerMessage, "take", free["value"])
    assert reply["refused"]["reason"] == "not-saved"
    assert session(rig).answers == before
    assert phone.opened["kind"] == "notice"


def test_the_box_s_menu_belongs_to_the_box(rig: Rig, phone: Phone) -> None:
    rig.press(Press.MENU)
    assert phone.opened["kind"] == "box"
    for reply in (phone.ask(PressMessage, Press.OK), phone.ask(AnswerMessage, "box", "off")):
        assert reply["refused"]["reason"] == "key-not-now"
    assert asked(rig.entry) == "box"


def test_the_home_menu_is_chosen_from_by_a_phone(rig: Rig, phone: Phone) -> None:
    go_home(rig)
    assert phone.opened["kind"] == "menu"
    assert phone.ask(AnswerMessage, "home", "new") == {"ok": True}
    assert phone.opened["key"] == "game"


def test_a_pairing_is_answered_when_the_box_has_answered(rig: Rig, watching: Phone) -> None:
    before = rig.entry
    code = rig.door.phones.make_code(rig.seconds)
    assert watching.show_code(code) is None
    assert asked(rig.entry) == "confirm phone"
    rig.press(BACK)
    assert watching.reply()["refused"]["reason"] == "declined"
    assert rig.entry == before
    rig._wait(TRY_EVERY)
    assert watching.show_code(rig.door.phones.make_code(rig.seconds)) is None


def test_a_pairing_that_nobody_answers_lapses(rig: Rig, watching: Phone) -> None:
    before = rig.entry
    assert watching.show_code(rig.door.phones.make_code(rig.seconds)) is None
    rig._wait(60.0)
    assert watching.reply()["refused"]["reason"] == "declined"
    assert rig.entry == before


def test_the_question_about_a_phone_is_answered_at_the_box_only(rig: Rig, phone: Phone) -> None:
    assert phone.show_code(rig.door.phones.make_code(rig.seconds)) is None
    reply = phone.ask(PressMessage, Press.OK)
    assert reply["refused"]["reason"] == "key-not-now"
    assert asked(rig.entry) == "confirm phone"


def test_a_phone_learns_its_name_and_that_it_was_sent_away(rig: Rig, phone: Phone) -> None:
    assert phone.ask(PhoneMessage, phone.secret) == {"phone": {"name": ANNA}}
    revision = phone.socket.state["phones"]
    rig.door.send_away(rig.door.phones.paired[0].number)
    rig.app.pump()
    assert phone.socket.state["phones"] != revision
    assert phone.ask(PhoneMessage, phone.secret)["refused"]["reason"] == "not-paired"


def test_saved_games_are_told_between_presses(watching: Phone) -> None:
    assert watching.ask(GetMessage, Topic.GAMES) is None
    (game,) = watching.reply()["games"]
    assert game["state"] == "playing"
    assert watching.ask(GetMessage, Topic.GAME, 99)["refused"]["reason"] == "unknown-game"


def test_a_fault_in_what_is_sent_leaves_the_game_alone(
    rig: Rig, watching: Phone, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object, **__: object) -> None:
        raise ZeroDivisionError

    with monkeypatch.context() as broken:
        broken.setattr("companion.api.state.TableStates.describe", fail)
        entry = rig.entry
        rig.press(RIGHT)
        assert watching.socket.is_closed
        assert type(rig.entry) is type(entry)
    rig._wait(1.0)
    again = rig.door.socket
    assert isinstance(again, FakeTableSocket)
    assert again is not watching.socket
    rig.press(RIGHT)
    assert again.states


def test_switched_off_it_answers_nobody(rig: Rig, phone: Phone) -> None:
    rig.door.switch(on=False)
    before = list(session(rig).answers)
    free = next(each for each in phone.opened["options"] if each["refused"] is None)
    assert phone.ask(AnswerMessage, "take", free["value"]) is None
    assert session(rig).answers == before
    assert phone.socket.is_closed


def test_while_an_old_answer_is_changed_only_the_box_presses(rig: Rig, phone: Phone) -> None:
    rig.press(Press.MENU)
    rig.choose("box", "amend")
    rig.press(OK)
    rig.press(OK)
    assert rig.host.view.amending
    before, entry = list(rig.journal.answers(1)), rig.entry
    assert phone.opened["kind"] == "box"
    for reply in (
        phone.ask(UndoMessage),
        phone.ask(PressMessage, Press.OK),
        phone.ask(AnswerMessage, "take", "red"),
    ):
        assert reply["refused"]["reason"] == "key-not-now"
    assert rig.entry is entry
    assert rig.journal.answers(1) == before


def test_a_press_of_before_a_restart_is_too_late(rig: Rig, phone: Phone) -> None:
    seen = phone.socket.states[0]["open"]["number"]
    rig.door.switch(on=False)
    rig.door.switch(on=True)
    rig._wait(1.0)
    socket = rig.door.socket
    assert isinstance(socket, FakeTableSocket)
    phone.socket = socket
    assert phone.opened["number"] != seen
    free = next(each for each in phone.opened["options"] if each["refused"] is None)
    reply = phone.ask(AnswerMessage, "take", free["value"], asked=seen)
    assert reply["refused"]["reason"] == "too-late"


def test_no_picture_that_pairs_a_phone_leaves_the_box(rig: Rig, watching: Phone) -> None:
    assert any(base64.b64decode(watching.socket.state["frame"]))
    rig.press(Press.MENU)
    rig.choose("box", "phone")
    rig.choose("phone", "show")
    assert not any(base64.b64decode(watching.socket.state["frame"]))


@pytest.fixture
def final(tmp_path: Path) -> Iterator[Phone]:
    """Who watches a game at the first page of its final scoring."""
    sockets: list[FakeTableSocket] = []

    def open_socket() -> Any:
        sockets.append(FakeTableSocket(running.inbox.put))
        return sockets[-1]

    with Rig(BOARDS["bonnet"], tmp_path / "games", open_socket=open_socket) as running:
        running.door.switch(on=True)
        running.app.pump()
        new_game(running, FINAL)
        for _ in stands(running, FINAL):
            if isinstance(running.entry, Guide) and session(running).question is None:
                break
        yield Phone(running, sockets[0])


def results_told(watching: Phone) -> Any:
    return look_up(watching, Topic.RESULTS)["results"]


def look_up(watching: Phone, topic: Topic, number: int | None = None) -> Any:
    """What is told of saved games; it comes piece by piece."""
    watching.ask(GetMessage, topic, number)
    watching.rig.app.pump()
    return watching.reply()


def test_the_winner_is_in_no_reply_before_its_page(final: Phone) -> None:
    running = final.rig
    assert final.socket.state["table"]["winners"] is None
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


# Readers, the table's id and results -----------------------------------------------------------


@pytest.fixture
def read(tmp_path: Path) -> Iterator[Rig]:
    """A game amid a turn at a box that has a broker; *Phone* is off."""

    def open_socket() -> Any:
        return FakeTableSocket(running.inbox.put)

    place = tmp_path / "games"
    with Rig(BOARDS["bonnet"], place, open_socket=open_socket, for_readers=True) as running:
        mid_turn(running)
        yield running


def socket_of(rig: Rig) -> FakeTableSocket:
    assert isinstance(rig.door.socket, FakeTableSocket)
    return rig.door.socket


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
