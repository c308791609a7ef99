"""The table of settings: one row a setting, from which files are read, printed and explained."""

from collections.abc import Mapping
from typing import NamedTuple

from companion.box.config import kinds
from companion.box.config.auto_board import AUTO
from companion.box.config.kinds import ValueParser
from companion.box.config.settings import SettingValue
from companion.box.devices.boards import BOARDS
from companion.core.interfaces import DIRECT_KEYS, Press
from companion.text.words import LANGUAGES

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


SETTINGS = (
    Setting(
        "board",
        kinds.one_of(AUTO, *BOARDS),
        'The board with the screen and the buttons: "bonnet" (Adafruit 128x64 OLED Bonnet), '
        '"waveshare-hat" (Waveshare 1.3inch OLED HAT) or "four-buttons" (wired by hand). "auto" '
        'finds it by its screen on I2C: an SH1106 means "four-buttons", any other "bonnet". So '
        "the HAT must be named, and four buttons with any other screen. Each board has its own "
        "pins, screen and buzzer; the settings below change them. With `--board NAME` on the "
        "command line [pins] is not used.",
    ),
    Setting(
        "language",
        kinds.one_of(*LANGUAGES),
        'The language of the screen: "en", "de", "fr" or "it". The language, the hints, the '
        "thinking time and the voice can also be chosen in the box's menu, under Settings; a "
        "choice made there overrides this file.",
    ),
    Setting(
        "hints",
        kinds.one_of("all", "deck", "none"),
        'How much the companion predicts: "all", "deck" (what is left in the deck, but not how '
        'the flags would fall now) or "none".',
    ),
    Setting("thinking-time", kinds.switch, "Show how long each player has thought."),
    Setting("mute", kinds.switch, "No sound at all."),
    Setting("click", kinds.switch, "A soft click at every press."),
    Setting(
        "voice",
        kinds.switch,
        "A voice that announces scorings, flag by flag with the reasons, and after a pause whose "
        "turn it is. It needs the program espeak-ng (sudo apt install espeak-ng) and a sound "
        "output, which none of the boards has: a USB sound card, an HDMI screen, or the jack of "
        "a Pi 3 or 4.",
    ),
    Setting(
        "tower-panel",
        kinds.port,
        'The serial port of the tower panel, a keypad with one key for each answer; "none" if '
        "there is no tower panel. The udev rule in systemd/ gives every panel this default name.",
    ),
    Setting("buzzer", kinds.pin, 'The pin of a piezo buzzer; "four-buttons" has one at 12.', (12,)),
    Setting(
        "led",
        kinds.pin,
        'The pin of a plain light; "four-buttons" has one at 16. For a light of three colours use '
        "[led] below instead.",
        (16,),
    ),
    *(
        Setting(f"led.{colour}", kinds.pin, example=(pin,))
        for colour, pin in zip(COLOURS, (16, 20, 21), strict=True)
    ),
    *(
        Setting(f"pins.{role}", kinds.pins, example=pins)
        for role, pins in {
            **dict.fromkeys(ROLES),
            "previous": (17,),
            "next": (27,),
            "ok": (22, 24),
            "back": (23,),
        }.items()
    ),
    Setting(
        "oled.controller",
        kinds.display,
        '"sh1106", "ssd1309", or any other display that luma.oled knows by name',
    ),
    Setting("oled.bus", kinds.one_of("i2c", "spi"), 'or "spi"'),
    Setting("oled.port", kinds.number(0, 31), "of /dev/i2c-1; with SPI 0, of /dev/spidev0.0"),
    Setting(
        "oled.address",
        kinds.address,
        "with I2C only: 0x3C or 0x3D (the panel's label may say 0x78 or 0x7A)",
        only_on="i2c",
    ),
    Setting("oled.device", kinds.number(0, 2), "with SPI: last digit of /dev/spidev0.0", 0, "spi"),
    Setting("oled.dc", kinds.pin, "with SPI only: the pin for data/command", (24,), "spi"),
    Setting("oled.reset", kinds.pin, "with SPI only: the pin for reset", (25,), "spi"),
    Setting("oled.rotate", kinds.one_of(0, 180), "or 180, for a box that stands upside down"),
    Setting("oled.contrast", kinds.number(0, 255), "0 to 255"),
    Setting("mqtt.host", kinds.host, "the broker's name or address; without one nothing is sent"),
    Setting("mqtt.port", kinds.number(0, 65535), "0 is 1883, or 8883 with TLS"),
    Setting("mqtt.tls", kinds.switch, "an encrypted connection"),
    Setting("mqtt.ca", kinds.optional_file, "the broker's CA, if the system lacks it; means tls"),
    Setting("mqtt.user", kinds.line),
    Setting("mqtt.password-file", kinds.optional_file, "a file that holds the password alone"),
    Setting("mqtt.name", kinds.line, "the table's name; without one that of the machine"),
    Setting("mqtt.home-assistant", kinds.switch, "Home Assistant finds the table by itself"),
)
"""Every setting but the board files, which `settings_by_name` adds."""


def settings_by_name(board_files: Mapping[str, str]) -> dict[str, Setting]:
    """Every setting by its name, in the sample's order; ``board_files`` as in `load_config`."""
    files = [
        Setting(
            key,
            kinds.file,
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
    close = kinds.closest(name.rpartition(".")[2].strip('"'), by_last)
    return by_last.get(close) or kinds.closest(name, settings)
