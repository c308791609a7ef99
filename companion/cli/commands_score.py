"""The command `score`."""

import json
import sys
from argparse import Namespace

from companion.cli.complaints import OK, complain
from companion.cli.report import print_result
from companion.cli.shared import read_record
from companion.text import Words


def print_scores(options: Namespace, words: Words) -> int:
    """Print what came of each record's game."""
    status = OK
    for file in options.files:
        session, error = read_record(file, words)
        if session is None:
            sys.stdout.flush()
            status = complain(error)
        elif options.json:
            print(json.dumps(session.result))
        else:
            print_result(session, words)
    return status
