"""A box without settings, from its screen to its buttons: the board is found, or waited for."""

import json
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, closing
from functools import partial
from itertools import pairwise
from pathlib import Path
from queue import SimpleQueue
from types import SimpleNamespace

import pytest

from companion.app import play, press_guard, real_screen
from companion.app.demo.rig import FOUR_BUTTONS, STICK, Rig, route_to_item
from companion.app.ending import Ending, run_in_turn
from companion.app.real_screen import MAX_DELAY, ScreenWait
from companion.box.config import Config, ConfigError, ConfigFault, load_config, read_config
from companion.box.config.table import SETTINGS
from companion.box.devices.boards import BOARDS
from companion.box.devices.buses import FindScreen
from companion.box.devices.errors import DeviceMissingError, MissingDevice
from companion.box.devices.keyboard import use_mock_pins
from companion.box.service.notify import PATIENCE, SystemdNotifier
from companion.cli import main
from companion.core.interfaces import Edge, Frame, Inbox, InboxItem, Press, Signal
from companion.games import BOARD_FILE_KEYS
from companion.text import Words
from companion.ui.input.box_pages import About
from tests.box.service.test_notify import PID, Manager, with_watchdog
from tests.fakes.buses import FakeSmbus
from tests.fakes.clock import SetClock
from tests.fakes.inbox import TimedInbox
from tests.fakes.oled_controllers import ModelPanel, Sh1106, Ssd1306


class UnknownClone(Ssd1306):
    """An SSD1306 with a status of its own."""

    status = 0x0F


class FoundBox:
    """A box that was switched on with this screen, whose settings are all defaults."""

    def __init__(
        self, stack: ExitStack, folder: Path, screen: ModelPanel, address: int = 0x3C
    ) -> None:
        self._screen = screen
        bus = FakeSmbus(screen, address)
        inbox: Inbox = SimpleQueue()
        settings = partial(load_config, folder / "companion.toml", {}, {}, BOARD_FILE_KEYS)
        self.pins = use_mock_pins()
        ending = stack.enter_context(Ending(run=run_in_turn))
        patch = stack.enter_context(pytest.MonkeyPatch.context())
        patch.setattr("smbus2.SMBus", bus.open)
        config = real_screen.find_settings(settings, inbox)
        assert config is not None
        self.board = config.board
        panel = real_screen.open_panel(config, ending)
        self._app = play._open_box(config, panel, inbox, stack, ending)
        self._app.draw()

    @property
    def about(self) -> tuple[object, object]:
        """The board that *About the box* names, and how it says it was chosen."""
        host, presses = self._app.host, STICK if self.board.axes == 2 else FOUR_BUTTONS
        host.press(Press.MENU)
        for press in route_to_item(host.entry, "box", "about", presses):
            host.press(press)
        page = host.entry
        assert isinstance(page, About)
        host.press(Press.BACK)
        host.press(Press.BACK)
        return page.values["board"], page.values["choice"]

    def tap(self, pin: int) -> Frame:
        """Join a pin to ground for a moment; returns what the screen then shows."""
        for drive in (self.pins.pin(pin).drive_low, self.pins.pin(pin).drive_high):
            drive()
            self._app.pump()
        return self._screen.picture()


SwitchOn = Callable[..., FoundBox]


@pytest.fixture
def switch_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[SwitchOn]:
    """Switches a box on; the one before is switched off."""
    monkeypatch.delenv("NOTIFY_SOCKET", raising=False)
    monkeypatch.setenv("STATE_DIRECTORY", str(tmp_path / "games"))
    monkeypatch.setenv("CACHE_DIRECTORY", str(tmp_path))
    monkeypatch.setattr(press_guard, "READING_TIME", -1.0)
    (tmp_path / "companion.toml").touch()
    with ExitStack() as stack:

        def open_box(screen: ModelPanel, address: int = 0x3C) -> FoundBox:
            stack.pop_all().close()
            return FoundBox(stack, tmp_path, screen, address)

        yield open_box


def pictures(folder: Path, board: str, presses: Sequence[Press]) -> list[Frame]:
    """What a board of this name shows after each of these presses."""
    shown = []
    with Rig(BOARDS[board], folder) as rig:
        for press in presses:
            rig.press(press)
            shown.append(rig.frame)
    return shown


@pytest.mark.parametrize(
    ("screen", "board", "taps", "others"),
    [
        (Sh1106, "four-buttons", {27: Press.NEXT, 22: Press.OK}, (12, 16)),
        (Ssd1306, "bonnet", {22: Press.DOWN, 5: Press.OK}, ()),
    ],
)
def test_a_box_without_settings_has_its_own_buttons(
    switch_on: SwitchOn,
    tmp_path: Path,
    screen: type[ModelPanel],
    board: str,
    taps: dict[int, Press],
    others: tuple[int, ...],
    caplog: pytest.LogCaptureFixture,
) -> None:
    expected = pictures(tmp_path / "rig", board, [*taps.values()])
    box = switch_on(screen())
    assert box.about == (board, "found")
    assert [box.tap(pin) for pin in taps] == expected
    assert not caplog.records
    claimed = {info.name for info in box.pins.pins}  # type: ignore[attr-defined]  # gpiozero's own
    assert claimed == {f"GPIO{pin}" for pin in (*BOARDS[board].pins, *others)}


