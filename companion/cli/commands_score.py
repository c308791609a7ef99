"""The command `score`."""

import json
import logging
import sys
from argparse import Namespace

from companion.cli.complaints import OK, complain
from companion.cli.report import print_result
from companion.cli.shared import read_record
from companion.core import guard
from companion.core.conversation import Refused
from companion.games import check_replay
from companion.text import Words


def print_scores(options: Namespace, words: Words) -> int:
    """Print what came of each record's game."""
    if options.debug:
        logging.basicConfig(format="%(message)s")
        guard.log.setLevel(logging.DEBUG)
    status = OK
    for file in options.files:
        session, error = read_record(file, words)
        if session is not None:
            try:
                check_replay(session)
                if options.json:
                    print(json.dumps(session.result))
                else:
                    print_result(session, words)
                continue
            except Refused as refused:  # a fault of the game, or other rules at each run
                error = f"{file}: {words.of(session.name).why(refused.objection)}"
        sys.stdout.flush()
        status = complain(error)
    return status
