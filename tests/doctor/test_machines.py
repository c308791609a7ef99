"""What the doctor finds on machines of all kinds, without anybody before them."""

import errno
import sqlite3
from contextlib import closing
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest

from companion.config import NO_PORT, Config, ConfigError, Fault
from companion.devices.boards import BOARDS
from companion.doctor import Check, Fine, Untried, Wrong
from companion.doctor.fake import FakeMachine, fake_pi
from companion.doctor.keeping import SERVICE_FOLDER
from companion.doctor.machine import Bus, Ran
from companion.journal import Journal, JournalFault, JournalUnreadable
from tests.doctor.patients import HAT, findings, one, told, wrong

HANDS = {Check.SCREEN, Check.BUTTONS, Check.CHIME}
PANEL = {Check.LAMPS, Check.KEYS}
PI_5 = "Raspberry Pi 5 Model B Rev 1.0"


@pytest.fixture
def pi(tmp_path: Path) -> FakeMachine:
    return fake_pi(tmp_path)


@pytest.fixture
def laptop(tmp_path: Path) -> FakeMachine:
    return FakeMachine(tmp_path)


def nothing_to_open(port: int) -> Bus:
    raise AssertionError(f"bus {port} was opened")


# Whole machines ----------------------------------------------------------------------------


def test_a_pi_as_the_installer_leaves_it_is_well(pi: FakeMachine) -> None:
    found = findings(pi)
    assert [each.check for each in found] == list(Check)
    untried = {each.check: each.told for each in found if each.state == "not-tried"}
    hands = dict.fromkeys(HANDS | PANEL, Untried.NOT_ASKED)
    none = {Check.SPI: Untried.NOT_USED, Check.TOWER_PANEL: Untried.NO_PORT}
    none[Check.VOICE] = Untried.NO_ESPEAK
    assert untried == {**none, **hands}
    assert not wrong(found)


def test_on_a_laptop_nothing_is_wrong_and_no_bus_is_touched(laptop: FakeMachine) -> None:
    laptop.write("/dev/i2c-1")  # that of a graphics card, as it may be
    laptop.open_bus = nothing_to_open  # type: ignore[method-assign]  # a trap for this test
    found = findings(laptop)
    assert not wrong(found)
    assert {each.check for each in found if each.told is Untried.NO_PI} == {
        Check.MODEL,
        Check.GROUPS,
        Check.PINS,
        Check.I2C,
        Check.SPEED,
        Check.ADDRESSES,
        Check.CONTROLLER,
        Check.SPI,
        *HANDS,
    }
    assert told(found)[Check.SERVICE] is Untried.NO_SYSTEMD


def test_a_pi_5_without_lgpio(tmp_path: Path) -> None:
    pi = fake_pi(tmp_path, PI_5)
    del pi.installed["lgpio"]
    found = findings(pi)
    assert wrong(found) == {Wrong.PACKAGES, Wrong.PINS}
    assert one(found, Check.PINS).values == {"factory": "native", "model": PI_5}
    assert told(found)[Check.BUTTONS] is Untried.NOT_ASKED


def test_i2c_switched_off(pi: FakeMachine) -> None:
    pi.at("/dev/i2c-1").unlink()
    found = findings(pi)
    assert wrong(found) == {Wrong.I2C}
    for check in (Check.SPEED, Check.ADDRESSES, Check.CONTROLLER):
        assert one(found, check).told is Untried.AFTER
        assert one(found, check).values == {"first": Check.I2C}


def test_a_screen_at_the_other_address(pi: FakeMachine) -> None:
    pi.parts = {0x3D: 0x43}
    found = findings(pi)
    assert wrong(found) == {Wrong.ADDRESS}
    assert one(found, Check.ADDRESSES).values["address"] == "0x3D"
    assert told(found)[Check.CONTROLLER] is Untried.AFTER


def test_a_user_who_is_in_no_group(pi: FakeMachine) -> None:
    pi.held = frozenset({"emma"})
    pi.write("/etc/group", b"gpio:x:986:\ni2c:x:988:jakob,emmaline\n")
    pi.closed = {Path("/dev/i2c-1")}
    found = findings(pi)
    assert wrong(found) == {Wrong.GROUPS, Wrong.I2C_DENIED}
    assert one(found, Check.GROUPS).values["groups"] == ("gpio", "i2c")
    assert one(found, Check.GROUPS).values["list"] == "gpio,i2c"


