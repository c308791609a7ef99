"""Checks of keypads: which are there and may be read, and with an operator each of the keys."""

from __future__ import annotations

from contextlib import closing
from queue import SimpleQueue

from companion.app.doctor.examination import (
    Examination,
    Failed,
    OperatorRequest,
    Passed,
    Prompt,
    Result,
    Results,
    Skipped,
    Values,
)
from companion.box.panel.input_devices import KernelDevices
from companion.box.panel.keypad import ANY, NOBODY
from companion.core.interfaces import Inbox
from companion.core.keypad import KEY_OF, KEYPAD, PadKey

GROUP = "input"


def check_keypads(exam: Examination) -> Results:
    """Each number pad and keyboard that the settings want can be read."""
    wanted = exam.config.keypad
    if wanted == NOBODY:
        yield Skipped.KEYPAD_OFF, {}
        return
    found = KernelDevices(exam.machine.root).find(None if wanted == ANY else wanted)
    if not found:
        yield Skipped.NO_KEYPAD, {}
    for each in found:
        path = exam.path(f"/dev/input/{each.path.rpartition('/')[2]}")
        usable = exam.machine.can_access(path)
        values = {"name": each.name, "where": f"/dev/input/{path.name}", "group": GROUP}
        yield (Passed.KEYPAD if usable else Failed.KEYPAD_DENIED), values


def check_pad_keys(exam: Examination) -> Results:
    """A press of each key is noticed, and not taken for another; none at all ends the check."""
    inbox: Inbox = SimpleQueue()
    with closing(exam.machine.open_keypads(exam.config.keypad, inbox)):
        for number, key in enumerate(each for each in KEYPAD if each.press is not None):
            result, values = _check_key(exam, inbox, key)
            yield result, values
            if result is Failed.PAD_KEY and not number:
                return


def _check_key(exam: Examination, inbox: Inbox, key: PadKey) -> tuple[Result, Values]:
    values: Values = {"label": key.label}
    press = exam.await_key(inbox, OperatorRequest(Prompt.PAD_KEY, values))
    if press is None:
        return Failed.PAD_KEY, values
    if press is key.press:
        return Passed.PAD_KEY, values
    other = KEY_OF[press].label if press in KEY_OF else press.value
    return Failed.PAD_KEY_OTHER, {**values, "other": other}
