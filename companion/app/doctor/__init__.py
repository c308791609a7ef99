"""The self-test: the table of checks, and what runs them; the findings are data without words."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from typing import NamedTuple

from companion.app.doctor import board, panels, system
from companion.app.doctor.examination import (
    Check,
    Draw,
    Examination,
    Finding,
    Operator,
    OperatorRequest,
    Passed,
    Results,
    Skipped,
)
from companion.app.doctor.machine import Machine
from companion.box.config import Config, ConfigError

__all__ = ["Check", "Draw", "Finding", "Machine", "OperatorRequest", "Passed", "examine"]

REQUIREMENTS: Mapping[Skipped, Callable[[Examination], bool]] = {
    Skipped.NO_PI: lambda exam: exam.passed(Check.MODEL),
    Skipped.NO_CONFIG: lambda exam: exam.passed(Check.CONFIG),
    Skipped.IN_USE: lambda exam: not exam.service_runs,
    Skipped.NOT_ASKED: lambda exam: exam.operator is not None,
}
"""What a check may require; its key is the result of a check whose requirement is not met."""
_CONFIG = (Skipped.NO_CONFIG,)
_BOARD = (Skipped.NO_PI, Skipped.NO_CONFIG)
_MANUAL = (*_BOARD, Skipped.IN_USE, Skipped.NOT_ASKED)
_PANEL = (Skipped.NO_CONFIG, Skipped.NOT_ASKED)  # a laptop may have a tower panel, too


class _Row(NamedTuple):
    """A check: its name, its function, what it requires, and the checks that must have passed."""

    check: Check
    run: Callable[[Examination], Results]
    requires: Sequence[Skipped] = ()
    after: Sequence[Check] = ()


CHECKS = (
    _Row(Check.PYTHON, system.check_python),
    _Row(Check.MODEL, system.check_model),
    _Row(Check.CONFIG, system.check_config),
    _Row(Check.PACKAGES, system.check_packages),
    _Row(Check.CLOCK, system.check_clock),
    _Row(Check.FOLDER, system.check_folder),
    _Row(Check.JOURNAL, system.check_journal),
    _Row(Check.SERVICE, system.check_service),
    _Row(Check.RELEASE, system.check_release),
    _Row(Check.GAMES, system.check_games),
    _Row(Check.GROUPS, system.check_groups, _BOARD),
    _Row(Check.PINS, system.check_pin_factory, (Skipped.NO_PI,)),
    _Row(Check.I2C, board.check_i2c, _BOARD),
    _Row(Check.SPEED, board.check_speed, _BOARD, [Check.I2C]),
    _Row(Check.ADDRESSES, board.check_addresses, _BOARD, [Check.I2C]),
    _Row(Check.CONTROLLER, board.check_controller, _BOARD, [Check.I2C, Check.ADDRESSES]),
    _Row(Check.SPI, board.check_spi, _BOARD),
    _Row(Check.BOARD, board.check_board, _BOARD),
    _Row(Check.TOWER_PANEL, panels.check_panel, _CONFIG),
    _Row(Check.KEYPAD, panels.check_keypads, _BOARD),
    _Row(Check.VOICE, system.check_voice),
    _Row(Check.SCREEN, board.check_screen, _MANUAL),
    _Row(Check.BUTTONS, board.check_buttons, _MANUAL, [Check.PINS]),
    _Row(Check.CHIME, board.check_chime, _MANUAL, [Check.PINS]),
    _Row(Check.LAMPS, panels.check_lamps, _PANEL, [Check.TOWER_PANEL]),
    _Row(Check.KEYS, panels.check_keys, _PANEL, [Check.TOWER_PANEL]),
    _Row(Check.PAD_KEYS, panels.check_pad_keys, _MANUAL, [Check.KEYPAD]),
)


def examine(
    machine: Machine,
    config: Config | ConfigError,
    operator: Operator | None = None,
    draw: Draw | None = None,
) -> Iterator[Finding]:
    """Run every check, yielding each finding as it is made.

    ``config`` is the settings or why there are none. Without a ``operator``, checks that need
    somebody to see, hear or press are skipped. Once the screen has passed its check, ``draw``
    draws all findings so far and the open request on it.
    """
    with ExitStack() as stack:
        exam = Examination(machine, config, operator, draw, stack)
        for row in CHECKS:
            for result, values in _run(row, exam):
                finding = Finding(row.check, result, values)
                exam.record(finding)
                yield finding


def _run(row: _Row, exam: Examination) -> Results:
    for requirement in row.requires:
        if not REQUIREMENTS[requirement](exam):
            yield requirement, {}
            return
    for check in row.after:
        if not exam.passed(check):
            first = exam.finding(check)
            if isinstance(first.result, Skipped):  # for the same reason: an unused bus has no speed
                yield first.result, first.values
            else:
                yield Skipped.AFTER, {"first": check}
            return
    yield from row.run(exam)
