"""Settings read from a file: values, sources, the search for a file, the sample, and refusals."""

import re
import tomllib
from collections.abc import Mapping
from pathlib import Path

import pytest

from companion.box.config import (
    SYSTEM,
    Config,
    ConfigError,
    ConfigFault,
    MqttSettings,
    SettingValue,
    Source,
    config_paths,
    load_config,
    read_config,
)
from companion.box.config.sample import sample_text
from companion.box.config.table import TABLES, format_value, settings_by_name
from companion.box.devices.boards import BOARDS, Controller, I2c, Spi
from companion.core.interfaces import Press

FILE = Path("companion.toml")
BOARD_FILES = {"toy-board": "toy"}


def config(text: str, command: Mapping[str, SettingValue] | None = None) -> Config:
    return read_config(text.encode(), FILE, command or {}, BOARD_FILES)


def refusal(text: str, command: Mapping[str, SettingValue] | None = None) -> ConfigError:
    with pytest.raises(ConfigError) as refused:
        config(text, command)
    assert refused.value.path == FILE
    return refused.value


def where(error: ConfigError) -> tuple[int | None, str, str]:
    return error.line, error.key, error.fault


# What comes out ----------------------------------------------------------------------------


@pytest.mark.parametrize("name", BOARDS)
def test_a_board_by_its_name_is_that_board(name: str) -> None:
    assert config(f'board = "{name}"').board == BOARDS[name]


def test_own_buttons() -> None:
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
    assert not made.board.labels  # the board's buttons have labels, but these are others


@pytest.mark.filterwarnings("ignore:Image.Image.getdata:DeprecationWarning")  # luma's, on Pillow 13
def test_another_display_of_luma_by_its_name() -> None:
    assert config('oled.controller = "ssd1322"').board.controller == "ssd1322"


def test_a_panel_of_2_42_inch_has_an_ssd1309_on_the_same_wires() -> None:
    own = config('board = "four-buttons"\noled.controller = "ssd1309"').board
    assert own == BOARDS["four-buttons"]._replace(controller=Controller.SSD1309)


def test_another_bus_has_its_usual_pins() -> None:
    board = config('board = "four-buttons"\noled.bus = "spi"\noled.device = 1').board
    assert board.bus == Spi(0, 1, 24, 25)
    assert config('board = "waveshare-hat"\noled.bus = "i2c"').board.bus == I2c()


def test_the_command_line_overrides_the_file_and_its_board_has_its_own_buttons() -> None:
    text = (
        'board = "bonnet"\nmute = false\n'
        "[pins]\nup = 5\ndown = 6\nleft = 12\nright = 13\nok = 16\nback = 26\n[oled]\nrotate = 180"
    )
    made = config(text, {"board": "four-buttons", "mute": True})
    assert made.board == BOARDS["four-buttons"]
    assert (made.mute, made.rotate) == (True, 180)
    sources = {each.name: each.source for each in made.effective}
    assert sources["board"] is sources["mute"] is Source.COMMAND
    assert sources["pins.ok"] is Source.BOARD


def test_each_setting_has_its_source() -> None:
    made = config('\nboard = "four-buttons"\n[oled]\n"contrast" = 1\n')
    settings = {each.name: (each.value, each.source, each.line) for each in made.effective}
    assert settings["board"] == ("four-buttons", Source.FILE, 2)
    assert settings["oled.contrast"] == (1, Source.FILE, 4)
    assert settings["oled.address"] == (0x3C, Source.BOARD, None)
    assert settings["buzzer"] == ((12,), Source.BOARD, None)
    assert settings["click"] == (True, Source.DEFAULT, None)
    assert settings["led"] == ((16,), Source.BOARD, None)


def test_text_is_printed_as_toml_reads_it() -> None:
    printed = {
        each.name: format_value(each.name, each.value)
        for each in config("toy-board = 'a \"b\\.toml'").effective
    }
    assert printed["toy-board"] == r'"a \"b\\.toml"'


def test_board_files_are_found_beside_the_settings() -> None:
    made = config('toy-board = "toy.toml"')
    assert made.board_files == {"toy": Path("toy.toml")}
    made = read_config(b'toy-board = "a.toml"', Path("/etc/x/c.toml"), {}, BOARD_FILES)
    assert made.board_files == {"toy": Path("/etc/x/a.toml")}
    assert config("").board_files == {}
    with pytest.raises(ConfigError) as refused:
        read_config(b'toy-board = "toy.toml"', FILE)
    assert refused.value.fault is ConfigFault.UNKNOWN_KEY


