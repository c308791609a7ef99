"""The table of settings: one row a setting, from which files are read, printed and explained.

Before it the kinds of values, each a function that parses a value or refuses it, and what the
screen that answers decides: the board of ``board = "auto"``, or a controller.
Late: `drivers`, for a controller by luma's name; `difflib` for a mistake; `json` to print.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

from companion.box.config.settings import NO_PORT, BoardChoice, Config, ConfigFault, SettingValue
from companion.box.devices.boards import BOARDS, Board, Controller, I2c
from companion.core.interfaces import DIRECT_KEYS, Press
from companion.core.languages import LANGUAGES

if TYPE_CHECKING:
    from companion.box.devices.buses import FindScreen, FoundScreen


ValueParser = Callable[[object], SettingValue]
"""Makes a setting's value of a value of tomllib's; raises WrongValueError."""
ADDRESSES = {0x3C: "0x3C", 0x3D: "0x3D"}
"""The only addresses that a screen on I2C can have, and how they are written."""
_CONTROLLERS = tuple(each.value for each in Controller)


class WrongValueError(ValueError):
    """A value is not of its kind: the fault, its message's values, and what was probably meant."""

    def __init__(self, fault: ConfigFault, close: str = "", **values: object) -> None:
        super().__init__(fault)
        self.fault, self.close, self.values = fault, close, values


def one_of(*options: str | int) -> ValueParser:
    """One of a few values."""
    names = tuple(map(str, options))

    def parse(value: object) -> SettingValue:
        for option in options:
            if type(value) is type(option) and value == option:
                return option
        raise WrongValueError(ConfigFault.NOT_A_CHOICE, closest(value, names), options=names)

    return parse


def number(low: int, high: int) -> ValueParser:
    """A whole number within a range."""
    return lambda value: _within(low, high, value, ConfigFault.NOT_A_NUMBER)


def _within(low: int, high: int, value: object, fault: ConfigFault) -> int:
    if type(value) is not int or not low <= value <= high:
        raise WrongValueError(fault, low=low, high=high)
    return value


def _pin(value: object) -> int:
    return _within(0, 27, value, ConfigFault.NOT_A_PIN)


def text(pattern: str, fault: ConfigFault) -> ValueParser:
    """Text that matches a regular expression."""

    def parse(value: object) -> SettingValue:
        if isinstance(value, str) and re.fullmatch(pattern, value, re.DOTALL):
            return value
        raise WrongValueError(fault, none=NO_PORT)

    return parse


file = text(r"[^\0]+", ConfigFault.NOT_A_FILE)
"""The path of a file; whether it exists is seen when it is opened."""
optional_file = text(r"[^\0]*", ConfigFault.NOT_A_FILE)
"""As `file`, or "" for none."""
host = text(r"[A-Za-z0-9._:-]{0,253}", ConfigFault.NOT_A_HOST)
"""The name or the address of a machine, or "" for none."""
line = text(r"[^\x00-\x1f\x7f-\x9f]{0,64}", ConfigFault.NOT_A_LINE)
"""Some text in one line."""
device = text(r"[^\x00-\x1f\x7f-\x9f]{1,255}", ConfigFault.NOT_A_LINE)
"""The name of a device, in one line."""
port = text(f"{NO_PORT}|/.*", ConfigFault.NOT_A_PORT)
"""The absolute path of a serial port, or NO_PORT."""


def switch(value: object) -> SettingValue:
    """True or false."""
    if not isinstance(value, bool):
        raise WrongValueError(ConfigFault.NOT_A_SWITCH)
    return value


def pins(value: object) -> SettingValue:
    """A pin by its BCM number, or a list of at least one."""
    return tuple(map(_pin, value)) if isinstance(value, list) and value else pin(value)


def pin(value: object) -> SettingValue:
    """A pin by its BCM number."""
    return (_pin(value),)


def address(value: object) -> SettingValue:
    """An address on the I2C bus."""
    if type(value) is int and value in ADDRESSES:
        return value
    # Panels are often labelled with the eight-bit form of their address, twice as high.
    close = next((name for own, name in ADDRESSES.items() if value == 2 * own), "")
    options = tuple(ADDRESSES.values())
    raise WrongValueError(ConfigFault.NOT_A_CHOICE, close, options=options)


def display(value: object) -> SettingValue:
    """A display by its name: a controller of ours, or any other display that luma.oled knows."""
    if isinstance(value, str) and (value in _CONTROLLERS or _is_known_to_luma(value)):
        return value
    close = closest(value, _CONTROLLERS)
    raise WrongValueError(ConfigFault.NOT_A_PANEL, close, options=_CONTROLLERS)


