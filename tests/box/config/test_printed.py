"""The settings in words: `companion config`, and the one line for what is refused."""

import re
from pathlib import Path

import pytest

from companion.box.config import ConfigFault, Source
from companion.box.config.sample import sample_text
from companion.box.config.table import ROLES
from companion.cli import main
from companion.cli.shared import error_in_words
from companion.games import BOARD_FILE_KEYS
from companion.text import Words
from tests.box.config.test_config import config, refusal

BOARD = "buzzer = 18\noled.address = 0x3D\nmute = true\nled = 16\n"
PINS = "pins = { previous = 17, next = 27, ok = [22, 24], back = 23 }\n"
SPI = 'board = "waveshare-hat"\nled = { red = 2, green = 3, blue = 4 }\noled.rotate = 180\n'


@pytest.fixture
def words() -> Words:
    return Words()


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "companion.toml"


@pytest.mark.parametrize("fault", ConfigFault)
def test_every_fault_has_words(fault: ConfigFault, words: Words) -> None:
    assert words.has(f"config.fault.{fault}")


def test_every_source_but_a_file_has_words(words: Words) -> None:
    for source in set(Source) - {Source.FILE}:
        assert words.has(f"config.source.{source}")


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("\nbord = 1", "companion.toml:2: bord: there is no such setting; did you mean board?"),
        ("oled.rotate = 90", "companion.toml:1: oled.rotate: must be one of: 0, 180"),
        (
            'board = "HAT"',
            "companion.toml:1: board: must be one of: auto, bonnet, waveshare-hat, four-buttons",
        ),
        (
            "oled.address = 0x78",
            "companion.toml:1: oled.address: must be one of: 0x3C, 0x3D; did you mean 0x3C?",
        ),
        ("pins.okay = 1", f"the names are: {', '.join(ROLES)}; did you mean ok?"),
        (
            PINS + "led = 17",
            "companion.toml:2: led: GPIO17 is already used for pins.previous, in line 1",
        ),
        ("led = 17", "led: GPIO17 is already used for pins.up (see: companion config)"),
        ("led = 2", "led: GPIO2 belongs to I2C1, which the screen uses"),
        ("led.red = 5", "companion.toml:1: led: incomplete; missing: led.green, led.blue"),
        ("oled.dc = 5", "companion.toml:1: oled.dc: not used with a screen on I2C"),
        ("\nxyzzy = yes", "companion.toml:2: not TOML: Invalid value"),
        ("\nmute = yes", "companion.toml:2: mute: must be true or false, without quotes"),
        (
            "board = bonnet",
            'companion.toml:1: board: put it in quotes: board = "bonnet"',
        ),
        ("buzzer = 28", "companion.toml:1: buzzer: must be a GPIO (BCM) number from 0 to 27"),
    ],
)
def test_a_refusal_is_one_line(text: str, line: str, words: Words) -> None:
    message = error_in_words(refusal(text), words)
    assert message.endswith(line)
    assert message.startswith("companion.toml:")


@pytest.mark.parametrize("text", ["", BOARD, BOARD + PINS, SPI])
def test_what_is_printed_is_a_file_of_the_same_settings(
    text: str, file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file.write_text(text)
    assert main(["config", "--config", str(file)]) == 0
    printed = capsys.readouterr().out
    again, first = config(printed), config(text)
    assert ("0x3D" in printed) is ("0x3D" in text), "an address is printed as it is written"
    assert (again.board, again.led) == (first.board, first.led)
    assert [(each.name, each.value) for each in again.effective] == [
        (each.name, each.value) for each in first.effective
    ]


def test_each_line_tells_where_it_comes_from(
    file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file.write_text('\nboard = "four-buttons"\n[oled]\ncontrast = 9\n')
    assert main(["config", "--config", str(file), "--mute"]) == 0
    printed = dict(re.findall(r"^(\w+) = .*?# (.*)$", capsys.readouterr().out, re.MULTILINE))
    assert printed["board"] == f"{file}:2"
    assert printed["contrast"] == f"{file}:4"
    assert printed["buzzer"] == "from the board four-buttons"
    assert printed["mute"] == "from the command line"
    assert printed["click"] == "default"


@pytest.mark.usefixtures("renamed")
def test_a_setting_with_its_former_name_is_printed_with_both(
    file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file.write_text("hush = true")
    assert main(["config", "--config", str(file)]) == 0
    assert f"# {file}:1, which has the old name hush" in capsys.readouterr().out


def test_comments_are_in_the_language_of_the_settings(
    file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file.write_text('language = "de"')
    assert main(["config", "--config", str(file)]) == 0
    assert f"# {Words('de').say('config.read', path=file)}" in capsys.readouterr().out


def test_without_a_file_the_places_for_one_are_listed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    monkeypatch.setattr("companion.box.config.reader.SYSTEM", tmp_path / "none")
    assert main(["config"]) == 0
    assert str(tmp_path / "campanile-companion/companion.toml") in capsys.readouterr().out


def test_the_sample_is_printed_whole(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["config", "--sample"]) == 0
    assert capsys.readouterr().out == sample_text(BOARD_FILE_KEYS)


@pytest.mark.usefixtures("signals_restored")
@pytest.mark.parametrize("command", ["config", "play"])
def test_wrong_settings_have_their_own_exit_status(
    command: str, file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file.write_text("mute = 1")
    assert main([command, "--config", str(file)]) == 78
    printed = capsys.readouterr()
    assert printed.out == ""
    assert printed.err == f"{file}:1: mute: must be true or false, without quotes\n"
