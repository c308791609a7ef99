"""The pages of a scoring of Bologna: it begins, and what each player gets and what for."""

from PIL import Image, ImageChops

from companion.entry.bologna.pages import ScoringPage, TallyPage
from companion.games.bologna.collection import KINDS
from companion.games.bologna.scoring import FINAL, Tally
from companion.screens import drawing
from companion.screens.bologna import signs
from companion.screens.bologna.fields import draw_tower, grounds
from companion.screens.drawing import HIGH, THIN, WIDE, write
from companion.screens.lettering import FIGURES, LARGE, SMALL, TEXT, rises, width
from companion.screens.view import View

MIDDLE = WIDE // 2
PER_LINE = 11
"""Towers in a line."""


def scoring_page(image: Image.Image, view: View, page: ScoringPage) -> None:
    """Dark on a lit screen: which scoring it is, over everybody's towers."""
    lines = drawing.balanced(view.words.say(f"scoring.{page.scoring.name}"), THIN, WIDE - 8)
    face = THIN if len(lines) < 3 else TEXT
    lines = drawing.balanced(view.words.say(f"scoring.{page.scoring.name}"), face, WIDE - 8)[:2]
    drawing.write_lines(image, MIDDLE, 5, lines, face, 17, anchor="m")
    told = grounds(view.table.players)
    seats = len(page.scoring.tallies)
    for tally in page.scoring.tallies:
        x = (WIDE * (2 * tally.seat + 1)) // (2 * seats)
        draw_tower(image, x - 4, 40, told[tally.seat])
        drawing.outline(image, (x - 7, 37, x + 7, 51), dotted=True)
        write(image, x, 53, str(len(tally.towers)), TEXT, anchor="m")
    image.paste(ImageChops.invert(image))


def tally_page(image: Image.Image, view: View, page: TallyPage) -> None:
    """A player's towers, each with its height, and the points that they give."""
    tally, players = page.tally, view.table.players
    name, points = players[tally.seat].name, f"{tally.points:+}"
    face = LARGE if len(points) < 4 else THIN
    left = WIDE - width(points, FIGURES)
    write(image, WIDE, 0, points, FIGURES, anchor="r")
    write(image, 0, 2 + (2 if rises(name) else 0), name, TEXT, left - 4)
    del face
    _towers(image, view, tally)
    y = HIGH - 10
    if page.scoring != FINAL:
        words = view.words.say("tally.towers", towers=len(tally.towers), points=tally.points)
        write(image, 0, y, words, SMALL, WIDE)
        return
    said = view.words.say(
        "tally.final", towers=tally.tower_points, unbuilt=tally.unbuilt, bonus=tally.extra
    )
    lines = drawing.balanced(said, SMALL, WIDE)[:2]
    drawing.write_lines(image, 0, HIGH - 9 * len(lines), lines, SMALL, 9)
    _collection(image, view, tally, HIGH - 9 * len(lines) - 10)


def _towers(image: Image.Image, view: View, tally: Tally) -> None:
    """The towers, the highest first."""
    ground = grounds(view.table.players)[tally.seat]
    stacks = view.table.board.stacks
    towers = sorted(tally.towers, key=lambda tower: -tower[1])
    for number, (at, height) in enumerate(towers):
        row, column = divmod(number, PER_LINE)
        roofed = stacks[at].roof is not None
        draw_tower(image, 1 + column * 11, 16 + row * 10, ground, height, roofed=roofed)


def _collection(image: Image.Image, view: View, tally: Tally, y: int) -> None:
    """The kinds of the set in their order; a dot where one is missing."""
    collected = view.table.players[tally.seat].kinds
    for number, kind in enumerate(KINDS):
        rows = signs.KINDS[kind] if kind in collected else signs.NO_KIND
        drawing.sign(image, number * 12, y, rows)
    write(image, WIDE, y, f"{tally.extra:+}", TEXT, anchor="r")