def _is_known_to_luma(name: str) -> bool:
    from companion.box.devices.drivers import create_driver

    try:
        create_driver(name)
    except ValueError:
        return False
    return True


def closest(word: object, options: Iterable[str]) -> str:
    """The option that is spelt most like ``word``, "" if none is similar."""
    from difflib import get_close_matches

    matches = get_close_matches(word.lower(), [*options], n=1) if isinstance(word, str) else []
    return next(iter(matches), "")


def format_value(name: str, value: SettingValue) -> str:
    """Write a value as TOML."""
    if isinstance(value, tuple):
        return str(value[0]) if len(value) == 1 else str([*value])
    if isinstance(value, str):
        import json

        return json.dumps(value, ensure_ascii=False)
    return f"0x{value:02X}" if name == "oled.address" else str(value).lower()


AUTO = "auto"
"""In place of a board's name: the board is found by its screen."""
HAND_WIRED = "four-buttons"
"""The board whose maker has chosen the screen, and so the controller."""


def look_for_screen(given: Mapping[str, Any], find: FindScreen | None) -> FoundScreen | None:
    """Find the screen where the given settings say, if they do; raises DeviceMissingError.

    None without ``find``, on SPI, where no screen answers, and if the settings say all of it.
    """
    is_open = given.get("board", AUTO) == AUTO or (
        given["board"] == HAND_WIRED and "oled.controller" not in given
    )
    if find is None or not is_open or given.get("oled.bus") == "spi":
        return None
    port, address = given.get("oled.port", I2c().port), given.get("oled.address")
    return find(port, [*ADDRESSES] if address is None else [address])


def choose_board(given: Mapping[str, Any], found: FoundScreen | None) -> tuple[Board, BoardChoice]:
    """Return the board, as it is built: the given one or that with such a screen; and how chosen.

    A given controller counts instead of the found one.
    """
    if (name := given.get("board", AUTO)) != AUTO:
        return BOARDS[name], BoardChoice.SET
    if found is None:
        return Config().board, BoardChoice.ASSUMED
    controller = given.get("oled.controller", found.controller)
    # Other boxes with an SSD1306 can't be told from the bonnet: no button answers.
    board = BOARDS[HAND_WIRED if controller == Controller.SH1106 else "bonnet"]
    return board, BoardChoice.FOUND if controller else BoardChoice.ASSUMED


ROLES = tuple(press.value for press in Press if press not in (*DIRECT_KEYS, Press.RELEASED))
"""The presses that a button can stand for."""
COLOURS = ("red", "green", "blue")

TABLES = {
    "led": "A light of three colours: all three pins.",
    "pins": "Your own buttons, each between its pin and ground; they replace the board's. Required "
    "are ok and back, and either previous and next or all four of up, down, left and right. menu "
    "is optional: holding BACK does the same. A list gives several pins the same meaning.",
    "oled": "The screen. Set only what differs from the board. A picture shifted by two pixels "
    "means that the controller is the wrong one.",
    "mqtt": "Tells an MQTT broker, as Mosquitto, what happens at the table: for Home Assistant, or "
    "for a club's board. docs/mqtt.md has the steps. Nobody presses from there.",
}
"""TOML's tables, and the sample's comment on each."""


class Setting(NamedTuple):
    """A setting by its dotted name, the parser of its value, and the sample's comment.

    Its default is that of the field of `Config`, or the board's. ``example`` is what the sample
    shows for a setting without a default; one without an example either is not in the sample.
    """

    name: str
    parse: ValueParser
    comment: str = ""
    example: SettingValue | None = None
    only_on: str = ""
    """The bus without which the setting has no meaning, "i2c" or "spi"."""
    former: tuple[str, ...] = ()
    """Names, dotted, that it had in earlier versions: files may still use them."""


