"""The commands `config` and `doctor`, and errors in words: data in, lines for people out."""

from __future__ import annotations

import os
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from companion import __version__
from companion.config import Config, ConfigError, InForce, Source, find
from companion.core.board_file import BoardFileError
from companion.devices.errors import DeviceMissingError
from companion.doctor import Check, Draw, Finding, Fine, Machine, Request
from companion.interfaces import Frame
from companion.journal import JournalError
from companion.text import Words

MARGIN = 11
"""Columns for a finding's state."""


# Errors ------------------------------------------------------------------------------------


def error_in_words(error: Exception, words: Words) -> str:
    """One line for an error of the settings, a device, the journal or the system."""
    if isinstance(error, ConfigError):
        return _settings_error(error, words)
    if isinstance(error, BoardFileError):
        return _located(error.path, error.line, error.key, words.why(error.objection))
    if isinstance(error, DeviceMissingError):
        return words.say(f"missing.{error.lack.value}", where=error.where)
    if isinstance(error, JournalError):
        fault = getattr(error, "fault", None)
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
    """Print the settings in force as TOML, behind each as a comment where it comes from."""
    if config.path:
        print(f"# {words.say('config.read', path=config.path)}")
    else:
        looked = " ".join(map(str, find(os.environ)))
        print(f"# {words.say('config.none', paths=looked)}")
    table = ""
    for each in config.in_force:
        above, _, key = each.name.rpartition(".")
        if above != table:
            table = above
            print(f"\n[{table}]")
        setting = f"{key} = {_toml(each)}"
        print(f"{setting:<28} # {_source(each, config, words)}")


def _source(setting: InForce, config: Config, words: Words) -> str:
    if setting.source is Source.FILE:
        return f"{config.path}:{setting.line}"
    return words.say(f"config.source.{setting.source}", board=config.board.name)


def _toml(setting: InForce) -> str:
    value = setting.value
    if isinstance(value, tuple):
        return str(value[0]) if len(value) == 1 else str([*value])
    if isinstance(value, bool):
        return str(value).lower()
    if setting.name == "oled.address":
        return f"0x{value:02X}"
    return f'"{value}"' if isinstance(value, str) else str(value)


# doctor ------------------------------------------------------------------------------------


class TerminalPerson:
    """The person at the terminal; questions go to standard error, for the findings' sake."""

    def __init__(self, words: Words) -> None:
        self._words = words

    def tell(self, request: Request) -> None:
        """Print what to do."""
        print(question(request, self._words), file=sys.stderr, flush=True)

    def answer(self, request: Request) -> bool | None:
        """Ask until it is answered by yes or no."""
        yes, no = self._words.say("doctor.yes"), self._words.say("doctor.no")
        while True:
            asked = f"{question(request, self._words)} [{yes}/{no}] "
            print(asked, end="", file=sys.stderr, flush=True)
            line = sys.stdin.readline()
            if not line:
                return None
            said = line.strip().lower()
            if said and (yes.startswith(said) or no.startswith(said)):
                return yes.startswith(said)


def question(request: Request, words: Words) -> str:
    """What a person is asked, in words."""
    return words.say(f"doctor.ask.{request.asked}", **_told(request.values.items(), words))


def title(finding: Finding, words: Words) -> str:
    """What was examined, in a word or two."""
    return words.say(f"doctor.check.{finding.check}")


def detail(finding: Finding, words: Words) -> str:
    """What was found, in words."""
    return words.say(_key("told", finding), **_told(finding.values.items(), words))


def in_a_line(finding: Finding, words: Words) -> str:
    """What was examined, and what was found."""
    return words.say("list.of", what=title(finding, words), said=detail(finding, words))


def remedy(finding: Finding, words: Words) -> str | None:
    """What helps, in words; None where nothing needs help."""
    key = _key("remedy", finding)
    if not words.has(key):
        return None
    return words.say(key, **_told(finding.values.items(), words))


def _key(kind: str, finding: Finding) -> str:
    return f"doctor.{kind}.{finding.state}.{finding.told}"


def _told(values: Iterable[tuple[str, object]], words: Words) -> dict[str, object]:
    """Values as words take them: errors told, buttons and checks named."""
    return {name: _value(name, value, words) for name, value in values}


def _value(name: str, value: object, words: Words) -> object:
    if isinstance(value, Exception):
        return error_in_words(value, words)
    if isinstance(value, Check):
        return words.say(f"doctor.check.{value}")
    if name in ("button", "other"):
        return words.say(f"button.{value}")
    return value


def panel_page(words: Words) -> Draw:
    """The picture of an examination for the panel: the findings so far, and what is asked now."""
    from companion.screens.doctor import doctor_page

    def draw(findings: Sequence[Finding], request: Request | None) -> Frame:
        lines = [(each.state, in_a_line(each, words)) for each in findings]
        asked = question(request, words) if request is not None else None
        return doctor_page(lines, asked, words).tobytes()

    return draw


def print_findings(findings: Iterable[Finding], words: Words) -> bool:
    """Print each finding as it comes, and how many there were; returns whether all is well."""
    counted: Counter[str] = Counter()
    for finding in findings:
        counted[finding.state] += 1
        state = words.say(f"doctor.state.{finding.state}")
        print(f"{state:<{MARGIN}}{in_a_line(finding, words)}")
        if helps := remedy(finding, words):
            print(f"{'':<{MARGIN}}{words.say('doctor.remedy', remedy=helps)}")
        sys.stdout.flush()
    numbers = {name.replace("-", "_"): counted[name] for name in ("ok", "not-ok", "not-tried")}
    print(words.say("doctor.counted", **numbers))
    return not counted["not-ok"]


def print_report(
    findings: Iterable[Finding], machine: Machine, settings: Config | ConfigError, words: Words
) -> bool:
    """Print all findings as one JSON object for a bug report; returns whether all is well."""
    import json

    kept = list(findings)
    model = next((each for each in kept if each.told is Fine.MODEL), None)
    report = {
        "companion": __version__,
        "python": ".".join(map(str, machine.python)),
        "model": model.values["model"] if model else None,
        "settings": (
            {each.name: each.value for each in settings.in_force}
            if isinstance(settings, Config)
            else None
        ),
        "checks": [dict(_reported(each, words)) for each in kept],
    }
    print(json.dumps(report, indent=2))
    return all(each.state != "not-ok" for each in kept)


def _reported(finding: Finding, words: Words) -> Iterator[tuple[str, object]]:
    yield "name", finding.check
    yield "state", finding.state
    yield "told", finding.told
    yield "detail", detail(finding, words)
    yield "remedy", remedy(finding, words)
    values = {name: _plain(value, words) for name, value in finding.values.items()}
    yield "values", values


def _plain(value: object, words: Words) -> object:
    if isinstance(value, Exception):
        return error_in_words(value, words)
    return str(value) if isinstance(value, Path) else value
