"""The settings as a command's options have them."""

import os
from argparse import Namespace

from companion.app import CannotPlay
from companion.box.config import NO_PORT, Config, ConfigError, SettingValue, load_config
from companion.box.devices.buses import FindScreen
from companion.games import BOARD_FILE_KEYS, BUILT_IN, words_in
from companion.text import Words

FIRST_GAME = next(iter(BUILT_IN))
"""The game of which `demo` shows a record."""


def read_settings(options: Namespace, find: FindScreen | None = None) -> Config:
    """The settings as these options have them; raises ConfigError."""
    command: dict[str, SettingValue] = {"board": options.board} if options.board else {}
    if options.mute:
        command["mute"] = True
    if options.tower_panel:
        port = options.tower_panel
        command["tower-panel"] = port if port == NO_PORT else os.path.abspath(port)
    return load_config(options.config, os.environ, command, BOARD_FILE_KEYS, find)


def read_settings_to_play(options: Namespace, find: FindScreen | None) -> Config:
    """The same; raises CannotPlay."""
    try:
        return read_settings(options, find)
    except ConfigError as error:
        raise CannotPlay(error) from error


def configured_words() -> Words:
    """The words of the settings' language; English if the settings can't be read."""
    try:
        return words_in(load_config(None, os.environ, board_files=BOARD_FILE_KEYS).language)
    except ConfigError:
        return words_in()
