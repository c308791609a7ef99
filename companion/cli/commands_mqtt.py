"""The command `mqtt`.

Late: `broker_connection` and `serve`, which need MQTT's library, an extra.
"""

import logging
import os
import sqlite3
from argparse import Namespace
from collections.abc import Mapping
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

from companion.box.config import SYSTEM, ConfigError, MqttSettings, load_config
from companion.box.service.folders import state_folder
from companion.cli.complaints import MISCONFIGURED, OK, complain
from companion.cli.program import python_name
from companion.cli.shared import guarded, read_password, refuse
from companion.games import BOARD_FILE_KEYS
from companion.outlets.broker import BrokerAddress
from companion.outlets.protocol import find_socket
from companion.store.journal import Journal, JournalReader
from companion.store.table_id import TABLE_ID, find_or_make_id
from companion.text import Words

CREDENTIAL = "password"
"""systemd's name of the password."""
PASSWORD_FILE = "mqtt-password"
"""Beside the settings of the whole machine, where the settings name no other."""


@guarded
def run_mqtt(options: Namespace, words: Words) -> int:
    """Tell the broker of the settings what happens at the table."""
    if options.id:
        print(_find_id(options.folder or state_folder(os.environ)))
        return OK
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
        return complain(words.say("cli.mqtt-missing", python=python_name()))


def _run(options: Namespace, settings: MqttSettings, words: Words) -> int:
    from companion.outlets.broker_connection import BrokerLost
    from companion.outlets.mqtt.serve import leave_broker, serve

    password = read_password(find_password(settings, os.environ), words)
    if password is None:
        return MISCONFIGURED
    logging.basicConfig(level=logging.INFO, format="%(message)s")
    table, folder = find_socket(os.environ), options.folder or state_folder(os.environ)
    host, port, tls = settings.host, settings.broker_port, settings.is_encrypted
    address = BrokerAddress(host, port, tls, settings.ca, settings.user, password)
    try:
        if not options.leave:
            serve(address, settings.name, table, folder, home_assistant=settings.home_assistant)
        elif leave_broker(address, table, folder):
            print(words.say("cli.mqtt-left", broker=str(address)))
        else:
            return complain(words.say("cli.mqtt-unknown"))
    except BrokerLost as lost:
        return complain(f"{address}: {lost}")
    except (OSError, sqlite3.Error) as error:
        return complain(f"{folder}: {getattr(error, 'strerror', None) or error}")
    return OK


def _find_id(games: Path) -> str:
    """The table's id, made if there is none; raises JournalError."""
    if kept := JournalReader(games).setting(TABLE_ID):
        return kept
    now = datetime.now(UTC)
    with closing(Journal.open(games, now)) as journal:
        return find_or_make_id(journal, now)


def find_password(settings: MqttSettings, environ: Mapping[str, str]) -> Path | None:
    """The file of the password: the settings', systemd's, or the one beside the settings."""
    if settings.password_file is not None or not settings.user:
        return settings.password_file
    if credentials := environ.get("CREDENTIALS_DIRECTORY"):
        return Path(credentials, CREDENTIAL)
    beside = SYSTEM.with_name(PASSWORD_FILE)
    return beside if beside.exists() else None
