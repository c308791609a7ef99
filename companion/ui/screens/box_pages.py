"""Draws the points so far, hidden until OK is held, and the page about the box."""

from collections.abc import Mapping, Sequence

from PIL import Image

from companion.ui.input.box_pages import About, Legend, Peek
from companion.ui.screens import drawing, table_pieces
from companion.ui.screens.drawing import (
    BODY_TOP,
    LEFT,
    MIDDLE,
    SAFE_HEIGHT,
    SAFE_WIDTH,
    TEXT_WIDTH,
    draw_header,
    draw_text,
)
from companion.ui.screens.fonts import LARGE, MEDIUM, SMALL, TEXT, THIN, double_size
from companion.ui.screens.guide import draw_standings
from companion.ui.screens.menus import PENCIL, SCROLLBAR_WIDTH
from companion.ui.screens.view import EntryScreen, View

CLOSED_EYE = [
    "##.....................##",
    ".###.................###.",
    "...####...........####...",
    ".....###############.....",
    "...##...#########...##...",
    "..##....#...#...#....##..",
    ".......##...#...##.......",
    ".......#....#....#.......",
]


SCROLL_SIGN = [".#.", "###", "###", "###", ".#.", "...", ".#.", "...", ".#."]
SIGN_ROWS, MEANING_Y = (BODY_TOP - 1, 33), 35
"""The rows of a sign in the legend, and the first row of what it means."""


def draw_peek(image: Image.Image, view: View, entry: Peek) -> None:
    """Draw everybody's points while OK is held, else how to see them."""
    if entry.open:
        draw_standings(image, view, entry.standings)
        return
    draw_header(image, view.words.say("peek.title"))
    draw_closed_eye(image, view)


def draw_closed_eye(image: Image.Image, view: View) -> None:
    """Draw a closed eye, and how to open it."""
    drawing.draw_sign(image, MIDDLE - len(CLOSED_EYE[0]) // 2, 27, CLOSED_EYE)
    hint, fonts = view.words.say("peek.hint"), (LARGE, THIN, MEDIUM, TEXT)
    drawing.draw_in_middle(image, MIDDLE, 42, hint, SAFE_WIDTH, *fonts, anchor="m")


LEGEND: Mapping[str, Sequence[str] | str] = {
    "eye": CLOSED_EYE,
    "pencil": PENCIL,
    "pile": table_pieces.PILE_SIGN,
    "scroll": SCROLL_SIGN,
}
"""The signs of any game, and what they mean under `sign.KEY`."""


def list_signs(view: View) -> Mapping[str, Sequence[str] | str]:
    """Return the signs that are explained: those of the game first, then those of any game."""
    return {**view.screens.legend, **LEGEND}


def draw_legend(image: Image.Image, view: View, entry: Legend) -> None:
    """Draw a sign twice as large, and below it what it means."""
    signs = [*list_signs(view).items()]
    at = entry.at % len(signs)
    key, sign = signs[at]
    draw_header(image, view.words.say("box.signs"))
    top, bottom = SIGN_ROWS
    right = SAFE_WIDTH - SCROLLBAR_WIDTH - LEFT
    if isinstance(sign, str):
        y = (top + bottom - THIN.capital) // 2
        draw_text(image, MIDDLE, y, view.words.say(sign), THIN, anchor="m")
    else:
        drawing.draw_boxed_sign(image, (0, top, SAFE_WIDTH, bottom), double_size(sign))
    words = view.words.say(f"sign.{key}")
    fitted = drawing.fit_paragraph(words, SAFE_HEIGHT - MEANING_Y, right - LEFT)
    drawing.draw_lines(image, LEFT, MEANING_Y, *fitted)
    bar = (SAFE_WIDTH - SCROLLBAR_WIDTH, BODY_TOP, SAFE_WIDTH, SAFE_HEIGHT)
    drawing.draw_scrollbar(image, bar, at, 1, len(signs))


def draw_about(image: Image.Image, view: View, entry: About) -> None:
    """Draw version, address, uptime, saved games with the journal's health, and the board."""
    hours, minutes = divmod(int(entry.values["minutes"]), 60)
    address = "address" if entry.values["address"] else "no-address"
    values = {**entry.values, "hours": hours, "minutes": minutes}
    draw_header(image, view.words.say("about.version", **values))
    games, board = f"games.{values['health']}", f"board.{values['choice']}"
    for place, key in enumerate((address, "uptime", games, board)):
        line = view.words.say(f"about.{key}", **values)
        font = drawing.largest_font(line, TEXT_WIDTH, TEXT, SMALL)
        draw_text(image, LEFT, BODY_TOP + 3 + 12 * place, line, font, TEXT_WIDTH)


SCREENS: Mapping[type, EntryScreen] = {
    Peek: draw_peek,
    Legend: draw_legend,
    About: draw_about,
}
