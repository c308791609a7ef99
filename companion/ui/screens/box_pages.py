"""Draws the points so far, hidden until OK is held, and the page about the box."""

from collections.abc import Mapping, Sequence

from PIL import Image

from companion.ui.input.box_pages import About, Legend, Peek
from companion.ui.screens import drawing, table_pieces
from companion.ui.screens.drawing import (
    BODY_TOP,
    LEFT,
    MIDDLE,
    SAFE_WIDTH,
    TEXT_WIDTH,
    draw_header,
    draw_text,
)
from companion.ui.screens.fonts import LARGE, MEDIUM, SMALL, TEXT, THIN
from companion.ui.screens.guide import draw_standings
from companion.ui.screens.menus import PENCIL
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
SIGNS_A_PAGE, SIGN_PITCH, SIGN_WIDTH = 2, 24, 30
"""Signs on a page of the legend, rows from one to the next, and columns for each."""


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


def draw_legend(image: Image.Image, view: View, entry: Legend) -> None:
    """Draw some signs and what each means."""
    signs = [*{**view.screens.legend, **LEGEND}.items()]
    pages = -(-len(signs) // SIGNS_A_PAGE)
    at = entry.at % pages
    draw_header(image, view.words.say("box.signs"), end=f"{at + 1}/{pages}")
    for place, (key, sign) in enumerate(signs[at * SIGNS_A_PAGE :][:SIGNS_A_PAGE]):
        y = BODY_TOP + place * SIGN_PITCH
        if isinstance(sign, str):
            draw_text(image, SIGN_WIDTH // 2, y + 7, view.words.say(sign), SMALL, anchor="m")
        else:
            left = (SIGN_WIDTH - len(sign[0])) // 2
            drawing.draw_sign(image, left, y + (SIGN_PITCH - len(sign)) // 2 - 1, sign)
        room = SAFE_WIDTH - SIGN_WIDTH - LEFT
        lines, font, pitch = drawing.fit_paragraph(view.words.say(f"sign.{key}"), 22, room)
        top = y + (SIGN_PITCH - pitch * len(lines)) // 2
        drawing.draw_lines(image, SIGN_WIDTH + LEFT, top, lines, font, pitch)


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
