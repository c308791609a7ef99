"""The displays' drivers: luma's, made once and off the bus, and over them our own way of drawing.

Luma's draw pixel by pixel, seventy times slower than ``frames``, through ``Image.getdata``, which
Pillow 14 no longer has; and they send every picture whole. So for the usual controllers only the
initialisation, contrast and display on/off are luma's, and we send what has changed.
"""

from collections.abc import Iterable
from typing import Any, Protocol

from companion.devices.boards import Controller, I2c, Spi
from companion.devices.buses import Serial
from companion.devices.frames import WHOLE, Box, joined, pages, runs
from companion.interfaces import HEIGHT, WIDTH, Frame

_NOP = 0xE3
_DISPLAY_OFF, _DISPLAY_ON, _CONTRAST = 0xAE, 0xAF, 0x81
_COLUMNS, _PAGES = 0x21, 0x22  # the SSD1306's window: first and last
_PAGE, _COLUMN_LOW, _COLUMN_HIGH = 0xB0, 0x00, 0x10  # the SH1106's place, in the low bits
_MARGIN = 2
"""The SH1106 has 132 columns, of which the panel shows those from the third on."""
_CLOSE = 3
"""Columns alike that do not part a run on the SSD1306; joining its boxes does the rest."""


class Driver(Protocol):
    """What the device needs of a display; everything but OSError and luma's errors is a bug."""

    def initialise(self, serial: Serial) -> None:
        """Set the display up, on this bus from now on, whatever it did before; it may be dark."""

    def refresh(self) -> None:
        """Mend, without a flicker, what a disturbance may have changed; the next draws all."""

    def draw(self, frame: Frame) -> None:
        """Put ``frame`` into the display's memory."""

    def contrast(self, level: int) -> None:
        """Set the brightness, 0 to 255."""

    def show(self) -> None:
        """Light the display."""

    def hide(self) -> None:
        """Make the display dark; it keeps its memory."""


def driver_of(controller: str, bus: I2c | Spi) -> Driver:
    """The driver of a display by luma.oled's name for it; raises ValueError if there is none.

    Nothing is sent yet.
    """
    # What a command and its data cost beside their own bytes: on I2C the address and the control
    # byte, each; on SPI two system calls and a turn of the D/C line, as long as a dozen bytes.
    framing = 4 if isinstance(bus, I2c) else 12
    if controller in (Controller.SSD1306, Controller.SSD1309, Controller.SSD1315):
        return Windowed(controller, framing)
    if controller == Controller.SH1106:
        return Paged(controller, framing)
    return LumaDriver(_made(controller))


class _Link:
    """What luma's driver takes for its bus: it notes the initialisation, then passes on."""

    def __init__(self) -> None:
        self.noted: list[tuple[bool, tuple[int, ...]]] = []
        self.serial: Serial | None = None

    def command(self, *cmd: int) -> None:
        if self.serial is None:
            self.noted.append((False, cmd))
        else:
            self.serial.command(*cmd)

    def data(self, data: Iterable[int]) -> None:
        if self.serial is None:
            self.noted.append((True, tuple(data)))
        else:
            self.serial.data(list(data))

    def cleanup(self) -> None:
        """Nothing: luma calls this at the interpreter's end, and the bus is ours."""


def _made(name: str, *, silent: bool = False) -> Any:
    """Luma's driver by name, large enough for a frame, on a link; ``silent`` ones draw nothing."""
    import luma.oled.device as displays  # type: ignore[import-untyped]  # luma has no stubs
    from luma.core.error import (  # type: ignore[import-untyped]  # luma has no stubs
        DeviceDisplayModeError,
    )

    if name not in displays.__all__:
        raise ValueError(f"luma.oled knows no display {name!r}")
    kind = getattr(displays, name)
    if silent:
        kind = type(name, (kind,), {"display": lambda _self, _image: None})
    for size in ({}, {"rotate": 1}, {"width": WIDTH, "height": HEIGHT}):
        try:
            driver = kind(_Link(), **size)
        except DeviceDisplayModeError:
            continue
        if driver.width >= WIDTH and driver.height >= HEIGHT:
            driver.persist = True  # or luma would clear it at the interpreter's end
            return driver
    raise ValueError(f"the display {name!r} is smaller than {WIDTH}x{HEIGHT}")


