"""Draws the choice of a player's colour and name, and the grid of letters for a new name."""

from collections.abc import Mapping
from functools import lru_cache

from PIL import Image

from companion.core.palette import UNKNOWN, Colour
from companion.ui.input.people import (
    COLUMNS,
    DELETE,
    FINISH,
    KEYS,
    LETTER_ROWS,
    NEW_NAME,
    SPACE,
    FreeText,
    NamePicker,
    SeatPicker,
)
from companion.ui.screens import drawing, table_pieces
from companion.ui.screens.drawing import HEADER_Y, LEFT, LIT, SAFE_WIDTH, TEXT_WIDTH, draw_text
from companion.ui.screens.fonts import LARGE, MEDIUM, TEXT, THIN, text_width
from companion.ui.screens.menus import draw_menu
from companion.ui.screens.view import EntryScreen, View

SIGNS = {
    SPACE: [".......", ".......", "#.....#", "#.....#", "#######"],
    DELETE: ["..#....", ".##....", "#######", ".##....", "..#...."],
    FINISH: ["......#", ".....#.", "#...#..", ".#.#...", "..#...."],
}


COLOUR_X = 34
COLOUR_Y, NAME_Y = 18, 42
"""The column of the colour's name, and the rows of the colour and of the player's name."""


def draw_seat_picker(image: Image.Image, view: View, entry: SeatPicker) -> None:
    """Draw a player's colour, changed by left and right, over the name, changed by up and down."""
    seat = entry.question.seat or 0
    key = "ask.player" if seat else "ask.player.first"
    drawing.draw_header(image, view.words.say(key, number=seat + 1))
    colour = view.words.named("colour", entry.colour)
    name = entry.name if entry.name != NEW_NAME else view.words.say("seat.new-name")
    on_name = entry.axes == 1 and entry.choosing_name
    on_colour = entry.axes == 1 and not entry.choosing_name
    if on_name or on_colour:
        top = NAME_Y if on_name else COLOUR_Y
        drawing.draw_bar(image, (0, top - 4, SAFE_WIDTH, top + LARGE.capital + 4))
    disc = (LEFT + 9, COLOUR_Y - 1, LARGE.capital + 1)
    if on_colour:
        image.paste(0, (disc[0] - 1, disc[1] - 1), drawing.round_mask(disc[2] + 2))
    draw_pattern_disc(image, *disc, view.screens.palette.get(entry.colour, UNKNOWN))
    y, room = COLOUR_Y + (LARGE.capital - MEDIUM.capital) // 2, SAFE_WIDTH - COLOUR_X
    draw_text(image, COLOUR_X, y, colour, MEDIUM, room, lit=not on_colour)
    left, fonts = LEFT + (9 if entry.axes == 2 else 0), (LARGE, THIN, MEDIUM, TEXT)
    drawing.draw_in_middle(image, left, NAME_Y, name, SAFE_WIDTH - left, *fonts, lit=not on_name)
    if entry.axes == 2:
        drawing.draw_sign(image, LEFT, COLOUR_Y + 5, drawing.ARROW_LEFT)
        drawing.draw_sign(image, SAFE_WIDTH - 6, COLOUR_Y + 5, drawing.ARROW_RIGHT)
        drawing.draw_sign(image, LEFT - 1, NAME_Y + 2, drawing.ARROW_UP)
        drawing.draw_sign(image, LEFT - 1, NAME_Y + 9, drawing.ARROW_DOWN)


def draw_pattern_disc(image: Image.Image, x: int, y: int, size: int, colour: Colour) -> None:
    tile = drawing.blank_image()
    table_pieces.fill_pattern(tile, (x, y, x + size, y + size), colour.pattern)
    tile = tile.crop((x, y, x + size, y + size))
    image.paste(tile, (x, y), drawing.round_mask(size))
    image.paste(LIT, (x, y), drawing.round_mask(size, edge=True))


ROW_PITCH, CURSOR_Y = 16, 33
"""Rows from one row of the letters to the next, and the row of the one with the cursor."""
FIRST_X, LETTERS_WIDTH = 5, 117
"""The middle of the first letter of a row, and columns from it to the middle of the last."""
CURSOR_WIDTH = 7
"""Columns of the cursor between its edges, at least."""
WORD_X = 48
"""Where a sign's word begins, behind the signs."""
CARET_WIDTH = 7
"""Columns of the line on which the next letter will stand: an upright one reads as an l."""


def draw_name_picker(image: Image.Image, view: View, entry: NamePicker) -> None:
    """Draw the name so far over the row of letters with the cursor, and those around it."""
    font = drawing.largest_font(entry.text, TEXT_WIDTH - CARET_WIDTH - 2, MEDIUM, TEXT)
    end = draw_text(image, LEFT, HEADER_Y, entry.text, font)
    bottom = HEADER_Y + font.capital
    image.paste(LIT, (end + 2, bottom - 2, end + 2 + CARET_WIDTH, bottom))
    keys = tuple(entry.as_added(key) for key in KEYS)
    row, column = divmod(entry.at, COLUMNS)
    image.paste(LIT, (0, 0), _letter_rows(keys, row))
    x = _middle_of(column)
    wide = max(0 if entry.key in SIGNS else text_width(entry.key, MEDIUM), CURSOR_WIDTH)
    left, bottom = max(x - wide // 2 - 1, 0), CURSOR_Y + MEDIUM.capital + 3
    image.paste(LIT, (left, CURSOR_Y - 3, min(x - wide // 2 + wide + 1, SAFE_WIDTH), bottom))
    _draw_key(image, x, CURSOR_Y, entry.key, lit=False)
    if entry.key in SIGNS:
        word, room = view.words.say(f"key.{entry.key}"), SAFE_WIDTH - WORD_X
        drawing.draw_in_middle(image, WORD_X, CURSOR_Y, word, room, MEDIUM, TEXT)


def _middle_of(column: int) -> int:
    return FIRST_X + column * LETTERS_WIDTH // (COLUMNS - 1)


@lru_cache(maxsize=2)  # a press sideways changes only the cursor
def _letter_rows(keys: tuple[str, ...], row: int) -> Image.Image:
    """Return a row of the letters between the ones above and below it, without a cursor."""
    rows = drawing.blank_image()
    for step in (-1, 0, 1):
        start = (row + step) % LETTER_ROWS * COLUMNS
        for column, key in enumerate(keys[start : start + COLUMNS]):
            _draw_key(rows, _middle_of(column), CURSOR_Y + step * ROW_PITCH, key, lit=True)
    return rows


def _draw_key(image: Image.Image, x: int, y: int, key: str, *, lit: bool) -> None:
    """Draw a letter or a sign with its middle in column x."""
    if key in SIGNS:
        sign = SIGNS[key]
        drawing.draw_sign(image, x - len(sign[0]) // 2, y + 4, sign, lit=lit)
    else:
        draw_text(image, x, y, key, MEDIUM, anchor="m", lit=lit)


SCREENS: Mapping[type, EntryScreen] = {
    FreeText: draw_menu,
    SeatPicker: draw_seat_picker,
    NamePicker: draw_name_picker,
}
