"""What the doctor's tests share: a whole examination, and an operator."""

from collections.abc import Mapping

from companion.app.doctor import examine
from companion.app.doctor.examination import (
    Check,
    Draw,
    Failed,
    Finding,
    Operator,
    OperatorRequest,
    Prompt,
    Result,
)
from companion.box.config import Config, ConfigError
from companion.box.devices.boards import BOARDS
from companion.box.devices.keyboard import MockPins
from companion.cli.commands_machine import check_title, finding_text, remedy_text, request_text
from companion.text import Words
from tests.fakes.machine import FakeMachine

HAT = Config(BOARDS["waveshare-hat"])
WORDS = Words()


class FakeOperator:
    """Presses the requested pin, or those of ``presses``; answers yes, or from ``answers``.

    With ``holds`` it does not release them.
    """

    def __init__(
        self,
        pins: MockPins,
        presses: Mapping[int, tuple[int, ...]] | None = None,
        answers: Mapping[Prompt, bool | None] | None = None,
        *,
        holds: bool = False,
    ) -> None:
        self._pins = pins
        self._holds = holds
        self._presses = presses or {}
        self._answers = answers or {}
        self.requests: list[OperatorRequest] = []

    def tell(self, request: OperatorRequest) -> None:
        self._note(request)
        pin = request.values["pin"]
        assert isinstance(pin, int)
        for pressed in self._presses.get(pin, (pin,)):
            self._pins.pin(pressed).drive_low()
            if not self._holds:
                self._pins.pin(pressed).drive_high()

    def answer(self, request: OperatorRequest) -> bool | None:
        self._note(request)
        return self._answers.get(request.prompt, True)

    def _note(self, request: OperatorRequest) -> None:
        assert request_text(request, WORDS)
        self.requests.append(request)


class Findings(list[Finding]):
    """All findings of an examination."""

    @property
    def failed(self) -> set[Result]:
        return {each.result for each in self if each.state == "not-ok"}

    def of(self, check: Check) -> list[Finding]:
        return [each for each in self if each.check is check]

    def only(self, check: Check) -> Finding:
        """The finding of a check that has no other."""
        (only,) = self.of(check)
        return only

    def result(self, check: Check) -> Result:
        """The result of a check, and of several the worst."""
        worst = ("not-ok", "not-tried", "ok")
        return min(self.of(check), key=lambda finding: worst.index(finding.state)).result


def run_checks(
    machine: FakeMachine,
    config: Config | ConfigError | None = None,
    operator: Operator | None = None,
    draw: Draw | None = None,
) -> Findings:
    """All findings; each has its words, and a failure has a remedy."""
    found = Findings(examine(machine, config or Config(), operator, draw))
    for each in found:
        assert check_title(each, WORDS)
        assert finding_text(each, WORDS)
        assert remedy_text(each, WORDS) or not isinstance(each.result, Failed)
    return found
