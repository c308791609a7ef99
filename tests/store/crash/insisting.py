"""Trying again what the disk refuses."""

from collections.abc import Callable
from contextlib import suppress
from typing import TypeVar

from companion.store.journal import JournalError

T = TypeVar("T")
TRIES = 4
"""How often something is tried."""


class GivenUp(Exception):
    """The disk has refused too often."""


def insist(action: Callable[[], T]) -> T:
    """Try until the journal does not refuse; raises GivenUp."""
    for _ in range(TRIES):
        with suppress(JournalError):
            return action()
    raise GivenUp
