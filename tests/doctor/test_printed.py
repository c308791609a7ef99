"""The findings in words: on the terminal, as JSON, and what a person is asked."""

import io
import json
from pathlib import Path

import pytest

from companion.cli import main
from companion.cli.commands import (
    MARGIN,
    TerminalPerson,
    panel_page,
    print_findings,
    print_report,
)
from companion.config import Config, ConfigError, Fault
from companion.doctor import Asked, Check, Finding, Fine, Request, Untried, Wrong, examine
from companion.doctor.fake import fake_pi
from companion.interfaces import HEIGHT, WIDTH, Press
from companion.text import Words
from companion.text.en import WORDS
from companion.text.words import LANGUAGES

PICTURE = Request(Asked.PICTURE)


@pytest.fixture
def words() -> Words:
    return Words()


def test_everything_has_words(words: Words) -> None:
    assert all(words.has(f"doctor.told.ok.{told}") for told in Fine)
    assert all(words.has(f"doctor.told.not-tried.{told}") for told in Untried)
    assert all(words.has(f"doctor.told.not-ok.{told}") for told in Wrong)
    assert all(words.has(f"doctor.remedy.not-ok.{told}") for told in Wrong)
    assert all(words.has(f"doctor.check.{check}") for check in Check)
    assert all(words.has(f"doctor.ask.{asked}") for asked in Asked)
    assert all(words.has(f"button.{press.value}") for press in Press if press is not Press.RELEASED)


def test_no_words_are_left_over() -> None:
    known = {
        *(f"told.ok.{told}" for told in Fine),
        *(f"remedy.ok.{told}" for told in Fine),
        *(f"told.not-ok.{told}" for told in Wrong),
        *(f"remedy.not-ok.{told}" for told in Wrong),
        *(f"told.not-tried.{told}" for told in Untried),
        *(f"remedy.not-tried.{told}" for told in Untried),
    }
    own = {key.removeprefix("doctor.") for key in WORDS if key.startswith("doctor.")}
    assert {key for key in own if key.startswith(("told.", "remedy."))} <= known


def test_lines_on_the_terminal(
    tmp_path: Path, words: Words, capsys: pytest.CaptureFixture[str]
) -> None:
    pi = fake_pi(tmp_path)
    pi.parts = {0x3D: 0x43}
    assert not print_findings(examine(pi, Config()), words)
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "ok         Python: 3.11.2"
    at = lines.index("NOT OK     I2C addresses: a screen answers at 0x3D, not at 0x3C")
    assert lines[at + 1] == (
        "           -> put this into companion.toml, below [oled]: address = 0x3D"
    )
    assert lines[at + 2] == "not tried  screen's kind: mend first: I2C addresses"
    assert lines[-1] == "12 ok, 1 not ok, 9 not tried"


def test_one_object_for_a_bug_report(
    tmp_path: Path, words: Words, capsys: pytest.CaptureFixture[str]
) -> None:
    pi = fake_pi(tmp_path)
    assert print_report(examine(pi, Config()), pi, Config(), words)
    report = json.loads(capsys.readouterr().out)
    assert report["model"] == "Raspberry Pi Zero 2 W Rev 1.0"
    assert report["python"] == "3.11.2"
    assert [each["name"] for each in report["checks"]] == list(Check)
    assert report["checks"][12] == {
        "name": "addresses",
        "state": "ok",
        "told": "addresses",
        "detail": "the screen answers at 0x3C (all that answer: 0x3C)",
        "remedy": None,
        "values": {"where": "/dev/i2c-1", "wanted": "0x3C", "addresses": ["0x3C"]},
    }


def test_errors_in_a_report_are_told(
    tmp_path: Path, words: Words, capsys: pytest.CaptureFixture[str]
) -> None:
    pi = fake_pi(tmp_path)
    error = ConfigError(Path("a.toml"), 3, "bord", Fault.UNKNOWN_KEY, {}, "board")
    assert not print_report(examine(pi, error), pi, error, words)
    report = json.loads(capsys.readouterr().out)
    assert report["settings"] is None
    line = "a.toml:3: bord: there is no such setting; did you mean board?"
    assert report["checks"][2]["values"] == {"error": line}


# The person at the terminal ----------------------------------------------------------------


@pytest.mark.parametrize(
    ("typed", "answer"),
    [("y\n", True), ("No\n", False), ("\nperhaps\nyes\n", True), ("", None), ("maybe\n", None)],
)
def test_a_person_is_asked_until_there_is_an_answer(
    typed: str,
    answer: bool | None,
    words: Words,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO(typed))
    assert TerminalPerson(words).answer(PICTURE) is answer
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.count("[yes/no] ") == max(typed.count("\n") + (answer is None), 1)


def test_a_person_is_told_which_button(words: Words, capsys: pytest.CaptureFixture[str]) -> None:
    TerminalPerson(words).tell(Request(Asked.PRESS, {"button": "menu", "pin": 16}))
    assert capsys.readouterr().err == "Press MENU (GPIO16) now.\n"


# The command -------------------------------------------------------------------------------


def test_the_command_here(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
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


def test_it_tells_in_the_settings_language(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "companion.toml"
    file.write_text('language = "de"')
    main(["doctor", "--no-ask", "--config", str(file)])
    assert Words("de").say("doctor.check.config") in capsys.readouterr().out


@pytest.mark.parametrize("language", LANGUAGES)
def test_states_have_room_before_the_findings(language: str) -> None:
    states = [key for key in WORDS if key.startswith("doctor.state.")]
    assert max(len(Words(language).say(state)) for state in states) < MARGIN


def test_every_finding_and_every_question_has_its_page_on_the_panel(words: Words) -> None:
    draw = panel_page(words)
    found = [Finding(Check.CHIME, Untried.NOT_ASKED), Finding(Check.SCREEN, Wrong.SCREEN)]
    blank = bytes(WIDTH * HEIGHT // 8)
    pages = {draw(found[:1], None), draw(found, None), draw(found, PICTURE)}
    assert len(pages) == 3
    assert all(len(page) == len(blank) and page != blank for page in pages)
