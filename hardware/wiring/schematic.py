"""The schematics, drawn by schemdraw: the hand-wired box, and the tower panel's keys and lamps."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import pairwise
from pathlib import Path
from typing import Any

from hardware.wiring.harness import joints
from hardware.wiring.header import KEYS, PI, PICO, pin, roles
from hardware.wiring.saving import FONT, INK, save, sheet

INCHES = 0.5
"""How large one unit of a drawing is."""


@contextmanager
def _drawing(folder: Path, name: str, margin: float = 0.3) -> Iterator[Any]:
    """Give a drawing to add elements to, and write it at the end."""
    import schemdraw

    figure, axes = sheet()
    d = schemdraw.Drawing(canvas=axes, show=False)
    d.config(unit=2, font=FONT, fontsize=11, color=INK, lw=1.5, inches_per_unit=INCHES)
    yield d
    d.draw(show=False)
    box = d.get_bbox()
    left, right = box.xmin - margin, box.xmax + margin
    low, high = box.ymin - margin, box.ymax + margin
    axes.set_xlim(left, right)
    axes.set_ylim(low, high)
    figure.set_size_inches((right - left) * INCHES, (high - low) * INCHES)
    save(figure, folder, name)


def _elements() -> Any:
    """Return schemdraw's elements, half of which have no types."""
    from schemdraw import elements

    return elements


def _text(d: Any, x: float, y: float, text: str, size: float = 11, align: str = "center") -> None:
    elm = _elements()

    d += (
        elm.Label()
        .at((x - (0.1 if align == "center" else 0), y))
        .label(text, fontsize=size, halign=align, valign="center", ofst=(0, 0))
    )


def _box(d: Any, x: float, y: float, width: float, height: float, *lines: str) -> None:
    """Draw a part with its names in the middle; x and y are its lower left corner."""
    elm = _elements()

    corner = (width, height)
    d += elm.Rect(corner1=(0, 0), corner2=corner, fill="#eef3f7").at((x, y)).color(INK)
    for at, line in enumerate(lines):
        _text(d, x + width / 2, y + height / 2 - 0.5 * (at - (len(lines) - 1) / 2), line)


BUTTONS = {"S1": "back", "S2": "previous", "S3": "next", "S4": "ok"}
"""The buttons from the left, as one looks at the lid."""


def four_buttons(folder: Path) -> None:
    """Draw the hand-wired box."""
    elm = _elements()

    wired = roles("four-buttons")
    rows = ["sda", "scl", *BUTTONS.values(), "buzzer", "led"]
    heights = dict(zip(rows, [13.6, 12.8, 10.6, 8.8, 7.0, 5.2, 3.4, 1.6], strict=True))
    with _drawing(folder, "four-buttons-schematic") as d:
        _box(d, -0.8, 0.8, 4.4, 14.2, "", "")
        _text(d, 0.6, 7.8, "A1\n\nRaspberry\nPi", 12)
        _text(d, 4.2, 14.4, "pin", 9)
        for role, y in heights.items():
            _text(d, 3.4, y, f"GPIO{wired[role]}", 10, "right")
            _text(d, 4.2, y + 0.28, str(pin(wired[role])), 10)
            d += elm.Line().at((3.6, y)).to((5.0, y))
        _screen(d, heights["sda"], heights["scl"])
        for name, role in BUTTONS.items():
            y = heights[role]
            said = "OK" if role == "ok" else role
            d += elm.Button().at((5.0, y)).to((8.4, y)).label(f"{name} {said}", "top")
            _to_ground(d, 8.4, y, name)
        y = heights["buzzer"]
        d += elm.ResistorIEC().at((5.0, y)).to((7.0, y)).label("R2 330 Ω", "top")
        d += elm.Crystal().at((7.0, y)).to((8.4, y)).label("LS1 piezo", "top", ofst=0.2)
        _to_ground(d, 8.4, y, "LS1")
        y = heights["led"]
        d += elm.ResistorIEC().at((5.0, y)).to((7.0, y)).label("R1 330 Ω", "top")
        d += elm.LED().at((7.0, y)).to((8.4, y)).label("D1", "bottom", ofst=0.2)
        _to_ground(d, 8.4, y, "D1")


def _screen(d: Any, sda: float, scl: float) -> None:
    """Draw the screen with its bus and supply."""
    elm = _elements()

    supply, ground = _power_pins("A2")
    _box(d, 8.6, 12.0, 3.6, 2.4, "A2", "OLED")
    for y, name in ((sda, "SDA"), (scl, "SCL")):
        d += elm.Line().at((5.0, y)).to((8.6, y))
        _text(d, 8.1, y + 0.28, name, 9)
    d += elm.Vdd().at((10.4, 14.4)).color("#c01818")
    _text(d, 10.4, 15.3, f"3.3 V, pin {supply}", 10)
    d += elm.Ground().at((10.4, 12.0))
    _text(d, 11.0, 11.5, f"pin {ground}", 9, "left")


def _power_pins(part: str) -> list[int]:
    """Return the power and ground pins that a part of the box is wired to."""
    found = [joint.pin for joint in joints("four-buttons") if joint.part == part]
    return [number for number in found if not PI[number].startswith("GPIO")]


def _to_ground(d: Any, x: float, y: float, part: str) -> None:
    elm = _elements()

    d += elm.Line().at((x, y)).to((x + 0.8, y))
    d += elm.Ground().at((x + 0.8, y))
    _text(d, x + 1.4, y - 0.5, f"pin {_power_pins(part)[-1]}", 9, "left")


COLUMN, ROW = 4.0, 2.9
"""How far apart the keys are drawn."""


