"""Checks of the tower panel and of keypads: whether they answer, and with an operator each key."""

from __future__ import annotations

import errno
import os
from contextlib import closing
from queue import Empty, SimpleQueue

from companion.app.doctor.examination import (
    Check,
    Examination,
    Failed,
    OperatorRequest,
    PanelVanished,
    Passed,
    Prompt,
    Result,
    Results,
    Skipped,
    Values,
    drop_presses,
)
from companion.app.doctor.machine import Machine
from companion.box.config import NO_PORT
from companion.box.panel.input_devices import KernelDevices
from companion.box.panel.keypad import ANY, NOBODY
from companion.box.panel.link import PollablePort
from companion.box.panel.panel_session import PANEL_KEYS
from companion.box.panel.wire import WIRE_VERSION
from companion.box.panel.wire_peer import PanelFound, VersionMismatch, WirePeer
from companion.core.interfaces import DARK, TOWER_KEYS, Inbox, Lamp, PanelStatus, Press
from companion.core.keypad import KEY_OF, KEYPAD, PadKey

GROUP = "dialout"
HELLO_WITHIN = 3.0
"""Seconds that the panel has for its hello: it needs milliseconds, after plugging in longer."""
ROW = 4
"""Keys in each row and each column of the matrix."""
_TAKEN = (errno.EAGAIN, errno.EBUSY)
_RED, _GREEN, _BLUE = Lamp(64, 0, 0), Lamp(0, 64, 0), Lamp(0, 0, 64)
COLOURS = (_RED, _GREEN, _BLUE, Lamp(64, 64, 0), Lamp(64, 64, 64))
"""The colours of five lamps from left to right, all different, so that a wrong order shows."""


def check_panel(exam: Examination) -> Results:
    """The tower panel says hello, in our version of the wire."""
    where = exam.config.tower_panel
    if where == NO_PORT:
        yield Skipped.NO_PANEL, {}
    elif not exam.path(where).exists():
        yield Skipped.NO_PORT, {"where": where}
    elif exam.service_runs:
        yield Skipped.IN_USE, {}
    else:
        yield _greet(exam.machine, where)


def _greet(machine: Machine, where: str) -> tuple[Result, Values]:
    try:
        with closing(machine.open_port(where)) as port:
            answer = _await_hello(WirePeer(machine.draw_host_id()), port, machine)
    except OSError as error:
        return _port_failure(where, error)
    match answer:
        case PanelFound(hello):
            values = {"name": hello.name, "keys": hello.keys, "lamps": hello.lamps}
            return Passed.TOWER_PANEL, {"where": where, **values}
        case VersionMismatch(version):
            return Failed.PANEL_VERSION, {"where": where, "version": version, "own": WIRE_VERSION}
        case None:
            return Failed.PANEL_SILENT, {"where": where}


def _await_hello(
    peer: WirePeer, port: PollablePort, machine: Machine
) -> PanelFound | VersionMismatch | None:
    """Say hello until the panel does; None if it sends nothing, or no hello to this host."""
    peer.open(machine.clock())
    until = machine.clock() + HELLO_WITHIN
    while (due := peer.deadline()) is not None and (now := machine.clock()) < until:
        peer.mark_sent(port.write(peer.data_to_send()), now)
        received = port.read(max(0.0, due - now))
        for each in peer.receive_data(received, machine.clock()):
            if isinstance(each, PanelFound | VersionMismatch):
                return each
    return None


def _port_failure(where: str, error: OSError) -> tuple[Result, Values]:
    """Why the port can't be opened, or failed while it was used."""
    if error.errno in (errno.EACCES, errno.EPERM):
        return Failed.PORT_DENIED, {"where": where, "group": GROUP}
    if error.errno in _TAKEN:
        return Failed.PORT_TAKEN, {"where": where}
    problem = os.strerror(error.errno) if error.errno else str(error)
    return Failed.PORT, {"where": where, "problem": problem}


