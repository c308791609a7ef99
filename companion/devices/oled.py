"""The OLED: luma's drivers for the real panel, and beside them a fake that keeps the pictures."""

from collections import deque
from contextlib import ExitStack, suppress
from typing import TYPE_CHECKING, Any, Protocol

from companion.devices.boards import Board, Controller, I2c, Spi
from companion.devices.errors import DeviceMissingError, Lack
from companion.ports import HEIGHT, WIDTH, Frame

if TYPE_CHECKING:
    from PIL.Image import Image as Picture

FRAME_BYTES = WIDTH * HEIGHT // 8
"""The length of every frame."""

_NOP = 0xE3  # does nothing on either controller, but must be acknowledged


def checked(frame: Frame) -> Frame:
    """Return ``frame``; raises ValueError unless it has exactly 1,024 bytes."""
    if len(frame) != FRAME_BYTES:
        raise ValueError(f"a frame has {FRAME_BYTES} bytes, not {len(frame)}")
    return frame


class Serial(Protocol):
    """The way to the panel, as luma knows it."""

    def command(self, *cmd: int) -> None:
        """Send a command and its arguments."""

    def data(self, data: list[int]) -> None:
        """Send bytes for the panel's memory."""

    def cleanup(self) -> None:
        """Let go of the bus. May be called twice."""


class LumaOled:
    """A panel behind luma's driver; takes over ``serial``, and closes it.

    Raises DeviceMissingError naming ``where`` when no panel answers there; see ``open_oled`` for
    a board's own.
    """

    def __init__(self, controller: Controller, serial: Serial, where: str) -> None:
        from luma.core.error import Error  # type: ignore[import-untyped]  # luma has no stubs

        self._luma_error: type[Exception] = Error
        self._closing = ExitStack()
        self._closing.callback(serial.cleanup)
        with ExitStack() as failed:
            failed.callback(self.close)
            try:
                # Asked before luma makes its driver: the driver, once made, lives until exit
                # even if it fails, and a lost panel is tried again all evening.
                serial.command(_NOP)
                self._panel = _driver(controller)(serial)
            except (Error, OSError) as error:
                raise DeviceMissingError(Lack.PANEL, where) from error
            failed.pop_all()
        self._closing.callback(self._darken)
        self._open = True

    def show(self, frame: Frame) -> None:
        """Make the panel show ``frame``; raises OSError when the panel does not answer.

        Raises ValueError for anything but 1,024 bytes, and after ``close``.
        """
        from PIL import Image

        if not self._open:
            raise ValueError("the panel is closed")
        picture = Image.frombytes("1", (WIDTH, HEIGHT), checked(frame))
        try:
            self._panel.display(picture)
        except self._luma_error as error:
            raise OSError(str(error)) from error

    def _darken(self) -> None:
        with suppress(self._luma_error, OSError):  # a lost panel is dark already
            self._panel.cleanup()

    def close(self) -> None:
        """Leave the panel dark and let go of the bus. May be called twice."""
        self._open = False
        self._closing.close()


