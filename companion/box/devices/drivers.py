"""Panel drivers: our own for the usual controllers, luma's for all other panels.

luma draws pixel by pixel, seventy times slower than ``frames``, through ``Image.getdata``, which
Pillow 14 removes, and it sends every picture whole. So our driver takes only the initialisation,
the contrast and display on/off from luma, and sends the columns that have changed.
"""

from collections.abc import Iterable, Mapping
from typing import Any, Protocol

from PIL import Image

from companion.box.devices.boards import Controller
from companion.box.devices.buses import Serial
from companion.box.devices.frames import PAGES, changed_columns, to_pages
from companion.box.devices.libraries import load_library
from companion.core.interfaces import HEIGHT, WIDTH, Frame

SH1106_COLUMN_OFFSET = 2
"""The SH1106 has 132 columns of memory; its panels show the middle 128, from column 2 on."""
COLUMN_OFFSETS: Mapping[str, int] = {
    Controller.SSD1306: 0,
    Controller.SSD1309: 0,
    Controller.SSD1315: 0,
    Controller.SH1106: SH1106_COLUMN_OFFSET,
}
"""For each controller that `PageDriver` drives: the memory column of the leftmost pixels."""

_NOP = 0xE3
_DISPLAY_OFF, _DISPLAY_ON, _CONTRAST = 0xAE, 0xAF, 0x81
_PAGE_ADDRESSING = (0x20, 0x02)
"""Needed by the SSD1306. The SH1106 has no other mode: it ignores 0x20, and 0x02 is a column."""
_PAGE, _COLUMN_LOW, _COLUMN_HIGH = 0xB0, 0x00, 0x10  # the number goes in the low bits


class Driver(Protocol):
    """What `Oled` needs of a panel; errors other than OSError and luma's are bugs."""

    def initialise(self, serial: Serial) -> None:
        """Use this bus from now on, and set the panel up, whatever its state."""

    def refresh(self) -> None:
        """Send the settings again without flicker; the next ``draw`` sends the whole picture."""

    def draw(self, frame: Frame) -> None:
        """Put ``frame`` into the panel's memory."""

    def contrast(self, level: int) -> None:
        """Set the brightness, 0 to 255."""

    def show(self) -> None:
        """Light the panel."""

    def hide(self) -> None:
        """Make the panel dark; it keeps its memory."""


def create_driver(controller: str) -> Driver:
    """A panel's driver by luma.oled's name; raises ValueError for an unknown or a small one."""
    if controller in COLUMN_OFFSETS:
        return PageDriver(controller, COLUMN_OFFSETS[controller])
    return LumaDriver(_create_luma_device(controller))


class _RecordingSerial:
    """The bus given to luma: records the initialisation, then passes all on to ``serial``."""

    def __init__(self) -> None:
        self.recorded: list[tuple[bool, tuple[int, ...]]] = []
        """(is it data, the bytes)."""
        self.serial: Serial | None = None

    def command(self, *cmd: int) -> None:
        if self.serial is None:
            self.recorded.append((False, cmd))
        else:
            self.serial.command(*cmd)

    def data(self, data: Iterable[int]) -> None:
        if self.serial is None:
            self.recorded.append((True, tuple(data)))
        else:
            self.serial.data(list(data))

    def cleanup(self) -> None:
        """Do nothing: luma calls this at interpreter exit, and the bus is ours."""


def _create_luma_device(name: str, *, draws: bool = True) -> Any:
    """Create luma's driver by name, large enough for a frame; ``draws``: luma draws pictures."""
    displays = load_library("luma.oled.device")
    if name not in displays.__all__:
        raise ValueError(f"luma.oled knows no panel {name!r}")
    kind = getattr(displays, name)
    if not draws:
        kind = type(name, (kind,), {"display": lambda _self, _image: None})
    for size in ({}, {"rotate": 1}, {"width": WIDTH, "height": HEIGHT}):
        try:
            device = kind(_RecordingSerial(), **size)
        except load_library("luma.core.error").DeviceDisplayModeError:
            continue
        if device.width >= WIDTH and device.height >= HEIGHT:
            device.persist = True  # or luma would clear it at interpreter exit
            return device
    raise ValueError(f"the panel {name!r} is smaller than {WIDTH}x{HEIGHT}")


class LumaDriver:
    """Any panel of luma.oled, drawn by luma, in the middle where it is larger than a frame."""

    def __init__(self, luma: Any) -> None:
        self._luma = luma
        self._serial: _RecordingSerial = luma._serial_interface
        self._initialisation = self._serial.recorded
        self.contrast = luma.contrast
        self.show = luma.show
        self.hide = luma.hide

    def initialise(self, serial: Serial) -> None:
        """Send luma's initialisation."""
        self._serial.serial = serial
        for is_data, sent in self._initialisation:
            if is_data:
                serial.data(list(sent))
            else:
                serial.command(*sent)
        self.refresh()

    def refresh(self) -> None:
        """Make luma send the whole next picture, even where it sends differences otherwise."""
        if hasattr(self._luma, "init_framebuffer"):
            self._luma.init_framebuffer(None)

    def draw(self, frame: Frame) -> None:
        """Draw the frame by luma."""
        picture = Image.frombytes("1", (WIDTH, HEIGHT), frame)
        canvas = Image.new(self._luma.mode, self._luma.size)
        middle = ((canvas.width - WIDTH) // 2, (canvas.height - HEIGHT) // 2)
        canvas.paste(picture.convert(self._luma.mode), middle)
        self._luma.display(canvas)


class PageDriver(LumaDriver):
    """A controller with eight pages of memory: sends one run of columns for each changed page."""

    def __init__(self, controller: str, column_offset: int) -> None:
        super().__init__(_create_luma_device(controller, draws=False))
        self._column_offset = column_offset
        # Without display on/off and contrast: `Oled` sends those when it is time.
        self._settings = [
            cmd[1:] if cmd[0] == _DISPLAY_OFF else cmd
            for _, cmd in self._initialisation
            if cmd[0] not in (_DISPLAY_ON, _CONTRAST)
        ]
        self._settings.append(_PAGE_ADDRESSING)
        self._memory: bytes | None = None  # what the controller holds; None if unknown

    def initialise(self, serial: Serial) -> None:
        """Send luma's initialisation, but leave the panel dark, or lit as it was."""
        self._serial.serial = serial
        # A fault may have cut a command short: its missing arguments are taken from what follows.
        serial.command(_NOP, _NOP)
        self.refresh()

    def refresh(self) -> None:
        """Send the settings again; the next ``draw`` sends the whole picture."""
        self._memory = None
        for cmd in self._settings:
            self._serial.command(*cmd)

    def draw(self, frame: Frame) -> None:
        """Send the columns in which the controller's memory differs from ``frame``."""
        pages = to_pages(frame)
        if self._memory is None:
            runs = [(page, 0, WIDTH) for page in range(PAGES)]
        else:
            runs = list(changed_columns(self._memory, pages))
        for page, first, end in runs:
            column = self._column_offset + first
            self._serial.command(
                _PAGE | page, _COLUMN_LOW | column & 0x0F, _COLUMN_HIGH | column >> 4
            )
            self._serial.data(pages[page * WIDTH + first : page * WIDTH + end])
        self._memory = pages