def test_a_card_that_turned_read_only(pi: FakeMachine) -> None:
    pi.closed = {Path("/home/emma")}
    found = findings(pi)
    assert wrong(found) == {Wrong.FOLDER_CLOSED}
    assert one(found, Check.FOLDER).values["problem"] == "Read-only file system"


def test_settings_that_cannot_be_read_leave_the_board_alone(pi: FakeMachine) -> None:
    pi.open_bus = nothing_to_open  # type: ignore[method-assign]  # a trap for this test
    error = ConfigError(Path("companion.toml"), 3, "bord", Fault.UNKNOWN_KEY, {}, "board")
    found = findings(pi, error)
    assert wrong(found) == {Wrong.CONFIG}
    assert told(found)[Check.I2C] is Untried.NO_CONFIG
    assert told(found)[Check.PINS] is Fine.PINS


# One thing at a time -----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("version", "expected"),
    [
        ((3, 10, 9), Wrong.PYTHON),
        ((3, 11, 0), Fine.PYTHON),
        ((3, 13, 7), Fine.PYTHON),
        ((3, 14, 0), Wrong.PYTHON),
    ],
)
def test_python(laptop: FakeMachine, version: tuple[int, int, int], expected: Fine | Wrong) -> None:
    laptop.python = version
    assert told(findings(laptop))[Check.PYTHON] is expected


def test_a_screen_on_spi_needs_spidev(pi: FakeMachine) -> None:
    found = findings(pi, HAT)
    assert wrong(found) == {Wrong.PACKAGES, Wrong.SPI}
    missing = next(each for each in found if each.told is Wrong.PACKAGES)
    assert missing.values == {"missing": ("spidev",)}
    assert told(found)[Check.I2C] is told(found)[Check.ADDRESSES] is Untried.NOT_USED
    pi.installed["spidev"] = "3.6"
    pi.write("/dev/spidev0.0")
    assert not wrong(findings(pi, HAT))
    pi.closed = {Path("/dev/spidev0.0")}
    assert wrong(findings(pi, HAT)) == {Wrong.SPI_DENIED}


@pytest.mark.parametrize(
    ("model", "factory", "expected"),
    [
        (PI_5, "lgpio", Fine.PINS),
        (PI_5, "rpigpio", Wrong.PINS),
        ("Raspberry Pi Compute Module 5 Rev 1.0", "rpigpio", Wrong.PINS),
        ("Raspberry Pi 500 Rev 1.0", "pigpio", Wrong.PINS),
        ("Raspberry Pi 4 Model B Rev 1.5", "rpigpio", Fine.PINS),
        ("Raspberry Pi Zero 2 W Rev 1.0", "native", Wrong.PINS),
        ("Raspberry Pi Zero 2 W Rev 1.0", "mock", Wrong.PINS),
    ],
)
def test_the_right_pin_factory_for_this_pi(
    tmp_path: Path, model: str, factory: str, expected: Fine | Wrong
) -> None:
    pi = fake_pi(tmp_path, model)
    pi.environ["GPIOZERO_PIN_FACTORY"] = factory
    assert told(findings(pi))[Check.PINS] is expected


def test_no_pin_factory_at_all(pi: FakeMachine) -> None:
    pi.at("/dev/gpiochip0").unlink()
    assert wrong(findings(pi)) == {Wrong.PINS_NONE}


def test_groups_for_the_boards_bus_and_the_panel(pi: FakeMachine) -> None:
    pi.held = frozenset({"gpio", "spi"})
    assert told(findings(pi, HAT))[Check.GROUPS] is Fine.GROUPS
    assert one(findings(pi), Check.GROUPS).values == {"groups": ("i2c",)}
    pi.write(HAT.tower_panel)
    assert one(findings(pi, HAT), Check.GROUPS).values["groups"] == ("dialout",)
    assert told(findings(pi, replace(HAT, tower_panel=NO_PORT)))[Check.GROUPS] is Fine.GROUPS
    pi.held = None
    assert told(findings(pi))[Check.GROUPS] is Fine.GROUPS_ROOT


