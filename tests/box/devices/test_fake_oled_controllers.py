"""The models of the controllers refuse what the parts refuse."""

import pytest

from tests.fakes.buses import FakeGpioPins, FakeSpi
from tests.fakes.oled_controllers import ModelPanel, RefusedByte, Sh1106, Ssd1306


def send(panel: ModelPanel, *commands: int, data: bytes = b"") -> None:
    panel.spi(bytes(commands), data=False)
    panel.spi(data, data=True)


def test_an_sh1106_taken_for_an_ssd1306_is_two_pixels_off() -> None:
    panel = Sh1106(noise=0)
    send(panel, 0xA1, 0xC8, 0xB0, 0x00, 0x10, 0xAF, data=b"\0\0\1")
    assert panel.picture()[0] == 0x80


def test_the_sh1106_has_four_columns_more_and_no_byte_beyond() -> None:
    panel = Sh1106(noise=0)
    send(panel, 0xB7, 0x03, 0x18, data=bytes([1]))
    assert panel.memory[-1] == 1
    with pytest.raises(RefusedByte, match="column 132"):
        send(panel, data=bytes([2]))


# What is refused ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("model", "commands", "named"),
    [
        (Ssd1306, [0x18], "0x18"),  # a column beyond 127
        (Ssd1306, [0xAD], "0xAD"),  # the SH1106's
        (Ssd1306, [0x20, 3], "0x03"),
        (Ssd1306, [0xA8, 14], "0x0E"),
        (Ssd1306, [0xD3, 64], "0x40"),
        (Ssd1306, [0xD9, 0x10], "0x10"),
        (Ssd1306, [0xDA, 0x32, 0xDA, 0x30], "0x30"),
        (Sh1106, [0x21], "0x21"),  # the SSD1306's windows
        (Sh1106, [0x19], "0x19"),
        (Sh1106, [0xA8, 64], "0x40"),
        (Sh1106, [0xDA, 0x22], "0x22"),
    ],
)
def test_a_model_refuses_by_name_what_its_sheet_does_not_know(
    model: type[ModelPanel], commands: list[int], named: str
) -> None:
    with pytest.raises(RefusedByte, match=named):
        send(model(), *commands)


def test_data_within_a_command_and_in_another_addressing_is_refused() -> None:
    with pytest.raises(RefusedByte, match="within a command"):
        send(Ssd1306(), 0x81, data=b"\0")
    with pytest.raises(RefusedByte, match="addressing"):
        send(Ssd1306(), 0x20, 0, data=b"\0")


# The buses ----------------------------------------------------------------------------------


def test_spi_bytes_are_what_the_line_says_and_no_more_than_its_buffer_holds() -> None:
    panel = Ssd1306()
    lines = FakeGpioPins(panel)
    for pin in (24, 25):
        lines.setup(pin, lines.OUT)
    bus = FakeSpi(lines.is_data, panel)
    with pytest.raises(OSError, match="descriptor"):
        bus.writebytes([0xE3])
    bus.open(0, 0)
    bus.writebytes([0x81, 0x55])
    lines.output(24, True)
    bus.writebytes([0xAE])
    assert (panel.registers["contrast"], panel.memory[0]) == (0x55, 0xAE)
    with pytest.raises(OverflowError):
        bus.writebytes(bytes(4097))
    lines.output(25, False)
    assert panel.registers["contrast"] == 0x7F
    with pytest.raises(KeyError):
        lines.output(26, True)
