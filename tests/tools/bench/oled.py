"""Bytes on the bus and CPU time a picture, beside luma's display() of the same pictures."""

import warnings
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import pairwise
from pathlib import Path
from statistics import mean, median
from tempfile import TemporaryDirectory
from typing import Any
from unittest import mock

from PIL import Image

from companion.app.demo.rig import play_record
from companion.box.devices.boards import BOARDS, Board, Controller, I2c, Spi
from companion.box.devices.drivers import create_driver
from companion.box.devices.frames import to_pages
from companion.box.devices.oled import Oled
from companion.core.interfaces import HEIGHT, WIDTH, Frame, Press
from companion.core.session import Session
from companion.games import words_in
from companion.games.campanile.input.towers import TowerPicker
from companion.ui.input.entry import Entry
from companion.ui.input.menu import menu_of
from companion.ui.screens import drawing, render
from companion.ui.screens.fonts import FIGURES
from tests.entries import view_of
from tests.fakes.buses import FakeSmbus, FakeSpi
from tests.tools.bench.played import NotingRig
from tests.tools.bench.rows import Row, Trial, beside, cpu_seconds

BITS_A_BYTE = 9
"""On I2C: eight and the acknowledgement."""
PANELS = (
    (Controller.SSD1306, I2c()),
    (Controller.SH1106, I2c()),
    (Controller.SSD1306, Spi()),
    (Controller.SH1106, Spi()),
)


class _SeeingRig(NotingRig):
    """A rig that notes the panel's frame and the entry after each press."""

    def __init__(self, board: Board, folder: Path) -> None:
        self.seen: list[tuple[Frame, Entry]] = []
        super().__init__(board, folder)

    def press(self, *presses: Press) -> None:
        for press in presses:
            super().press(press)
            self.seen.append((self.frame, self.entry))


def rows(trial: Trial) -> Iterator[Row]:
    """Bytes on the bus, for a game and for small changes; milliseconds of bus time; CPU."""
    seen = _seen(trial.game)
    frames = [frame for frame, _ in seen]
    for controller, bus in PANELS:
        yield from _game(frames, controller, bus)
    towers = next(frame for frame, entry in seen if isinstance(entry, TowerPicker))
    yield _change("a changed digit, alone", [_digits(towers)], 0.06)
    # Both rows are drawn anew: the chosen one is a filled bar, which legibility asks for.
    yield _change("a moved cursor, in a real list", [_cursors()], 0.25)
    yield _change("other floors, the real screen", list(_pairs(seen, same_tower=True)))
    yield _change("another tower, the real screen", list(_pairs(seen, same_tower=False)))
    yield _cpu(frames, trial.rounds)


def _seen(game: Session) -> list[tuple[Frame, Entry]]:
    with TemporaryDirectory() as folder, _SeeingRig(BOARDS["bonnet"], Path(folder)) as rig:
        seen = [(rig.frame, rig.entry)]
        rig.seen = seen
        for _ in play_record(rig, game):
            pass
    return seen


def _game(frames: list[Frame], controller: Controller, bus: I2c | Spi) -> Iterator[Row]:
    """A picture for each press; one that a press has not changed is sent by neither."""
    changed = [frame for before, frame in pairwise([b"", *frames]) if frame != before]
    ours, luma = (mean(sizes(changed, controller, bus)) for sizes in (_ours, _luma))
    wire = "I2C" if isinstance(bus, I2c) else "SPI"
    name = f"bytes a picture, {controller} on {wire}"
    # Legibility goes before bytes, so bars are filled and words are 16 pixels high. Several runs
    # of columns a page would bring 0.54 instead of 0.59, with two thirds more transfers.
    yield Row(name, ours / luma, 0.6, note=f"{ours:.0f} against {luma:.0f}, {_least(changed)}")
    if isinstance(bus, I2c):
        for khz in (100, 400):
            own, other = (BITS_A_BYTE * size / khz for size in (ours, luma))
            note = f"against {other:.1f} ms"
            yield Row(f"bus a picture, {controller} at {khz} kHz", own, None, "ms", note)


def _least(frames: list[Frame]) -> str:
    """The least that any way of addressing must send."""
    differing = mean(
        sum(a != b for a, b in zip(to_pages(frame), to_pages(then), strict=True))
        for frame, then in pairwise(frames)
    )
    return f"of which {differing:.0f} differ from the picture before"


