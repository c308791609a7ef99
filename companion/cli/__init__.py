"""The command `companion`: its arguments, its exit status, and its errors as single lines."""

from companion.cli.arguments import main

__all__ = ["main"]
