"""What the doctor finds without an operator, on machines of all kinds."""

import errno
from datetime import UTC, datetime
from pathlib import Path

import pytest

from companion.app.doctor.examination import Check, Failed, Passed, Result, Skipped
from companion.app.doctor.machine import CommandResult
from companion.box.config import NO_PORT, BoardChoice, Config, ConfigError, ConfigFault
from companion.box.devices.boards import BOARDS
from companion.box.devices.buses import FoundScreen
from tests.app.doctor.examinations import HAT, run_checks
from tests.fakes.machine import FakeBus, FakeMachine, fake_pi

MANUAL = {Check.SCREEN, Check.BUTTONS, Check.CHIME, Check.PAD_KEYS}
PANEL = {Check.LAMPS, Check.KEYS}
PI_5 = "Raspberry Pi 5 Model B Rev 1.0"


def nothing_to_open(port: int) -> FakeBus:
    raise AssertionError(f"bus {port} was opened")


# Whole machines ----------------------------------------------------------------------------


def test_a_pi_as_the_installer_leaves_it_passes(pi: FakeMachine) -> None:
    found = run_checks(pi)
    assert [each.check for each in found] == list(Check)
    assert {each.check: each.result for each in found if each.state == "not-tried"} == {
        Check.SPI: Skipped.NOT_USED,
        Check.TOWER_PANEL: Skipped.NO_PORT,
        Check.KEYPAD: Skipped.NO_KEYPAD,
        Check.VOICE: Skipped.NO_ESPEAK,
        **dict.fromkeys(MANUAL | PANEL, Skipped.NOT_ASKED),
    }
    assert not found.failed


def test_on_a_laptop_nothing_fails_and_no_bus_is_opened(laptop: FakeMachine) -> None:
    laptop.write("/dev/i2c-1")  # that of a graphics card, as it may be
    laptop.open_bus = nothing_to_open  # type: ignore[method-assign]  # a trap for this test
    found = run_checks(laptop)
    assert not found.failed
    board = {Check.MODEL, Check.GROUPS, Check.PINS, Check.I2C, Check.SPI}
    board |= {Check.SPEED, Check.ADDRESSES, Check.CONTROLLER, Check.BOARD, Check.KEYPAD}
    assert {each.check for each in found if each.result is Skipped.NO_PI} == board | MANUAL
    assert found.result(Check.SERVICE) is Skipped.NO_SYSTEMD


def test_a_pi_5_without_lgpio(tmp_path: Path) -> None:
    pi = fake_pi(tmp_path, PI_5)
    del pi.installed["lgpio"]
    found = run_checks(pi)
    assert found.failed == {Failed.PACKAGES, Failed.PINS}
    assert found.only(Check.PINS).values == {"factory": "native", "model": PI_5}
    assert found.result(Check.BUTTONS) is Skipped.NOT_ASKED


def test_i2c_switched_off(pi: FakeMachine) -> None:
    pi.path("/dev/i2c-1").unlink()
    found = run_checks(pi)
    assert found.failed == {Failed.I2C}
    for check in (Check.SPEED, Check.ADDRESSES, Check.CONTROLLER):
        assert found.only(check).result is Skipped.AFTER
        assert found.only(check).values == {"first": Check.I2C}


def test_a_screen_at_the_other_address(pi: FakeMachine) -> None:
    pi.parts = {0x3D: 0x43}
    found = run_checks(pi)
    assert found.failed == {Failed.ADDRESS}
    assert found.only(Check.ADDRESSES).values["address"] == "0x3D"
    assert found.result(Check.CONTROLLER) is Skipped.AFTER


def test_a_user_who_is_in_no_group(pi: FakeMachine) -> None:
    pi.held_groups = frozenset({"emma"})
    pi.write("/etc/group", b"gpio:x:986:\ni2c:x:988:jakob,emmaline\n")
    pi.no_access = {Path("/dev/i2c-1")}
    found = run_checks(pi)
    assert found.failed == {Failed.GROUPS, Failed.I2C_DENIED}
    assert found.only(Check.GROUPS).values["groups"] == ("gpio", "i2c")
    assert found.only(Check.GROUPS).values["list"] == "gpio,i2c"