def panel_keys(folder: Path) -> None:
    """Draw the tower panel's keys: from each column through key and diode to a row."""
    elm = _elements()

    wired = roles("tower-panel")
    with _drawing(folder, "tower-panel-keys-schematic") as d:
        for at in range(4):
            x, y = at * COLUMN, -at * ROW - 1.7
            d += elm.Line().at((x, 1.4)).to((x, -3 * ROW))
            _text(d, x, 2.0, f"column {at + 1}\n{_pico(wired[f'column-{at + 1}'])}", 10)
            d += elm.Line().at((-1.0, y)).to((3 * COLUMN + 2.6, y))
            _text(d, -1.2, y, f"row {at + 1}\n{_pico(wired[f'row-{at + 1}'])}", 10, "right")
        for number, name in enumerate(KEYS):
            row, column = divmod(number, 4)
            _key(d, number + 1, name, column * COLUMN, -row * ROW)


def _pico(gpio: int) -> str:
    return f"GP{gpio} · pin {pin(gpio, PICO)}"


def _key(d: Any, number: int, name: str, x: float, y: float) -> None:
    elm = _elements()

    d += elm.Dot().at((x, y))
    d += elm.Button().at((x, y)).to((x + 2.2, y)).label(f"S{number}", "top")
    _text(d, x + 1.1, y - 0.5, name, 9)
    d += elm.Diode().at((x + 2.2, y)).to((x + 2.2, y - 1.7)).label(f"D{number}", "bottom")
    d += elm.Dot().at((x + 2.2, y - 1.7))


LAMP, LAMPS_DOWN = 2.6, -6.2
"""How far apart the lamps are drawn, and how far down the seats' are."""


def panel_lamps(folder: Path) -> None:
    """Draw the tower panel's lamps: one chain of data, and a supply behind a diode."""
    elm = _elements()

    pins = {joint.part: joint.pin for joint in joints("tower-panel-lamps")}
    ends = {1.6: ("VBUS", "D17"), 0.0: (f"GP{roles('tower-panel')['lamps']}", "R1")}
    end = 5 * LAMP + 2.2
    with _drawing(folder, "tower-panel-lamps-schematic") as d:
        _box(d, -5.4, -2.4, 2.8, 4.8)
        _text(d, -4.7, 0, "A1\n\nPico")
        for y, (name, part) in {**ends, -1.6: ("GND", "LED1-LED10")}.items():
            _text(d, -2.8, y, name, 10, "right")
            _text(d, -2.3, y + 0.28, str(pins[part]), 10)
            d += elm.Line().at((-2.6, y)).to((-2.0, y))
        d += elm.Diode().at((-2.0, 1.6)).to((0, 1.6)).label("D17\n1N4001", "bottom")
        d += elm.ResistorIEC().at((-2.0, 0)).to((0, 0)).label("R1 330 Ω", "bottom", ofst=0.1)
        d += elm.Line().at((-2.0, -1.6)).to((0, -1.6))
        _rails(d, 0)
        _rails(d, LAMPS_DOWN)
        _buffer(d, -5.0, "C1", "100 µF\nat tower 1")
        _buffer(d, -2.6, "C2", "100 nF\nat seat 1")
        _lamps(d, "tower", 1, 0)
        _lamps(d, "seat", 6, LAMPS_DOWN)
        way = [(end, 0), (end + 0.6, 0), (end + 0.6, -3.4), (-0.3, -3.4), (-0.3, LAMPS_DOWN)]
        for here, there in pairwise([*way, (0, LAMPS_DOWN)]):
            d += elm.Line().at(here).to(there)


def _rails(d: Any, y: float) -> None:
    """Draw the signs of supply and ground at a row of lamps."""
    elm = _elements()

    for rail in (y + 1.6, y - 1.6):
        d += elm.Dot().at((1.0, rail))
    d += elm.Ground().at((1.0, y - 1.6))
    d += elm.Vdd().at((1.0, y + 1.6))
    _text(d, 1.5, y + 2.2, "5 V of the lamps", 10, "left")


def _buffer(d: Any, x: float, name: str, words: str) -> None:
    """Draw a capacitor by itself, between the lamps' supply and ground."""
    elm = _elements()

    top = LAMPS_DOWN + 1.0
    part = elm.Capacitor2(polar=True) if name == "C1" else elm.Capacitor()
    d += part.at((x, top)).to((x, top - 1.8))
    d += elm.Ground().at((x, top - 1.8))
    d += elm.Vdd().at((x, top))
    _text(d, x, top + 1.2, "5 V of\nthe lamps", 9)
    _text(d, x + 0.5, top - 0.9, f"{name}\n{words}", 9, "left")


def _lamps(d: Any, what: str, first: int, y: float) -> None:
    """Draw five lamps between their rails, the data coming from the left at y."""
    elm = _elements()

    end = 4 * LAMP + 4.0
    for rail in (y + 1.6, y - 1.6):
        d += elm.Line().at((0, rail)).to((end, rail))
    d += elm.Line().at((0, y)).to((2.8, y))
    for at in range(5):
        x = 2.8 + at * LAMP
        _box(d, x, y - 0.8, 1.8, 1.6, f"LED{first + at}", f"{what} {at + 1}")
        for side in (0.8, -0.8):
            d += elm.Line().at((x + 0.9, y + side)).to((x + 0.9, y + 2 * side))
            d += elm.Dot().at((x + 0.9, y + 2 * side))
        if at < 4 or first == 1:
            d += elm.Line().at((x + 1.8, y)).to((x + LAMP, y))


SCHEMATICS: dict[str, Callable[[Path], None]] = {
    "four-buttons-schematic": four_buttons,
    "tower-panel-keys-schematic": panel_keys,
    "tower-panel-lamps-schematic": panel_lamps,
}