def test_values_as_the_menu_spells_them() -> None:
    preferences = config('voice = true\nhints = "deck"').preferences
    assert (preferences["voice"], preferences["hints"]) == ("on", "deck")
    assert config("").preferences["voice"] == "off"


# Which file --------------------------------------------------------------------------------


def test_where_settings_are_looked_for() -> None:
    user = Path("campanile-companion", "companion.toml")
    assert [*config_paths({"XDG_CONFIG_HOME": "/x", "HOME": "/h"})] == [Path("/x") / user, SYSTEM]
    assert (
        next(config_paths({"XDG_CONFIG_HOME": "relative", "HOME": "/h"}))
        == Path("/h/.config") / user
    )
    assert Path("/etc/campanile-companion/companion.toml") == SYSTEM


def test_only_the_first_file_is_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    system = tmp_path / "system.toml"
    system.write_text("mute = true\nclick = false")
    monkeypatch.setattr("companion.box.config.reader.SYSTEM", system)
    environ = {"XDG_CONFIG_HOME": str(tmp_path)}
    assert load_config(None, environ).path == system
    own = next(config_paths(environ))
    own.parent.mkdir()
    own.write_text("click = true")
    found = load_config(None, environ)
    assert (found.path, found.mute, found.click) == (own, False, True)
    named = tmp_path / "named.toml"
    named.write_text("")
    assert load_config(named, environ).path == named


