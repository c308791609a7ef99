"""The voice: espeak-ng as a child process that nobody waits for, and a fake that keeps history."""

import logging
import os
import shutil
import subprocess
from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Mapping
from contextlib import suppress
from typing import NamedTuple

from companion.backoff import BackOff

log = logging.getLogger(__name__)

PROGRAM = "espeak-ng"
VOICES: Mapping[str, str] = {"de": "de", "en": "en-gb", "fr": "fr-fr", "it": "it"}
"""espeak-ng's voice for each language of the display."""
SPEED = 150
"""Words a minute; its own 175 is fast for names and figures that are heard once."""
LONGEST = 60.0
"""Seconds after which a sentence hangs; the longest of ours take a quarter of that."""
SOON, LATER = 0.01, 0.32
"""Seconds from one look at the program to the next: soon at first, then ever more seldom."""
FAREWELL = 0.5
"""Seconds that the end of a program is waited for when all is closed."""
COMPLAINT = b"error:"
"""What a line begins with that tells why nothing is heard; the status may be 0 all the same."""
MOST = 65536
"""Bytes of its complaints that are read."""


def checked(text: str, language: str) -> None:
    """Raise ValueError for what no voice could say."""
    if language not in VOICES:
        raise ValueError(f"no voice speaks {language}")
    if "\0" in text:
        raise ValueError("no argument of a program can hold a NUL")
    if not text.strip():
        raise ValueError("there is nothing to say")


class _Speaking(NamedTuple):
    """A program that speaks, and when it has had time enough."""

    program: subprocess.Popen[bytes]
    until: float


class _Mutable(ABC):
    """What can be muted, and hushed for now."""

    _muted = False

    @property
    def muted(self) -> bool:
        """While True nothing is said; what is being said when it is set breaks off."""
        return self._muted

    @muted.setter
    def muted(self, muted: bool) -> None:
        self._muted = muted
        if muted:
            self.hush()

    @abstractmethod
    def hush(self) -> None:
        """Break off."""


class EspeakVoice(_Mutable):
    """espeak-ng, a process of its own for each sentence.

    There is never more than one: a new sentence ends the one before, and begins when that is gone.
    Where it fails (no program, no sound card, no end) one line is logged, and sentences are dropped
    until the next try is due.
    """

    def __init__(self, program: str = PROGRAM) -> None:
        self._program = program
        self._speaking: _Speaking | None = None
        self._broken_off = False
        self._look = SOON
        self._next: list[str] | None = None
        self._again = BackOff()

    @property
    def there(self) -> bool:
        """Whether the program is installed, looked up anew each time."""
        return shutil.which(self._program) is not None

    def say(self, text: str, language: str, now: float) -> None:
        """Say it as soon as what is being said has broken off; raises ValueError."""
        checked(text, language)
        if self._muted:
            return
        self.hush()
        # UTF-8 it is; and behind -- nothing is an option, whatever a player is called.
        options = ["-v", VOICES[language], "-s", str(SPEED), "-b", "1"]
        self._next = [self._program, *options, "--", text]
        self.tick(now)

    def hush(self) -> None:
        """Break off, and forget what was to come."""
        self._next = None
        if self._speaking is not None:
            self._broken_off, self._look = True, SOON
            self._speaking.program.kill()

    def tick(self, now: float) -> float | None:
        """Look after the program; returns when to be called again, None when silent."""
        if self._speaking is not None:
            self._look_after(self._speaking, now)
        if self._speaking is None and self._next is not None:
            wanted, self._next = self._next, None
            if self._again.is_due(now):
                self._begin(wanted, now)
        if self._speaking is None:
            return None
        self._look = min(2 * self._look, LATER)
        return now + self._look

    def _begin(self, wanted: list[str], now: float) -> None:
        try:
            program = subprocess.Popen(
                wanted,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.PIPE,
            )
        except OSError as problem:
            self._failed(problem.strerror or str(problem), now)
            return
        self._speaking = _Speaking(program, now + LONGEST)
        self._broken_off, self._look = False, SOON

    def _look_after(self, speaking: _Speaking, now: float) -> None:
        if speaking.program.poll() is None:
            if now >= speaking.until and not self._broken_off:
                self.hush()
                self._failed("it does not come to an end", now)
            return
        complaint = _complaint(speaking.program)
        self._speaking = None
        if self._broken_off:
            return
        if complaint is not None:
            self._failed(complaint, now)
        else:
            if self._again.deadline is not None:
                log.warning("the voice is back")
            self._again.record_success()

    def _failed(self, why: str, now: float) -> None:
        if self._again.deadline is None:
            log.warning("the voice is lost: %s: %s", self._program, why)
        self._again.record_failure(now)

    def close(self) -> None:
        """Be silent. May be called twice."""
        self.hush()
        if self._speaking is not None:
            with suppress(subprocess.TimeoutExpired):
                self._speaking.program.wait(FAREWELL)
            _complaint(self._speaking.program)
            self._speaking = None


def _complaint(program: subprocess.Popen[bytes]) -> str | None:
    """Why a program that has ended did not speak; None where it did."""
    assert program.stderr is not None
    with program.stderr as pipe:
        # What it began itself may still hold the other end: take what is there, wait for no more.
        os.set_blocking(pipe.fileno(), False)
        said = (pipe.read(MOST) or b"").splitlines()
    for line in said:
        if line.lower().startswith(COMPLAINT):
            return line.decode(errors="replace")
    return f"exit status {program.returncode}" if program.returncode else None


class FakeVoice(_Mutable):
    """A voice for tests: ``history`` keeps the last sentences, ``speaking`` the one being said.

    It refuses what espeak-ng could not say. ``there`` is whether it plays at being installed.
    """

    def __init__(self, *, there: bool = True) -> None:
        self.there = there
        self.history: deque[tuple[str, str]] = deque(maxlen=100)
        """(language, sentence)."""
        self.speaking: str | None = None

    def say(self, text: str, language: str, now: float) -> None:  # noqa: ARG002  the port's shape
        """Note the sentence, unless muted; raises ValueError as the real one does."""
        checked(text, language)
        if not self._muted:
            self.history.append((language, text))
            self.speaking = text

    def hush(self) -> None:
        """Break off."""
        self.speaking = None

    def tick(self, now: float) -> float | None:  # noqa: ARG002  the port's shape
        """Say that there is nothing to go on with."""
        return None

    def close(self) -> None:
        """Be silent."""
        self.hush()