def test_a_screen_at_the_other_address_is_used_there(switch_on: SwitchOn, tmp_path: Path) -> None:
    expected = pictures(tmp_path / "rig", "bonnet", [Press.OK])
    assert [switch_on(Ssd1306(), 0x3D).tap(5)] == expected


def test_an_unknown_screen_is_the_bonnets_and_one_line_names_the_setting(
    switch_on: SwitchOn, caplog: pytest.LogCaptureFixture
) -> None:
    assert switch_on(UnknownClone()).about == ("bonnet", "assumed")
    (line,) = [each.getMessage() for each in caplog.records]
    assert "0x3C is unknown (status 0x4F)" in line
    assert line.endswith("name it in companion.toml: board")


def test_a_former_name_in_the_settings_is_one_line_with_the_new_one(
    switch_on: SwitchOn,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    rows = [each._replace(former=("hush",)) if each.name == "mute" else each for each in SETTINGS]
    monkeypatch.setattr("companion.box.config.table.SETTINGS", rows)
    (tmp_path / "companion.toml").write_text("hush = true")
    switch_on(Ssd1306())
    (line,) = [each.getMessage() for each in caplog.records]
    assert line == f"{tmp_path}/companion.toml:1: hush is now called mute"


def test_another_screen_is_found_anew_and_gets_the_next_splash(
    switch_on: SwitchOn, tmp_path: Path
) -> None:
    splashes = []
    for screen, board in ((Ssd1306, "bonnet"), (Sh1106, "four-buttons"), (Ssd1306, "bonnet")):
        assert switch_on(screen()).board.name == board
        splashes.append((tmp_path / "i2c-1.splash").read_text())
    assert splashes[0] == splashes[2] != splashes[1]
    switch_on(Ssd1306(), 0x3D)
    assert "i2c /dev/i2c-1 61\n" in (tmp_path / "i2c-1.splash").read_text()


def test_nothing_waits_for_a_screen_where_somebody_can_be_told(
    switch_on: SwitchOn, tmp_path: Path
) -> None:
    with pytest.raises(DeviceMissingError):
        switch_on(Ssd1306(), 0x20)
    assert not [*tmp_path.glob("*.splash")]


def test_the_service_waits_for_the_screen_that_comes_late(
    monkeypatch: pytest.MonkeyPatch, clock: SetClock
) -> None:
    monkeypatch.setenv("NOTIFY_SOCKET", "/nobody")
    monkeypatch.setattr("companion.app.real_screen.time", SimpleNamespace(monotonic=clock))
    bus, tries = FakeSmbus(Sh1106(), address=0x20), 0
    monkeypatch.setattr("smbus2.SMBus", bus.open)

    def read(find: FindScreen | None) -> Config:
        nonlocal tries
        tries += 1
        bus.address = 0x3C if tries == 4 else 0x20
        return read_config(b"", None, find_screen=find)

    config = real_screen.find_settings(read, TimedInbox(clock))
    assert config is not None
    assert (config.board.name, tries) == ("four-buttons", 4)
    tries = 0
    assert (
        real_screen.find_settings(read, TimedInbox(clock, (clock.now + 1.0, Signal.QUIT))) is None
    )


# Commands ---------------------------------------------------------------------------------------


def printed_board(folder: Path, capsys: pytest.CaptureFixture[str]) -> str:
    """The line of the board that `companion config` prints, and the doctor's the same board."""
    (file := folder / "companion.toml").touch()
    assert main(["config", "--config", str(file)]) == 0
    (line,) = [each for each in capsys.readouterr().out.splitlines() if each.startswith("board =")]
    main(["doctor", "--json", "--config", str(file)])
    settings = json.loads(capsys.readouterr().out)["settings"]
    assert line.startswith(f'board = "{settings["board"]}"')
    return line


def test_commands_find_the_board_on_a_pi_only_and_do_without(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    is_pi = False
    bus = FakeSmbus(Sh1106())
    monkeypatch.setattr("smbus2.SMBus", bus.open)
    monkeypatch.setattr("companion.app.real_screen.is_raspberry_pi", lambda: is_pi)
    assert printed_board(tmp_path, capsys).startswith('board = "auto"')
    assert not bus.transactions, "it may be the bus of a graphics card"
    is_pi = True
    found = printed_board(tmp_path, capsys)
    assert found.startswith('board = "four-buttons"')
    assert found.endswith(Words().say("config.source.found"))
    bus.address = 0x20
    assert printed_board(tmp_path, capsys).startswith('board = "auto"')


# No screen yet -----------------------------------------------------------------------------------

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
