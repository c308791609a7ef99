"""Whole games of each game played by named answers alone, as phones play them."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.app.api.state import StateSource, TableStates
from companion.app.demo.rig import Rig, steps_to_new_game
from companion.box.devices.boards import BOARDS
from companion.core.conversation import Answer
from companion.core.session import Session
from companion.games import BUILT_IN, load_plugin, read_record, words_in
from companion.ui.input.guide import Guide, Winner
from companion.ui.input.menu import ListMenu
from companion.ui.input.remote import answer_remotely, press_remotely
from tests.app.api.described import BOX
from tests.app.journeys import PLAYTHROUGHS, begun_in_short
from tests.buttons import OK


class Visitor:
    """Somebody who knows the states only, and answers to them by name."""

    def __init__(self, rig: Rig) -> None:
        self._rig = rig
        self._states = TableStates(words_in, BOX)

    @property
    def open(self) -> dict[str, Any]:
        """What is open."""
        (state,) = self._states.describe(
            StateSource(self._rig.host.view, [""], frame=bytes(1024), resting=False, phones=1)
        ).values()
        opened: dict[str, Any] = state["open"]
        return opened

    def choose(self, key: str, value: str) -> None:
        """Choose an option that is there and not forbidden, or write it."""
        opened = self.open
        if opened["free"] is None:
            (option,) = (
                each
                for each in opened["options"]
                if (each["key"], str(each["value"])) == (key, value)
            )
            assert (option["refused"] or {"grade": ""})["grade"] != "rule"
            key, value = option["key"], option["value"]
        self._rig.host.take_step(answer_remotely(self._rig.entry, key, value))
        assert self._rig.entry.refused is None

    def go_on(self) -> None:
        """Press OK, which the state must offer."""
        assert "ok" in [each["press"] for each in self.open["presses"]]
        self._rig.host.take_step(press_remotely(self._rig.entry, OK))


def next_answer(rig: Rig, opened: dict[str, Any], record: Session) -> Answer:
    """The record's next answer; light play's next tower stands for the card before it, too."""
    assert rig.session is not None
    done = rig.session.answers
    assert done == record.answers[: len(done)]
    answer, *after = record.answers[len(done) :]
    question = rig.session.question
    assert question is not None
    unasked = question.key != opened["key"] and answer == question.default
    return after[0] if unasked else answer


def next_word(rig: Rig, answer: Answer) -> str:
    if not isinstance(answer.value, tuple):
        return answer.word
    chosen = rig.entry.chosen if isinstance(rig.entry, ListMenu) else ()
    return answer.value[len(chosen)]


@pytest.fixture
def rig(tmp_path: Path) -> Iterator[Rig]:
    with Rig(BOARDS["bonnet"], tmp_path) as rig:
        yield rig


LIGHT = PLAYTHROUGHS / "four-players-light.game"
"""One picture asks for two answers there."""


@pytest.mark.sample(1)
@pytest.mark.parametrize("name", [*BUILT_IN, "light"])
def test_a_whole_game_is_played_by_named_answers(rig: Rig, name: str) -> None:
    path = LIGHT if name == "light" else load_plugin(name).record
    assert path is not None
    record, visitor = read_record(path.read_text(encoding="utf-8")), Visitor(rig)
    for menu, item in steps_to_new_game(record):
        visitor.choose(menu, str(item))
    record = begun_in_short(record)
    while not (isinstance(rig.entry, Guide) and isinstance(rig.entry.page, Winner)):
        if rig.session is not None and len(rig.session.answers) == len(record.answers):
            break  # amid the game, in `make test`
        opened = visitor.open
        if opened["kind"] in ("page", "confirm"):
            visitor.go_on()
            continue
        answer = next_answer(rig, opened, record)
        visitor.choose(answer.key, next_word(rig, answer))
    assert rig.session is not None
    assert rig.session.result == record.result
