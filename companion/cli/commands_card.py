"""The commands `card` and `card-proof`."""

import getpass
import sys
from argparse import Namespace

from companion.box.card import (
    CardError,
    CardRequest,
    Login,
    Wifi,
    card_proof,
    check_card,
    check_host_name,
    check_user_name,
    check_wifi,
    make_wifi,
    prepare_card,
    read_bundle,
    read_public_key,
    settings_text,
)
from companion.box.config import ConfigError, SettingValue, read_config
from companion.cli.complaints import OK, complain
from companion.cli.program import program_name
from companion.cli.shared import refuse
from companion.games import BOARD_FILE_KEYS, words_in
from companion.text import Words
from companion.ui.screens.first_boot import draw_first_boot


def prepare(options: Namespace, words: Words) -> int:
    """Prepare a card: `companion card`."""
    try:
        request = _request(options, words)
        if options.check:
            check_card(options.folder, request)
            return OK
        prepare_card(options.folder, request, replace=options.replace)
    except CardError as error:
        return complain(words.say(error.key, **error.values))
    except ConfigError as error:
        return refuse(error, words)
    is_card = any((options.folder / name).exists() for name in ("config.txt", "cmdline.txt"))
    key = "card.prepared" if is_card else "card.prepared-to-copy"
    print(words.say(key, folder=options.folder))
    return OK


def _request(options: Namespace, words: Words) -> CardRequest:
    """What the options ask for; raises CardError and ConfigError."""
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
    bundles = [read_bundle(each, unsigned=options.unsigned) for each in options.bundle or ()]
    return CardRequest(
        bundles,
        text,
        draw_first_boot(words_in(config.language)),
        name,
        _wifi(options, words),  # last: nobody types a password for nothing
        login,
    )


def _login(options: Namespace) -> Login | None:
    if options.user is None and options.ssh_key is None:
        return None
    if options.user is None or options.ssh_key is None:
        raise CardError("user-and-key")
    return Login(check_user_name(options.user), read_public_key(options.ssh_key))


def _wifi(options: Namespace, words: Words) -> Wifi | None:
    if options.wifi is None:
        if options.country is not None:
            raise CardError("country-alone")
        return None
    country = check_wifi(options.wifi, options.country)
    if options.check:
        return Wifi(options.wifi, "", country)
    return make_wifi(options.wifi, _ask_password(options.wifi, words), country)


def _ask_password(ssid: str, words: Words) -> str:
    if sys.stdin.isatty():
        try:
            return getpass.getpass(words.say("card.ask-password", ssid=ssid))
        except EOFError:  # Ctrl-D, which leaves the cursor behind the question
            print(file=sys.stderr)
            return ""
    return sys.stdin.readline().rstrip("\r\n")


def switch_proof(options: Namespace, words: Words) -> int:
    """Make the root read-only or writable again: `companion card-proof`."""
    if options.partition is not None and options.action != "on":
        options.misused(words.say("cli.card-proof-goes-with", option="--partition", other="on"))
    if options.format and options.partition is None:
        options.misused(
            words.say("cli.card-proof-goes-with", option="--format", other="--partition")
        )
    try:
        if options.action == "on":
            card_proof.switch_on(options.partition, may_format=options.format)
        elif options.action == "off":
            card_proof.switch_off()
        state, partition = card_proof.find_state(), card_proof.find_games_source()
    except card_proof.CardProofError as error:
        values = {"program": program_name(), "action": options.action, **error.values}
        return complain(words.say(f"card-proof.fault.{error.fault}", **values))
    except OSError as error:
        return complain(f"{error.filename or '/'}: {error.strerror}")
    print(words.say(f"card-proof.state.{state}"))
    if partition is not None:
        print(words.say("card-proof.games.partition", partition=partition))
    else:
        print(words.say("card-proof.games.folder"))
    return OK
