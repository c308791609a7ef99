"""The bench on which the companion is examined: what every check works with, and what was found."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import ExitStack, suppress
from pathlib import Path

from companion.config import Config, ConfigError
from companion.doctor.findings import Check, Finding, Fine, Person, Request
from companion.doctor.machine import Machine
from companion.interfaces import Display, Frame

Draw = Callable[[Sequence[Finding], Request | None], Frame]
"""Makes a picture of the findings so far and of what is being asked."""


class Bench:
    """One examination."""

    def __init__(
        self,
        machine: Machine,
        settings: Config | ConfigError,
        person: Person | None,
        draw: Draw | None,
        stack: ExitStack,
    ) -> None:
        self.machine = machine
        self.settings = settings
        self.person = person
        self.stack = stack
        self.display: Display | None = None
        self._draw = draw
        self._findings: list[Finding] = []

    @property
    def config(self) -> Config:
        """The settings, for checks that are made only where they are sound."""
        assert isinstance(self.settings, Config)
        return self.settings

    def at(self, *parts: str) -> Path:
        """The place of a file by its path on the real machine."""
        return self.machine.root.joinpath(*(part.lstrip("/") for part in parts))

    def note(self, finding: Finding) -> None:
        """Keep a finding, and show it."""
        self._findings.append(finding)
        self.show(None)

    def first(self, check: Check) -> Finding:
        """The first finding of a check, and of several the first that is not fine."""
        found = [finding for finding in self._findings if finding.check is check]
        return next((each for each in found if not isinstance(each.told, Fine)), found[0])

    def fine(self, check: Check) -> bool:
        """Whether all findings of a check are fine."""
        return isinstance(self.first(check).told, Fine)

    @property
    def serving(self) -> bool:
        """Whether the service runs, and so has the screen, the pins and the tower panel."""
        return self.first(Check.SERVICE).told is Fine.SERVICE_RUNS

    def ask(self, request: Request) -> bool | None:
        """Ask the person, on the screen too."""
        assert self.person is not None
        self.show(request)
        return self.person.answer(request)

    def tell(self, request: Request) -> None:
        """Tell the person what to do, on the screen too."""
        assert self.person is not None
        self.show(request)
        self.person.tell(request)

    def show(self, request: Request | None) -> None:
        """Show on the screen how things stand, where there is one that works."""
        if self.display is not None and self._draw is not None:
            with suppress(OSError):  # the terminal says the same
                self.display.show(self._draw(self._findings, request))
