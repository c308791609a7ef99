"""Writes the file from which `early_splash` shows the splash when the machine is switched on next.

Its lines: who wrote it and for which controller; the settings that it was made for; the bus with
its node and numbers (``i2c NODE ADDRESS``, perhaps with the status bytes that only this panel
answers, or ``spi NODE DC RESET``); then each message in hexadecimal digits, after ``c`` for
commands or ``d`` for data; and ``end``. Its name is that of the node.
"""

from pathlib import Path

from companion import __version__
from companion.box.devices.boards import Board, I2c, Spi
from companion.box.devices.buses import node_of
from companion.box.devices.drivers import create_driver
from companion.box.devices.early_splash import describe_settings
from companion.box.devices.oled import Oled
from companion.core.interfaces import Frame

MOST_BYTES = 4095
"""Of a message: with I2C's control byte it is a page of memory, which both buses take."""


class _Recorder:
    """A bus that writes down the messages."""

    def __init__(self) -> None:
        self.lines: list[str] = []

    def command(self, *cmd: int) -> None:
        self.lines.append(f"c{bytes(cmd).hex()}")

    def data(self, data: list[int]) -> None:
        for at in range(0, len(data), MOST_BYTES):
            self.lines.append(f"d{bytes(data[at : at + MOST_BYTES]).hex()}")

    def cleanup(self) -> None:
        """Do nothing."""


def save_splash(
    folder: Path, settings: Path, board: Board, frame: Frame, *, rotated: bool, contrast: int
) -> None:
    """Bring the splash file in ``folder`` up to date; raises OSError.

    ``settings`` is the file that the other arguments come from, or where it would be; under the
    same settings another screen may have been found.
    """
    file = folder / f"{Path(node_of(board.bus)).name}.splash"
    head = _head(settings, board)
    if _is_whole(file, head):
        return
    text = splash_text(settings, board, frame, rotated=rotated, contrast=contrast)
    for old in folder.glob("*.splash"):
        old.unlink()
    part = folder / "part"
    part.write_text(text, "ascii")
    part.rename(file)


def splash_text(settings: Path, board: Board, frame: Frame, *, rotated: bool, contrast: int) -> str:
    """The text of a splash file, from the arguments of `save_splash`."""
    bus, driver = _Recorder(), create_driver(board.controller)
    Oled(driver, lambda: bus, rotated=rotated, contrast=contrast).show(frame)
    return "\n".join([*_head(settings, board), *bus.lines, "end", ""])


def bus_line(bus: I2c | Spi) -> str:
    """The line of a splash file that names the bus, without status bytes."""
    node = node_of(bus)
    if isinstance(bus, I2c):
        return f"i2c {node} {bus.address}"
    return f"spi {node} {bus.dc} {bus.reset}"


def _head(settings: Path, board: Board) -> list[str]:
    return [
        f"campanile-companion {__version__} {board.controller}",
        describe_settings(str(settings)),
        bus_line(board.bus),
    ]


def _is_whole(file: Path, head: list[str]) -> bool:
    try:
        lines = file.read_text("ascii", errors="replace").splitlines()
    except FileNotFoundError:
        return False
    return lines[: len(head)] == head and lines[-1] == "end"
