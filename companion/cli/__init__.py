"""The command `companion`: arguments in, exit codes out, every error one clear line."""

from companion.cli.arguments import main

__all__ = ["main"]
