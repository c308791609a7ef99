"""Switched off after any answer, the companion offers to go on exactly where it stood."""

from dataclasses import replace

import pytest

from companion.app.demo.rig import Rig
from companion.app.host import Host
from companion.core.conversation import Answer
from companion.ui.input.guide import Guide
from companion.ui.input.menu import Menu
from tests import depth
from tests.app.conftest import MakeRig
from tests.app.journeys import (
    begun_in_short,
    go_home,
    journey,
    new_game,
    play_on,
    resumed,
    stands,
    stored,
)
from tests.app.reading import asked, kept
from tests.buttons import BACK, OK


def switched_on(rig: Rig) -> Host:
    """The companion started again on the same journal."""
    return Host(rig.box)


@pytest.mark.sample(1)
@pytest.mark.usefixtures("undrawn")
@pytest.mark.parametrize(
    "name",
    [
        "two-players-moving",
        "three-players",
        "five-players-mid-turn",
        "four-players-odd-pile",
        "1996-three-players-higher-chips",
    ],
)
def test_after_every_answer_a_new_start_stands_where_the_last_one_stood(
    rig: Rig, name: str
) -> None:
    record = begun_in_short(stored(name))
    new_game(rig, record)
    told = []
    for _ in stands(rig, record):
        host = switched_on(rig)
        if isinstance(rig.entry, Guide):  # what has not been read comes first
            assert host.session is not None
            assert rig.session is not None
            assert host.session.answers == rig.session.answers
            assert host.entry == replace(rig.entry, at=0)
            continue
        home = host.entry
        assert isinstance(home, Menu)
        assert rig.session is not None
        if not rig.session.answers:
            assert [item.value for item in home.items] == ["new"]
            continue
        table = rig.session.table
        assert home.item == Answer("home", "resume")
        phrase = home.phrases["resume"]
        assert list(phrase.names) == [player.name for player in table.players]
        if table.cards is None:
            assert phrase.key == "home.setup"
        else:
            assert (phrase.key, phrase.values["number"]) == ("home.turn", table.turn)
            told.append(table.turn)
        host.press(OK)
        assert host.session is not None
        assert host.session.answers == rig.session.answers
        assert host.session.result == rig.session.result
        if rig.session.events:  # a scoring: it is told again, though it has been read to the end
            assert isinstance(host.entry, Guide)
            assert host.entry.at == 0
        else:
            assert asked(host.entry) == asked(rig.entry)
            assert host.session.question is not None
            assert rig.session.question is not None
            assert host.session.question.key == rig.session.question.key
            assert host.session.question.seat == rig.session.question.seat
    assert sorted(set(told)) == list(range(1, rig.session.table.turn + 1))  # type: ignore[union-attr]  # a game was played


@pytest.mark.sample(1)
@pytest.mark.usefixtures("undrawn")
@pytest.mark.parametrize("name", ["three-players", "capitol-two-players"])
def test_a_game_resumed_at_another_device_goes_on_to_the_same_end(
    make_rig: MakeRig, name: str
) -> None:
    """Each start on the other kind of board, in the midst of the setup, of turns, at scorings."""
    record = stored(name)
    rig = make_rig("bonnet")
    new_game(rig, record)
    for count, _ in enumerate(stands(rig, record)):
        if count == 1:
            break
    for start in range(depth.at_depth(2, 8)):
        rig = make_rig(("four-buttons", "bonnet")[start % 2])
        if not isinstance(rig.entry, Guide):
            journey(rig, ("home", OK))
        for count, _ in enumerate(stands(rig, record)):
            if count == 30:
                break
    if depth.is_soak():
        play_on(rig, record)
        assert kept(rig).result == record.result


def test_the_last_answer_taken_back_stays_taken_back(make_rig: MakeRig) -> None:
    rig, record = make_rig("bonnet"), stored("three-players-at-intermezzo")
    resumed(rig, record)
    play_on(rig, record)
    journey(rig, ("show", BACK), ("show", BACK), ("take",))
    rig = make_rig("bonnet")
    journey(rig, ("home", OK), ("take",))
    assert kept(rig).answers == record.answers[:-2]


def test_a_finished_game_shows_its_result_again(make_rig: MakeRig) -> None:
    rig, record = make_rig("bonnet"), stored("two-players-moving")
    resumed(rig, record)
    play_on(rig, record)
    pages = rig.entry.pages  # type: ignore[attr-defined]  # the guide
    journey(rig, ("page Winner", OK), ("home",))
    rig = make_rig("bonnet")
    rig.choose("home", "result")
    assert rig.entry.pages == pages  # type: ignore[attr-defined]  # the guide
    play_on(rig, record)
    journey(rig, ("page Winner", OK), ("home",))


def test_a_game_that_these_rules_cannot_replay_is_passed_over(stick: Rig) -> None:
    number = stick.journal.begin("campanile-1492", 2, stick._now())
    stick.journal.append(number, [("player", "Ada"), ("colour", "blue")], stick._now())
    go_home(stick)
    assert [item.value for item in stick.entry.items] == ["new"]  # type: ignore[attr-defined]  # a menu