def check_lamps(exam: Examination) -> Results:
    """The lamps shine, each in its place and its colour."""
    inbox: Inbox = SimpleQueue()
    with closing(exam.machine.open_link(exam.config.tower_panel, inbox)) as link:
        if not _is_found(exam, inbox):
            yield Failed.PANEL_LOST, {}
            return
        link.show(COLOURS)
        towers = exam.ask(OperatorRequest(Prompt.TOWERS), Passed.TOWERS, Failed.TOWERS)
        yield (Failed.PANEL_LOST if drop_presses(inbox) else towers), {}
        if _number_of(exam, "lamps") > len(TOWER_KEYS):
            link.show((*[DARK] * len(TOWER_KEYS), *COLOURS))
            seats = exam.ask(OperatorRequest(Prompt.SEATS), Passed.SEATS, Failed.SEATS)
            yield (Failed.PANEL_LOST if drop_presses(inbox) else seats), {}


def check_keys(exam: Examination) -> Results:
    """A press of each key is noticed, and not taken for another key."""
    inbox: Inbox = SimpleQueue()
    with closing(exam.machine.open_link(exam.config.tower_panel, inbox)):
        if not _is_found(exam, inbox):
            yield Failed.PANEL_LOST, {}
            return
        for key in PANEL_KEYS[: _number_of(exam, "keys")]:
            result, values = _check_key(exam, inbox, key)
            yield result, values
            if result is Failed.PANEL_LOST:
                return


def _number_of(exam: Examination, parts: str) -> int:
    number = exam.finding(Check.TOWER_PANEL).values[parts]
    assert isinstance(number, int)  # or that check would not have passed
    return number


def _is_found(exam: Examination, inbox: Inbox) -> bool:
    try:
        return inbox.get(timeout=exam.machine.patience) is PanelStatus.FOUND
    except Empty:
        return False


def _check_key(exam: Examination, inbox: Inbox, key: Press) -> tuple[Result, Values]:
    row, column = _place(key)
    values: Values = {"button": key.value, "row": row, "column": column}
    try:
        press = exam.await_key(inbox, OperatorRequest(Prompt.KEY, values))
    except PanelVanished:
        return Failed.PANEL_LOST, {}
    if press is None:
        return Failed.KEY, values
    if press is key:
        return Passed.KEY, values
    row, column = _place(press)
    other = {"other": press.value, "other_row": row, "other_column": column}
    return Failed.KEY_OTHER, {**values, **other}


def _place(key: Press) -> tuple[int, int]:
    """The key's row and column in the matrix, from 1 as in the drawing."""
    number = PANEL_KEYS.index(key)
    return number // ROW + 1, number % ROW + 1


# Keypads -----------------------------------------------------------------------------------------

KEYPAD_GROUP = "input"


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
        values = {"name": each.name, "where": f"/dev/input/{path.name}", "group": KEYPAD_GROUP}
        yield (Passed.KEYPAD if usable else Failed.KEYPAD_DENIED), values


def check_pad_keys(exam: Examination) -> Results:
    """A press of each key is noticed, and not taken for another; none at all ends the check."""
    inbox: Inbox = SimpleQueue()
    with closing(exam.machine.open_keypads(exam.config.keypad, inbox)):
        for number, key in enumerate(each for each in KEYPAD if each.press is not None):
            result, values = _check_pad_key(exam, inbox, key)
            yield result, values
            if result is Failed.PAD_KEY and not number:
                return


def _check_pad_key(exam: Examination, inbox: Inbox, key: PadKey) -> tuple[Result, Values]:
    values: Values = {"label": key.label}
    press = exam.await_key(inbox, OperatorRequest(Prompt.PAD_KEY, values))
    if press is None:
        return Failed.PAD_KEY, values
    if press is key.press:
        return Passed.PAD_KEY, values
    other = KEY_OF[press].label if press in KEY_OF else press.value
    return Failed.PAD_KEY_OTHER, {**values, "other": other}
