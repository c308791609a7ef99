"""Checks of the tower panel: that it answers, and with a person its lamps and its keys."""

from __future__ import annotations

import errno
import os
from collections.abc import Iterator
from contextlib import closing
from queue import Empty, SimpleQueue

from companion.config import NO_PORT
from companion.doctor.bench import Bench
from companion.doctor.findings import Asked, Check, Finding, Fine, Request, Untried, Wrong
from companion.doctor.machine import Machine, PanelPort
from companion.interfaces import DARK, TOWERS, Inbox, Lamp, Press, TowerPanel
from companion.panel.end import End, Met, OtherVersion
from companion.panel.keeper import KEYS
from companion.panel.wire import VERSION

GROUP = "dialout"
ANSWER_WITHIN = 3.0
"""Seconds in which the panel says hello; it takes milliseconds, and one just plugged in starts."""
ROW = 4
"""Keys on a wire of the matrix, of a row as of a column."""
_TAKEN = (errno.EAGAIN, errno.EBUSY)
_RED, _GREEN, _BLUE = Lamp(64, 0, 0), Lamp(0, 64, 0), Lamp(0, 0, 64)
COLOURS = (_RED, _GREEN, _BLUE, Lamp(64, 64, 0), Lamp(64, 64, 64))
"""What five lamps show from left to right, each its own: so a changed order is seen."""


def panel(bench: Bench) -> Iterator[Finding]:
    """The tower panel says hello, and in our version of the wire."""
    where = bench.config.tower_panel
    if where == NO_PORT:
        yield Finding(Check.TOWER_PANEL, Untried.NO_PANEL)
    elif not bench.at(where).exists():
        yield Finding(Check.TOWER_PANEL, Untried.NO_PORT, {"where": where})
    elif bench.serving:
        yield Finding(Check.TOWER_PANEL, Untried.IN_USE)
    else:
        yield _met(bench.machine, where)


def _met(machine: Machine, where: str) -> Finding:
    try:
        with closing(machine.open_port(where)) as port:
            answer = _answer(End(machine.host()), port, machine)
    except OSError as error:
        return _shut(where, error)
    values: dict[str, object] = {"where": where}
    match answer:
        case Met(hello):
            values |= {"name": hello.name, "keys": hello.keys, "lamps": hello.lamps}
            return Finding(Check.TOWER_PANEL, Fine.TOWER_PANEL, values)
        case OtherVersion(version):
            values |= {"version": version, "own": VERSION}
            return Finding(Check.TOWER_PANEL, Wrong.PANEL_VERSION, values)
        case None:
            return Finding(Check.TOWER_PANEL, Wrong.PANEL_SILENT, values)


def _answer(end: End, port: PanelPort, machine: Machine) -> Met | OtherVersion | None:
    """Say hello until the panel does; None if it is silent, or what it says is no hello to us."""
    end.open(machine.clock())
    until = machine.clock() + ANSWER_WITHIN
    while (due := end.deadline()) is not None and (now := machine.clock()) < until:
        end.sent(port.write(end.to_send()), now)
        came = port.read(max(0.0, due - now))
        for each in end.feed(came, machine.clock()):
            if isinstance(each, Met | OtherVersion):
                return each
    return None


def _shut(where: str, error: OSError) -> Finding:
    """Why the port can't be had, or was lost on the way."""
    values: dict[str, object] = {"where": where}
    if error.errno in (errno.EACCES, errno.EPERM):
        return Finding(Check.TOWER_PANEL, Wrong.PORT_DENIED, {**values, "group": GROUP})
    if error.errno in _TAKEN:
        return Finding(Check.TOWER_PANEL, Wrong.PORT_TAKEN, values)
    values["problem"] = os.strerror(error.errno) if error.errno else str(error)
    return Finding(Check.TOWER_PANEL, Wrong.PORT, values)


def lamps(bench: Bench) -> Iterator[Finding]:
    """The lamps shine, each in its place and its colours."""
    inbox: Inbox = SimpleQueue()
    with closing(bench.machine.open_link(bench.config.tower_panel, inbox)) as link:
        if not _found(bench, inbox):
            yield Finding(Check.LAMPS, Wrong.PANEL_LOST)
            return
        link.show(COLOURS)
        yield _seen(bench, inbox, Asked.TOWERS, Fine.TOWERS, Wrong.TOWERS)
        if _counted(bench, "lamps") > len(TOWERS):
            link.show((*[DARK] * len(TOWERS), *COLOURS))
            yield _seen(bench, inbox, Asked.SEATS, Fine.SEATS, Wrong.SEATS)


def _seen(bench: Bench, inbox: Inbox, asked: Asked, fine: Fine, wrong: Wrong) -> Finding:
    seen = bench.ask(Request(asked))
    if _lost(inbox):
        return Finding(Check.LAMPS, Wrong.PANEL_LOST)
    if seen is None:
        return Finding(Check.LAMPS, Untried.NOT_ASKED)
    return Finding(Check.LAMPS, fine if seen else wrong)


def keys(bench: Bench) -> Iterator[Finding]:
    """Each key is heard when it is pressed, and no other."""
    inbox: Inbox = SimpleQueue()
    with closing(bench.machine.open_link(bench.config.tower_panel, inbox)):
        if not _found(bench, inbox):
            yield Finding(Check.KEYS, Wrong.PANEL_LOST)
            return
        for key in KEYS[: _counted(bench, "keys")]:
            finding = _pressed(bench, inbox, key)
            yield finding
            if finding.told is Wrong.PANEL_LOST:
                return


def _counted(bench: Bench, what: str) -> int:
    """How many keys or lamps the panel's hello told of."""
    count = bench.first(Check.TOWER_PANEL).values[what]
    assert isinstance(count, int)  # or that check was not fine
    return count


def _found(bench: Bench, inbox: Inbox) -> bool:
    """Whether the link has met the panel."""
    try:
        return inbox.get(timeout=bench.machine.patience) is TowerPanel.FOUND
    except Empty:
        return False


def _lost(inbox: Inbox) -> bool:
    """Whether the panel was lost meanwhile; what was pressed for fun is forgotten."""
    lost = False
    while not inbox.empty():
        lost |= inbox.get() is TowerPanel.LOST
    return lost


def _pressed(bench: Bench, inbox: Inbox, key: Press) -> Finding:
    if _lost(inbox):
        return Finding(Check.KEYS, Wrong.PANEL_LOST)
    row, column = _place(key)
    values: dict[str, object] = {"button": key.value, "row": row, "column": column}
    bench.tell(Request(Asked.KEY, values))
    try:
        while (event := inbox.get(timeout=bench.machine.patience)) is Press.RELEASED:
            pass  # the key OK was pressed before; it alone says so when it goes up
    except Empty:
        return Finding(Check.KEYS, Wrong.KEY, values)
    if not isinstance(event, Press):
        return Finding(Check.KEYS, Wrong.PANEL_LOST)
    if event is key:
        return Finding(Check.KEYS, Fine.KEY, values)
    row, column = _place(event)
    values |= {"other": event.value, "other_row": row, "other_column": column}
    return Finding(Check.KEYS, Wrong.KEY_OTHER, values)


def _place(key: Press) -> tuple[int, int]:
    """The key's row and column in the matrix, from 1 as the drawing has them."""
    number = KEYS.index(key)
    return number // ROW + 1, number % ROW + 1