def _driver(controller: Controller) -> Any:
    """Luma's driver, with a picture's conversion of our own.

    Luma's goes pixel by pixel, twenty times slower, through ``Image.getdata``, which Pillow 14
    no longer has.
    """
    from luma.oled.device import sh1106, ssd1306  # type: ignore[import-untyped]  # has no stubs
    from PIL.Image import Transpose

    def pages(picture: "Picture") -> list[bytes]:
        """Eight pages of 128 columns, the topmost of a column's eight pixels in the lowest bit."""
        columns = picture.transpose(Transpose.TRANSPOSE).tobytes("raw", "1;R")
        return [columns[page :: HEIGHT // 8] for page in range(HEIGHT // 8)]

    class Ssd1306(ssd1306):  # type: ignore[misc]  # luma has no stubs
        def display(self, image: "Picture") -> None:
            self.command(0x21, 0, WIDTH - 1, 0x22, 0, HEIGHT // 8 - 1)  # the whole window
            self.data(list(b"".join(pages(image))))

    class Sh1106(sh1106):  # type: ignore[misc]  # luma has no stubs
        def display(self, image: "Picture") -> None:
            for number, page in enumerate(pages(image)):
                # its memory has 132 columns, of which the panel shows those from the third on
                self.command(0xB0 | number, 0x02, 0x10)
                self.data(list(page))

    return {Controller.SSD1306: Ssd1306, Controller.SH1106: Sh1106}[controller]


def open_oled(board: Board) -> LumaOled:
    """Open the board's panel; raises DeviceMissingError naming what is lacking."""
    bus = board.bus
    if isinstance(bus, I2c):
        return LumaOled(board.controller, _i2c(bus), f"0x{bus.address:02X}")
    return LumaOled(board.controller, _SpiSerial(bus), _path(bus))


def _path(bus: Spi) -> str:
    return f"/dev/spidev{bus.port}.{bus.device}"


def _i2c(bus: I2c) -> Any:
    from luma.core.error import DeviceNotFoundError, DevicePermissionError
    from luma.core.interface.serial import i2c  # type: ignore[import-untyped]  # luma has no stubs

    where = f"/dev/i2c-{bus.port}"
    try:
        return i2c(port=bus.port, address=bus.address)
    except DevicePermissionError as error:
        raise DeviceMissingError(Lack.PERMISSION, where) from error
    except (DeviceNotFoundError, OSError) as error:
        raise DeviceMissingError(Lack.BUS, where) from error


class _Lines:
    """The pins beside an SPI bus, by gpiozero: luma's own way needs RPi.GPIO, dead on a Pi 5."""

    LOW, HIGH, OUT = False, True, "out"

    def __init__(self) -> None:
        self._lines: dict[int, Any] = {}

    def setup(self, pin: int, mode: str) -> None:  # noqa: ARG002  the shape luma expects
        from gpiozero import GPIOZeroError, OutputDevice  # type: ignore[import-untyped]  # no stubs

        try:
            self._lines[pin] = OutputDevice(pin)
        except GPIOZeroError as error:
            raise DeviceMissingError(Lack.GPIO, f"GPIO{pin}") from error

    def output(self, pin: int, level: bool) -> None:
        self._lines[pin].value = level

    def close(self) -> None:
        for line in self._lines.values():
            line.close()


class _SpiSerial:
    """luma's SPI with its pins by gpiozero."""

    def __init__(self, bus: Spi) -> None:
        from luma.core.error import DeviceNotFoundError
        from luma.core.interface.serial import spi

        lines = _Lines()
        with ExitStack() as failed:
            failed.callback(lines.close)
            try:
                serial = spi(
                    gpio=lines,
                    port=bus.port,
                    device=bus.device,
                    gpio_DC=bus.dc,
                    gpio_RST=bus.reset,
                    reset_hold_time=0.001,
                    reset_release_time=0.001,
                )
            except ImportError as error:
                raise DeviceMissingError(Lack.LIBRARY, "spidev") from error
            except PermissionError as error:
                raise DeviceMissingError(Lack.PERMISSION, _path(bus)) from error
            except (DeviceNotFoundError, FileNotFoundError) as error:
                raise DeviceMissingError(Lack.BUS, _path(bus)) from error
            failed.pop_all()
        self.command = serial.command
        self.data = serial.data
        self._ends = (serial.cleanup, lines.close)

    def cleanup(self) -> None:
        for end in self._ends:
            end()


class FakeOled:
    """A panel that keeps what it was shown: ``frame`` the last, ``history`` the last hundred.

    Refuses what the real one refuses; with ``lost`` set it does not answer.
    """

    def __init__(self) -> None:
        self.frame: Frame | None = None
        self.history: deque[Frame] = deque(maxlen=100)
        self.lost = False
        self._open = True

    def show(self, frame: Frame) -> None:
        """Keep ``frame``; raises ValueError and OSError as the real panel does."""
        if not self._open:
            raise ValueError("the panel is closed")
        checked(frame)
        if self.lost:
            raise OSError("the panel does not answer")
        self.frame = frame
        self.history.append(frame)

    def close(self) -> None:
        """Refuse further frames; those kept stay. May be called twice."""
        self._open = False
