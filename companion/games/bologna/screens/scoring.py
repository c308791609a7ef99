"""The pictures of a scoring of Bologna: its title, and the points of each player."""

from PIL import Image, ImageChops

from companion.games.bologna.input.pages import ScoringPage, TallyPage
from companion.games.bologna.rules.collection import KINDS
from companion.games.bologna.rules.scoring import FINAL, Tally
from companion.games.bologna.screens import signs
from companion.games.bologna.screens.fields import SIZE, assign_grounds, draw_tower
from companion.screens import drawing
from companion.screens.drawing import (
    MIDDLE,
    SAFE_HEIGHT,
    SAFE_WIDTH,
    draw_first_line,
    draw_text,
)
from companion.screens.fonts import FIGURES, SMALL, TEXT, THIN, text_width
from companion.screens.view import View

LARGE_IN_LINE, SMALL_IN_LINE = 7, 14
"""Towers in a line: twice as large as on the board, and as large."""


def draw_scoring_page(image: Image.Image, view: View, page: ScoringPage) -> None:
    """The scoring's title over the number of each player's towers, dark on a lit screen."""
    word = view.words.say(f"scoring.{page.scoring.name}")
    lines = drawing.balance_lines(word, THIN, SAFE_WIDTH - 8)
    font = THIN if len(lines) < 3 else TEXT
    lines = drawing.limit_lines(
        2, drawing.balance_lines(word, font, SAFE_WIDTH - 8), font, SAFE_WIDTH - 8
    )
    drawing.draw_lines(image, MIDDLE, 18 - 8 * len(lines) + 1, lines, font, 16, anchor="m")
    ground_of = assign_grounds(view.table.players)
    seats = len(page.scoring.tallies)
    for tally in page.scoring.tallies:
        x = (SAFE_WIDTH * (2 * tally.seat + 1)) // (2 * seats)
        draw_tower(image, x - 4, 40, ground_of[tally.seat])
        drawing.draw_outline(image, (x - 7, 37, x + 7, 51), dotted=True)
        draw_text(image, x, 53, str(len(tally.towers)), TEXT, anchor="m")
    sight = (0, 0, SAFE_WIDTH, SAFE_HEIGHT)
    image.paste(ImageChops.invert(image.crop(sight)), sight)


def draw_tally_page(image: Image.Image, view: View, page: TallyPage) -> None:
    """A player's towers, each with its height, and the points that they give."""
    tally, name = page.tally, view.table.players[page.tally.seat].name
    points = f"{tally.points:+}"
    draw_text(image, SAFE_WIDTH, 0, points, FIGURES, anchor="r")
    draw_first_line(image, 0, name, TEXT, SAFE_WIDTH - text_width(points, FIGURES) - 4, top=1)
    if page.scoring != FINAL:
        _draw_towers(image, view, tally, lines=2)
        key = "tally.towers" if tally.towers else "tally.none"
        words = view.words.say(key, towers=len(tally.towers))
        draw_text(image, 0, SAFE_HEIGHT - 9, words, SMALL, SAFE_WIDTH)
        return
    _draw_towers(image, view, tally, lines=1)
    _draw_collection(image, view, tally, SAFE_HEIGHT - 25)
    key = "tally.unbuilt" if tally.unbuilt else "tally.all-built"
    said = view.words.say(key, towers=tally.tower_points, unbuilt=tally.unbuilt)
    draw_text(image, 0, SAFE_HEIGHT - 9, said, SMALL, SAFE_WIDTH)


def _draw_towers(image: Image.Image, view: View, tally: Tally, lines: int) -> None:
    ground = assign_grounds(view.table.players)[tally.seat]
    stacks = view.table.board.stacks
    towers = sorted(tally.towers, key=lambda tower: -tower[1])
    scale = 2 if len(towers) <= LARGE_IN_LINE * lines else 1
    per_line = LARGE_IN_LINE if scale == 2 else SMALL_IN_LINE
    for number, (at, height) in enumerate(towers):
        row, column = divmod(number, per_line)
        small = Image.new("1", (SIZE, SIZE))
        draw_tower(small, 0, 0, ground, height, roofed=stacks[at].roof is not None)
        large = small.resize((SIZE * scale, SIZE * scale), Image.Resampling.NEAREST)
        image.paste(large, (1 + column * (SIZE + 1) * scale, 15 + row * (SIZE + 1) * scale))


def _draw_collection(image: Image.Image, view: View, tally: Tally, y: int) -> None:
    collected = view.table.players[tally.seat].kinds
    for number, kind in enumerate(KINDS):
        rows = signs.KINDS[kind] if kind in collected else signs.NO_KIND
        drawing.draw_sign(image, number * 12, y, rows)
    draw_text(image, SAFE_WIDTH, y, f"{tally.extra:+}", TEXT, anchor="r")
