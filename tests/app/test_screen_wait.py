"""A start of the service without a screen by which the board could be found: it waits for one."""

from contextlib import closing
from itertools import pairwise
from pathlib import Path

import pytest

from companion.app.real_screen import MAX_DELAY, ScreenWait
from companion.box.config import Config, ConfigError, ConfigFault
from companion.box.devices.boards import BOARDS
from companion.box.devices.buses import FindScreen
from companion.box.devices.errors import DeviceMissingError, MissingDevice
from companion.box.service.notify import PATIENCE, SystemdNotifier
from companion.core.interfaces import Edge, InboxItem, Press, Signal
from tests.box.service.test_notify import PID, Manager, with_watchdog
from tests.fakes.clock import SetClock
from tests.fakes.inbox import TimedInbox

NO_SCREEN = DeviceMissingError(MissingDevice.SCREEN, "/dev/i2c-1")
NO_BUS = DeviceMissingError(MissingDevice.BUS, "/dev/i2c-1")
FOUND = Config(BOARDS["four-buttons"])


class LateScreen:
    """Settings that can't be read with these errors in turn; then the board is found."""

    def __init__(self, clock: SetClock, *errors: Exception) -> None:
        self.tried: list[float] = []
        self._clock = clock
        self._errors = list(errors)

    def read(self, _find: FindScreen | None) -> Config:
        """Try once."""
        self.tried.append(self._clock.now)
        if self._errors:
            raise self._errors.pop(0)
        return FOUND

    def wait(
        self, *events: tuple[float, InboxItem], service: SystemdNotifier | None = None
    ) -> Config | None:
        """Wait for it, while these events are posted."""
        inbox = TimedInbox(self._clock, *events)
        wait = ScreenWait(inbox, self._clock, service or SystemdNotifier({}))
        return wait.until(self.read, NO_SCREEN)


def test_a_late_screen_is_soon_found(clock: SetClock) -> None:
    late = LateScreen(clock, *[NO_SCREEN] * 40)
    assert late.wait() is FOUND
    pauses = [after - before for before, after in pairwise([0.0, *late.tried])]
    assert 0 < min(pauses) < max(pauses) == MAX_DELAY


def test_it_is_logged_once_what_is_missing_and_which_word_helps(
    clock: SetClock, caplog: pytest.LogCaptureFixture
) -> None:
    LateScreen(clock, NO_BUS, NO_BUS, NO_SCREEN, NO_SCREEN).wait()
    bus, screen = "/dev/i2c-1 does not exist", "no screen answers on /dev/i2c-1"
    lines = [record.getMessage() for record in caplog.records]
    starts = [line.removeprefix("the board is not known yet: ") for line in lines]
    assert [line.partition(":")[0].partition(",")[0] for line in starts] == [
        screen,
        bus,
        screen,
        "the board is four-buttons",
    ]
    assert 'board = "waveshare-hat"' in lines[0]


@pytest.mark.parametrize(("tries", "ready"), [(6, 0), (13, 1)])
def test_waiting_belongs_to_the_start_for_a_while_and_never_fails_it(
    clock: SetClock, tmp_path: Path, tries: int, ready: int
) -> None:
    """The watchdog is fed meanwhile, and has patience with what is loaded afterwards."""
    manager = Manager(str(tmp_path / "notify"))
    with closing(manager.socket):
        service = with_watchdog(tmp_path / "notify", WATCHDOG_PID=str(PID))
        LateScreen(clock, *[NO_SCREEN] * tries).wait(service=service)
        received = manager.received()
    assert (clock.now > PATIENCE, received.count("READY=1")) == (bool(ready), ready)
    assert received.count("WATCHDOG=1") >= clock.now // 5
    assert received.count("EXTEND_TIMEOUT_USEC=80000000") == 1
    assert received[-1] == "WATCHDOG_USEC=60000000"


def test_the_end_is_not_waited_for(clock: SetClock) -> None:
    late = LateScreen(clock, *[NO_SCREEN] * 9)
    press = Edge(Press.OK, True, 0.0)
    assert late.wait((1.25, press), (1.75, Signal.QUIT)) is None
    assert clock.now == 1.75


def test_only_the_screen_is_waited_for(clock: SetClock) -> None:
    wrong = ConfigError(None, 1, "board", ConfigFault.NOT_A_CHOICE, {})
    with pytest.raises(ConfigError):
        LateScreen(clock, NO_SCREEN, wrong).wait()
