"""An error of a device says what it means, and what helps."""

import logging

import pytest

from companion.app.device_text import device_error_text, screen_error_text
from companion.box.devices.boards import I2c, Spi
from companion.box.devices.errors import DeviceMissingError, MissingDevice
from companion.box.devices.oled import FakeOled
from companion.box.devices.picture import Picture
from companion.text import Words


@pytest.mark.parametrize("missing", MissingDevice)
def test_every_error_has_words(missing: MissingDevice) -> None:
    text = device_error_text(DeviceMissingError(missing, "/dev/i2c-1"), Words(), "companion")
    assert "/dev/i2c-1" in text
    assert len(text) > len("/dev/i2c-1") + 20


@pytest.mark.parametrize(
    ("where", "parts"),
    [
        ("/dev/spidev0.0", ("SPI is switched off", "raspi-config nonint do_spi 0")),
        ("/dev/i2c-1", ("I2C is switched off", "raspi-config nonint do_i2c 0")),
    ],
)
def test_a_missing_bus_is_said_to_be_off_and_how_to_switch_it_on(
    where: str, parts: tuple[str, str]
) -> None:
    error = DeviceMissingError(MissingDevice.BUS, where)
    for text in (device_error_text(error, Words(), "companion"), screen_error_text(error, Spi())):
        assert text.startswith(where)
        assert all(part in text for part in parts)


def test_the_log_says_why_the_screen_is_dark(caplog: pytest.LogCaptureFixture) -> None:
    """Once, though it is tried again and again; with the system's own words at the end."""

    class Absent(FakeOled):
        def show(self, frame: bytes) -> None:  # noqa: ARG002  none is shown
            raise OSError(121, "Remote I/O error")

    picture = Picture(Absent(), 0.0, lambda error: screen_error_text(error, I2c()))
    with caplog.at_level(logging.WARNING):
        for now in (0.0, 5.0, 30.0):
            picture.show(bytes(1024), now)
    (line,) = (record.getMessage() for record in caplog.records)
    assert line.startswith("the panel does not answer: no screen answers at 0x3C: check its wires")
    assert line.endswith("(Remote I/O error)")
