"""The voice: the real espeak-ng writing to files, programs that fail in every way, and the fake.

Each script replaces espeak-ng. No test sleeps: where a program must have exited, its exit is
waited for.
"""

import logging
import os
import shutil
import signal
import subprocess
import wave
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from companion.box.devices.voice import (
    LONGEST_POLL,
    PROGRAM,
    SENTENCE_TIMEOUT,
    SPEED,
    EspeakVoice,
    FakeVoice,
)
from companion.core.backoff import FIRST_DELAY
from companion.core.interfaces import Voice
from companion.core.languages import LANGUAGES

Make = Callable[[str], EspeakVoice]


@pytest.fixture
def script(tmp_path: Path) -> Iterator[Make]:
    """A voice whose program is a shell script with these lines."""
    made: list[EspeakVoice] = []

    def make(lines: str) -> EspeakVoice:
        program = tmp_path / "program"
        program.write_text(f"#!/bin/sh\n{lines}\n")
        program.chmod(0o755)
        made.append(EspeakVoice(str(program)))
        return made[-1]

    yield make
    for each in made:
        each.close()


def wait_for_exit() -> None:
    """Wait until a child process has exited, without reaping it: that is the voice's task."""
    os.waitid(os.P_ALL, 0, os.WEXITED | os.WNOWAIT)


def speak(voice: EspeakVoice, text: str, now: float = 0.0, language: str = "en") -> None:
    """Say it and wait until the program has exited."""
    voice.say(text, language, now)
    wait_for_exit()
    assert voice.tick(now) is None


def running_pid(voice: EspeakVoice) -> int:
    assert voice._speech is not None
    return voice._speech.program.pid


# The real program ------------------------------------------------------------------------------


@pytest.fixture
def espeak() -> str:
    """Where espeak-ng is; where there is none the test is left out, in CI it fails."""
    found = shutil.which(PROGRAM)
    if found is None:
        if "CI" in os.environ:
            pytest.fail(f"{PROGRAM} is not installed")
        pytest.skip(f"{PROGRAM} is not installed: sudo apt install {PROGRAM}")
    return found


def record(script: Make, espeak: str, file: Path, text: str, language: str) -> float:
    """Seconds of sound that the real program makes of it."""
    speak(script(f'exec "{espeak}" -w "{file}" "$@"'), text, language=language)
    with wave.open(str(file)) as sound:
        return float(sound.getnframes() / sound.getframerate())


