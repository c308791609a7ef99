"""Draws the keys of a number pad, each with its label and the sign of what it says."""

from collections.abc import Mapping, Sequence

from PIL import Image

from companion.core.interfaces import HEIGHT_KEYS, TOWER_KEYS, Press
from companion.core.keypad import ARROWS, COLUMNS, KEYPAD, ROWS, PadKey
from companion.ui.input.keypad_page import KeypadPage
from companion.ui.screens import drawing
from companion.ui.screens.drawing import SAFE_HEIGHT, SAFE_WIDTH, draw_text
from companion.ui.screens.fonts import MEDIUM, SMALL, text_width
from companion.ui.screens.view import EntryScreen, View

KEY_WIDTH, KEY_HEIGHT = (SAFE_WIDTH + 1) // COLUMNS, SAFE_HEIGHT // ROWS
TOP = 1
EDGE = 2
"""Columns from a key's edge to its label and to its sign."""
ARROW_SIGNS: Mapping[Press, Sequence[str]] = {
    Press.UP: ["..#..", ".###.", "#####"],
    Press.DOWN: ["#####", ".###.", "..#.."],
    Press.LEFT: ["..#", ".##", "###", ".##", "..#"],
    Press.RIGHT: ["#..", "##.", "###", "##.", "#.."],
}
SIGNS: Mapping[Press, Sequence[str]] = {
    Press.CARD_1: ["##..##"] * 7,
    Press.CARD_2: ["#....", "####.", "#####", "####.", "#....", "#....", "#...."],
    Press.PREVIOUS: drawing.ARROW_LEFT,
    Press.NEXT: drawing.ARROW_RIGHT,
    Press.MENU: ["#######", ".......", ".......", "#######", ".......", ".......", "#######"],
    Press.BACK: ["..#....", ".##....", "######.", ".##...#", "..#...#", "......#", ".#####."],
}
"""The two cards with keys of their own are a pause and a flag."""


def draw_keypad(image: Image.Image, view: View, _entry: KeypadPage) -> None:
    """Draw the pad as it lies before the player."""
    for key in KEYPAD:
        left, top = key.column * KEY_WIDTH, TOP + key.row * KEY_HEIGHT
        right, bottom = left + key.wide * KEY_WIDTH - 1, top + key.high * KEY_HEIGHT - 1
        drawing.draw_outline(image, (left, top, right, bottom), dotted=key.press is None)
        _draw_key(image, view, key, (left, top, right, bottom))


def _draw_key(image: Image.Image, view: View, key: PadKey, box: drawing.Rect) -> None:
    left, top, right, bottom = box
    if key.press is Press.OK:
        x, y = (left + right) // 2, (top + bottom - MEDIUM.capital) // 2
        draw_text(image, x, y, view.words.say("button.ok"), MEDIUM, anchor="m")
        return
    end = left + EDGE + text_width(key.label, SMALL)
    middle = (top + bottom) // 2
    draw_text(image, left + EDGE, middle - SMALL.capital // 2, key.label, SMALL)
    if key.press is None:
        return
    if arrow := ARROWS.get(key.press):
        sign = ARROW_SIGNS[arrow]
        drawing.draw_sign(image, end + 2, middle - len(sign) // 2, sign)
    if key.press is Press.NONE or key.press in HEIGHT_KEYS:
        is_none = key.press is Press.NONE
        text = view.words.say("keypad.none") if is_none else height_of(key.press)
        draw_text(image, right - EDGE, middle - SMALL.capital // 2, text, SMALL, anchor="r")
        return
    sign = sign_of(key.press)
    drawing.draw_sign(image, right - EDGE - len(sign[0]), middle - len(sign) // 2, sign)


def sign_of(press: Press) -> Sequence[str]:
    """The sign of what a key says: which of five towers, or its own."""
    if press in TOWER_KEYS:
        at = TOWER_KEYS.index(press)
        ground = ".".join("##" for _ in TOWER_KEYS)
        above = ".".join("##" if each == at else ".." for each in range(len(TOWER_KEYS)))
        return [*[above] * 6, ground]
    return SIGNS[press]


def height_of(press: Press) -> str:
    """How many floors the key of a height says, as the screen writes it."""
    return f"+{HEIGHT_KEYS.index(press) + 1}"


SCREENS: Mapping[type, EntryScreen] = {KeypadPage: draw_keypad}
