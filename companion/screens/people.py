"""Draws the choice of a player's colour and name, and the grid of letters for a new name."""

from unicodedata import normalize

from PIL import Image, ImageDraw

from companion.core.palette import UNKNOWN, Colour
from companion.input.people import (
    COLUMNS,
    DELETE,
    FINISH,
    KEYS,
    NEW_NAME,
    SPACE,
    NamePicker,
    SeatPicker,
)
from companion.screens import drawing
from companion.screens.drawing import LIT, SAFE_HEIGHT, SAFE_WIDTH, draw_text
from companion.screens.fonts import LARGE, SMALL, TEXT, THIN
from companion.screens.view import View

SIGNS = {
    SPACE: [".......", ".......", "#.....#", "#.....#", "#######"],
    DELETE: ["..#....", ".##....", "#######", ".##....", "..#...."],
    FINISH: ["......#", ".....#.", "#...#..", ".#.#...", "..#...."],
}


def draw_seat_picker(image: Image.Image, view: View, entry: SeatPicker) -> None:
    """Draw a player's colour, changed by left and right, over the name, changed by up and down."""
    seat = entry.question.seat or 0
    key = "ask.player" if seat else "ask.player.first"
    draw_text(image, 0, 2, view.words.say(key, number=seat + 1), TEXT)
    colour = view.words.named("colour", entry.colour)
    if entry.axes == 2 or not entry.choosing_name:
        drawing.draw_sign(image, 0, 21, drawing.ARROW_LEFT)
        drawing.draw_sign(image, SAFE_WIDTH - 4, 21, drawing.ARROW_RIGHT)
    draw_pattern_disc(image, 10, 17, 15, view.screens.palette.get(entry.colour, UNKNOWN))
    draw_text(image, 31, 20, colour, TEXT, 88)
    name = entry.name if entry.name != NEW_NAME else view.words.say("seat.new-name")
    font = drawing.largest_font(name, SAFE_WIDTH - 10, LARGE, THIN, TEXT)
    draw_text(image, 10, 40 + (LARGE.capital - font.capital) // 2, name, font, SAFE_WIDTH - 10)
    if entry.axes == 2:
        drawing.draw_sign(image, 0, 42, drawing.ARROW_UP)
        drawing.draw_sign(image, 0, 50, drawing.ARROW_DOWN)
    elif entry.choosing_name:
        drawing.draw_sign(image, 0, 44, drawing.ARROW_RIGHT)


def draw_pattern_disc(image: Image.Image, x: int, y: int, size: int, colour: Colour) -> None:
    """Draw a disc in the colour's pattern."""
    tile = drawing.blank_image()
    drawing.fill_pattern(tile, (x, y, x + size, y + size), colour.pattern)
    mask = drawing.blank_image()
    ImageDraw.Draw(mask).ellipse((x, y, x + size - 1, y + size - 1), fill=LIT)
    image.paste(tile, (0, 0), mask)
    ImageDraw.Draw(image).ellipse((x, y, x + size - 1, y + size - 1), outline=LIT)


ROWS = (20, 29, 40, 48, 56)
ACCENTED_ROW = 2
"""The top of each row of the grid, and the number of the row whose letters have accents."""


def draw_name_picker(image: Image.Image, view: View, entry: NamePicker) -> None:
    """Draw the name so far over the grid of letters."""
    tall = any(letter.isupper() and normalize("NFD", letter) != letter for letter in entry.text)
    fonts = (TEXT, SMALL) if tall else (LARGE, THIN, TEXT, SMALL)
    font = drawing.largest_font(entry.text, SAFE_WIDTH - 5, *fonts)
    end = draw_text(image, 0, (LARGE.capital - font.capital + 1) // 2, entry.text, font)
    image.paste(LIT, (end + 2, 0, end + 4, LARGE.capital))
    for number, key in enumerate(KEYS):
        row, column = divmod(number, COLUMNS)
        x, y = 10 * column, ROWS[row]
        here = number == entry.at
        if here:
            top = y - (2 if row == ACCENTED_ROW else 1)
            image.paste(LIT, (max(x - 1, 0), top, min(x + 8, SAFE_WIDTH), min(y + 9, SAFE_HEIGHT)))
        if key in SIGNS:
            drawing.draw_sign(image, x, y + 1, SIGNS[key], lit=not here)
        else:
            draw_text(image, x + 3, y, entry.as_added(key), SMALL, anchor="m", lit=not here)
    if entry.key in SIGNS:
        draw_text(image, 43, ROWS[-1], view.words.say(f"key.{entry.key}"), SMALL, SAFE_WIDTH - 43)
