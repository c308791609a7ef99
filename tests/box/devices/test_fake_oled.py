"""The fake OLED keeps what it was shown, and fails as a real one does."""

from functools import partial

import pytest

from companion.box.devices.oled import FakeOled
from tests.fakes.oled import BLANK, PICTURE


def test_it_keeps_the_last_hundred_frames() -> None:
    oled = FakeOled()
    assert oled.frame is None
    for i in range(1000):
        oled.show(i.to_bytes(1024))
    assert oled.frame == (999).to_bytes(1024)
    assert list(oled.history) == [i.to_bytes(1024) for i in range(900, 1000)]


def test_it_is_lit_by_a_picture_and_dark_asleep() -> None:
    oled = FakeOled()
    assert not oled.lit
    oled.show(PICTURE)
    oled.set_brightness(0.0)
    assert (oled.lit, oled.brightness) == (True, 0.0)
    oled.sleep()
    assert not oled.lit
    oled.show(PICTURE)
    assert oled.lit


def test_it_refuses_after_close_and_keeps_the_last_frame() -> None:
    oled = FakeOled()
    oled.show(PICTURE)
    oled.close()
    oled.close()
    for refused in (partial(oled.show, BLANK), oled.sleep, partial(oled.set_brightness, 1.0)):
        with pytest.raises(ValueError, match="closed"):
            refused()
    assert oled.frame == PICTURE


def test_a_lost_fake_does_not_answer() -> None:
    oled = FakeOled()
    oled.lost = True
    for unanswered in (partial(oled.show, PICTURE), oled.sleep, partial(oled.set_brightness, 1.0)):
        with pytest.raises(OSError, match="does not answer"):
            unanswered()
    assert oled.frame is None
