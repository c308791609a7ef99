"""What the traced processes have promised, and what a state may therefore hold."""

import json
import os
from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import astuple, dataclass
from typing import Self

from companion.store.journal.file import NAME
from tests.store.crash.held import Held
from tests.store.crash.trace import Call

WAITING = "games.waiting.sqlite"
World = dict[str, Held]
"""What each journal file holds, by its name."""


@dataclass(frozen=True)
class Change:
    """A change of one file: more games and settings, or another file in its place."""

    held: Held
    """What is new, or what that other file holds."""
    name: str = NAME
    moved: str = ""
    """The old name of the file that takes its place, or a copy of which does."""

    def apply(self, world: World) -> World:
        """The world after it. A restore keeps the old journal under some new name."""
        if not self.moved:
            return {**world, self.name: {**world[self.name], **self.held}}
        after = {**world, self.name: self.held}
        if self.moved == WAITING:
            after.pop(WAITING, None)
            after[f"replaced {len(world)}"] = world[NAME]
        return after


@dataclass(frozen=True)
class Promise:
    """A change that is about to happen, or has happened."""

    change: Change
    happened: bool

    @classmethod
    def read(cls, call: Call) -> Self:
        """The promise that the call made."""
        data = bytes.fromhex(call.arguments[1].split('"')[1].replace("\\x", ""))
        change, happened = json.loads(data)
        return cls(Change(*change), happened)

    def make(self) -> None:
        """Promise it; by a call that changes nothing else, so that no injected fault hits it."""
        os.writev(1, [json.dumps(astuple(self)).encode()])


def announce(change: Change) -> None:
    """Say that the change may happen from now on."""
    Promise(change, happened=False).make()


def acknowledge(change: Change) -> None:
    """Say that the change has happened: no power cut undoes it."""
    Promise(change, happened=True).make()


class Promises:
    """All that the processes of a scenario promise."""

    def __init__(self, calls: Sequence[Call], before: World) -> None:
        """Collect; ``before`` is what was there."""
        self._places = [-1]
        self._worlds = [[before]]
        for place, call in enumerate(calls):
            if call.promises:
                self._places.append(place)
                self._worlds.append(_after(Promise.read(call), self._worlds[-1]))

    def allowed(self, done: int) -> list[World]:
        """Of these one must be found, if the power fails after so many calls."""
        return self._worlds[bisect_left(self._places, done) - 1]


def _after(promise: Promise, worlds: list[World]) -> list[World]:
    changed = [promise.change.apply(world) for world in worlds]
    possible: list[World] = []
    for world in changed if promise.happened else worlds + changed:
        if world not in possible:
            possible.append(world)
    return possible
