"""The command `config`."""

import os
from argparse import Namespace
from functools import partial

from companion.app.real_screen import load_found
from companion.box.config import Config, ConfigError, EffectiveSetting, Source, config_paths
from companion.box.config.sample import sample_text
from companion.box.config.table import format_value
from companion.cli.complaints import MISCONFIGURED, OK
from companion.cli.settings import read_settings
from companion.cli.shared import refuse
from companion.games import BOARD_FILE_KEYS
from companion.text import Words


def show_settings(options: Namespace, words: Words) -> int:
    """Print the settings in effect, or a sample."""
    if options.sample:
        print(sample_text(BOARD_FILE_KEYS), end="")
        return OK
    try:
        settings = load_found(partial(read_settings, options))
    except ConfigError as error:
        return refuse(error, words, MISCONFIGURED)
    print_config(settings, Words(settings.language))
    return OK


def print_config(config: Config, words: Words) -> None:
    """Print the settings in effect as TOML, with a comment on where each comes from."""
    if config.path:
        print(f"# {words.say('config.read', path=config.path)}")
    else:
        paths = " ".join(map(str, config_paths(os.environ)))
        print(f"# {words.say('config.none', paths=paths)}")
    table = ""
    for each in config.effective:
        above, _, key = each.name.rpartition(".")
        if above != table:
            table = above
            print(f"\n[{table}]")
        setting = f"{key} = {format_value(each.name, each.value)}"
        print(f"{setting:<28} # {_source(each, config, words)}")


def _source(setting: EffectiveSetting, config: Config, words: Words) -> str:
    if setting.source is Source.FILE:
        place = f"{config.path}:{setting.line}"
        former = setting.former
        return words.say("config.former", place=place, former=former) if former else place
    return words.say(f"config.source.{setting.source}", board=config.board.name)
