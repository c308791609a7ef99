"""Keypads in the self-test: found, not for this user, switched off, and key by key."""

import os
from collections.abc import Mapping

import pytest

from companion.app.doctor.examination import Check, Failed, OperatorRequest, Passed, Skipped
from companion.box.config import Config
from companion.box.devices.keyboard import MockPins
from companion.core.interfaces import KeyPress, Press
from companion.core.keypad import KEYPAD
from tests.app.doctor.examinations import Findings, run_checks
from tests.box.panel.test_keypad import KEYPAD_KEYS, add_device
from tests.fakes.machine import FakeMachine

pytestmark = pytest.mark.skipif(
    os.uname().machine not in ("x86_64", "aarch64"), reason="words of 64 bits"
)
LABELS = [key.label for key in KEYPAD if key.press is not None]
PRESSES = {key.label: key.press for key in KEYPAD}


class PadOperator:
    """Presses the requested key, or what ``presses`` says; answers every question with yes."""

    def __init__(
        self, machine: FakeMachine, presses: Mapping[str, str | None] | None = None
    ) -> None:
        self._machine = machine
        self._presses = presses or {}
        self.asked: list[str] = []

    def tell(self, request: OperatorRequest) -> None:
        if "label" not in request.values:
            return
        label = str(request.values["label"])
        self.asked.append(label)
        press = PRESSES[self._presses.get(label, label) or "Num"]
        if press is not None:
            for each in (Press.RELEASED, press, Press.RELEASED):
                self._machine.keypads.put(KeyPress(each, 0.0))

    def answer(self, request: OperatorRequest) -> bool:  # noqa: ARG002  any question
        return True


@pytest.fixture
def padded(pi: FakeMachine, pins: MockPins) -> FakeMachine:  # noqa: ARG001  in force meanwhile
    add_device(pi.root, 3, "Pad", KEYPAD_KEYS)
    pi.write("/dev/input/event3")
    return pi


def examined(machine: FakeMachine, operator: PadOperator) -> Findings:
    return run_checks(machine, operator=operator)


def test_a_keypad_is_named_and_each_key_checked(padded: FakeMachine) -> None:
    operator = PadOperator(padded)
    found = examined(padded, operator)
    values = {"name": "Pad", "where": "/dev/input/event3", "group": "input"}
    assert (found.result(Check.KEYPAD), found.only(Check.KEYPAD).values) == (Passed.KEYPAD, values)
    assert [each.result for each in found.of(Check.PAD_KEYS)] == [Passed.PAD_KEY] * 16
    assert operator.asked == LABELS


def test_a_key_that_is_another_or_none_is_told(padded: FakeMachine) -> None:
    found = examined(padded, PadOperator(padded, {"7": "8", "0": None}))
    told = {each.values["label"]: each for each in found.of(Check.PAD_KEYS)}
    assert (told["7"].result, told["7"].values["other"]) == (Failed.PAD_KEY_OTHER, "8")
    assert told["0"].result is Failed.PAD_KEY
    assert len(told) == len(LABELS)


def test_where_nobody_presses_the_first_key_no_other_is_asked_for(padded: FakeMachine) -> None:
    operator = PadOperator(padded, {LABELS[0]: None})
    assert examined(padded, operator).only(Check.PAD_KEYS).result is Failed.PAD_KEY
    assert operator.asked == LABELS[:1]


def test_one_that_is_not_for_this_user(padded: FakeMachine) -> None:
    padded.no_access = {type(padded.root)("/dev/input/event3")}
    found = examined(padded, PadOperator(padded))
    assert found.result(Check.KEYPAD) is Failed.KEYPAD_DENIED


def test_none_or_switched_off(pi: FakeMachine) -> None:
    assert run_checks(pi).result(Check.KEYPAD) is Skipped.NO_KEYPAD
    assert run_checks(pi, Config(keypad="off")).result(Check.KEYPAD) is Skipped.KEYPAD_OFF
    assert run_checks(pi).result(Check.PAD_KEYS) is Skipped.NOT_ASKED
