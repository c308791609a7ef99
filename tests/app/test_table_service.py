"""What a program at the table's socket may do: a phone that is paired, seen from the loop."""

from __future__ import annotations

import base64
import errno
from pathlib import Path

import pytest

from companion.app.api.phones import ANSWER_WITHIN, SEEN_WITHIN, TRY_EVERY
from companion.app.demo.rig import Rig
from companion.app.table_service import OLDEST
from companion.core.interfaces import Press, Signal
from companion.outlets.protocol import (
    AnswerMessage,
    GetMessage,
    LeaveMessage,
    PhoneMessage,
    PressMessage,
    Topic,
    UndoMessage,
)
from companion.store.journal import JournalUnwritable
from tests.app.at_the_box import mid_turn
from tests.app.conftest import SwitchOn
from tests.app.journeys import go_home
from tests.app.phones import ANNA, Phone, session
from tests.app.reading import asked
from tests.buttons import BACK, LEFT, OK, RIGHT
from tests.fakes.table_socket import FakeTableSocket


@pytest.fixture
def rig(switch_on: SwitchOn) -> Rig:
    """A game amid a turn, with *Phone* on and one client."""
    running = switch_on()
    mid_turn(running)
    running.door.switch(on=True)
    running.app.pump()
    return running


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


def test_a_press_that_was_on_its_way_for_too_long_does_not_count(rig: Rig, phone: Phone) -> None:
    free = next(each for each in phone.opened["options"] if each["refused"] is None)
    answers = list(session(rig).answers)
    answer = AnswerMessage, "take", free["value"]
    reply = phone.ask(*answer, pressed=rig.seconds - OLDEST - 0.5)
    assert reply["refused"]["reason"] == "too-old"
    assert session(rig).answers == answers
    assert phone.ask(*answer, pressed=rig.seconds - OLDEST + 0.5) == {"ok": True}


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


@pytest.mark.parametrize("what", ["append", "undo"])
def test_what_the_disk_refuses_has_not_happened_and_the_phone_learns_it(
    rig: Rig, phone: Phone, monkeypatch: pytest.MonkeyPatch, what: str
) -> None:
    def refuse(*_: object) -> None:
        raise JournalUnwritable(Path("games.sqlite"), errno.ENOSPC, "full")

    before = list(session(rig).answers)
    free = next(each for each in phone.opened["options"] if each["refused"] is None)
    monkeypatch.setattr(rig.journal, what, refuse)
    message = (AnswerMessage, "take", free["value"]) if what == "append" else (UndoMessage,)
    reply = phone.ask(*message)
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
    rig.door.disconnect_phone(rig.door.phones.paired[0].number)
    rig.app.pump()
    assert phone.socket.state["phones"] != revision
    assert phone.ask(PhoneMessage, phone.secret)["refused"]["reason"] == "not-paired"


def test_a_phone_disconnects_itself(rig: Rig, phone: Phone) -> None:
    assert phone.ask(LeaveMessage, phone.secret) == {"ok": True}
    assert phone.ask(LeaveMessage, phone.secret)["refused"]["reason"] == "not-paired"
    assert not rig.door.phones.paired


def test_a_phone_that_vanished_while_it_asked_is_not_listed(rig: Rig, watching: Phone) -> None:
    watching.pair()
    assert not rig.door.phones.listed
    rig._wait(ANSWER_WITHIN + SEEN_WITHIN)
    assert not rig.door.phones.paired
    watching.pair()
    watching.ask(PhoneMessage, watching.secret)
    rig._wait(ANSWER_WITHIN + SEEN_WITHIN)
    assert [each.name for each in rig.door.phones.listed] == [ANNA]


def test_the_state_says_who_pressed_last(rig: Rig, phone: Phone) -> None:
    free = next(each for each in phone.opened["options"] if each["refused"] is None)
    assert phone.ask(AnswerMessage, "take", free["value"]) == {"ok": True}
    assert phone.socket.state["last_press"] == ANNA
    rig.press(BACK)
    assert phone.socket.state["last_press"] == ""


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
        broken.setattr("companion.app.api.state.TableStates.describe", fail)
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
    assert rig.host.view.amending is not None
    before, entry = list(rig.journal.answers(1)), rig.entry
    assert phone.opened["kind"] == "box"
    turn = phone.socket.state["amending"]
    assert turn == rig.host.view.amending
    assert str(turn) in phone.opened["text"]
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
