"""The box's own pages: the points so far, hidden until OK is held, and what to tell of the box."""

from PIL import Image

from companion.input.box_pages import About, Peek
from companion.screens import drawing
from companion.screens.drawing import MIDDLE, THIN, WIDE, write
from companion.screens.fonts import LARGE, SMALL, TEXT
from companion.screens.guide import standings
from companion.screens.view import View

EYE = [
    "##.....................##",
    ".###.................###.",
    "...####...........####...",
    ".....###############.....",
    "...##...#########...##...",
    "..##....#...#...#....##..",
    ".......##...#...##.......",
    ".......#....#....#.......",
]
"""A closed eye."""


def peek(image: Image.Image, view: View, entry: Peek) -> None:
    """Everybody's points while OK is held; else how to see them."""
    if entry.open:
        standings(image, view, entry.standings)
        return
    title = view.words.say("peek.title")
    write(image, 0, 2, title, drawing.largest(title, WIDE, TEXT, SMALL), WIDE)
    hidden(image, view)


def hidden(image: Image.Image, view: View) -> None:
    """A closed eye, and how to open it."""
    drawing.sign(image, MIDDLE - len(EYE[0]) // 2, 23, EYE)
    hint = view.words.say("peek.hint")
    face = drawing.largest(hint, WIDE, LARGE, THIN, TEXT, SMALL)
    write(image, MIDDLE, 42 + (LARGE.capital - face.capital) // 2, hint, face, WIDE, anchor="m")


def about(image: Image.Image, view: View, entry: About) -> None:
    """Version, address, time since it was switched on, games kept, how the journal was found."""
    hours, minutes = divmod(int(entry.values["minutes"]), 60)
    address = "address" if entry.values["address"] else "no-address"
    values = {**entry.values, "hours": hours, "minutes": minutes}
    write(image, 0, 2, view.words.say("about.version", **values), TEXT, WIDE)
    for place, key in enumerate((address, "uptime", "games", f"health.{entry.values['health']}")):
        line = view.words.say(f"about.{key}", **values)
        write(image, 0, 18 + 12 * place, line, SMALL, WIDE)
