"""The guide's pages: those of each game's scorings, everybody's points, the winner."""

from collections.abc import Mapping, Sequence

from PIL import Image

from companion.core.outcome import winning_figures
from companion.input.guide import Guide, PlayerScore, Standings, Winner
from companion.screens import drawing
from companion.screens.drawing import HIGH, MIDDLE, THIN, WIDE, write
from companion.screens.fonts import FIGURES, LARGE, SMALL, TEXT, Face, width
from companion.screens.view import EntryScreen, View

POINTS = 33
"""Columns for everybody's points, where something stands before them."""
CROWN = [
    "......#......",
    "......#......",
    "#....###....#",
    "##...###...##",
    "##..#####..##",
    "###.#####.###",
    "#############",
    ".###########.",
    ".............",
    ".###########.",
]
SPARK = ["..#..", "..#..", "##.##", "..#..", "..#.."]


def guide(image: Image.Image, view: View, entry: Guide) -> None:
    """The page that the guide shows."""
    kind = type(entry.page)
    draw = view.screens.pages.get(kind) or PAGES[kind]
    draw(image, view, entry.page)


def _standings(image: Image.Image, view: View, page: Standings) -> None:
    standings(image, view, page.standings, gains=True)


def standings(
    image: Image.Image, view: View, found: Sequence[PlayerScore], *, gains: bool = False
) -> None:
    """Everybody's points; with ``gains`` what this scoring gave, else perhaps thinking time."""
    pitch = min(HIGH // len(found), 18)
    figures = FIGURES if pitch > FIGURES.capital else TEXT
    right = 100 if gains else WIDE
    top = (HIGH - pitch * len(found)) // 2
    for place, each in enumerate(found):
        (name,) = view.names_of([each.seat])
        middle = top + place * pitch + pitch // 2
        y = middle - TEXT.capital // 2
        thought = "" if gains else view.thinking_time_of(each.seat)
        room = right - POINTS - width(thought, SMALL) - 5 if thought else right - 22
        write(image, 0, y, name, drawing.largest(name, room, TEXT, SMALL), room)
        write(image, right - POINTS, y + 1, thought, SMALL, anchor="r")
        write(image, right, middle - figures.capital // 2, str(each.points), figures, anchor="r")
        if gains:
            write(image, WIDE, y, f"{each.gained:+}", TEXT, anchor="r")


def _winner(image: Image.Image, view: View, page: Winner) -> None:
    """The winner's name, and what decided."""
    names = view.words.listed(view.names_of(page.outcome.winners))
    face = drawing.largest(names, WIDE, LARGE, THIN, TEXT)
    lines = drawing.balanced(names, face, WIDE)
    small = TEXT
    reason = _what_decided(view, page, small)
    if len(lines) + len(reason) > 3:
        small = SMALL
        reason = _what_decided(view, page, small)
    high = face.height * len(lines) + small.height * len(reason)
    crown = len(CROWN) + 2 if high + len(CROWN) + 2 <= HIGH else 0
    if crown:
        drawing.sign(image, MIDDLE - 6, 1, CROWN)
        for aside, y in ((18, 4), (34, 2), (50, 5)):
            drawing.sign(image, MIDDLE - aside - 2, y, SPARK)
            drawing.sign(image, MIDDLE + aside - 2, y, SPARK)
    y = crown + (HIGH - crown - high) // 2 + face.above
    y = drawing.write_lines(image, MIDDLE, y, lines, face, face.height, anchor="m")
    y += small.above - face.above
    drawing.write_lines(image, MIDDLE, y, reason, small, small.height, anchor="m")


def _what_decided(view: View, page: Winner, face: Face) -> list[str]:
    """By what it was won, in lines; the sentence itself may say where a line ends."""
    figures = winning_figures(page.outcome, view.table.players)
    said = view.words.say(f"winner.{page.outcome.decided_by}", **figures)
    return [line for part in said.split("\n") for line in drawing.balanced(part, face, WIDE)]


PAGES: Mapping[type, EntryScreen] = {Standings: _standings, Winner: _winner}
