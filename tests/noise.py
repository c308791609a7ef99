"""Mutations of a line that is sent: what a wire or a careless program makes of it."""

from collections.abc import Callable
from random import Random

Mutation = Callable[[Random, bytes], bytes]


def flip_bit(random: Random, line: bytes) -> bytes:
    at = random.randrange(len(line))
    return line[:at] + bytes((line[at] ^ 1 << random.randrange(8),)) + line[at + 1 :]


def shorten(random: Random, line: bytes) -> bytes:
    at = random.randrange(len(line))
    return line[:at] + line[at + random.randrange(1, 5) :]
