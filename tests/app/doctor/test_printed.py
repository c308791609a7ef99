"""The findings in words: on the terminal, as JSON, and what an operator is asked."""

import io
import json
from pathlib import Path

import pytest

from companion.app.doctor import examine
from companion.app.doctor.examination import (
    Check,
    Failed,
    Finding,
    OperatorRequest,
    Passed,
    Prompt,
    Skipped,
)
from companion.box.config import Config, ConfigError, ConfigFault
from companion.cli import main
from companion.cli.commands_machine import (
    MARGIN,
    TerminalOperator,
    make_draw,
    print_findings,
    print_report,
)
from companion.core.interfaces import HEIGHT, WIDTH, Press
from companion.core.languages import LANGUAGES
from companion.text import Words
from companion.text.en import WORDS
from tests.fakes.machine import fake_pi

PICTURE = OperatorRequest(Prompt.PICTURE)


@pytest.fixture
def words() -> Words:
    return Words()


def keys(start: str) -> set[str]:
    return {key.removeprefix(start) for key in WORDS if key.startswith(start)}


def test_every_result_has_words_and_every_failure_a_remedy() -> None:
    failures = {f"not-ok.{each}" for each in Failed}
    results = failures | {f"ok.{each}" for each in Passed} | {f"not-tried.{e}" for e in Skipped}
    assert keys("doctor.finding.") == results
    assert failures <= keys("doctor.remedy.") - {""} <= results


def test_every_check_and_every_prompt_has_words() -> None:
    assert keys("doctor.check.") == set(Check)
    assert keys("doctor.ask.") == set(Prompt)
    assert keys("button.") == {press.value for press in Press if press is not Press.RELEASED}


def test_lines_on_the_terminal(
    tmp_path: Path, words: Words, capsys: pytest.CaptureFixture[str]
) -> None:
    pi = fake_pi(tmp_path)
    pi.parts = {0x3D: 0x43}
    assert not print_findings(examine(pi, Config()), words)
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "ok         Python: 3.11.2"
    at = lines.index("NOT OK     I2C addresses: a screen answers at 0x3D, not at 0x3C")
    assert lines[at + 1] == ("           -> in companion.toml, below [oled], write: address = 0x3D")
    assert lines[at + 2] == "not tried  screen controller: correct this first: I2C addresses"
    assert lines[-1] == "15 ok, 1 not ok, 11 not tried"


def test_one_object_for_a_bug_report(
    tmp_path: Path, words: Words, capsys: pytest.CaptureFixture[str]
) -> None:
    pi = fake_pi(tmp_path)
    assert print_report(examine(pi, Config()), pi, Config(), words)
    report = json.loads(capsys.readouterr().out)
    assert report["model"] == "Raspberry Pi Zero 2 W Rev 1.0"
    assert report["python"] == "3.11.2"
    assert [each["name"] for each in report["checks"]] == list(Check)
    assert report["checks"][14] == {
        "name": "addresses",
        "state": "ok",
        "told": "addresses",
        "detail": "the screen answers at 0x3C (found: 0x3C)",
        "remedy": None,
        "values": {"where": "/dev/i2c-1", "wanted": "0x3C", "addresses": ["0x3C"]},
    }


def test_errors_in_a_report_are_worded(
    tmp_path: Path, words: Words, capsys: pytest.CaptureFixture[str]
) -> None:
    pi = fake_pi(tmp_path)
    error = ConfigError(Path("a.toml"), 3, "bord", ConfigFault.UNKNOWN_KEY, {}, "board")
    assert not print_report(examine(pi, error), pi, error, words)
    report = json.loads(capsys.readouterr().out)
    assert report["settings"] is None
    line = "a.toml:3: bord: there is no such setting; did you mean board?"
    assert report["checks"][2]["values"] == {"error": line}


# The operator at the terminal ----------------------------------------------------------------


@pytest.mark.parametrize(
    ("typed", "answer"),
    [("y\n", True), ("No\n", False), ("\nperhaps\nyes\n", True), ("", None), ("maybe\n", None)],
)
def test_an_operator_is_asked_until_there_is_an_answer(
    typed: str,
    answer: bool | None,
    words: Words,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO(typed))
    assert TerminalOperator(words).answer(PICTURE) is answer
    output = capsys.readouterr()
    assert output.out == ""
    assert output.err.count("[yes/no] ") == max(typed.count("\n") + (answer is None), 1)


def test_a_request_names_the_button(words: Words, capsys: pytest.CaptureFixture[str]) -> None:
    TerminalOperator(words).tell(OperatorRequest(Prompt.PRESS, {"button": "menu", "pin": 16}))
    assert capsys.readouterr().err == "Press MENU (GPIO16) now.\n"


# The command -------------------------------------------------------------------------------


def test_the_command_on_this_machine(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "companion.toml"
    file.write_text("mute = 1")
    assert main(["doctor", "--no-ask", "--config", str(file)]) == 1
    assert f"settings: {file}:1: mute: must be true or false" in capsys.readouterr().out
    file.write_text('board = "four-buttons"')
    status = main(["doctor", "--json", "--config", str(file)])
    report = json.loads(capsys.readouterr().out)
    assert report["settings"]["board"] == "four-buttons"
    wrong = [each for each in report["checks"] if each["state"] == "not-ok"]
    assert status == (1 if wrong else 0)


def test_findings_are_in_the_language_of_the_settings(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "companion.toml"
    file.write_text('language = "de"')
    main(["doctor", "--no-ask", "--config", str(file)])
    assert Words("de").say("doctor.check.config") in capsys.readouterr().out


@pytest.mark.parametrize("language", LANGUAGES)
def test_states_fit_in_front_of_the_findings(language: str) -> None:
    states = [key for key in WORDS if key.startswith("doctor.state.")]
    assert max(len(Words(language).say(state)) for state in states) < MARGIN


def test_findings_and_requests_are_drawn_on_the_screen(words: Words) -> None:
    draw = make_draw(words)
    found = [Finding(Check.CHIME, Skipped.NOT_ASKED), Finding(Check.SCREEN, Failed.SCREEN)]
    blank = bytes(WIDTH * HEIGHT // 8)
    pages = {draw(found[:1], None), draw(found, None), draw(found, PICTURE)}
    assert len(pages) == 3
    assert all(len(page) == len(blank) and page != blank for page in pages)
