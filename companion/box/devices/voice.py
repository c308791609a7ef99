"""The voice: espeak-ng as a child process, without waiting for it; and a fake with a history.

Late: `subprocess`, with the first sentence.
"""

from __future__ import annotations

import logging
import os
from abc import ABC, abstractmethod
from collections import deque
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from companion.core.backoff import BackOff
from companion.core.languages import LANGUAGES

if TYPE_CHECKING:
    import subprocess

log = logging.getLogger(__name__)

PROGRAM = "espeak-ng"
SPEED = 150
"""Words a minute; the default, 175, is fast for names and figures that are heard once."""
SENTENCE_TIMEOUT = 60.0
"""Seconds after which the program is killed; our longest sentences take a quarter of that."""
FIRST_POLL, LONGEST_POLL = 0.01, 0.32
"""Seconds from one look at the program to the next: doubled each time, up to the longest."""
EXIT_TIMEOUT = 0.5
"""Seconds that ``close`` waits for the program to exit."""
ERROR_PREFIX = b"error:"
"""How a line that reports a failure begins; the exit status may be 0 all the same."""
MAX_STDERR = 65536
"""Bytes of the program's standard error that are read."""


def check_sentence(text: str, language: str) -> None:
    """Raise ValueError for a sentence or language that no voice can speak."""
    if language not in LANGUAGES:
        raise ValueError(f"no voice speaks {language}")
    if "\0" in text:
        raise ValueError("no argument of a program can hold a NUL")
    if not text.strip():
        raise ValueError("there is nothing to say")


class _Speech(NamedTuple):
    program: subprocess.Popen[bytes]
    kill_at: float


class _Mutable(ABC):
    _muted = False

    @property
    def muted(self) -> bool:
        """While True nothing is said; setting it stops the current sentence."""
        return self._muted

    @muted.setter
    def muted(self, muted: bool) -> None:
        self._muted = muted
        if muted:
            self.stop()

    @abstractmethod
    def stop(self) -> None:
        """Stop the current sentence."""


class EspeakVoice(_Mutable):
    """espeak-ng, one process for each sentence.

    There is never more than one: a new sentence kills the process of the one before, and starts
    when that has exited. After a failure (no program, no sound card, a timeout) one line is
    logged, and sentences are dropped until the next try is due.
    """

    def __init__(self, program: str = PROGRAM) -> None:
        self._program = program
        self._speech: _Speech | None = None
        self._killed = False
        self._poll_interval = FIRST_POLL
        self._waiting: list[str] | None = None
        self._back_off = BackOff()

    @property
    def available(self) -> bool:
        """Whether the program is installed, looked up each time."""
        folders = map(Path, os.get_exec_path())
        return any(os.access(folder / self._program, os.X_OK) for folder in folders)

    def say(self, text: str, language: str, now: float) -> None:
        """Say it as soon as the current sentence has stopped; raises ValueError."""
        check_sentence(text, language)
        if self._muted:
            return
        self.stop()
        # -b 1: the text is UTF-8. After -- nothing is an option, whatever a player's name.
        options = ["-v", LANGUAGES[language].voice, "-s", str(SPEED), "-b", "1"]
        self._waiting = [self._program, *options, "--", text]
        self.tick(now)

    def stop(self) -> None:
        """Stop the current sentence, and drop the one that waits."""
        self._waiting = None
        if self._speech is not None:
            self._killed, self._poll_interval = True, FIRST_POLL
            self._speech.program.kill()

    def tick(self, now: float) -> float | None:
        """Poll the program; returns when to be called again, None when silent."""
        if self._speech is not None:
            self._poll(self._speech, now)
        if self._speech is None and self._waiting is not None:
            command, self._waiting = self._waiting, None
            if self._back_off.is_due(now):
                self._start(command, now)
        if self._speech is None:
            return None
        self._poll_interval = min(2 * self._poll_interval, LONGEST_POLL)
        return now + self._poll_interval

    def _start(self, command: list[str], now: float) -> None:
        import subprocess

        try:
            program = subprocess.Popen(
                command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE
            )
        except OSError as problem:
            self._failed(problem.strerror or str(problem), now)
            return
        self._speech = _Speech(program, now + SENTENCE_TIMEOUT)
        self._killed, self._poll_interval = False, FIRST_POLL

    def _poll(self, speech: _Speech, now: float) -> None:
        if speech.program.poll() is None:
            if now >= speech.kill_at and not self._killed:
                self.stop()
                self._failed("timed out", now)
            return
        error = _read_error(speech.program)
        self._speech = None
        if self._killed:
            return
        if error is not None:
            self._failed(error, now)
        else:
            if self._back_off.deadline is not None:
                log.warning("the voice is back")
            self._back_off.record_success()

    def _failed(self, why: str, now: float) -> None:
        if self._back_off.deadline is None:
            log.warning("the voice is lost: %s: %s", self._program, why)
        self._back_off.record_failure(now)

    def close(self) -> None:
        """Stop speaking. May be called twice."""
        self.stop()
        if self._speech is not None:
            import subprocess

            with suppress(subprocess.TimeoutExpired):
                self._speech.program.wait(EXIT_TIMEOUT)
            _read_error(self._speech.program)
            self._speech = None


def _read_error(program: subprocess.Popen[bytes]) -> str | None:
    """Return why a program that has exited did not speak; None if it did."""
    assert program.stderr is not None
    with program.stderr as pipe:
        # Its own children may still hold the pipe open: read what is there, without waiting.
        os.set_blocking(pipe.fileno(), False)
        lines = (pipe.read(MAX_STDERR) or b"").splitlines()
    for line in lines:
        if line.lower().startswith(ERROR_PREFIX):
            return line.decode(errors="replace")
    return f"exit status {program.returncode}" if program.returncode else None


class FakeVoice(_Mutable):
    """A silent voice: ``history`` keeps the last sentences, ``speaking`` the current one.

    Raises what the real one raises. ``available`` is whether it pretends to be installed.
    """

    def __init__(self, *, available: bool = True) -> None:
        self.available = available
        self.history: deque[tuple[str, str]] = deque(maxlen=100)
        """(language, sentence)."""
        self.speaking: str | None = None

    def say(self, text: str, language: str, now: float) -> None:  # noqa: ARG002  as in `Voice`
        """Keep the sentence, unless muted; raises ValueError as the real one does."""
        check_sentence(text, language)
        if not self._muted:
            self.history.append((language, text))
            self.speaking = text

    def stop(self) -> None:
        """Stop the current sentence."""
        self.speaking = None

    def tick(self, now: float) -> float | None:  # noqa: ARG002  as in `Voice`
        """Return None: nothing is due."""
        return None

    def close(self) -> None:
        """Stop speaking."""
        self.stop()