def test_settings_that_cannot_be_read_leave_the_board_alone(pi: FakeMachine) -> None:
    pi.open_bus = nothing_to_open  # type: ignore[method-assign]  # a trap for this test
    error = ConfigError(Path("companion.toml"), 3, "bord", ConfigFault.UNKNOWN_KEY, {}, "board")
    found = run_checks(pi, error)
    assert found.failed == {Failed.CONFIG}
    assert found.result(Check.I2C) is Skipped.NO_CONFIG
    assert found.result(Check.PINS) is Passed.PINS


# One thing at a time -----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("version", "expected"),
    [
        ((3, 10, 9), Failed.PYTHON),
        ((3, 11, 0), Passed.PYTHON),
        ((3, 13, 7), Passed.PYTHON),
        ((3, 14, 0), Failed.PYTHON),
    ],
)
def test_python(laptop: FakeMachine, version: tuple[int, int, int], expected: Result) -> None:
    laptop.python = version
    assert run_checks(laptop).result(Check.PYTHON) is expected


def test_a_screen_on_spi_needs_spidev(pi: FakeMachine) -> None:
    found = run_checks(pi, HAT)
    assert found.failed == {Failed.PACKAGES, Failed.SPI}
    missing = next(each for each in found if each.result is Failed.PACKAGES)
    assert missing.values == {"missing": ("spidev",)}
    assert found.result(Check.I2C) is found.result(Check.ADDRESSES) is Skipped.NOT_USED
    pi.installed["spidev"] = "3.6"
    pi.write("/dev/spidev0.0")
    assert not run_checks(pi, HAT).failed
    pi.no_access = {Path("/dev/spidev0.0")}
    assert run_checks(pi, HAT).failed == {Failed.SPI_DENIED}


@pytest.mark.parametrize(
    ("model", "factory", "expected"),
    [
        (PI_5, "lgpio", Passed.PINS),
        (PI_5, "rpigpio", Failed.PINS),
        ("Raspberry Pi Compute Module 5 Rev 1.0", "rpigpio", Failed.PINS),
        ("Raspberry Pi 500 Rev 1.0", "pigpio", Failed.PINS),
        ("Raspberry Pi 4 Model B Rev 1.5", "rpigpio", Passed.PINS),
        ("Raspberry Pi Zero 2 W Rev 1.0", "native", Failed.PINS),
        ("Raspberry Pi Zero 2 W Rev 1.0", "mock", Failed.PINS),
    ],
)
def test_the_right_pin_factory_for_this_pi(
    tmp_path: Path, model: str, factory: str, expected: Result
) -> None:
    pi = fake_pi(tmp_path, model)
    pi.environ["GPIOZERO_PIN_FACTORY"] = factory
    assert run_checks(pi).result(Check.PINS) is expected


def test_no_pin_factory_at_all(pi: FakeMachine) -> None:
    pi.path("/dev/gpiochip0").unlink()
    assert run_checks(pi).failed == {Failed.PINS_NONE}


def test_groups_for_the_boards_bus_and_the_panel(pi: FakeMachine) -> None:
    pi.held_groups = frozenset({"gpio", "spi"})
    assert run_checks(pi, HAT).result(Check.GROUPS) is Passed.GROUPS
    assert run_checks(pi).only(Check.GROUPS).values == {"groups": ("i2c",)}
    pi.write(HAT.tower_panel)
    assert run_checks(pi, HAT).only(Check.GROUPS).values["groups"] == ("dialout",)
    assert run_checks(pi, HAT._replace(tower_panel=NO_PORT)).result(Check.GROUPS) is Passed.GROUPS
    pi.held_groups = None
    assert run_checks(pi).result(Check.GROUPS) is Passed.GROUPS_ROOT


def test_a_group_granted_after_logging_in(pi: FakeMachine) -> None:
    pi.held_groups = frozenset({"emma"})
    found = run_checks(pi)
    assert found.failed == {Failed.GROUPS_LATER}
    assert found.only(Check.GROUPS).values == {"groups": ("gpio", "i2c")}


