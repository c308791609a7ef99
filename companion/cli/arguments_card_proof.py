"""The arguments of `companion card-proof`, and the function that runs it."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from companion.cli.complaints import OK, complain
from companion.text import Words

if TYPE_CHECKING:
    from companion.cli.arguments_history import Commands


def add_card_proof(commands: Commands, words: Words) -> None:
    """Add the command that makes the root read-only, and writable again."""
    parser = commands.add_parser("card-proof", help=words.say("cli.card-proof"))
    about_action = words.say("cli.card-proof-action")
    parser.add_argument("action", choices=("on", "off", "status"), help=about_action)
    about_partition = words.say("cli.card-proof-partition")
    parser.add_argument("--partition", type=Path, metavar="DEVICE", help=about_partition)
    parser.add_argument("--format", action="store_true", help=words.say("cli.card-proof-format"))
    parser.set_defaults(run=_card_proof, misused=parser.error)


def _card_proof(options: argparse.Namespace, words: Words) -> int:
    from companion.box.card import card_proof
    from companion.cli.program import program_name

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