SETTINGS = (
    Setting(
        "board",
        one_of(AUTO, *BOARDS),
        'The board with the screen and the buttons: "bonnet" (Adafruit 128x64 OLED Bonnet), '
        '"waveshare-hat" (Waveshare 1.3inch OLED HAT) or "four-buttons" (wired by hand). "auto" '
        'finds it by its screen on I2C: an SH1106 means "four-buttons", any other "bonnet". So '
        "the HAT must be named, and four buttons with any other screen. Each board has its own "
        "pins, screen and buzzer; the settings below change them. With `--board NAME` on the "
        "command line [pins] is not used.",
    ),
    Setting(
        "language",
        one_of(*LANGUAGES),
        f"The language of the screen: {', '.join(LANGUAGES)}. The language, the hints, the "
        "thinking time and the voice can also be chosen in the box's menu, under Settings; a "
        "choice made there overrides this file.",
    ),
    Setting(
        "hints",
        one_of("all", "deck", "none"),
        'How much the companion predicts: "all", "deck" (what is left in the deck, but not how '
        'the flags would fall now) or "none".',
    ),
    Setting("thinking-time", switch, "Show how long each player has thought."),
    Setting("mute", switch, "No sound at all."),
    Setting("click", switch, "A soft click at every press."),
    Setting(
        "voice",
        switch,
        "A voice that announces scorings, flag by flag with the reasons, and after a pause whose "
        "turn it is. It needs the program espeak-ng (sudo apt install espeak-ng) and a sound "
        "output, which none of the boards has: a USB sound card, an HDMI screen, or the jack of "
        "a Pi 3 or 4.",
    ),
    Setting(
        "tower-panel",
        port,
        'The serial port of the tower panel, a keypad with one key for each answer; "none" if '
        "there is no tower panel. The udev rule in systemd/ gives every panel this default name.",
    ),
    Setting(
        "keypad",
        device,
        'A number pad or a keyboard, on USB or Bluetooth, as a tower panel from the shop: "auto" '
        'takes each that is plugged in, so that nothing is typed into a console meanwhile; "off" '
        "none; a name only that one (`companion doctor` says the names).",
    ),
    Setting("buzzer", pin, 'The pin of a piezo buzzer; "four-buttons" has one at 12.', (12,)),
    Setting(
        "led",
        pin,
        'The pin of a plain light; "four-buttons" has one at 16. For a light of three colours use '
        "[led] below instead.",
        (16,),
    ),
    *(
        Setting(f"led.{colour}", pin, example=(example,))
        for colour, example in zip(COLOURS, (16, 20, 21), strict=True)
    ),
    *(
        Setting(f"pins.{role}", pins, example=example)
        for role, example in {
            **dict.fromkeys(ROLES),
            "previous": (17,),
            "next": (27,),
            "ok": (22, 24),
            "back": (23,),
        }.items()
    ),
    Setting(
        "oled.controller",
        display,
        '"sh1106", "ssd1309", or any other display that luma.oled knows by name',
    ),
    Setting("oled.bus", one_of("i2c", "spi"), 'or "spi"'),
    Setting("oled.port", number(0, 31), "of /dev/i2c-1; with SPI 0, of /dev/spidev0.0"),
    Setting(
        "oled.address",
        address,
        "with I2C only: 0x3C or 0x3D (the panel's label may say 0x78 or 0x7A)",
        only_on="i2c",
    ),
    Setting("oled.device", number(0, 2), "with SPI: last digit of /dev/spidev0.0", 0, "spi"),
    Setting("oled.dc", pin, "with SPI only: the pin for data/command", (24,), "spi"),
    Setting("oled.reset", pin, "with SPI only: the pin for reset", (25,), "spi"),
    Setting("oled.rotate", one_of(0, 180), "or 180, for a box that stands upside down"),
    Setting("oled.contrast", number(0, 255), "0 to 255"),
    Setting("mqtt.host", host, "the broker's name or address; without one nothing is sent"),
    Setting("mqtt.port", number(0, 65535), "0 is 1883, or 8883 with TLS"),
    Setting("mqtt.tls", switch, "an encrypted connection"),
    Setting("mqtt.ca", optional_file, "the broker's CA, if the system lacks it; means tls"),
    Setting("mqtt.user", line),
    Setting("mqtt.password-file", optional_file, "a file that holds the password alone"),
    Setting("mqtt.name", line, "the table's name; without one that of the machine"),
    Setting("mqtt.home-assistant", switch, "Home Assistant finds the table by itself"),
)
"""Every setting but the board files, which `settings_by_name` adds."""


def settings_by_name(board_files: Mapping[str, str]) -> dict[str, Setting]:
    """Every setting by its name, in the sample's order; ``board_files`` as in `load_config`."""
    files = [
        Setting(
            key,
            file,
            f"A file that says what is printed on your board of the game {game} (docs/maps.md has "
            "an example). Without it the players enter the board once, and the device remembers "
            "it. A relative path starts at this file's folder.",
            f"{game}.toml",
        )
        for key, game in board_files.items()
    ]
    rows = sorted((*SETTINGS, *files), key=lambda row: "." in row.name)  # tables come last in TOML
    return {row.name: row for row in rows}


def closest_setting(name: str, settings: Mapping[str, Setting]) -> str:
    """The setting that was probably meant: misspelt, or right but in another table; "" if none."""
    by_last = {full.rpartition(".")[2]: full for full in reversed([*settings, *TABLES])}
    close = closest(name.rpartition(".")[2].strip('"'), by_last)
    return by_last.get(close) or closest(name, settings)