@pytest.mark.parametrize(
    ("kilohertz", "expected"),
    [(400, Passed.SPEED), (100, Passed.SPEED_ODD), (1000, Passed.SPEED_ODD)],
)
def test_the_speed_of_the_bus(pi: FakeMachine, kilohertz: int, expected: Passed) -> None:
    node = "/sys/bus/i2c/devices/i2c-1/of_node/clock-frequency"
    pi.write(node, (kilohertz * 1000).to_bytes(4, "big"))
    speed = run_checks(pi).only(Check.SPEED)
    assert (speed.result, speed.values) == (expected, {"kilohertz": kilohertz})
    pi.path(node).unlink()
    assert run_checks(pi).result(Check.SPEED) is Skipped.SPEED_UNKNOWN


def test_all_addresses_that_answer_are_listed(pi: FakeMachine) -> None:
    pi.parts = {0x3C: 0x43, 0x68: OSError(errno.EBUSY, "busy"), 0x20: 0}
    pi.parts[0x77] = OSError(errno.ENXIO, "nobody")
    assert run_checks(pi).only(Check.ADDRESSES).values["addresses"] == ("0x20", "0x3C", "0x68")


def test_nothing_answers_or_only_others(pi: FakeMachine) -> None:
    pi.parts = {}
    assert run_checks(pi).failed == {Failed.ADDRESSES_NONE}
    pi.parts = {0x68: 0}
    assert run_checks(pi).failed == {Failed.ADDRESSES_OTHER}


def test_a_stuck_bus_is_reported_at_the_first_address(pi: FakeMachine) -> None:
    pi.parts = {0x03: OSError(errno.ETIMEDOUT, "Connection timed out")}
    found = run_checks(pi)
    assert found.failed == {Failed.BUS_STUCK}
    assert found.only(Check.ADDRESSES).values["problem"] == "Connection timed out"


@pytest.mark.parametrize(
    ("status", "configured", "expected"),
    [
        (0x43, "ssd1306", Passed.CONTROLLER),
        (0x06, "ssd1309", Passed.CONTROLLER),
        (0x48, "sh1106", Passed.CONTROLLER),
        (0x08, "ssd1306", Failed.CONTROLLER),
        (0x43, "sh1106", Skipped.CONTROLLER_UNCLEAR),
        (0x4F, "ssd1306", Skipped.CONTROLLER_UNCLEAR),
        (0x13, "ssd1306", Skipped.CONTROLLER_UNCLEAR),
        (0x48, "ssd1322", Skipped.CONTROLLER_UNCLEAR),
    ],
)
def test_what_the_screen_looks_like(
    pi: FakeMachine, status: int, configured: str, expected: Result
) -> None:
    pi.parts = {0x3C: status}
    config = Config(BOARDS["bonnet"]._replace(controller=configured))
    assert run_checks(pi, config).result(Check.CONTROLLER) is expected


SET, FOUND, ASSUMED = BoardChoice


@pytest.mark.parametrize(
    ("choice", "found", "expected", "values"),
    [
        (SET, None, Passed.BOARD_SET, {"board": "bonnet"}),
        (
            FOUND,
            FoundScreen(0x3D, 0x43),
            Passed.BOARD_FOUND,
            {"board": "bonnet", "address": "0x3D", "status": "0x43", "controller": "SSD1306"},
        ),
        (ASSUMED, None, Failed.BOARD, {}),
        (
            ASSUMED,
            FoundScreen(0x3C, 0x4F),
            Failed.BOARD_UNKNOWN,
            {"board": "bonnet", "address": "0x3C", "status": "0x4F"},
        ),
        (
            ASSUMED,
            FoundScreen(0x3C, None),
            Failed.BOARD_UNKNOWN,
            {"board": "bonnet", "address": "0x3C", "status": "busy"},
        ),
    ],
)
def test_how_the_board_was_chosen(
    pi: FakeMachine,
    choice: BoardChoice,
    found: FoundScreen | None,
    expected: Result,
    values: dict[str, str],
) -> None:
    board = run_checks(pi, Config(board_choice=choice, found=found)).only(Check.BOARD)
    assert (board.result, board.values) == (expected, values)


