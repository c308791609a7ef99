"""What commands share: records, and errors in words. `play` loads it for an error alone."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Callable
from pathlib import Path

from companion.app import CannotPlay
from companion.app.device_text import device_error_text
from companion.box.config import ConfigError
from companion.box.devices.errors import DeviceMissingError
from companion.cli.complaints import FAILED, MISCONFIGURED, OK, complain
from companion.cli.program import program_name, python_name
from companion.cli.settings import configured_words
from companion.core.board_file import BoardFileError
from companion.core.conversation import Refused
from companion.core.record import BadRecord, RecordFault, decode_record, quote_word
from companion.core.session import Session
from companion.games import read_record as replay_record
from companion.store.journal import JournalError, JournalUnreadable
from companion.store.saved_games import CommandError, UnreadableGameError
from companion.text import Words
from companion.text.question_text import why_refused


def read_password(path: Path | None, words: Words) -> str | None:
    """The file's first line; "" without a file. None if it can't be read: then that is said."""
    try:
        return path.read_text("utf-8").partition("\n")[0] if path is not None else ""
    except (OSError, UnicodeDecodeError) as error:
        why = getattr(error, "strerror", None) or error
        complain(words.say("cli.mqtt-password", path=path, why=why))
        return None


# Errors ------------------------------------------------------------------------------------


def refuse(error: Exception, words: Words, status: int = FAILED) -> int:
    """Print an error in words as one line on standard error; returns ``status``."""
    complain(error_in_words(error, words))
    return status


def refuse_to_play(error: Exception) -> int:
    """Print why nothing can be played; returns the exit status."""
    cause = error.cause if isinstance(error, CannotPlay) else error
    status = MISCONFIGURED if isinstance(cause, ConfigError | BoardFileError) else FAILED
    return refuse(cause, configured_words(), status)


def guarded(run: Callable[[Namespace, Words], int | None]) -> Callable[[Namespace, Words], int]:
    """Let a command print a CommandError or a JournalError as one line; returns its exit status."""

    def run_guarded(options: Namespace, words: Words) -> int:
        try:
            return run(options, words) or OK
        except UnreadableGameError as error:
            why = why_refused(words.of(error.game), error.refused)
            values = {"game": words.title_of(error.game), "why": why, **error.values}
            return complain(words.say(error.key, **values))
        except CommandError as error:
            calls = {"program": program_name(), "python": python_name()}
            return complain(words.say(error.key, **calls, **error.values))
        except Refused as refused:  # a game whose rules don't give the same again
            return complain(words.why(refused.objection))
        except JournalError as error:
            return refuse(error, words)

    return run_guarded


def error_in_words(error: Exception, words: Words) -> str:
    """One line for an error of the settings, a device, the journal or the system."""
    if isinstance(error, ConfigError):
        return _settings_error(error, words)
    if isinstance(error, BoardFileError):
        why = words.of(error.game).why(error.objection)
        return _located(error.path, error.line, error.key, why)
    if isinstance(error, DeviceMissingError):
        return device_error_text(error, words, program_name())
    if isinstance(error, JournalError):
        fault = error.fault if isinstance(error, JournalUnreadable) else None
        name = f"fault.{fault.value}" if fault is not None else type(error).__name__
        return words.say(f"journal.{name}", **vars(error))
    return getattr(error, "strerror", None) or str(error)


def _settings_error(error: ConfigError, words: Words) -> str:
    reason = words.say(f"config.fault.{error.fault}", **error.values)
    if error.close:
        reason = words.say("config.close", reason=reason, close=error.close)
    return _located(error.path, error.line, error.key, reason)


def _located(path: Path | None, line: int | None, key: str, reason: str) -> str:
    """FILE:LINE: KEY: reason, as far as each is known."""
    place = ":".join(str(part) for part in (path, line) if part is not None)
    return ": ".join(part for part in (place, key, reason) if part)


# Records -----------------------------------------------------------------------------------


def read_record(file: str, words: Words) -> tuple[Session | None, str]:
    """The game of a record; or None, and the line that says what is wrong with it."""
    try:
        return replay_record(decode_record(Path(file).read_bytes())), ""
    except OSError as error:
        return None, f"{file}: {error.strerror}"
    except BadRecord as bad:
        return None, f"{file}:{bad.line}: {_in_words(bad, words)}"


def _in_words(bad: BadRecord, words: Words) -> str:
    why = words.of(bad.game).why(bad.objection, bad.key)
    if not bad.key:
        return why
    value = "" if bad.objection.reason is RecordFault.NO_VALUE else f" {quote_word(bad.word)}"
    return f"{bad.key}{value}: {why}"
