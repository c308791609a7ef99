"""The number pad: what each of its 17 keys stands for, told once for reader, screen and sheet.

Bought pads all have the same keys. The digits follow one order: 0 is none, 1 to 3 are floors, 4 to
8 the towers from left to right.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from companion.core.interfaces import DIRECT_KEYS, Press

COLUMNS, ROWS = 4, 5


class PadKey(NamedTuple):
    """A key of a number pad: its label, its press, and the numbers that Linux gives to such keys.

    The first number is that of the pad itself. Others are those of a keyboard's row of digits, and
    of a pad that switches its NumLock off by itself.
    """

    label: str
    column: int
    row: int
    press: Press | None
    codes: tuple[int, ...]
    wide: int = 1
    high: int = 1


KEYPAD = (
    PadKey("Num", 0, 0, None, (69,)),
    PadKey("/", 1, 0, Press.CARD_1, (98, 53)),
    PadKey("*", 2, 0, Press.CARD_2, (55,)),
    PadKey("-", 3, 0, Press.PREVIOUS, (74, 12)),
    PadKey("7", 0, 1, Press.TOWER_4, (71, 8, 102)),  # Home
    PadKey("8", 1, 1, Press.TOWER_5, (72, 9)),
    PadKey("9", 2, 1, Press.MENU, (73, 10, 104)),  # Page up
    PadKey("+", 3, 1, Press.NEXT, (78, 13), high=2),
    PadKey("4", 0, 2, Press.TOWER_1, (75, 5)),
    PadKey("5", 1, 2, Press.TOWER_2, (76, 6, 355)),  # Clear
    PadKey("6", 2, 2, Press.TOWER_3, (77, 7)),
    PadKey("1", 0, 3, Press.HEIGHT_1, (79, 2, 107)),  # End
    PadKey("2", 1, 3, Press.HEIGHT_2, (80, 3)),
    PadKey("3", 2, 3, Press.HEIGHT_3, (81, 4, 109)),  # Page down
    PadKey("Enter", 3, 3, Press.OK, (96, 28, 57), high=2),  # and the space bar
    PadKey("0", 0, 4, Press.NONE, (82, 11, 110), wide=2),  # Insert
    PadKey(".", 2, 4, Press.BACK, (83, 121, 52, 51, 111, 14, 1)),  # Delete, Backspace, Escape
)
"""The keys row by row from the upper left; NumLock alone says nothing."""
KEY_OF: Mapping[Press, PadKey] = {key.press: key for key in KEYPAD if key.press is not None}
"""The key of each press."""
ARROWS: Mapping[Press, Press] = {
    Press.TOWER_5: Press.UP,
    Press.HEIGHT_2: Press.DOWN,
    Press.TOWER_1: Press.LEFT,
    Press.TOWER_3: Press.RIGHT,
}
"""What 8, 2, 4 and 6 say where no digit answers: the arrows that are printed on them."""
DIGITS = frozenset(DIRECT_KEYS) - {Press.NONE}
"""Presses that say something else than an arrow where one of them answers."""
