"""The sheet of a number pad: what each key says, in its real size, to print and to cut out."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from companion.core.interfaces import HEIGHT_KEYS, TOWER_KEYS, Press
from companion.core.keypad import ARROWS, COLUMNS, KEYPAD, ROWS, PadKey
from companion.text import Words
from companion.ui.markup import Markup, element, join_markup
from companion.ui.screens.keypad_page import ARROW_SIGNS, height_of, sign_of

PAGE_WIDTH, PAGE_HEIGHT = 210, 297
"""Millimetres, as all lengths here."""
PITCH = 19.05
"""From key to key, as on nearly every pad."""
LABEL = 12.0
"""The side of a label that is glued on a key's cap."""
PIXEL = 0.62
MARGIN, TOP = 20.0, 34.0
BESIDE = MARGIN + COLUMNS * PITCH + 12
"""Where the text beside the pad begins."""
NOTES = ("towers", "heights", "arrows", "cards", "others")
WORDS: Mapping[Press | None, str] = {
    Press.NONE: "keypad.none",
    Press.MENU: "sheet.menu",
    Press.BACK: "sheet.back",
    Press.PREVIOUS: "sheet.previous",
    Press.NEXT: "sheet.next",
    Press.OK: "button.ok",
}
"""The words of keys that have one, by their press."""


def draw_sheet(words: Words) -> str:
    """The sheet as an SVG document, in the words' language."""
    parts = [
        _text(MARGIN, 18, words.say("sheet.title"), 8, weight=700),
        _text(MARGIN, 26, words.say("sheet.cut"), 3.6),
        *(_key(words, key) for key in KEYPAD),
        *_notes(words),
        *_labels(words),
    ]
    return element(
        "svg",
        element("rect", width=PAGE_WIDTH, height=PAGE_HEIGHT, fill="#fff"),
        *parts,
        xmlns="http://www.w3.org/2000/svg",
        width=f"{PAGE_WIDTH}mm",
        height=f"{PAGE_HEIGHT}mm",
        viewBox=f"0 0 {PAGE_WIDTH} {PAGE_HEIGHT}",
        font_family="DejaVu Sans, Arial, sans-serif",
    )


def _key(words: Words, key: PadKey) -> Markup:
    """A key of the card that lies beside the pad."""
    x, y = MARGIN + key.column * PITCH, TOP + key.row * PITCH
    wide, high = key.wide * PITCH, key.high * PITCH
    parts = [
        _frame(x + 0.5, y + 0.5, wide - 1, high - 1, dashed=key.press is None),
        _text(x + 2.5, y + 6, key.label, 4, colour="#666"),
    ]
    if arrow := ARROWS.get(key.press) if key.press is not None else None:
        parts.append(_sign(x + wide - 4.5, y + 4.6, ARROW_SIGNS[arrow], 0.45, "#666"))
    if key.press is not None:
        parts.append(_meaning(words, key.press, x + wide / 2, y + high / 2 + 1.5, 1.0))
    return join_markup(parts)


def _labels(words: Words) -> Iterator[Markup]:
    """A label for each key, to be cut out and glued on its cap."""
    top = TOP + ROWS * PITCH + 16
    yield _text(MARGIN, top - 4, words.say("sheet.labels"), 3.6)
    for number, key in enumerate(each for each in KEYPAD if each.press is not None):
        row, column = divmod(number, 8)
        x, y = MARGIN + column * (LABEL + 6), top + row * (LABEL + 8)
        yield _frame(x, y, LABEL, LABEL)
        assert key.press is not None, "those that say nothing were left out"
        yield _meaning(words, key.press, x + LABEL / 2, y + LABEL / 2, 0.8)
        yield _text(x + LABEL / 2, y + LABEL + 4, key.label, 3, colour="#666", anchor="middle")


def _notes(words: Words) -> Iterator[Markup]:
    room = 34
    y = TOP + 6.0
    for key in NOTES:
        for line in _wrap(words.say(f"sheet.note.{key}"), room):
            yield _text(BESIDE, y, line, 3.6)
            y += 5.2
        y += 3.4


def _wrap(text: str, room: int) -> list[str]:
    """Lines of at most so many letters."""
    lines = [""]
    for word in text.split(" "):
        longer = f"{lines[-1]} {word}".strip()
        lines = [*lines[:-1], longer] if len(longer) <= room else [*lines, word]
    return lines


def _meaning(words: Words, press: Press, x: float, y: float, scale: float) -> Markup:
    """What a key says, in the middle of a place: its sign, and its word or figure below it."""
    word = words.say(WORDS[press]) if press in WORDS else _figure(press)
    size = min(3.6, 22 / max(len(word), 1)) * scale
    if press in (Press.OK, Press.NONE, *HEIGHT_KEYS):
        size = min(6.0, 16 / len(word)) * scale
        return _text(x, y + size / 3, word, size, weight=700, anchor="middle")
    sign = _sign(x, y - 1.5 * scale, sign_of(press), PIXEL * scale)
    return join_markup([sign, _text(x, y + 4.8 * scale, word, size, anchor="middle")])


def _figure(press: Press) -> str:
    """What is said in figures: which tower it is, or how many floors."""
    if press in TOWER_KEYS:
        return str(TOWER_KEYS.index(press) + 1)
    return height_of(press) if press in HEIGHT_KEYS else ""


def _sign(x: float, y: float, rows: Sequence[str], pixel: float, colour: str = "#000") -> Markup:
    """A sign of the screen's, its middle at a place."""
    left, top = x - len(rows[0]) * pixel / 2, y - len(rows) * pixel / 2
    dot = f"h{pixel:.2f}v{pixel:.2f}h-{pixel:.2f}z"
    lit = [
        f"M{left + column * pixel:.2f} {top + row * pixel:.2f}{dot}"
        for row, line in enumerate(rows)
        for column, each in enumerate(line)
        if each == "#"
    ]
    return element("path", d="".join(lit), fill=colour, stroke=colour, stroke_width=0.04)


def _frame(x: float, y: float, wide: float, high: float, *, dashed: bool = False) -> Markup:
    return element(
        "rect",
        x=round(x, 2),
        y=round(y, 2),
        width=round(wide, 2),
        height=round(high, 2),
        rx=1.6,
        fill="none",
        stroke="#000",
        stroke_width=0.3,
        stroke_dasharray="1 1" if dashed else None,
    )


def _text(
    x: float,
    y: float,
    text: str,
    size: float,
    *,
    colour: str = "#000",
    weight: int = 400,
    anchor: str | None = None,
) -> Markup:
    return element(
        "text",
        text,
        x=round(x, 2),
        y=round(y, 2),
        font_size=round(size, 2),
        font_weight=weight,
        fill=colour,
        text_anchor=anchor,
    )