def test_without_a_file_all_settings_are_defaults(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("companion.box.config.reader.SYSTEM", tmp_path / "none")
    found = load_config(None, {"HOME": str(tmp_path)})
    assert found.path is None
    assert {each.source for each in found.effective} == {Source.DEFAULT, Source.BOARD}


def test_a_named_file_must_be_there(tmp_path: Path) -> None:
    with pytest.raises(ConfigError) as refused:
        load_config(tmp_path / "none.toml", {})
    assert refused.value.fault is ConfigFault.UNREADABLE
    assert refused.value.line is None


def test_a_file_that_is_there_must_be_readable(tmp_path: Path) -> None:
    next(config_paths({"XDG_CONFIG_HOME": str(tmp_path)})).mkdir(parents=True)
    with pytest.raises(ConfigError) as refused:
        load_config(None, {"XDG_CONFIG_HOME": str(tmp_path)})
    assert refused.value.values == {"problem": "Is a directory"}


# The sample --------------------------------------------------------------------------------

SAMPLE = sample_text(BOARD_FILES)
UNCOMMENTED = re.sub(r"^# (?=[\w-]+ = |\[)", "", SAMPLE, flags=re.MULTILINE)


def test_the_sample_changes_nothing() -> None:
    assert tomllib.loads(SAMPLE) == {}
    assert read_config(SAMPLE.encode(), None) == read_config(b"", None)
    assert max(map(len, SAMPLE.splitlines())) <= 100


def test_the_sample_can_be_used_uncommented() -> None:
    made = config(re.sub(r"^(led|device|dc|reset) = .*$", "", UNCOMMENTED, flags=re.MULTILINE))
    assert (made.led, made.rotate, made.contrast) == ((16, 20, 21), 0, Config().contrast)


def test_the_sample_shows_every_setting_and_no_other() -> None:
    shown = tomllib.loads(re.sub(r"^led = .*$", "", UNCOMMENTED, flags=re.MULTILINE))
    names = {"led", *(key for key in shown if key not in TABLES)}
    names |= {f"{table}.{key}" for table in TABLES for key in shown[table]}
    not_shown = {f"pins.{role}" for role in ("up", "down", "left", "right", "menu")}
    assert names | not_shown == set(settings_by_name(BOARD_FILES))


# What is refused ---------------------------------------------------------------------------

MINE = "[pins]\nprevious = 17\nnext = 27\nok = 22\nback = 23\n"


@pytest.mark.parametrize(
    ("text", "line", "key", "fault", "close"),
    [
        ("\nbord = 1", 2, "bord", "unknown-key", "board"),
        ("mute = false\ncontrast = 1", 2, "contrast", "unknown-key", "oled.contrast"),
        ("[oled]\n# rotate = 0\nadress = 0x3C", 3, "oled.adress", "unknown-key", "oled.address"),
        ("[old]\n", 1, "old", "unknown-key", "oled"),
        ("[olde]\ncontrast = 3\n", 1, "olde", "unknown-key", "oled"),
        ('"oled.bus" = "i2c"', 1, '"oled.bus"', "unknown-key", "oled.bus"),
        ("toy-bord = 1", 1, "toy-bord", "unknown-key", "toy-board"),
        ("toy-board = 1", 1, "toy-board", "not-a-file", ""),
        ('toy-board = ""', 1, "toy-board", "not-a-file", ""),
        ("xyzzy = 1", 1, "xyzzy", "unknown-key", ""),
        ("[pins]\nokay = 5", 2, "pins.okay", "unknown-role", "ok"),
        ("pins = 5", 1, "pins", "not-a-table", ""),
        ("[[oled]]\nrotate = 0", 1, "oled", "not-a-table", ""),
        ('board = "bonet"', 1, "board", "not-a-choice", "bonnet"),
        ("board = 3", 1, "board", "not-a-choice", ""),
        ('oled.controller = "sh1107x"', 1, "oled.controller", "not-a-panel", "sh1106"),
        ('oled.controller = "SSD1306"', 1, "oled.controller", "not-a-panel", "ssd1306"),
        ("oled.controller = 1306", 1, "oled.controller", "not-a-panel", ""),
        ("oled.rotate = 90", 1, "oled.rotate", "not-a-choice", ""),
        ("oled.rotate = false", 1, "oled.rotate", "not-a-choice", ""),
        ("[oled]\naddress = 0x78", 2, "oled.address", "not-a-choice", "0x3C"),
        ('[oled]\naddress = "0x3C"', 2, "oled.address", "not-a-choice", ""),
        ("oled.contrast = 256", 1, "oled.contrast", "not-a-number", ""),
        ("oled.contrast = true", 1, "oled.contrast", "not-a-number", ""),
        ('mute = "yes"', 1, "mute", "not-a-switch", ""),
        ("buzzer = 28", 1, "buzzer", "not-a-pin", ""),
        ("buzzer = [12]", 1, "buzzer", "not-a-pin", ""),
        ("pins.ok = []", 1, "pins.ok", "not-a-pin", ""),
        ("buzzer = 1", 1, "buzzer", "pin-of-hat", ""),
        (MINE + "menu = 2", 6, "pins.menu", "pin-of-bus", ""),
        (MINE + 'menu = 9\n[oled]\nbus="spi"', 6, "pins.menu", "pin-of-bus", ""),
        ('board = "waveshare-hat"\noled.port = 1', 2, "oled.port", "pin-of-bus", ""),
        (MINE + "menu = 22", 6, "pins.menu", "pin-twice", ""),
        (MINE + "menu = [5, 5]", 6, "pins.menu", "pin-twice", ""),
        ("led = 5", 1, "led", "pin-taken", ""),
        (MINE + 'menu = 24\n[oled]\nbus = "spi"', 6, "pins.menu", "pin-taken", ""),
        ("[pins]\nprevious = 17\nok = 22\nback = 23", 1, "pins", "missing", ""),
        (MINE + "up = 5", 1, "pins", "missing", ""),
        ("\n[led]\nred = 16", 2, "led", "missing", ""),
        ("oled.dc = 24", 1, "oled.dc", "not-for-bus", ""),
        ('oled.bus = "spi"\noled.address = 0x3C', 2, "oled.address", "not-for-bus", ""),
        ("mute = true\nmute = false", 2, "", "syntax", ""),
        ("mute = yes", 1, "mute", "not-a-switch", ""),
        ("board = bonet", 1, "board", "not-a-choice", "bonnet"),
        ("[oled]\naddress = 3C", 2, "oled.address", "not-a-choice", ""),
        ("xyzzy = bonnet", 1, "", "syntax", ""),
        ('board = "bonnet', 1, "", "syntax", ""),
        ("mute = true\nboard = '''\n\n", 2, "", "syntax", ""),
    ],
)
def test_refused(text: str, line: int, key: str, fault: str, close: str) -> None:
    error = refusal(text)
    assert where(error) == (line, key, fault)
    assert error.close == close


@pytest.mark.parametrize(
    ("text", "line", "key", "setting"),
    [
        ("board = bonnet", 1, "board", 'board = "bonnet"'),
        ("mute = true\r\nlanguage = de # German\r\n", 2, "language", 'language = "de"'),
        ("tower-panel=/dev/ttyACM0", 1, "tower-panel", 'tower-panel = "/dev/ttyACM0"'),
        ("[oled] # ours\n\ncontroller = sh1106", 3, "oled.controller", 'controller = "sh1106"'),
        ("oled.bus = spi", 1, "oled.bus", 'oled.bus = "spi"'),
        ("toy-board = toy.toml", 1, "toy-board", 'toy-board = "toy.toml"'),
    ],
)
def test_a_value_without_its_quotes(text: str, line: int, key: str, setting: str) -> None:
    error = refusal(text)
    assert where(error) == (line, key, ConfigFault.NOT_QUOTED)
    assert error.values == {"setting": setting}


def test_of_two_uses_of_a_pin_the_later_line_is_refused_and_names_the_other() -> None:
    error = refusal("[oled]\nrotate = 0\n" + MINE + "[led]\nred = 17\ngreen = 5\nblue = 6")
    assert where(error) == (9, "led.red", ConfigFault.PIN_TWICE)
    assert error.values == {"pin": 17, "other": "pins.previous", "line": 4}
    error = refusal("buzzer = 17\n" + MINE)
    assert where(error) == (3, "pins.previous", ConfigFault.PIN_TWICE)
    assert error.values == {"pin": 17, "other": "buzzer", "line": 1}


def test_a_pin_of_the_command_lines_board_can_not_be_used_by_the_file() -> None:
    error = refusal("buzzer = 6", {"board": "waveshare-hat"})
    assert where(error) == (1, "buzzer", ConfigFault.PIN_TAKEN)
    assert error.values == {"pin": 6, "other": "pins.up"}


def test_missing_settings_are_named() -> None:
    missing = refusal("[pins]\nup = 5\nok = 6").values["missing"]
    assert missing == ("pins.down", "pins.left", "pins.right", "pins.back")


def test_a_file_that_is_not_text_is_refused_at_its_line() -> None:
    with pytest.raises(ConfigError) as refused:
        read_config(b"mute = true\n# caf\xe9\n", FILE)
    assert where(refused.value) == (2, "", ConfigFault.NOT_TEXT)


def test_a_byte_order_mark_and_dos_line_ends_are_accepted() -> None:
    made = read_config("mute = true\r\nclick = false\r\n".encode("utf-8-sig"), FILE)
    assert (made.mute, made.click) == (True, False)


# MQTT --------------------------------------------------------------------------------------


def test_without_a_host_mqtt_is_off() -> None:
    assert config("").mqtt == MqttSettings()
    assert not config("").mqtt.host


def test_the_broker_and_where_its_files_are() -> None:
    text = (
        '[mqtt]\nhost = "broker.local"\ntls = true\nca = "ca.crt"\nuser = "box"\n'
        'password-file = "/etc/secret"\nname = "Tisch 3"\nhome-assistant = false\n'
    )
    made = read_config(text.encode(), Path("/etc/x/companion.toml")).mqtt
    assert (made.host, made.user, made.name) == ("broker.local", "box", "Tisch 3")
    assert (made.ca, made.password_file) == (Path("/etc/x/ca.crt"), Path("/etc/secret"))
    assert not made.home_assistant
    assert made.broker_port == 8883
    by_its_authority = made._replace(tls=False)
    assert (by_its_authority.is_encrypted, by_its_authority.broker_port) == (True, 8883)
    plain = made._replace(tls=False, ca=None)
    assert (plain.is_encrypted, plain.broker_port) == (False, 1883)
    assert made._replace(port=1234).broker_port == 1234


@pytest.mark.parametrize(
    ("setting", "fault"),
    [
        ('host = "mqtt://broker"', ConfigFault.NOT_A_HOST),
        ("port = 65536", ConfigFault.NOT_A_NUMBER),
        ('name = "a\\nb"', ConfigFault.NOT_A_LINE),
        ('password-file = ["x"]', ConfigFault.NOT_A_FILE),
        ('password = "x"', ConfigFault.UNKNOWN_KEY),
    ],
)
def test_what_is_no_broker_is_refused(setting: str, fault: ConfigFault) -> None:
    assert where(refusal(f"[mqtt]\n{setting}"))[2] is fault


# Former names ------------------------------------------------------------------------------


@pytest.mark.usefixtures("renamed")
@pytest.mark.parametrize("text", ["hush = true", "[sound]\noff = true", "sound.off = true"])
def test_a_former_name_counts_as_the_setting(text: str) -> None:
    made = config(f"voice = true\n{text}")
    assert made.mute
    (former,) = [each for each in made.effective if each.former]
    assert (former.name, former.former) == ("mute", "hush" if "hush" in text else "sound.off")
    assert former.line == len(text.splitlines()) + 1


@pytest.mark.usefixtures("renamed")
@pytest.mark.parametrize("text", ["hush = 1", "hush = yes"])
def test_what_is_wrong_with_it_is_said_of_the_name_in_the_file(text: str) -> None:
    assert where(refusal(f"\n{text}")) == (2, "hush", ConfigFault.NOT_A_SWITCH)


@pytest.mark.usefixtures("renamed")
def test_a_setting_is_named_once() -> None:
    error = refusal("hush = true\nmute = true")
    assert where(error) == (2, "mute", ConfigFault.NAMED_TWICE)
    assert error.values == {"other": "hush", "line": 1}
