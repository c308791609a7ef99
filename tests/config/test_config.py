"""What settings come out of a file, where each comes from, and what is refused in which line."""

import tomllib
from collections.abc import Mapping
from pathlib import Path

import pytest

from companion.config import (
    SAMPLE,
    SYSTEM,
    Config,
    ConfigError,
    Fault,
    Source,
    find,
    load,
    read,
)
from companion.config.kinds import KINDS
from companion.config.settings import Value
from companion.devices.boards import BOARDS, Controller, I2c, Spi
from companion.interfaces import Press

FILE = Path("companion.toml")


def config(text: str, command: Mapping[str, Value] | None = None) -> Config:
    return read(text.encode(), FILE, command)


def refusal(text: str, command: Mapping[str, Value] | None = None) -> ConfigError:
    with pytest.raises(ConfigError) as refused:
        config(text, command)
    assert refused.value.path == FILE
    return refused.value


def where(error: ConfigError) -> tuple[int | None, str, Fault]:
    return error.line, error.key, error.fault


# What comes out ----------------------------------------------------------------------------


@pytest.mark.parametrize("name", BOARDS)
def test_a_board_by_its_name_is_that_board(name: str) -> None:
    assert config(f'board = "{name}"').board == BOARDS[name]


def test_buttons_of_ones_own() -> None:
    made = config(
        "buzzer = 18\n[led]\nred = 5\ngreen = 6\nblue = 13\n"
        "[pins]\nprevious = 17\nnext = 27\nok = [22, 24]\nback = 23\n"
        '[oled]\ncontroller = "sh1106"\naddress = 0x3D\nrotate = 180\ncontrast = 10\n'
    )
    assert made.board.pins == {
        17: Press.PREVIOUS,
        27: Press.NEXT,
        22: Press.OK,
        24: Press.OK,
        23: Press.BACK,
    }
    assert (made.board.controller, made.board.bus) == (Controller.SH1106, I2c(1, 0x3D))
    assert (made.board.axes, made.board.buzzer, made.led) == (1, 18, (5, 6, 13))
    assert (made.rotate, made.contrast) == (180, 10)


@pytest.mark.filterwarnings("ignore:Image.Image.getdata:DeprecationWarning")  # luma's, on Pillow 13
def test_another_display_of_luma_by_its_name() -> None:
    assert config('oled.controller = "ssd1322"').board.controller == "ssd1322"


def test_another_bus_comes_with_its_own_usual_pins() -> None:
    board = config('board = "four-buttons"\noled.bus = "spi"\noled.device = 1').board
    assert board.bus == Spi(0, 1, 24, 25)
    assert config('board = "waveshare-hat"\noled.bus = "i2c"').board.bus == I2c()


def test_the_command_line_goes_first_and_its_board_brings_its_buttons() -> None:
    text = (
        'board = "bonnet"\nmute = false\n'
        "[pins]\nup = 5\ndown = 6\nleft = 12\nright = 13\nok = 16\nback = 26\n[oled]\nrotate = 180"
    )
    made = config(text, {"board": "four-buttons", "mute": True})
    assert made.board == BOARDS["four-buttons"]
    assert (made.mute, made.rotate) == (True, 180)
    sources = {each.name: each.source for each in made.in_force}
    assert sources["board"] is sources["mute"] is Source.COMMAND
    assert sources["pins.ok"] is Source.BOARD


def test_each_setting_in_force_says_where_it_comes_from() -> None:
    made = config('\nboard = "four-buttons"\n[oled]\n"contrast" = 1\n')
    told = {each.name: (each.value, each.source, each.line) for each in made.in_force}
    assert told["board"] == ("four-buttons", Source.FILE, 2)
    assert told["oled.contrast"] == (1, Source.FILE, 4)
    assert told["oled.address"] == (0x3C, Source.BOARD, None)
    assert told["buzzer"] == ((12,), Source.BOARD, None)
    assert told["click"] == (True, Source.DEFAULT, None)
    assert told["led"] == ((16,), Source.BOARD, None)


def test_a_voice_in_the_file_is_what_the_table_may_switch_off() -> None:
    assert config("voice = true").preferences["voice"] == "on"
    assert config("").preferences["voice"] == "off"


# Which file --------------------------------------------------------------------------------


def test_where_settings_are_looked_for() -> None:
    user = Path("campanile-companion", "companion.toml")
    assert [*find({"XDG_CONFIG_HOME": "/x", "HOME": "/h"})] == [Path("/x") / user, SYSTEM]
    assert next(find({"XDG_CONFIG_HOME": "relative", "HOME": "/h"})) == Path("/h/.config") / user
    assert Path("/etc/campanile-companion/companion.toml") == SYSTEM


