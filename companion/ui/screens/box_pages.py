"""Draws the points so far, hidden until OK is held, and the page about the box."""

from collections.abc import Mapping

from PIL import Image

from companion.ui.input.box_pages import About, Peek
from companion.ui.screens import drawing
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
    About: draw_about,
}