def test_each_language_is_spoken_by_a_voice_of_its_own(
    script: Make, espeak: str, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    recordings = set()
    for language in LANGUAGES:
        file = tmp_path / f"{language}.wav"
        seconds = record(script, espeak, file, "Emma 5, Gianluca 4", language)
        assert 1 < seconds < SENTENCE_TIMEOUT / 4
        recordings.add(file.read_bytes())
    assert len(recordings) == len(LANGUAGES)
    assert not caplog.records


def test_a_name_like_an_option_is_speak(script: Make, espeak: str, tmp_path: Path) -> None:
    for name in ("--version", "-w", "-v de"):
        assert record(script, espeak, tmp_path / "name.wav", name, "en") > 0.3


def test_letters_beyond_ascii_are_speak(script: Make, espeak: str, tmp_path: Path) -> None:
    accented, plain = (tmp_path / f"{name}.wav" for name in ("accented", "plain"))
    record(script, espeak, accented, "Zoë, Édouard, Jörg, Świętosława", "fr")
    record(script, espeak, plain, "Zo, douard, Jrg, witosawa", "fr")
    assert accented.read_bytes() != plain.read_bytes()


def test_without_a_sound_card_one_line_is_logged(
    espeak: str,
    script: Make,
    caplog: pytest.LogCaptureFixture,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
) -> None:
    """Sound is taken away: no card of ALSA's is called as its settings say, nor is PulseAudio."""
    nowhere = tmp_path / "asound.conf"
    nowhere.write_text("pcm.!default { type hw card 31 }\n")
    monkeypatch.setenv("ALSA_CONFIG_PATH", str(nowhere))
    monkeypatch.setenv("PULSE_SERVER", str(tmp_path / "none"))
    monkeypatch.setenv("PULSE_RUNTIME_PATH", str(tmp_path))
    voice = script(f'exec "{espeak}" "$@"')
    speak(voice, "Hello")
    speak(voice, "Hello again", FIRST_DELAY)
    assert len(caplog.records) == 1
    assert "error: " in caplog.text


def test_the_program_is_told_voice_speed_and_letters(script: Make, tmp_path: Path) -> None:
    arguments = tmp_path / "arguments"
    speak(script(f'printf "%s|" "$@" >"{arguments}"'), "Zoë's turn", language="fr")
    assert arguments.read_text() == f"-v|fr-fr|-s|{SPEED}|-b|1|--|Zoë's turn|"


# What may go wrong -----------------------------------------------------------------------------


def test_saying_does_not_wait_for_the_end(script: Make) -> None:
    voice = script("exec sleep 30")
    voice.say("Hello", "en", 0.0)
    assert voice.tick(0.0) is not None
    os.kill(running_pid(voice), 0)  # it still speaks


def test_it_looks_ever_more_seldom_and_then_not_at_all(script: Make, tmp_path: Path) -> None:
    fifo = tmp_path / "fifo"
    os.mkfifo(fifo)
    voice = script(f'read line <"{fifo}"')
    voice.say("Hello", "en", 0.0)
    looks = [voice.tick(0.0) for _ in range(10)]
    assert looks == sorted(looks, key=lambda at: at or 0)
    assert looks[-1] == LONGEST_POLL
    fifo.write_text("done\n")
    wait_for_exit()
    assert voice.tick(1.0) is None
    assert voice.tick(2.0) is None


def test_a_new_sentence_takes_the_place_of_the_one_before(
    script: Make, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    log = tmp_path / "log"
    for each in "ab":
        os.mkfifo(tmp_path / each)
    voice = script(
        f'for last; do :; done; echo "$last" >>"{log}"; echo >"{tmp_path}/a"; exec sleep 30'
    )
    voice.say("first", "en", 0.0)
    (tmp_path / "a").read_text()  # it speaks
    first = running_pid(voice)
    with monkeypatch.context() as patched:
        patched.setattr(subprocess.Popen, "poll", lambda _: None)  # killed, and not yet gone
        for text in ("second", "third", "fourth"):
            voice.say(text, "en", 0.0)
    assert running_pid(voice) == first
    wait_for_exit()
    voice.tick(0.0)
    (tmp_path / "a").read_text()
    assert log.read_text().split() == ["first", "fourth"]
    assert running_pid(voice) != first


def test_hushed_is_hushed_and_no_failure(script: Make, caplog: pytest.LogCaptureFixture) -> None:
    voice = script("exec sleep 30")
    voice.say("Hello", "en", 0.0)
    voice.say("Hello again", "en", 0.0)
    voice.stop()
    wait_for_exit()
    assert voice.tick(0.0) is None
    assert not caplog.records
    voice.say("And again", "en", 0.0)
    assert running_pid(voice)


def test_a_program_that_hangs_is_ended(script: Make, caplog: pytest.LogCaptureFixture) -> None:
    voice = script("exec sleep 30")
    voice.say("Hello", "en", 0.0)
    voice.tick(SENTENCE_TIMEOUT - 1)
    assert not caplog.records
    assert voice.tick(SENTENCE_TIMEOUT) is not None
    wait_for_exit()
    assert voice.tick(SENTENCE_TIMEOUT) is None
    assert len(caplog.records) == 1
    voice.say("Hello", "en", SENTENCE_TIMEOUT)  # too early: it is dropped, not kept
    assert voice.tick(SENTENCE_TIMEOUT) is None
    assert voice.tick(SENTENCE_TIMEOUT + 100) is None
    voice.say("Hello", "en", SENTENCE_TIMEOUT + 100)
    assert running_pid(voice)


@pytest.mark.parametrize(
    ("lines", "why"),
    [
        ("exit 1", "exit status 1"),
        ("kill -9 $$", "exit status -9"),
        ("echo ALSA lib: no card >&2; echo error: No such device >&2", "error: No such device"),
        ("head -c 60000 /dev/zero >&2; echo >&2; echo Error: long >&2", "Error: long"),
    ],
)
def test_what_fails_is_logged_once_and_tried_ever_more_seldom(
    script: Make, caplog: pytest.LogCaptureFixture, lines: str, why: str, tmp_path: Path
) -> None:
    log = tmp_path / "log"
    voice = script(f'echo once >>"{log}"; {lines}')
    for now in range(60):
        voice.say("Hello", "en", float(now))
        if voice._speech is not None:
            wait_for_exit()
        assert voice.tick(float(now)) is None
    assert [record.levelno for record in caplog.records] == [logging.WARNING]
    assert caplog.records[0].message.endswith(why)
    assert 4 < len(log.read_text().split()) < 9


def test_warnings_alone_are_no_failure(script: Make, caplog: pytest.LogCaptureFixture) -> None:
    voice = script("echo ALSA lib: underrun occurred >&2")
    speak(voice, "Hello")
    speak(voice, "Hello")
    assert not caplog.records


def test_who_else_has_its_complaints_open_is_not_waited_for(script: Make, tmp_path: Path) -> None:
    other, ended = tmp_path / "other", tmp_path / "ended"
    voice = script(f'(sleep 30; touch "{ended}") & echo $! >"{other}"')
    voice.say("Hello", "en", 0.0)
    wait_for_exit()
    assert voice.tick(0.0) is None
    assert not ended.exists()
    os.kill(int(other.read_text()), signal.SIGKILL)


def test_a_program_that_vanishes_and_comes_back(
    script: Make, caplog: pytest.LogCaptureFixture, tmp_path: Path
) -> None:
    voice = script("exit 0")
    assert voice.available
    speak(voice, "Hello")
    (tmp_path / "program").unlink()
    assert not voice.available
    for now in range(5):
        voice.say("Hello", "en", float(now))
        assert voice.tick(float(now)) is None
    assert len(caplog.records) == 1
    again = script("exit 0")
    assert again.available
    speak(voice, "Hello", 100.0)
    assert [record.message for record in caplog.records][1:] == ["the voice is back"]


def test_muted_breaks_off_and_begins_nothing(script: Make) -> None:
    voice = script("exec sleep 30")
    voice.say("Hello", "en", 0.0)
    voice.muted = True
    wait_for_exit()
    assert voice.tick(0.0) is None
    voice.say("Hello", "en", 0.0)
    assert voice.tick(0.0) is None


def test_closed_it_leaves_no_process(script: Make) -> None:
    voice = script("exec sleep 30")
    voice.say("Hello", "en", 0.0)
    program = running_pid(voice)
    voice.close()
    with pytest.raises(ProcessLookupError):
        os.kill(program, 0)
    voice.close()


# What both refuse ------------------------------------------------------------------------------


@pytest.mark.parametrize("make", [EspeakVoice, FakeVoice])
@pytest.mark.parametrize(
    ("text", "language"), [("", "en"), (" \n", "en"), ("Em\0ma", "en"), ("Emma", "tlh")]
)
def test_what_can_not_be_said_is_refused_also_when_muted(
    make: Callable[[], Voice], text: str, language: str
) -> None:
    voice = make()
    for voice.muted in (False, True):
        with pytest.raises(ValueError, match=r"."):
            voice.say(text, language, 0.0)
    voice.close()


def test_nothing_is_looked_for_before_it_is_wanted(monkeypatch: pytest.MonkeyPatch) -> None:
    """So that the first picture does not wait for it."""

    def touched(*_: object, **__: object) -> None:
        raise AssertionError

    monkeypatch.setattr("shutil.which", touched)
    monkeypatch.setattr("subprocess.Popen", touched)
    voice = EspeakVoice()
    voice.muted = True
    assert voice.tick(0.0) is None
    voice.close()
