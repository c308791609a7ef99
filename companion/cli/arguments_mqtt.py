"""The arguments of `companion mqtt`, and the function that runs it."""

from __future__ import annotations

import argparse
import logging
import os
import sqlite3
from pathlib import Path
from typing import TYPE_CHECKING

from companion.cli.complaints import MISCONFIGURED, OK, complain, refuse
from companion.text import Words

if TYPE_CHECKING:
    from collections.abc import Mapping

    from companion.box.config import MqttSettings
    from companion.cli.arguments_history import Commands

CREDENTIAL = "password"
"""systemd's name of the password."""
PASSWORD_FILE = "mqtt-password"
"""Beside the settings of the whole machine, where the settings name no other."""


def add_mqtt(commands: Commands, words: Words) -> None:
    """Add the command that tells a broker what happens at the table."""
    parser = commands.add_parser("mqtt", help=words.say("cli.mqtt"))
    parser.add_argument("--config", type=Path, metavar="FILE", help=words.say("cli.config-file"))
    parser.add_argument("--folder", type=Path, metavar="DIR", help=words.say("cli.mqtt-folder"))
    parser.add_argument("--leave", action="store_true", help=words.say("cli.mqtt-leave"))
    parser.set_defaults(run=_mqtt)


def _mqtt(options: argparse.Namespace, words: Words) -> int:
    from companion.box.config import ConfigError, load_config
    from companion.games import BOARD_FILE_KEYS

    try:
        settings = load_config(options.config, os.environ, board_files=BOARD_FILE_KEYS).mqtt
    except ConfigError as error:
        return refuse(error, words, MISCONFIGURED)
    if not settings.host:
        print(words.say("cli.mqtt-off"))
        return OK
    try:
        return _run(options, settings, words)
    except ModuleNotFoundError as missing:
        if (missing.name or "").partition(".")[0] != "paho":
            raise
        from companion.cli.program import python_name

        return complain(words.say("cli.mqtt-missing", python=python_name()))


def _run(options: argparse.Namespace, settings: MqttSettings, words: Words) -> int:
    from companion.box.service.folders import state_folder
    from companion.outlets.mqtt.broker import BrokerLost
    from companion.outlets.mqtt.serve import leave_broker, serve
    from companion.outlets.protocol import find_socket

    password = read_password(find_password(settings, os.environ), words)
    if password is None:
        return MISCONFIGURED
    logging.basicConfig(level=logging.INFO, format="%(message)s")
    table, folder = find_socket(os.environ), options.folder or state_folder(os.environ)
    broker = f"{settings.host}:{settings.broker_port}"
    try:
        if not options.leave:
            serve(settings, password, table, folder)
        elif leave_broker(settings, password, table, folder):
            print(words.say("cli.mqtt-left", broker=broker))
        else:
            return complain(words.say("cli.mqtt-unknown"))
    except BrokerLost as lost:
        return complain(f"{broker}: {lost}")
    except (OSError, sqlite3.Error) as error:
        return complain(f"{folder}: {getattr(error, 'strerror', None) or error}")
    return OK


def find_password(settings: MqttSettings, environ: Mapping[str, str]) -> Path | None:
    """The file of the password: the settings', systemd's, or the one beside the settings."""
    from companion.box.config import SYSTEM

    if settings.password_file is not None or not settings.user:
        return settings.password_file
    if credentials := environ.get("CREDENTIALS_DIRECTORY"):
        return Path(credentials, CREDENTIAL)
    beside = SYSTEM.with_name(PASSWORD_FILE)
    return beside if beside.exists() else None


def read_password(path: Path | None, words: Words) -> str | None:
    """The file's first line; "" without a file. None if it can't be read: then that is said."""
    try:
        return path.read_text("utf-8").partition("\n")[0] if path is not None else ""
    except (OSError, UnicodeDecodeError) as error:
        why = getattr(error, "strerror", None) or error
        complain(words.say("cli.mqtt-password", path=path, why=why))
        return None
