"""The events at the table's socket: none before the box has shown its page, and none twice."""

from __future__ import annotations

from typing import Any

import pytest

from companion.app.demo.rig import Rig
from companion.core.events import AWARD
from companion.outlets.protocol import GetMessage, Topic
from companion.ui.input.guide import Guide, RankingPage, Winner
from tests import depth
from tests.app.amended import has_scored, resumed_where
from tests.app.api.messages import fits
from tests.app.at_the_box import mid_turn
from tests.app.conftest import SwitchOn
from tests.app.journeys import back, go_home, new_game, play_on, resume, stands, stored
from tests.buttons import BACK, MENU, OK
from tests.fakes.table_socket import FakeTableSocket

Events = dict[str, Any]


class Follower:
    """A reader that asks for the events again whenever the state says that there are others."""

    def __init__(self, rig: Rig) -> None:
        self._rig = rig
        self._id = 0
        self._known: tuple[object, Events] | None = None

    @property
    def socket(self) -> FakeTableSocket:
        assert isinstance(self._rig.door.socket, FakeTableSocket)
        return self._rig.door.socket

    def ask(self) -> Events:
        self._id += 1
        self.socket.ask(GetMessage(self._id, Topic.EVENTS))
        self._rig.app.pump()
        reply = self.socket.replies[-1]
        assert reply["id"] == self._id
        assert fits("events", reply)
        events: Events = reply["events"]
        return events

    def events(self) -> list[dict[str, Any]]:
        """The events now; the state must say whether they are others than before."""
        asked, game = self.ask(), self.socket.state["game"]
        if game is not None:
            assert game["id"] == asked["game"]
            if self._known is not None:
                number, before = self._known
                assert (number == game["events"]) == (before["list"] == asked["list"])
            self._known = game["events"], asked
        listed: list[dict[str, Any]] = asked["list"]
        return listed

    def kinds(self) -> list[str]:
        return [each["kind"] for each in self.events()]


@pytest.fixture
def rig(switch_on: SwitchOn) -> Rig:
    return switch_on(for_readers=True)


def test_before_the_first_game_nothing_has_happened(rig: Rig) -> None:
    rig.app.pump()
    assert Follower(rig).ask() == {"game": None, "answers": 0, "list": []}


def test_a_whole_game_s_events_only_grow_and_no_award_is_early(rig: Rig) -> None:
    record, follower, before = stored("two-players"), Follower(rig), list[Any]()
    new_game(rig, record)
    for _ in stands(rig, record):
        answers = len(rig.session.answers) if rig.session else 0
        if not isinstance(rig.entry, Guide) and answers % depth.at_depth(30, 9):
            continue
        now = follower.events()
        assert now[: len(before)] == before
        if isinstance(rig.entry, Guide):
            fresh = [each for each in now if each["answer"] == len(rig.session.answers)]  # type: ignore[union-attr]
            awards = [each for each in fresh if each["kind"] == "award"]
            shown = rig.entry.pages[: rig.entry.at + 1]
            told = [page for page in shown if isinstance(page, RankingPage)]
            assert len(awards) == sum(page.event.kind is AWARD for page in told)
            has_ended = any(isinstance(page, Winner) for page in shown)
            assert ("winner" in [each["kind"] for each in fresh]) == has_ended
        before = now
    assert follower.kinds()[-1] == "winner"
    rig.press(OK)
    assert follower.socket.state["game"] is None
    assert follower.events() == before, "the last game's, once none is open"


def at_the_scoring(rig: Rig) -> Guide:
    """Resume a game and read to the third page of a scoring."""
    resumed_where(rig, stored("three-players-at-intermezzo"), has_scored)
    rig.press(OK, OK)
    assert isinstance(rig.entry, Guide)
    assert rig.entry.at == 2
    return rig.entry


def test_a_page_that_was_shown_stays_told(rig: Rig) -> None:
    at_the_scoring(rig)
    follower = Follower(rig)
    before = follower.events()
    assert before[-1]["kind"] == "award"
    rig.press(BACK, BACK)
    assert follower.events() == before
    rig.press(MENU)
    assert follower.events() == before
    rig.choose("box", "home")
    assert follower.events() == before
    resume(rig)
    assert isinstance(rig.entry, Guide)
    assert rig.entry.at == 0


def test_an_undo_takes_events_back_and_a_redo_brings_them_again(rig: Rig) -> None:
    at_the_scoring(rig)
    follower = Follower(rig)
    before, answers = follower.events(), follower.ask()["answers"]
    rig.press(BACK, BACK)
    back(rig)
    now = follower.ask()
    assert now["answers"] < answers
    assert now["list"] == [each for each in before if each["answer"] <= now["answers"]]
    assert "scoring" not in follower.kinds()
    rig.press(MENU)
    rig.choose("box", "redo")
    assert follower.kinds()[-1] == "scoring"
    rig.press(OK, OK)
    assert follower.events() == before


def test_after_a_restart_the_pages_are_shown_again_and_nothing_was_taken_back(
    rig: Rig, switch_on: SwitchOn
) -> None:
    at_the_scoring(rig)
    before = Follower(rig).ask()
    again = switch_on(for_readers=True)
    again.app.pump()
    after = Follower(again).ask()
    assert (after["game"], after["answers"]) == (before["game"], before["answers"])
    assert after["list"] == before["list"][:-1]
    again.press(OK, OK)
    assert Follower(again).ask() == before


def test_pages_that_were_read_are_told_after_a_restart(rig: Rig, switch_on: SwitchOn) -> None:
    at_the_scoring(rig)
    while isinstance(rig.entry, Guide):
        rig.press(OK)
    before = Follower(rig).ask()
    again = switch_on(for_readers=True)
    resume(again)
    assert Follower(again).ask() == before


def test_while_an_old_answer_is_changed_the_events_are_those_of_the_game(rig: Rig) -> None:
    mid_turn(rig, 4)
    follower = Follower(rig)
    before = follower.events()
    rig.press(MENU)
    rig.choose("box", "amend")
    rig.press(OK, OK)
    assert rig.host.view.amending is not None
    assert follower.ask()["list"] == before


def test_a_finished_game_that_is_looked_at_again_is_told_whole(
    rig: Rig, switch_on: SwitchOn
) -> None:
    record = stored("two-players")
    new_game(rig, record)
    play_on(rig, record)
    rig.press(OK)
    before = Follower(rig).ask()
    again = switch_on(for_readers=True)
    resume(again)
    assert isinstance(again.entry, Guide)
    assert Follower(again).ask() == before
    go_home(again)
    assert Follower(again).ask() == before