@pytest.mark.parametrize(
    ("enabled", "active", "expected"),
    [
        ("enabled", "active", Passed.SERVICE_RUNS),
        ("enabled", "activating", Passed.SERVICE_RUNS),
        ("enabled-runtime", "inactive", Passed.SERVICE_STOPPED),
        ("enabled", "failed", Failed.SERVICE_FAILED),
        ("disabled", "inactive", Failed.SERVICE_DISABLED),
        ("not-found", "inactive", Skipped.NO_SERVICE),
        ("", "inactive", Skipped.NO_SERVICE),
        (None, None, Skipped.NO_SERVICE),
    ],
)
def test_the_service(
    pi: FakeMachine, enabled: str | None, active: str | None, expected: Result
) -> None:
    pi.commands.clear()
    if enabled is not None and active is not None:
        pi.commands["systemctl", "is-enabled", "companion.service"] = CommandResult(0, enabled)
        pi.commands["systemctl", "is-active", "companion.service"] = CommandResult(0, active)
    assert run_checks(pi).result(Check.SERVICE) is expected


def test_a_release_that_was_rolled_back(pi: FakeMachine) -> None:
    assert run_checks(pi).result(Check.RELEASE) is Passed.RELEASE
    folder = pi.root / "var/lib/campanile-companion"
    folder.mkdir(parents=True)
    (folder / "rolled-back").write_text("1.1.0\n")
    finding = run_checks(pi).only(Check.RELEASE)
    assert (finding.result, finding.values["failed"]) == (Failed.ROLLED_BACK, "1.1.0")
    (folder / "rolled-back").write_text("1.1.0 unsigned\n")
    finding = run_checks(pi).only(Check.RELEASE)
    assert (finding.result, finding.values["why"]) == (Failed.REFUSED, "unsigned")


@pytest.mark.parametrize(
    ("year", "synchronised", "expected"),
    [
        (2026, "yes", Passed.CLOCK_RIGHT),
        (2026, "no", Passed.CLOCK_ALONE),
        (2024, "no", Failed.CLOCK),
        (1970, "yes", Failed.CLOCK),
    ],
)
def test_the_clock(pi: FakeMachine, year: int, synchronised: str, expected: Result) -> None:
    pi.time = datetime(year, 6, 1, tzinfo=UTC)
    command = ("timedatectl", "show", "--property=NTPSynchronized", "--value")
    pi.commands[command] = CommandResult(0, synchronised)
    assert run_checks(pi).result(Check.CLOCK) is expected


# The voice ---------------------------------------------------------------------------------


def test_a_voice_needs_a_program_and_a_sound_card_that_it_may_use(pi: FakeMachine) -> None:
    assert run_checks(pi).result(Check.VOICE) is Skipped.NO_ESPEAK
    asked = ("espeak-ng", "--version")
    pi.commands[asked] = CommandResult(127, "")
    assert run_checks(pi).result(Check.VOICE) is Skipped.NO_ESPEAK
    pi.commands[asked] = CommandResult(
        0, "eSpeak NG text-to-speech: 1.51  Data at: /usr/lib/espeak-ng-data"
    )
    pi.write("/dev/snd/timer")
    pi.write("/dev/snd/pcmC0D0c")  # a microphone
    assert run_checks(pi).result(Check.VOICE) is Skipped.NO_SOUND_CARD
    pi.write("/dev/snd/pcmC1D0p")
    assert run_checks(pi).only(Check.VOICE).result is Passed.VOICE
    assert run_checks(pi).only(Check.VOICE).values == {"version": "1.51"}
    pi.no_access = {Path("/dev/snd")}
    found = run_checks(pi)
    assert found.only(Check.VOICE).result is Skipped.SOUND_DENIED
    assert not found.failed


def test_a_game_that_can_not_be_played_is_named(pi: FakeMachine) -> None:
    assert run_checks(pi).result(Check.GAMES) is Passed.GAMES
    pi.find_faults = lambda _folder: [("nim", "rules: KeyError: 'place' (rules.py:8)")]
    finding = run_checks(pi).only(Check.GAMES)
    assert finding.result is Failed.GAME
    assert finding.values == {"game": "nim", "problem": "rules: KeyError: 'place' (rules.py:8)"}
