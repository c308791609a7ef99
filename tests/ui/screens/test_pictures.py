"""Each kind of screen against its reference picture, in English and where words are longest."""

import os
from functools import partial
from pathlib import Path

import pytest
from PIL import Image

import companion
from companion.app.doctor.findings import (
    Check,
    Failed,
    Finding,
    OperatorRequest,
    Passed,
    Prompt,
    Skipped,
)
from companion.app.doctor.manual import draw_test_picture
from companion.box.card.pictures import FAILURES
from companion.cli.commands import make_draw
from companion.core.interfaces import HEIGHT, WIDTH
from companion.games import words_in
from companion.text.words import LANGUAGES, SOURCE
from companion.ui.screens import render
from companion.ui.screens.first_boot import STEPS, draw_failure, draw_step
from companion.ui.screens.fonts import TEXT, text_width
from companion.ui.screens.splash import draw_splash
from tests.pictures import SCREENS, assert_picture
from tests.text.every import forms, texts
from tests.ui.screens.cast import Cast
from tests.ui.screens.every import STAGES
from tests.ui.screens.fitting import Overheard, of_view, staged

FRAME = Path(companion.__file__).parent / "app" / "splash.frame"


LONGEST = "de"
"""The language whose words take most room on these screens."""
PICTURED = {SOURCE: "", LONGEST: f"{LONGEST}/"}
"""Languages in which every screen has its picture, and in which folder."""
in_each = pytest.mark.parametrize(
    "language", [SOURCE, pytest.param(LONGEST, marks=pytest.mark.soak)]
)


@in_each
@pytest.mark.parametrize("stage", STAGES)
def test_a_screen_looks_as_agreed(stage: str, language: str) -> None:
    image = render(STAGES[stage](Cast(words=words_in(language))))
    assert_picture(image, f"{PICTURED[language]}{stage}")


@pytest.mark.soak
def test_no_language_has_longer_words_on_these_screens() -> None:
    """All that the stages say, each once, in pixels of the same font."""
    words = Overheard()
    for stage in STAGES:
        of_view(staged(stage)).draw(words)
    names = {name for name, _ in words.said}
    assert len(names) > len(STAGES)
    pixels = {
        language: sum(text_width(forms(texts(language)[name])[-1], TEXT) for name in names)
        for language in LANGUAGES
    }
    assert max(pixels, key=pixels.__getitem__) == LONGEST, pixels


def test_the_splash_looks_as_agreed() -> None:
    assert_picture(draw_splash(), "splash")


FIRST_BOOT = {
    **{f"first-boot-step-{step}": partial(draw_step, step) for step in range(1, STEPS + 1)},
    **{f"first-boot-failed-{reason}": partial(draw_failure, reason) for reason in FAILURES},
}


@in_each
@pytest.mark.parametrize("name", FIRST_BOOT)
def test_the_first_start_of_a_card_looks_as_agreed(name: str, language: str) -> None:
    assert_picture(FIRST_BOOT[name](words_in(language)), f"{PICTURED[language]}{name}")


FINDINGS = (
    Finding(Check.PYTHON, Passed.PYTHON, {"version": "3.13.5"}),
    Finding(Check.PINS, Passed.PINS, {"factory": "lgpio"}),
    Finding(Check.I2C, Passed.I2C, {"where": "/dev/i2c-1"}),
    Finding(Check.ADDRESSES, Failed.ADDRESSES_NONE, {"where": "/dev/i2c-1"}),
    Finding(Check.SPI, Skipped.NOT_USED, {"bus": "i2c"}),
    Finding(Check.BUTTONS, Passed.BUTTON, {"button": "up", "pin": 17}),
)
DOCTOR = {
    "doctor": None,
    "doctor-press": OperatorRequest(Prompt.PRESS, {"button": "down", "pin": 22}),
    "doctor-picture": OperatorRequest(Prompt.PICTURE),
}
"""What the self-test asks, as large as there is room for."""


@in_each
@pytest.mark.parametrize("name", DOCTOR)
def test_the_doctor_shows_the_last_findings_and_asks(name: str, language: str) -> None:
    frame = make_draw(words_in(language))(FINDINGS, DOCTOR[name])
    image = Image.frombytes("1", (WIDTH, HEIGHT), frame)
    assert_picture(image, f"{PICTURED[language]}{name}")


def test_the_picture_that_a_shift_spoils_looks_as_agreed() -> None:
    assert_picture(Image.frombytes("1", (WIDTH, HEIGHT), draw_test_picture()), "shift-test")


def test_the_ready_made_splash_is_the_one_we_draw() -> None:
    """UPDATE_PICTURES=1 writes it anew, with the reference pictures."""
    if os.environ.get("UPDATE_PICTURES") == "1":
        FRAME.write_bytes(draw_splash().tobytes())
    assert FRAME.read_bytes() == draw_splash().tobytes()
    assert len(FRAME.read_bytes()) == 1024


def test_no_picture_is_left_of_a_screen_that_is_gone() -> None:
    pictures = {each.stem for each in (SCREENS / LONGEST).glob("*.png")}
    assert pictures == {*STAGES, *DOCTOR, *FIRST_BOOT}
