"""Panel drivers: our own for the usual controllers, luma's for all other panels.

luma draws pixel by pixel, seventy times slower than ``frames``, through ``Image.getdata``, which
Pillow 14 removes, and it sends every picture whole. Our driver sends the columns that have changed.
It has luma's settings as bytes: to load luma's drivers takes 3 MiB, and a twentieth of the start.
"""

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple, Protocol

from PIL import Image

from companion.box.devices.boards import Controller
from companion.box.devices.buses import Serial
from companion.box.devices.frames import PAGES, changed_columns, to_pages
from companion.box.devices.libraries import load_library
from companion.core.interfaces import HEIGHT, WIDTH, Frame


class PageMemory(NamedTuple):
    """What is peculiar to a controller that has its picture in eight pages of columns."""

    settings: bytes
    """luma's for 128x64, without display on/off and contrast."""
    column_offset: int
    """The memory column of the leftmost pixels."""


_SSD1306 = PageMemory(
    bytes.fromhex("D580 A83F D300 40 8D14 2000 A1 C8 DA12 D9F1 DB40 A4 A6"), column_offset=0
)
_SH1106 = PageMemory(
    bytes.fromhex("20 10 B0 C8 00 10 40 A1 A6 A83F A4 D300 D5F0 D922 DA12 DB20 8D14"),
    column_offset=2,  # it has 132 columns; its panels show the middle 128
)
PAGE_MEMORIES: Mapping[str, PageMemory] = {
    Controller.SSD1306: _SSD1306,
    Controller.SSD1309: _SSD1306,
    Controller.SSD1315: _SSD1306,
    Controller.SH1106: _SH1106,
}
"""The controllers that `PageDriver` drives."""

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
    if controller in PAGE_MEMORIES:
        return PageDriver(PAGE_MEMORIES[controller])
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


def _create_luma_device(name: str) -> Any:
    """Create luma's driver by name, large enough for a frame."""
    displays = load_library("luma.oled.device")
    if name not in displays.__all__:
        raise ValueError(f"luma.oled knows no panel {name!r}")
    kind = getattr(displays, name)
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


class PageDriver:
    """A controller with eight pages of memory: sends one run of columns for each changed page."""

    _serial: Serial

    def __init__(self, controller: PageMemory) -> None:
        self._settings, self._column_offset = controller
        self._memory: bytes | None = None  # what the controller holds; None if unknown

    def initialise(self, serial: Serial) -> None:
        """Send the settings, but leave the panel dark, or lit as it was."""
        self._serial = serial
        # A fault may have cut a command short: its missing arguments are taken from what follows.
        serial.command(_NOP, _NOP)
        self.refresh()

    def refresh(self) -> None:
        """Send the settings again; the next ``draw`` sends the whole picture."""
        self._memory = None
        # Without display on/off and contrast: `Oled` sends those when it is time.
        self._serial.command(*self._settings)
        self._serial.command(*_PAGE_ADDRESSING)

    def contrast(self, level: int) -> None:
        """Set the brightness, 0 to 255."""
        self._serial.command(_CONTRAST, level)

    def show(self) -> None:
        """Light the panel."""
        self._serial.command(_DISPLAY_ON)

    def hide(self) -> None:
        """Make the panel dark; it keeps its memory."""
        self._serial.command(_DISPLAY_OFF)

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
            self._serial.data(list(pages[page * WIDTH + first : page * WIDTH + end]))
        self._memory = pages
