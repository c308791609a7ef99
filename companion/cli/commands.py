"""The commands `config` and `doctor`, and errors in words."""

from __future__ import annotations

import os
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from companion import __version__
from companion.app.device_text import device_error_text
from companion.app.doctor import Check, Draw, Finding, Machine, OperatorRequest, Passed
from companion.box.config import Config, ConfigError, EffectiveSetting, Source, config_paths
from companion.box.config.table import format_value
from companion.box.devices.errors import DeviceMissingError
from companion.cli.program import program_name
from companion.core.board_file import BoardFileError
from companion.core.interfaces import Frame
from companion.store.journal import JournalError, JournalUnreadable
from companion.text import Words

MARGIN = 11
"""Columns for a finding's state."""


# Errors ------------------------------------------------------------------------------------


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


# config ------------------------------------------------------------------------------------


def print_config(config: Config, words: Words) -> None:
    """Print the settings in effect as TOML, with a comment on where each comes from."""
    if config.path:
        print(f"# {words.say('config.read', path=config.path)}")
    else:
        paths = " ".join(map(str, config_paths(os.environ)))
        print(f"# {words.say('config.none', paths=paths)}")
    table = ""
    for each in config.effective:
        above, _, key = each.name.rpartition(".")
        if above != table:
            table = above
            print(f"\n[{table}]")
        setting = f"{key} = {format_value(each.name, each.value)}"
        print(f"{setting:<28} # {_source(each, config, words)}")


def _source(setting: EffectiveSetting, config: Config, words: Words) -> str:
    if setting.source is Source.FILE:
        place = f"{config.path}:{setting.line}"
        former = setting.former
        return words.say("config.former", place=place, former=former) if former else place
    return words.say(f"config.source.{setting.source}", board=config.board.name)


# doctor ------------------------------------------------------------------------------------


class TerminalOperator:
    """The operator at the terminal; requests go to standard error, findings to standard output."""

    def __init__(self, words: Words) -> None:
        self._words = words

    def tell(self, request: OperatorRequest) -> None:
        """Print what to do."""
        print(request_text(request, self._words), file=sys.stderr, flush=True)

    def answer(self, request: OperatorRequest) -> bool | None:
        """Ask until the answer is yes or no."""
        yes, no = self._words.say("doctor.yes"), self._words.say("doctor.no")
        while True:
            question = f"{request_text(request, self._words)} [{yes}/{no}] "
            print(question, end="", file=sys.stderr, flush=True)
            line = sys.stdin.readline()
            if not line:
                return None
            answer = line.strip().lower()
            if answer and (yes.startswith(answer) or no.startswith(answer)):
                return yes.startswith(answer)


def request_text(request: OperatorRequest, words: Words) -> str:
    """What the operator is asked or told to do."""
    return words.say(f"doctor.ask.{request.prompt}", **_named_values(request.values, words))


def check_title(finding: Finding, words: Words) -> str:
    """The name of the check, in a word or two."""
    return words.say(f"doctor.check.{finding.check}")


def finding_text(finding: Finding, words: Words) -> str:
    """What the check found."""
    return words.say(_key("finding", finding), **_named_values(finding.values, words))


def finding_line(finding: Finding, words: Words) -> str:
    """The name of the check, and what it found."""
    return words.say("list.of", what=check_title(finding, words), said=finding_text(finding, words))


def remedy_text(finding: Finding, words: Words) -> str | None:
    """What to do about a finding; None if nothing needs to be done."""
    key = _key("remedy", finding)
    if not words.has(key):
        return None
    return words.say(key, **_named_values(finding.values, words))


def _key(kind: str, finding: Finding) -> str:
    return f"doctor.{kind}.{finding.state}.{finding.result}"


def _named_values(values: Mapping[str, object], words: Words) -> dict[str, object]:
    """The values of a sentence, with errors worded and buttons and checks named."""
    return {name: _named_value(name, value, words) for name, value in values.items()}


def _named_value(name: str, value: object, words: Words) -> object:
    if isinstance(value, Exception):
        return error_in_words(value, words)
    if isinstance(value, Check):
        return words.say(f"doctor.check.{value}")
    if name in ("button", "other"):
        return words.named("button", str(value))
    return value


def make_draw(words: Words) -> Draw:
    """Make the function that draws the findings so far and the open request on the screen."""
    from companion.ui.screens.doctor import draw_doctor_page

    def draw(findings: Sequence[Finding], request: OperatorRequest | None) -> Frame:
        lines = [(each.state, finding_line(each, words)) for each in findings]
        text = request_text(request, words) if request is not None else None
        return draw_doctor_page(lines, text, words).tobytes()

    return draw


def print_findings(findings: Iterable[Finding], words: Words) -> bool:
    """Print each finding as it comes, and how many there were; return whether none failed."""
    counted: Counter[str] = Counter()
    for finding in findings:
        counted[finding.state] += 1
        state = words.say(f"doctor.state.{finding.state}")
        print(f"{state:<{MARGIN}}{finding_line(finding, words)}")
        if helps := remedy_text(finding, words):
            print(f"{'':<{MARGIN}}{words.say('doctor.remedy', remedy=helps)}")
        sys.stdout.flush()
    numbers = {name.replace("-", "_"): counted[name] for name in ("ok", "not-ok", "not-tried")}
    print(words.say("doctor.counted", **numbers))
    return not counted["not-ok"]


def print_report(
    findings: Iterable[Finding], machine: Machine, settings: Config | ConfigError, words: Words
) -> bool:
    """Print all findings as one JSON object for a bug report; return whether none failed."""
    import json

    kept = list(findings)
    read = settings.effective if isinstance(settings, Config) else None
    values = {each.name: each.value for each in read} if read is not None else None
    model = next((each for each in kept if each.result is Passed.MODEL), None)
    report = {
        "companion": __version__,
        "python": ".".join(map(str, machine.python)),
        "model": model.values["model"] if model else None,
        "settings": values,
        "checks": [dict(_report_entries(each, words)) for each in kept],
    }
    print(json.dumps(report, indent=2))
    return all(each.state != "not-ok" for each in kept)


def _report_entries(finding: Finding, words: Words) -> Iterator[tuple[str, object]]:
    yield "name", finding.check
    yield "state", finding.state
    yield "told", finding.result
    yield "detail", finding_text(finding, words)
    yield "remedy", remedy_text(finding, words)
    values = {name: _json_value(value, words) for name, value in finding.values.items()}
    yield "values", values


def _json_value(value: object, words: Words) -> object:
    if isinstance(value, Exception):
        return error_in_words(value, words)
    return str(value) if isinstance(value, Path) else value
