"""Each kind of screen against its reference picture, and the first picture's ready-made bytes."""

import os
from pathlib import Path

import pytest
from PIL import Image

import companion
from companion.doctor.hands import picture
from companion.ports import HEIGHT, WIDTH
from companion.screens import render, splash
from companion.screens.doctor import doctor_page
from companion.text import Words
from tests.pictures import assert_picture
from tests.screens.cast import Cast
from tests.screens.every import STAGES

FRAME = Path(companion.__file__).with_name("splash.frame")


@pytest.mark.parametrize("stage", STAGES)
def test_a_screen_looks_as_agreed(stage: str) -> None:
    assert_picture(render(STAGES[stage](Cast())), stage)


def test_the_splash_looks_as_agreed() -> None:
    assert_picture(splash(), "splash")


FINDINGS = (
    ("ok", "Python: 3.13.5"),
    ("ok", "pin factory: lgpio"),
    ("ok", "I2C: /dev/i2c-1"),
    ("not-ok", "I2C addresses: nothing answers"),
    ("not-tried", "SPI: not used"),
    ("ok", "button: UP at GPIO17"),
)


def test_the_doctor_shows_the_last_findings() -> None:
    assert_picture(doctor_page(FINDINGS, None, Words()), "doctor")


def test_the_doctor_asks_in_large_letters() -> None:
    request = Words().say("doctor.ask.press", button="DOWN", pin=22)
    assert_picture(doctor_page(FINDINGS, request, Words()), "doctor-press")


def test_the_doctor_asks_as_large_as_there_is_room() -> None:
    request = Words().say("doctor.ask.picture")
    assert_picture(doctor_page(FINDINGS, request, Words()), "doctor-picture")


def test_the_picture_that_a_shift_spoils_looks_as_agreed() -> None:
    assert_picture(Image.frombytes("1", (WIDTH, HEIGHT), picture()), "shift-test")


def test_the_ready_made_splash_is_the_one_we_draw() -> None:
    """UPDATE_PICTURES=1 writes it anew, with the reference pictures."""
    if os.environ.get("UPDATE_PICTURES") == "1":
        FRAME.write_bytes(splash().tobytes())
    assert FRAME.read_bytes() == splash().tobytes()
    assert len(FRAME.read_bytes()) == 1024
