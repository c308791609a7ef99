"""The arguments of the command `card`, and the function that runs it."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from companion.cli.complaints import OK, complain, refuse
from companion.text import Words

if TYPE_CHECKING:
    from companion.box.card import CardRequest, Login, Wifi
    from companion.box.config import SettingValue
    from companion.cli.arguments_history import Commands


def add_card(commands: Commands, words: Words) -> None:
    """Add the command that prepares a card."""
    card = commands.add_parser("card", help=words.say("cli.card"))
    card.add_argument("folder", type=Path, metavar="FOLDER", help=words.say("cli.card-folder"))
    about_bundle = words.say("cli.card-bundle")
    card.add_argument(
        "--bundle", type=Path, metavar="FILE", action="append", required=True, help=about_bundle
    )
    card.add_argument("--board", metavar="NAME", help=words.say("cli.card-board"))
    card.add_argument("--language", metavar="CODE", help=words.say("cli.card-language"))
    card.add_argument("--name", metavar="HOST", help=words.say("cli.card-name"))
    card.add_argument("--wifi", metavar="SSID", help=words.say("cli.card-wifi"))
    card.add_argument("--country", metavar="CC", help=words.say("cli.card-country"))
    card.add_argument("--user", metavar="NAME", help=words.say("cli.card-user"))
    card.add_argument("--ssh-key", type=Path, metavar="FILE", help=words.say("cli.card-ssh-key"))
    card.add_argument("--replace", action="store_true", help=words.say("cli.card-replace"))
    card.set_defaults(run=_card)


def _card(options: argparse.Namespace, words: Words) -> int:
    from companion.box.card import CardError, prepare_card
    from companion.box.config import ConfigError

    try:
        request = _request(options, words)
        prepare_card(options.folder, request, replace=options.replace)
    except CardError as error:
        return complain(words.say(error.key, **error.values))
    except ConfigError as error:
        return refuse(error, words)
    is_card = any((options.folder / name).exists() for name in ("config.txt", "cmdline.txt"))
    key = "card.prepared" if is_card else "card.prepared-to-copy"
    print(words.say(key, folder=options.folder))
    return OK


def _request(options: argparse.Namespace, words: Words) -> CardRequest:
    """What the options ask for; raises CardError and ConfigError."""
    from companion.box.card import CardRequest, check_host_name, read_bundle, settings_text
    from companion.box.config import ConfigError, read_config
    from companion.games import BOARD_FILE_KEYS, words_in

    given = {"board": options.board, "language": options.language}
    settings: dict[str, SettingValue] = {
        name: value for name, value in given.items() if value is not None
    }
    text = settings_text(settings, BOARD_FILE_KEYS)
    try:
        config = read_config(text.encode(), None, {}, BOARD_FILE_KEYS)
    except ConfigError as error:
        error.line = None  # nobody has seen this file
        raise
    name = check_host_name(options.name) if options.name is not None else None
    login = _login(options)
    bundles = [read_bundle(each) for each in options.bundle]
    return CardRequest(
        bundles,
        text,
        words_in(config.language),
        name,
        _wifi(options, words),  # last: nobody types a password for nothing
        login,
    )


def _login(options: argparse.Namespace) -> Login | None:
    from companion.box.card import CardError, Login, check_user_name, read_public_key

    if options.user is None and options.ssh_key is None:
        return None
    if options.user is None or options.ssh_key is None:
        raise CardError("user-and-key")
    return Login(check_user_name(options.user), read_public_key(options.ssh_key))


def _wifi(options: argparse.Namespace, words: Words) -> Wifi | None:
    from companion.box.card import CardError, check_wifi, make_wifi

    if options.wifi is None:
        if options.country is not None:
            raise CardError("country-alone")
        return None
    country = check_wifi(options.wifi, options.country)
    return make_wifi(options.wifi, _ask_password(options.wifi, words), country)


def _ask_password(ssid: str, words: Words) -> str:
    if sys.stdin.isatty():
        import getpass

        try:
            return getpass.getpass(words.say("card.ask-password", ssid=ssid))
        except EOFError:  # Ctrl-D, which leaves the cursor behind the question
            print(file=sys.stderr)
            return ""
    return sys.stdin.readline().rstrip("\r\n")