def _change(name: str, pairs: Sequence[tuple[Frame, Frame]], goal: float | None = None) -> Row:
    whole = _luma(pairs[0], Controller.SSD1306, I2c())[-1]
    sizes = [_ours(pair, Controller.SSD1306, I2c())[-1] for pair in pairs]
    note = f"{median(sizes):.0f} bytes against {whole}"
    if len(sizes) > 1:
        note += f"; median of {len(sizes)}, most {max(sizes)}"
    return Row(f"bytes, {name}", median(sizes) / whole, goal, note=note)


def _ours(frames: Sequence[Frame], controller: Controller, bus: I2c | Spi) -> list[int]:
    """Bytes of each picture on a recording bus, the first with the initialisation."""
    wire, serial = _recording(bus)
    return _sizes(wire, Oled(create_driver(controller), lambda: serial).show, frames)


def _luma(frames: Sequence[Frame], controller: Controller, bus: I2c | Spi) -> list[int]:
    """The same by luma's own ``display``."""
    wire, serial = _recording(bus)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)  # Pillow's, of what luma still calls
        return _sizes(wire, _stock(controller, serial).display, map(_image, frames))


def _sizes(
    wire: FakeSmbus | FakeSpi, show: Callable[[Any], None], pictures: Iterable[object]
) -> list[int]:
    sizes = []
    for picture in pictures:
        wire.transactions.clear()
        show(picture)
        sizes.append(wire.wire_bytes)
    return sizes


def _recording(bus: I2c | Spi) -> tuple[FakeSmbus | FakeSpi, Any]:
    """A bus that only records, and luma's serial interface over it."""
    from luma.core.interface.serial import i2c, noop, spi  # type: ignore[import-untyped]  # luma has no stubs

    if isinstance(bus, I2c):
        smbus = FakeSmbus()
        with mock.patch("smbus2.SMBus", return_value=smbus):
            return smbus, i2c(port=bus.port, address=bus.address)
    spidev = FakeSpi(lambda: False)
    return spidev, spi(spi=spidev, gpio=noop())


def _stock(controller: Controller, serial: Any) -> Any:
    import luma.oled.device  # type: ignore[import-untyped]  # luma has no stubs

    return getattr(luma.oled.device, controller)(serial)


def _pairs(seen: list[tuple[Frame, Entry]], *, same_tower: bool) -> Iterator[tuple[Frame, Frame]]:
    """Pictures of the towers before and after a press that changed the floors, or the tower."""
    for (frame, entry), (then, after) in pairwise(seen):
        if not (isinstance(entry, TowerPicker) and isinstance(after, TowerPicker)):
            continue
        if frame != then and (entry.choice == after.choice) == same_tower:
            yield frame, then


def _digits(frame: Frame) -> tuple[Frame, Frame]:
    """A screen of the game with one of the largest figures in a blank spot, and another there."""
    first, second = (_image(frame) for _ in range(2))
    for image, figure in ((first, "2"), (second, "3")):
        image.paste(0, (58, 18, 74, 36))
        drawing.draw_text(image, 60, 20, figure, FIGURES)
    return first.tobytes(), second.tobytes()


def _cursors() -> tuple[Frame, Frame]:
    """A real list before and after the cursor has moved by one item."""
    at_first, at_second = (menu_of("players", range(2, 6), at=at) for at in (0, 1))
    words = words_in()
    before, after = (render(view_of(menu, None, words)) for menu in (at_first, at_second))
    return before.tobytes(), after.tobytes()


def _image(frame: Frame) -> Image.Image:
    return Image.frombytes("1", (WIDTH, HEIGHT), frame)


def _cpu(frames: list[Frame], rounds: int) -> Row:
    """Conversion, difference and commands, on a bus that does nothing, against luma's display."""
    from luma.core.interface.serial import noop

    own = Oled(create_driver(Controller.SSD1306), noop)
    pictures = [_image(frame) for frame in frames]
    own.show(frames[-1])

    def ours() -> None:
        for frame in frames:
            own.show(frame)

    def luma() -> None:
        for picture in pictures:
            stock.display(picture)

    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)  # Pillow's, of what luma still calls
        stock = _stock(Controller.SSD1306, noop())
        ratio, note = beside(lambda: cpu_seconds(ours), lambda: cpu_seconds(luma), rounds)
    return Row("CPU a picture, to luma's display", ratio, 0.25, note=f"{len(frames)}: {note}")
