"""What the doctor's tests share: an examination with every finding put into words, and a person."""

from collections.abc import Mapping

from companion.cli.commands import detail, question, remedy, title
from companion.config import Config, ConfigError
from companion.devices.boards import BOARDS
from companion.devices.virtual_buttons import MockPins
from companion.doctor import Asked, Check, Finding, Request, examine
from companion.doctor.bench import Draw
from companion.doctor.fake import FakeMachine
from companion.doctor.findings import Person, Told, Wrong
from companion.text import Words

HAT = Config(BOARDS["waveshare-hat"])
WORDS = Words()


class FakePerson:
    """Presses what is asked, unless told otherwise by ``presses``, and answers as told.

    With ``holds`` it does not let go.
    """

    def __init__(
        self,
        pins: MockPins,
        presses: Mapping[int, tuple[int, ...]] | None = None,
        answers: Mapping[Asked, bool | None] | None = None,
        *,
        holds: bool = False,
    ) -> None:
        self._pins = pins
        self._holds = holds
        self._presses = presses or {}
        self._answers = answers or {}
        self.asked: list[Request] = []

    def tell(self, request: Request) -> None:
        """Press the button asked for, or another, or none."""
        self._note(request)
        pin = request.values["pin"]
        assert isinstance(pin, int)
        for pressed in self._presses.get(pin, (pin,)):
            self._pins.pin(pressed).drive_low()
            if not self._holds:
                self._pins.pin(pressed).drive_high()

    def answer(self, request: Request) -> bool | None:
        """Say yes, if not told otherwise."""
        self._note(request)
        return self._answers.get(request.asked, True)

    def _note(self, request: Request) -> None:
        assert question(request, WORDS)
        self.asked.append(request)


def findings(
    machine: FakeMachine,
    config: Config | ConfigError | None = None,
    person: Person | None = None,
    draw: Draw | None = None,
) -> list[Finding]:
    """All findings; each can be told in words, and what is wrong has a remedy."""
    found = list(examine(machine, config or Config(), person, draw))
    for each in found:
        assert title(each, WORDS)
        assert detail(each, WORDS)
        assert remedy(each, WORDS) or not isinstance(each.told, Wrong)
    return found


def told(found: list[Finding]) -> dict[Check, Told]:
    """What each check came to, of several findings the worst."""
    order = ("ok", "not-tried", "not-ok")
    return {each.check: each.told for each in sorted(found, key=lambda f: order.index(f.state))}


def wrong(found: list[Finding]) -> set[Told]:
    """All that is wrong."""
    return {each.told for each in found if each.state == "not-ok"}


def one(found: list[Finding], check: Check) -> Finding:
    """The only finding of a check."""
    (only,) = (each for each in found if each.check is check)
    return only
