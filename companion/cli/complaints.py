"""Prints a command's error as one line on standard error; the exit statuses."""

import os
import sys

from companion.text import Words

OK, FAILED = 0, 1
MISCONFIGURED = 78
"""EX_CONFIG: a restart does not help before the settings are corrected."""
NO_BREAKS = "\N{NO-BREAK SPACE}\N{NARROW NO-BREAK SPACE}"


def complain(line: str) -> int:
    """Print a line on standard error, its control characters escaped; returns the exit status."""
    print(make_printable(line), file=sys.stderr)
    return FAILED


def make_printable(line: str) -> str:
    """The line with its control characters escaped."""
    return "".join(c if c.isprintable() or c in NO_BREAKS else _escaped(c) for c in line)


def complain_of_port(port: int, error: Exception, words: Words) -> int:
    """Print why nothing can listen at an address and a port; returns the exit status."""
    number = getattr(error, "errno", None) or 0
    # Python adds the address to what the system says; a name that is not found has its own numbers.
    why = os.strerror(number) if number > 0 else getattr(error, "strerror", None) or error
    return complain(words.say("cli.web-taken", port=port, why=why))


def _escaped(sign: str) -> str:
    return sign.encode("unicode_escape", "backslashreplace").decode("ascii")
