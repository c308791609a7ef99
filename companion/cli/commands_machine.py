"""The command `doctor`: the self-test of this machine."""

from __future__ import annotations

import json
import sys
from argparse import Namespace
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path

from companion import __version__
from companion.app.doctor import Check, Draw, Finding, Machine, OperatorRequest, Passed, examine
from companion.app.game_check.self_test import find_faults
from companion.app.real_screen import load_found
from companion.box.config import Config, ConfigError
from companion.cli.complaints import FAILED, OK
from companion.cli.settings import read_settings
from companion.cli.shared import error_in_words
from companion.core.interfaces import Frame
from companion.text import Words
from companion.ui.screens.doctor import draw_doctor_page

MARGIN = 11
"""Columns for a finding's state."""


def test_machine(options: Namespace, words: Words) -> int:
    """Run the self-test, and print its findings or a report."""
    settings: Config | ConfigError
    try:
        settings = load_found(partial(read_settings, options))
    except ConfigError as error:
        settings = error
    else:
        words = Words(settings.language)
    if options.json:  # a report goes to others
        words = Words()
    machine = Machine(find_faults)
    asked = not options.no_ask and sys.stdin.isatty() and sys.stderr.isatty()
    operator = TerminalOperator(words) if asked else None
    findings = examine(machine, settings, operator, make_draw(words))
    if options.json:
        return OK if print_report(findings, machine, settings, words) else FAILED
    return OK if print_findings(findings, words) else FAILED


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