def test_a_group_given_after_logging_in(pi: FakeMachine) -> None:
    pi.held = frozenset({"emma"})
    found = findings(pi)
    assert wrong(found) == {Wrong.GROUPS_LATER}
    assert one(found, Check.GROUPS).values == {"groups": ("gpio", "i2c")}


@pytest.mark.parametrize(
    ("kilohertz", "expected"), [(400, Fine.SPEED), (100, Fine.SPEED_ODD), (1000, Fine.SPEED_ODD)]
)
def test_the_speed_of_the_bus(pi: FakeMachine, kilohertz: int, expected: Fine) -> None:
    node = "/sys/bus/i2c/devices/i2c-1/of_node/clock-frequency"
    pi.write(node, (kilohertz * 1000).to_bytes(4, "big"))
    speed = one(findings(pi), Check.SPEED)
    assert (speed.told, speed.values) == (expected, {"kilohertz": kilohertz})
    pi.at(node).unlink()
    assert told(findings(pi))[Check.SPEED] is Untried.SPEED_UNKNOWN


def test_all_that_answers_is_told(pi: FakeMachine) -> None:
    pi.parts = {0x3C: 0x43, 0x68: OSError(errno.EBUSY, "busy"), 0x20: 0}
    pi.parts[0x77] = OSError(errno.ENXIO, "nobody")
    assert one(findings(pi), Check.ADDRESSES).values["addresses"] == ("0x20", "0x3C", "0x68")


def test_nothing_answers_or_only_others(pi: FakeMachine) -> None:
    pi.parts = {}
    assert wrong(findings(pi)) == {Wrong.ADDRESSES_NONE}
    pi.parts = {0x68: 0}
    assert wrong(findings(pi)) == {Wrong.ADDRESSES_OTHER}


def test_a_bus_held_down_is_given_up_at_once(pi: FakeMachine) -> None:
    pi.parts = {0x03: OSError(errno.ETIMEDOUT, "Connection timed out")}
    found = findings(pi)
    assert wrong(found) == {Wrong.BUS_STUCK}
    assert one(found, Check.ADDRESSES).values["problem"] == "Connection timed out"


@pytest.mark.parametrize(
    ("status", "configured", "expected"),
    [
        (0x43, "ssd1306", Fine.CONTROLLER),
        (0x06, "ssd1309", Fine.CONTROLLER),
        (0x48, "sh1106", Fine.CONTROLLER),
        (0x08, "ssd1306", Wrong.CONTROLLER),
        (0x43, "sh1106", Untried.CONTROLLER_UNCLEAR),
        (0x4F, "ssd1306", Untried.CONTROLLER_UNCLEAR),
        (0x48, "ssd1322", Untried.CONTROLLER_UNCLEAR),
    ],
)
def test_what_the_screen_looks_like(
    pi: FakeMachine, status: int, configured: str, expected: Fine | Wrong | Untried
) -> None:
    pi.parts = {0x3C: status}
    config = Config(replace(BOARDS["bonnet"], controller=configured))
    assert told(findings(pi, config))[Check.CONTROLLER] is expected


@pytest.mark.parametrize(
    ("enabled", "active", "expected"),
    [
        (Ran(0, "enabled"), Ran(0, "active"), Fine.SERVICE_RUNS),
        (Ran(0, "enabled"), Ran(3, "activating"), Fine.SERVICE_RUNS),
        (Ran(0, "enabled-runtime"), Ran(3, "inactive"), Fine.SERVICE_STOPPED),
        (Ran(0, "enabled"), Ran(3, "failed"), Wrong.SERVICE_FAILED),
        (Ran(1, "disabled"), Ran(3, "inactive"), Wrong.SERVICE_DISABLED),
        (Ran(4, "not-found"), Ran(4, "inactive"), Untried.NO_SERVICE),
        (Ran(1, ""), Ran(3, "inactive"), Untried.NO_SERVICE),
        (None, None, Untried.NO_SERVICE),
    ],
)
def test_the_service(
    pi: FakeMachine, enabled: Ran | None, active: Ran | None, expected: Fine | Wrong | Untried
) -> None:
    pi.commands.clear()
    if enabled and active:
        pi.commands["systemctl", "is-enabled", "companion.service"] = enabled
        pi.commands["systemctl", "is-active", "companion.service"] = active
    assert told(findings(pi))[Check.SERVICE] is expected


