"""Each kind of screen against its reference picture; other languages are held by `test_fits`."""

import os
from functools import partial
from pathlib import Path

import pytest
from PIL import Image

import companion
from companion.app.doctor.board import draw_test_picture
from companion.app.doctor.examination import (
    Check,
    Failed,
    Finding,
    OperatorRequest,
    Passed,
    Prompt,
    Skipped,
)
from companion.cli.commands_machine import make_draw
from companion.core.interfaces import HEIGHT, WIDTH
from companion.games import words_in
from companion.ui.screens import render
from companion.ui.screens.first_boot import FAILURES, STEPS, draw_failure, draw_step
from companion.ui.screens.splash import draw_splash
from tests.pictures import SCREENS, assert_picture
from tests.ui.screens.every import STAGES, staged
from tests.ui.screens.test_choice import PICTURES

FRAME = Path(companion.__file__).parent / "app" / "splash.frame"


@pytest.mark.sample(120)
@pytest.mark.parametrize("stage", STAGES)
def test_a_screen_looks_as_agreed(stage: str) -> None:
    assert_picture(render(staged(stage)), stage)


def test_the_splash_looks_as_agreed() -> None:
    assert_picture(draw_splash(), "splash")


FIRST_BOOT = {
    **{f"first-boot-step-{step}": partial(draw_step, step) for step in range(1, STEPS + 1)},
    **{f"first-boot-failed-{reason}": partial(draw_failure, reason) for reason in FAILURES},
}


@pytest.mark.parametrize("name", FIRST_BOOT)
def test_the_first_start_of_a_card_looks_as_agreed(name: str) -> None:
    assert_picture(FIRST_BOOT[name](words_in()), name)


FINDINGS = (
    Finding(Check.PYTHON, Passed.PYTHON, {"version": "3.13.5"}),
    Finding(Check.PINS, Passed.PINS, {"factory": "lgpio"}),
    Finding(Check.I2C, Passed.I2C, {"where": "/dev/i2c-1"}),
    Finding(Check.ADDRESSES, Failed.ADDRESSES_NONE, {"where": "/dev/i2c-1"}),
    Finding(Check.SPI, Skipped.NOT_USED, {"bus": "i2c"}),
    Finding(Check.BUTTONS, Passed.BUTTON, {"button": "up", "pin": 17}),
)
PROBLEM = "snapshot: KeyError: 'place' (tell.py:8)"
FAILED_GAME = Finding(Check.GAMES, Failed.GAME, {"game": "nim", "problem": PROBLEM})
PASSED = [each for each in FINDINGS if not isinstance(each.result, Failed)]
DOCTOR = {
    "doctor": (FINDINGS, None),
    "doctor-game": ((FAILED_GAME, *PASSED), None),
    "doctor-press": (FINDINGS, OperatorRequest(Prompt.PRESS, {"button": "down", "pin": 22})),
    "doctor-picture": (FINDINGS, OperatorRequest(Prompt.PICTURE)),
}
"""What it has found, and what it asks, as large as there is room for."""


@pytest.mark.parametrize("name", DOCTOR)
def test_the_doctor_shows_the_last_findings_and_asks(name: str) -> None:
    frame = make_draw(words_in())(*DOCTOR[name])
    assert_picture(Image.frombytes("1", (WIDTH, HEIGHT), frame), name)


def test_the_picture_that_a_shift_spoils_looks_as_agreed() -> None:
    assert_picture(Image.frombytes("1", (WIDTH, HEIGHT), draw_test_picture()), "shift-test")


def test_the_ready_made_splash_is_the_one_we_draw() -> None:
    """UPDATE_PICTURES=1 writes it anew, with the reference pictures."""
    if os.environ.get("UPDATE_PICTURES") == "1":
        FRAME.write_bytes(draw_splash().tobytes())
    assert FRAME.read_bytes() == draw_splash().tobytes()
    assert len(FRAME.read_bytes()) == 1024


def test_no_picture_is_left_of_a_screen_that_is_gone() -> None:
    pictures = {each.stem for each in SCREENS.glob("*.png")}
    others = {*DOCTOR, *FIRST_BOOT, *PICTURES, "fonts", "shift-test", "splash"}
    assert pictures == {*STAGES, *others}
