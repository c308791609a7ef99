"""What every check works with: the machine, the settings, the operator, and the findings so far."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import ExitStack, suppress
from pathlib import Path

from companion.app.doctor.findings import (
    Check,
    Failed,
    Finding,
    Operator,
    OperatorRequest,
    Passed,
    Result,
    Skipped,
)
from companion.app.doctor.machine import Machine
from companion.box.config import Config, ConfigError
from companion.core.interfaces import Frame, Screen

Draw = Callable[[Sequence[Finding], OperatorRequest | None], Frame]
"""Draws the findings so far and the request that is open."""


class Examination:
    """One run of the self-test."""

    def __init__(
        self,
        machine: Machine,
        settings: Config | ConfigError,
        operator: Operator | None,
        draw: Draw | None,
        stack: ExitStack,
    ) -> None:
        self.machine = machine
        self.settings = settings
        self.operator = operator
        self.stack = stack
        self.display: Screen | None = None
        self._draw = draw
        self._findings: list[Finding] = []

    @property
    def config(self) -> Config:
        """The settings, for checks that require valid ones."""
        assert isinstance(self.settings, Config)
        return self.settings

    def path(self, path: Path | str) -> Path:
        """Where a file of the machine is found, by its absolute path there."""
        return self.machine.root / str(path).lstrip("/")

    def record(self, finding: Finding) -> None:
        """Keep a finding, and show it."""
        self._findings.append(finding)
        self._show(None)

    def finding(self, check: Check) -> Finding:
        """The first finding of a check that did not pass, or else its first."""
        found = [finding for finding in self._findings if finding.check is check]
        return next((each for each in found if not isinstance(each.result, Passed)), found[0])

    def passed(self, check: Check) -> bool:
        """Whether all findings of a check passed."""
        return isinstance(self.finding(check).result, Passed)

    @property
    def service_runs(self) -> bool:
        """Whether the service runs, and so uses the screen, the pins and the tower panel."""
        return self.finding(Check.SERVICE).result is Passed.SERVICE_RUNS

    def ask(self, request: OperatorRequest, passed: Passed, failed: Failed) -> Result:
        """Ask the operator, on the screen too; yes has ``passed``, no ``failed``."""
        assert self.operator is not None
        self._show(request)
        answer = self.operator.answer(request)
        if answer is None:
            return Skipped.NOT_ASKED
        return passed if answer else failed

    def tell(self, request: OperatorRequest) -> None:
        """Tell the operator what to do, on the screen too."""
        assert self.operator is not None
        self._show(request)
        self.operator.tell(request)

    def _show(self, request: OperatorRequest | None) -> None:
        if self.display is not None and self._draw is not None:
            with suppress(OSError):  # the terminal shows the same
                self.display.show(self._draw(self._findings, request))