@pytest.mark.parametrize(
    ("year", "synchronised", "expected"),
    [
        (2026, "yes", Fine.CLOCK_RIGHT),
        (2026, "no", Fine.CLOCK_ALONE),
        (2024, "no", Wrong.CLOCK),
        (1970, "yes", Wrong.CLOCK),
    ],
)
def test_the_clock(pi: FakeMachine, year: int, synchronised: str, expected: Fine | Wrong) -> None:
    pi.time = datetime(year, 6, 1, tzinfo=UTC)
    pi.commands["timedatectl", "show", "--property=NTPSynchronized", "--value"] = Ran(
        0, synchronised
    )
    assert told(findings(pi))[Check.CLOCK] is expected


# The journal -------------------------------------------------------------------------------

OWN = "/home/emma/.local/state/campanile-companion"


def keep_a_game(machine: FakeMachine, folder: str) -> None:
    machine.at(folder).mkdir(parents=True)
    journal = Journal.open(machine.at(folder), machine.time)
    journal.begin("campanile-2009", 3, machine.time)
    journal.close()


def test_a_sound_journal(pi: FakeMachine) -> None:
    assert told(findings(pi))[Check.JOURNAL] is Fine.JOURNAL_NONE
    keep_a_game(pi, OWN)
    assert told(findings(pi))[Check.JOURNAL] is Fine.JOURNAL


def test_a_damaged_journal(pi: FakeMachine) -> None:
    keep_a_game(pi, OWN)
    file = pi.at(OWN) / "games.sqlite"
    file.write_bytes(file.read_bytes()[:1000] + b"\xff" * 400 + file.read_bytes()[1400:])
    assert wrong(findings(pi)) == {Wrong.JOURNAL}


def test_a_file_that_is_no_journal_of_ours(pi: FakeMachine) -> None:
    pi.at(OWN).mkdir(parents=True)
    with closing(sqlite3.connect(pi.at(OWN) / "games.sqlite")) as other:
        other.execute("CREATE TABLE wine (year)")
    error = one(findings(pi), Check.JOURNAL).values["error"]
    assert isinstance(error, JournalUnreadable)
    assert error.fault is JournalFault.FOREIGN


def test_no_room(pi: FakeMachine) -> None:
    pi.bytes_free = 19_000_000
    assert wrong(findings(pi)) == {Wrong.FOLDER_FULL}


def test_the_boxs_games_are_those_of_the_service(pi: FakeMachine) -> None:
    keep_a_game(pi, SERVICE_FOLDER)
    assert one(findings(pi), Check.FOLDER).values["path"] == pi.at(SERVICE_FOLDER)
    assert told(findings(pi))[Check.JOURNAL] is Fine.JOURNAL
    pi.closed = {Path(SERVICE_FOLDER)}
    found = findings(pi)
    assert told(found)[Check.FOLDER] is told(found)[Check.JOURNAL] is Untried.FOLDER_FOREIGN
    pi.environ["STATE_DIRECTORY"] = "/srv/games"
    assert one(findings(pi), Check.FOLDER).values["path"] == pi.at("/srv/games")


# The voice ---------------------------------------------------------------------------------


def test_a_voice_needs_a_program_a_sound_card_and_leave_to_use_it(pi: FakeMachine) -> None:
    assert told(findings(pi))[Check.VOICE] is Untried.NO_ESPEAK
    asked = ("espeak-ng", "--version")
    pi.commands[asked] = Ran(127, "")
    assert told(findings(pi))[Check.VOICE] is Untried.NO_ESPEAK
    pi.commands[asked] = Ran(0, "eSpeak NG text-to-speech: 1.51  Data at: /usr/lib/espeak-ng-data")
    pi.write("/dev/snd/timer")
    pi.write("/dev/snd/pcmC0D0c")  # a microphone
    assert told(findings(pi))[Check.VOICE] is Untried.NO_SOUND_CARD
    pi.write("/dev/snd/pcmC1D0p")
    assert one(findings(pi), Check.VOICE).told is Fine.VOICE
    assert one(findings(pi), Check.VOICE).values == {"version": "1.51"}
    pi.closed = {Path("/dev/snd")}
    found = findings(pi)
    assert one(found, Check.VOICE).told is Untried.SOUND_DENIED
    assert not wrong(found)