def test_only_the_first_file_is_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    system = tmp_path / "system.toml"
    system.write_text("mute = true\nclick = false")
    monkeypatch.setattr("companion.config.reader.SYSTEM", system)
    environ = {"XDG_CONFIG_HOME": str(tmp_path)}
    assert load(None, environ).path == system
    own = next(find(environ))
    own.parent.mkdir()
    own.write_text("click = true")
    found = load(None, environ)
    assert (found.path, found.mute, found.click) == (own, False, True)
    named = tmp_path / "named.toml"
    named.write_text("")
    assert load(named, environ).path == named


def test_without_a_file_all_is_as_the_sample_says(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("companion.config.reader.SYSTEM", tmp_path / "none")
    found = load(None, {"HOME": str(tmp_path)})
    assert found.path is None
    assert {each.source for each in found.in_force} == {Source.DEFAULT, Source.BOARD}


def test_a_named_file_must_be_there(tmp_path: Path) -> None:
    with pytest.raises(ConfigError) as refused:
        load(tmp_path / "none.toml", {})
    assert refused.value.fault is Fault.UNREADABLE
    assert refused.value.line is None


def test_a_file_that_is_there_must_be_readable(tmp_path: Path) -> None:
    next(find({"XDG_CONFIG_HOME": str(tmp_path)})).mkdir(parents=True)
    with pytest.raises(ConfigError) as refused:
        load(None, {"XDG_CONFIG_HOME": str(tmp_path)})
    assert refused.value.values == {"problem": "Is a directory"}


# The sample --------------------------------------------------------------------------------


def test_the_sample_changes_nothing() -> None:
    assert tomllib.loads(SAMPLE.read_text()) == {}
    assert read(SAMPLE.read_bytes(), None) == read(b"", None)


def test_the_sample_names_every_setting_and_no_other() -> None:
    table = ""
    named = set()
    for line in SAMPLE.read_text().splitlines():
        if line.startswith("# ["):
            table = line.strip("# []") + "."
        key, equals, _ = line.removeprefix("# ").partition(" = ")
        if equals and key.replace("-", "_").isidentifier():
            named.add(table + key)
    roles = {f"pins.{each}" for each in ("up", "down", "left", "right", "menu")}
    assert named | roles == set(KINDS)


def test_the_sample_shows_true_defaults() -> None:
    shown = [line.removeprefix("# ") for line in SAMPLE.read_text().splitlines()]
    plain = [
        line for line in shown if line.split(" = ")[0] in ("board", "language", "mute", "click")
    ]
    assert [each.value for each in config("\n".join(plain)).in_force] == [
        each.value for each in config("").in_force
    ]
    assert "rotate = 0 " in SAMPLE.read_text()
    assert f"contrast = {Config().contrast} " in SAMPLE.read_text()


# What is refused ---------------------------------------------------------------------------

MINE = "[pins]\nprevious = 17\nnext = 27\nok = 22\nback = 23\n"


@pytest.mark.parametrize(
    ("text", "line", "key", "fault", "close"),
    [
        ("\nbord = 1", 2, "bord", Fault.UNKNOWN_KEY, "board"),
        ("mute = false\ncontrast = 1", 2, "contrast", Fault.UNKNOWN_KEY, "oled.contrast"),
        (
            "[oled]\n# rotate = 0\nadress = 0x3C",
            3,
            "oled.adress",
            Fault.UNKNOWN_KEY,
            "oled.address",
        ),
        ("[old]\n", 1, "old", Fault.UNKNOWN_KEY, "oled"),
        ("[olde]\ncontrast = 3\n", 1, "olde", Fault.UNKNOWN_KEY, "oled"),
        ('"oled.bus" = "i2c"', 1, '"oled.bus"', Fault.UNKNOWN_KEY, "oled.bus"),
        ("xyzzy = 1", 1, "xyzzy", Fault.UNKNOWN_KEY, ""),
        ("[pins]\nokay = 5", 2, "pins.okay", Fault.UNKNOWN_ROLE, "ok"),
        ("pins = 5", 1, "pins", Fault.NOT_A_TABLE, ""),
        ("[[oled]]\nrotate = 0", 1, "oled", Fault.NOT_A_TABLE, ""),
        ('board = "bonet"', 1, "board", Fault.NOT_A_CHOICE, "bonnet"),
        ("board = 3", 1, "board", Fault.NOT_A_CHOICE, ""),
        ('oled.controller = "sh1107x"', 1, "oled.controller", Fault.NOT_A_PANEL, "sh1106"),
        ('oled.controller = "SSD1306"', 1, "oled.controller", Fault.NOT_A_PANEL, "ssd1306"),
        ("oled.controller = 1306", 1, "oled.controller", Fault.NOT_A_PANEL, ""),
        ("oled.rotate = 90", 1, "oled.rotate", Fault.NOT_A_CHOICE, ""),
        ("oled.rotate = false", 1, "oled.rotate", Fault.NOT_A_CHOICE, ""),
        ("[oled]\naddress = 0x78", 2, "oled.address", Fault.NOT_A_CHOICE, "0x3C"),
        ('[oled]\naddress = "0x3C"', 2, "oled.address", Fault.NOT_A_CHOICE, ""),
        ("oled.contrast = 256", 1, "oled.contrast", Fault.NOT_A_NUMBER, ""),
        ("oled.contrast = true", 1, "oled.contrast", Fault.NOT_A_NUMBER, ""),
        ('mute = "yes"', 1, "mute", Fault.NOT_A_SWITCH, ""),
        ("buzzer = 28", 1, "buzzer", Fault.NOT_A_PIN, ""),
        ("buzzer = [12]", 1, "buzzer", Fault.NOT_A_PIN, ""),
        ("pins.ok = []", 1, "pins.ok", Fault.NOT_A_PIN, ""),
        ("buzzer = 1", 1, "buzzer", Fault.PIN_OF_HAT, ""),
        (MINE + "menu = 2", 6, "pins.menu", Fault.PIN_OF_BUS, ""),
        (MINE + 'menu = 9\n[oled]\nbus="spi"', 6, "pins.menu", Fault.PIN_OF_BUS, ""),
        ('board = "waveshare-hat"\noled.port = 1', 2, "oled.port", Fault.PIN_OF_BUS, ""),
        (MINE + "menu = 22", 6, "pins.menu", Fault.PIN_TWICE, ""),
        (MINE + "menu = [5, 5]", 6, "pins.menu", Fault.PIN_TWICE, ""),
        ("led = 5", 1, "led", Fault.PIN_TAKEN, ""),
        (MINE + 'menu = 24\n[oled]\nbus = "spi"', 6, "pins.menu", Fault.PIN_TAKEN, ""),
        ("[pins]\nprevious = 17\nok = 22\nback = 23", 1, "pins", Fault.MISSING, ""),
        (MINE + "up = 5", 1, "pins", Fault.MISSING, ""),
        ("\n[led]\nred = 16", 2, "led", Fault.MISSING, ""),
        ("oled.dc = 24", 1, "oled.dc", Fault.NOT_FOR_BUS, ""),
        ('oled.bus = "spi"\noled.address = 0x3C', 2, "oled.address", Fault.NOT_FOR_BUS, ""),
        ("mute = true\nmute = false", 2, "", Fault.SYNTAX, ""),
        ("mute = yes", 1, "", Fault.SYNTAX, ""),
        ("mute = true\nboard = '''\n\n", 2, "", Fault.SYNTAX, ""),
    ],
)
def test_refused(text: str, line: int, key: str, fault: Fault, close: str) -> None:
    error = refusal(text)
    assert where(error) == (line, key, fault)
    assert error.close == close


def test_of_two_uses_of_a_pin_the_later_line_is_refused_and_names_the_other() -> None:
    error = refusal("[oled]\nrotate = 0\n" + MINE + "[led]\nred = 17\ngreen = 5\nblue = 6")
    assert where(error) == (9, "led.red", Fault.PIN_TWICE)
    assert error.values == {"pin": 17, "other": "pins.previous", "line": 4}
    error = refusal("buzzer = 17\n" + MINE)
    assert where(error) == (3, "pins.previous", Fault.PIN_TWICE)
    assert error.values == {"pin": 17, "other": "buzzer", "line": 1}


def test_a_pin_of_a_board_named_on_the_command_line_refuses_the_files_use() -> None:
    error = refusal("buzzer = 6", {"board": "waveshare-hat"})
    assert where(error) == (1, "buzzer", Fault.PIN_TAKEN)
    assert error.values == {"pin": 6, "other": "pins.up"}


def test_what_is_missing_is_named() -> None:
    missing = refusal("[pins]\nup = 5\nok = 6").values["missing"]
    assert missing == ("pins.down", "pins.left", "pins.right", "pins.back")


def test_a_file_that_is_no_text_is_refused_at_its_line() -> None:
    with pytest.raises(ConfigError) as refused:
        read(b"mute = true\n# caf\xe9\n", FILE)
    assert where(refused.value) == (2, "", Fault.NOT_TEXT)


def test_a_byte_order_mark_and_dos_line_ends_are_no_fault() -> None:
    made = read("mute = true\r\nclick = false\r\n".encode("utf-8-sig"), FILE)
    assert (made.mute, made.click) == (True, False)
