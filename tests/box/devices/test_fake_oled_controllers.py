"""The models of the controllers: what they show, and what they refuse."""

import errno
from collections.abc import Callable

import pytest

from companion.box.devices.frames import to_pages
from tests.fakes.buses import FakeGpioPins, FakeSmbus, FakeSpi, Fault, fails_at
from tests.fakes.oled_controllers import ModelPanel, RefusedByte, Sh1106, Ssd1306

PICTURE = bytes(i * 7 % 256 for i in range(1024))
BLANK = bytes(1024)


def send(panel: ModelPanel, *commands: int, data: bytes = b"") -> None:
    panel.spi(bytes(commands), data=False)
    panel.spi(data, data=True)


def ssd1306(*commands: int) -> Ssd1306:
    """Lit, upright, and filled page by page."""
    panel = Ssd1306()
    send(panel, 0x8D, 0x14, 0xA1, 0xC8, *commands, 0xAF)
    fill(panel, 0)
    return panel


def sh1106(*commands: int) -> Sh1106:
    panel = Sh1106()
    send(panel, 0xA1, 0xC8, *commands, 0xAF)
    fill(panel, 2)
    return panel


def fill(panel: ModelPanel, column: int) -> None:
    for page in range(8):
        row = to_pages(PICTURE)[page * 128 : (page + 1) * 128]
        send(panel, 0xB0 | page, column, 0x10, data=row)


BOTH = pytest.mark.parametrize("filled", [ssd1306, sh1106])


def test_the_ssd1306_mirrors_what_is_written_the_sh1106_what_is_shown() -> None:
    first, second = ssd1306(), sh1106()
    for panel in (first, second):
        send(panel, 0xA0)
    assert first.picture() == PICTURE
    assert second.picture() != PICTURE


@BOTH
def test_start_line_and_offset_move_the_picture_up(filled: Callable[..., ModelPanel]) -> None:
    panel = filled()
    moved = PICTURE[3 * 16 :] + PICTURE[: 3 * 16]
    send(panel, 0x43)
    assert panel.picture() == moved
    send(panel, 0x41, 0xD3, 2)
    assert panel.picture() == moved


@BOTH
def test_inverse_and_all_lit(filled: Callable[..., ModelPanel]) -> None:
    panel = filled(0xA7)
    assert panel.picture() == bytes(byte ^ 0xFF for byte in PICTURE)
    send(panel, 0xA6, 0xA5)
    assert panel.picture() == b"\xff" * 1024
    send(panel, 0xA4)
    assert panel.picture() == PICTURE


@BOTH
def test_rows_beyond_those_used_are_dark(filled: Callable[..., ModelPanel]) -> None:
    picture = filled(0xA8, 31).picture()
    assert picture[:512] == bytes(512)
    assert picture[512:] == PICTURE[:512]


def test_without_its_pump_or_wired_otherwise_the_ssd1306_is_dark() -> None:
    assert ssd1306(0x8D, 0x10).picture() == BLANK
    assert ssd1306(0xDA, 0x02).picture() == BLANK


def test_an_sh1106_taken_for_an_ssd1306_is_two_pixels_off() -> None:
    panel = Sh1106(noise=0)
    send(panel, 0xA1, 0xC8, 0xB0, 0x00, 0x10, 0xAF, data=b"\0\0\1")
    assert panel.picture()[0] == 0x80


def test_power_on_brings_noise_and_a_reset_keeps_the_memory() -> None:
    panel = ssd1306()
    panel.reset()
    send(panel, 0x8D, 0x14, 0xC8, 0xAF)
    assert panel.picture() == PICTURE
    panel.power_on(0xFF)
    send(panel, 0x8D, 0x14, 0xAF)
    assert panel.picture() == b"\xff" * 1024


# Addressing ---------------------------------------------------------------------------------


def stored(panel: ModelPanel) -> list[tuple[int, int, int]]:
    """What is not zero: page, column, byte, in the order of the bytes."""
    found = [
        (at // panel.columns, at % panel.columns, byte) for at, byte in enumerate(panel.memory)
    ]
    return sorted((each for each in found if each[2]), key=lambda each: each[2])


def test_in_page_addressing_a_row_comes_round() -> None:
    panel = Ssd1306(noise=0)
    send(panel, 0xB3, 0x0F, 0x17, data=bytes([1, 2]))
    assert stored(panel) == [(3, 127, 1), (3, 0, 2)]


def test_the_sh1106_has_four_columns_more_and_no_byte_beyond() -> None:
    panel = Sh1106(noise=0)
    send(panel, 0xB7, 0x03, 0x18, data=bytes([1]))
    assert stored(panel) == [(7, 131, 1)]
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


def test_i2c_control_bytes_tell_commands_from_data() -> None:
    panel = Ssd1306(noise=0)
    panel.i2c(bytes([0x80, 0x81, 0x80, 0x33, 0xC0, 0x01, 0x40, 0x02, 0x03]))
    assert panel.registers["contrast"] == 0x33
    assert stored(panel) == [(0, 0, 1), (0, 1, 2), (0, 2, 3)]
    with pytest.raises(RefusedByte, match="0x41"):
        panel.i2c(bytes([0x41, 0]))


def test_a_command_cut_short_swallows_what_it_still_lacks() -> None:
    panel = Ssd1306()
    bus = FakeSmbus(panel, faults=fails_at(0, Fault(errno.EIO, arrived=2)))
    with pytest.raises(OSError, match="error"):
        bus.write_i2c_block_data(0x3C, 0, [0xA8, 0x1F])
    bus.write_i2c_block_data(0x3C, 0, [0x81, 0xA7])  # 0x81 is taken for the rows
    assert panel.registers["inverse"] == 0xA7


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
