"""How this program was called, for the commands that its messages tell people to type."""

from __future__ import annotations

import os
import shlex
import shutil
import sys

NAME = "companion"


def program_name() -> str:
    """The command as it was typed: found on the PATH, by its path, or by `python -m`."""
    return describe_call(sys.argv[0], sys.executable, shutil.which(NAME))


def python_name() -> str:
    """The Python that runs this program, to be typed in a shell."""
    return shlex.quote(sys.executable)


def describe_call(called: str, python: str, on_path: str | None) -> str:
    """The command to type where the program was ``called`` by this name, run by ``python``.

    ``on_path`` is the file that a shell finds under the bare name, if it finds any.
    """
    name = os.path.basename(called)
    if name == "__main__.py":
        return f"{shlex.quote(python)} -m {NAME}"
    if name != NAME or (on_path and os.path.abspath(called) == os.path.abspath(on_path)):
        return NAME
    return shlex.quote(called)
