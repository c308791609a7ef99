"""The examination: each check in its turn, if what it needs is there."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from typing import NamedTuple

from companion.config import Config, ConfigError
from companion.doctor import buses, hands, keeping, software, tower, voice
from companion.doctor.bench import Bench, Draw
from companion.doctor.findings import Check, Finding, Person, Untried
from companion.doctor.machine import Machine


class _Examination(NamedTuple):
    """How something is examined: not at all before what it needs is found to be fine."""

    check: Check
    look: Callable[[Bench], Iterator[Finding]]
    after: Sequence[Check] = ()
    needs: Sequence[Untried] = ()


_PI, _SETTINGS = (Untried.NO_PI,), (Untried.NO_CONFIG,)
_BOARD = (*_PI, *_SETTINGS)
_HANDS = (*_BOARD, Untried.IN_USE, Untried.NOT_ASKED)
_PANEL = (*_SETTINGS, Untried.NOT_ASKED)
"""The panel is no part of a Pi: a laptop may have it. That the service uses it, it says itself."""
_ORDER = (
    _Examination(Check.PYTHON, software.python),
    _Examination(Check.MODEL, software.model),
    _Examination(Check.CONFIG, software.config),
    _Examination(Check.PACKAGES, software.packages),
    _Examination(Check.CLOCK, software.clock),
    _Examination(Check.FOLDER, keeping.folder),
    _Examination(Check.JOURNAL, keeping.journal),
    _Examination(Check.SERVICE, software.service),
    _Examination(Check.GROUPS, software.groups, needs=_BOARD),
    _Examination(Check.PINS, software.pins, needs=_PI),
    _Examination(Check.I2C, buses.i2c, needs=_BOARD),
    _Examination(Check.SPEED, buses.speed, [Check.I2C], _BOARD),
    _Examination(Check.ADDRESSES, buses.addresses, [Check.I2C], _BOARD),
    _Examination(Check.CONTROLLER, buses.controller, [Check.I2C, Check.ADDRESSES], _BOARD),
    _Examination(Check.SPI, buses.spi, needs=_BOARD),
    _Examination(Check.TOWER_PANEL, tower.panel, needs=_SETTINGS),
    _Examination(Check.VOICE, voice.voice),
    _Examination(Check.SCREEN, hands.screen, needs=_HANDS),
    _Examination(Check.BUTTONS, hands.buttons, [Check.PINS], _HANDS),
    _Examination(Check.CHIME, hands.chime, [Check.PINS], _HANDS),
    _Examination(Check.LAMPS, tower.lamps, [Check.TOWER_PANEL], _PANEL),
    _Examination(Check.KEYS, tower.keys, [Check.TOWER_PANEL], _PANEL),
)


def examine(
    machine: Machine,
    config: Config | ConfigError,
    person: Person | None = None,
    draw: Draw | None = None,
) -> Iterator[Finding]:
    """Examine everything, yielding each finding as it is made.

    ``config`` is the settings or why there are none. Without a ``person`` nothing is asked, and
    what only a person can see, hear or press is not tried. From when the screen is found to work,
    ``draw`` makes the picture on it of all findings so far and of what is being asked.
    """
    with ExitStack() as stack:
        bench = Bench(machine, config, person, draw, stack)
        for each in _ORDER:
            for finding in _examined(each, bench):
                bench.note(finding)
                yield finding


def _examined(each: _Examination, bench: Bench) -> Iterator[Finding]:
    why = next((need for need in each.needs if _lacking(need, bench)), None)
    if why is not None:
        yield Finding(each.check, why)
        return
    # What was not tried says why itself, and once: a bus that is not used has no addresses.
    for first in each.after:
        if not bench.fine(first):
            bad = bench.first(first)
            told = bad.told if isinstance(bad.told, Untried) else Untried.AFTER
            values = bad.values if told is bad.told else {"first": first}
            yield Finding(each.check, told, values)
            return
    yield from each.look(bench)


def _lacking(need: Untried, bench: Bench) -> bool:
    if need is Untried.NO_PI:
        return not bench.fine(Check.MODEL)
    if need is Untried.NO_CONFIG:
        return not bench.fine(Check.CONFIG)
    if need is Untried.IN_USE:
        return bench.serving
    return bench.person is None
