"""Prints a command's error as one line on standard error, and gives its exit status."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from companion.text import Words

if TYPE_CHECKING:
    from companion.core.record import BadRecord
    from companion.core.session import Session

OK, FAILED = 0, 1
MISCONFIGURED = 78
"""EX_CONFIG: a restart does not help before the settings are corrected."""
NO_BREAKS = "\N{NO-BREAK SPACE}\N{NARROW NO-BREAK SPACE}"


def complain(line: str) -> int:
    """Print a line on standard error, its control characters escaped; returns the exit status."""
    printed = (c if c.isprintable() or c in NO_BREAKS else _escaped(c) for c in line)
    print("".join(printed), file=sys.stderr)
    return FAILED


def complain_of_port(port: int, error: Exception, words: Words) -> int:
    """Print why nothing can listen at an address and a port; returns the exit status."""
    number = getattr(error, "errno", None) or 0
    # Python adds the address to what the system says; a name that is not found has its own numbers.
    why = os.strerror(number) if number > 0 else getattr(error, "strerror", None) or error
    return complain(words.say("cli.web-taken", port=port, why=why))


def refuse(error: Exception, words: Words, status: int = FAILED) -> int:
    """Print an error in words as one line on standard error; returns ``status``."""
    from companion.cli.commands import error_in_words  # not before: the first picture waits for it

    complain(error_in_words(error, words))
    return status


def _escaped(sign: str) -> str:
    return sign.encode("unicode_escape", "backslashreplace").decode("ascii")


def read_record(file: str, words: Words) -> tuple[Session | None, str]:
    """The game of a record; or None, and the line that says what is wrong with it."""
    from companion.core.record import BadRecord, decode_record
    from companion.games import read_record

    try:
        return read_record(decode_record(Path(file).read_bytes())), ""
    except OSError as error:
        return None, f"{file}: {error.strerror}"
    except BadRecord as bad:
        return None, f"{file}:{bad.line}: {_in_words(bad, words)}"


def _in_words(bad: BadRecord, words: Words) -> str:
    from companion.core.record import RecordFault, quote_word

    why = words.of(bad.game).why(bad.objection, bad.key)
    if not bad.key:
        return why
    value = "" if bad.objection.reason is RecordFault.NO_VALUE else f" {quote_word(bad.word)}"
    return f"{bad.key}{value}: {why}"
