"""Each kind of screen against its reference picture, and the first picture's ready-made bytes."""

import os
from pathlib import Path

import pytest

import companion
from companion.screens import render, splash
from tests.pictures import assert_picture
from tests.screens.cast import Cast
from tests.screens.stages import STAGES

FRAME = Path(companion.__file__).with_name("splash.frame")


@pytest.mark.parametrize("stage", STAGES)
def test_a_screen_looks_as_agreed(stage: str) -> None:
    assert_picture(render(STAGES[stage](Cast())), stage)


def test_the_splash_looks_as_agreed() -> None:
    assert_picture(splash(), "splash")


def test_the_ready_made_splash_is_the_one_we_draw() -> None:
    """UPDATE_PICTURES=1 writes it anew, with the reference pictures."""
    if os.environ.get("UPDATE_PICTURES") == "1":
        FRAME.write_bytes(splash().tobytes())
    assert FRAME.read_bytes() == splash().tobytes()
    assert len(FRAME.read_bytes()) == 1024