class LumaDriver:
    """Any display of luma.oled, drawn by luma, in the middle where it is larger than a frame."""

    def __init__(self, luma: Any) -> None:
        self._luma = luma
        self._link: _Link = luma._serial_interface
        self._initialisation = self._link.noted
        self.contrast = luma.contrast
        self.show = luma.show
        self.hide = luma.hide

    def initialise(self, serial: Serial) -> None:
        """Send what luma sends first."""
        self._link.serial = serial
        for is_data, sent in self._initialisation:
            if is_data:
                serial.data(list(sent))
            else:
                serial.command(*sent)
        self.refresh()

    def refresh(self) -> None:
        """Let luma draw all of the next picture, even where it draws differences otherwise."""
        if hasattr(self._luma, "init_framebuffer"):
            self._luma.init_framebuffer(None)

    def draw(self, frame: Frame) -> None:
        """Let luma draw the frame."""
        from PIL import Image

        picture = Image.frombytes("1", (WIDTH, HEIGHT), frame)
        canvas = Image.new(self._luma.mode, self._luma.size)
        middle = ((canvas.width - WIDTH) // 2, (canvas.height - HEIGHT) // 2)
        canvas.paste(picture.convert(self._luma.mode), middle)
        self._luma.display(canvas)


class _OwnWay(LumaDriver):
    """A controller of eight pages, sent what has changed; ``_opening`` is what a box costs more."""

    _opening: int

    def __init__(self, controller: str) -> None:
        super().__init__(_made(controller, silent=True))
        # The settings alone: when it is dark, lit, and how brightly is said elsewhere.
        self._settings = [
            cmd[1:] if cmd[0] == _DISPLAY_OFF else cmd
            for _, cmd in self._initialisation
            if cmd[0] not in (_DISPLAY_ON, _CONTRAST)
        ]
        self._held: bytes | None = None

    def initialise(self, serial: Serial) -> None:
        """Send what luma sends first, but leave the display dark."""
        self._link.serial = serial
        # A fault may have cut a command short: whatever comes next would be its arguments.
        serial.command(_NOP, _NOP, _DISPLAY_OFF)
        self.refresh()

    def refresh(self) -> None:
        """Send the settings again, and know nothing of the memory."""
        self._held = None
        for cmd in self._settings:
            self._link.command(*cmd)

    def draw(self, frame: Frame) -> None:
        """Send what the memory holds differently."""
        wanted = pages(frame)
        boxes = [WHOLE] if self._held is None else self._changes(self._held, wanted)
        for box in boxes:
            self._send(box, wanted)
        self._held = wanted

    def _changes(self, held: bytes, wanted: bytes) -> Iterable[Box]:
        return runs(held, wanted, self._opening)

    def _send(self, box: Box, wanted: bytes) -> None:
        raise NotImplementedError


class Windowed(_OwnWay):
    """SSD1306 and its like: a box of columns and pages is told once and then filled."""

    def __init__(self, controller: str, framing: int) -> None:
        super().__init__(controller)
        self._opening = 3 + framing  # the columns, and now and then the pages
        self._window: Box | None = None

    def _changes(self, held: bytes, wanted: bytes) -> Iterable[Box]:
        # From the left, so that what changes below one another comes together first.
        apart = sorted(runs(held, wanted, _CLOSE))
        return sorted(joined(apart, self._opening), key=lambda box: (box.top, box.bottom))

    def refresh(self) -> None:
        """Send the settings again, and know nothing of the memory and the window."""
        self._window = None
        super().refresh()

    def _send(self, box: Box, wanted: bytes) -> None:
        """A window filled stands at its beginning again: only what is another one is told."""
        last, told = self._window, []
        if last is None or (box.left, box.right) != (last.left, last.right):
            told += [_COLUMNS, box.left, box.right - 1]
        if last is None or (box.top, box.bottom) != (last.top, last.bottom):
            told += [_PAGES, box.top, box.bottom - 1]
        if told:
            self._link.command(*told)
        self._window = box
        self._link.data(box.cut(wanted))


class Paged(_OwnWay):
    """SH1106: the first column is told for each page."""

    def __init__(self, controller: str, framing: int) -> None:
        super().__init__(controller)
        self._opening = 3 + framing

    def _send(self, box: Box, wanted: bytes) -> None:
        low, high = (box.left + _MARGIN) & 15, (box.left + _MARGIN) >> 4
        for page in range(box.top, box.bottom):
            self._link.command(_PAGE | page, _COLUMN_LOW | low, _COLUMN_HIGH | high)
            self._link.data(Box(box.left, box.right, page, page + 1).cut(wanted))
