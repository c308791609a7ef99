"""What the traced processes have acknowledged, and what a state may therefore hold."""

import json
import os
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import product, zip_longest
from typing import Any

from tests.crash.trace import Call

MARK = b"acknowledged "
Held = dict[str, Any]
"""What a journal holds, as JSON: games by their number, preferences by their name."""


@dataclass(frozen=True)
class Promise:
    """What must be found after a power cut."""

    held: Held | None = None
    """By the journal; None: the process promises nothing of it."""
    kept: Sequence[Held] = ()
    """By a file each beside it: a backup, a journal that was replaced."""
    restored: bool = False
    """Whether the journal is a backup's, and that of the other processes lies beside it."""
    alone: bool = False
    """Whether what the other processes promised no longer counts."""

    def __bool__(self) -> bool:
        """Whether it says anything of the journal."""
        return self.held is not None

    def encode(self) -> bytes:
        """The line that a traced process writes."""
        return MARK + json.dumps(self.__dict__).encode() + b"\n"


def promise(made: Promise) -> None:
    """Acknowledge; by a call of its own, so that no injected fault hits it."""
    os.writev(1, [made.encode()])


@dataclass
class Voice:
    """The promises of one process, with the places of the calls that made them."""

    places: list[int] = field(default_factory=list)
    promises: list[Promise] = field(default_factory=list)

    def after(self, done: int) -> list[Promise]:
        """The last promise of the first ``done`` calls, and the next, which may hold already."""
        made = bisect_left(self.places, done)
        return [self.promises[made - 1] if made else Promise(), *self.promises[made : made + 1]]


class Promises:
    """All that the processes of a scenario acknowledge."""

    def __init__(
        self, calls: Sequence[Call], before: Held, complete: "Promises | None" = None
    ) -> None:
        """Collect; ``before`` is what the journal held, whatever no process has promised yet.

        ``complete`` has what a run without faults promises after the last one.
        """
        self._before = before
        self._voices: dict[int, Voice] = {}
        for place, call in enumerate(calls):
            if not call.acknowledges:
                continue
            data = bytes.fromhex(call.arguments[1].split('"')[1].replace("\\x", ""))
            if data.startswith(MARK):
                voice = self._voices.setdefault(call.pid, Voice())
                voice.places.append(place)
                voice.promises.append(Promise(**json.loads(data.removeprefix(MARK))))
        if complete is not None:
            for voice, whole in zip_longest(list(self), complete):
                if voice is None:
                    self._voices[-len(self._voices)] = Voice([], whole.promises)
                else:
                    voice.promises += whole.promises[len(voice.promises) :]

    def __iter__(self) -> Iterator[Voice]:
        return iter(self._voices.values())

    def allowed(self, done: int) -> list[Promise]:
        """Of these one must be kept, if the power fails after so many calls."""
        before = Promise(self._before)
        choices = product(*(voice.after(done) for voice in self))
        return [_together(each if any(each) else [before, *each]) for each in choices]


def _together(promises: Sequence[Promise]) -> Promise:
    alone = next((each for each in promises if each.alone), None)
    if alone is not None:
        return alone
    held: Held = {}
    for each in promises:
        if each.held is not None and not each.restored:
            held |= each.held
    kept = [held for each in promises for held in each.kept]
    restored = next((each.held for each in promises if each.restored), None)
    if restored is None:
        return Promise(held, kept)
    return Promise(restored, [*kept, held])
