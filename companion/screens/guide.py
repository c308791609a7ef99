"""Draws the pages of the guide that every game has: everybody's points and the winner."""

from collections.abc import Mapping, Sequence

from PIL import Image

from companion.core.outcome import winning_figures
from companion.input.guide import Guide, PlayerScore, Standings, Winner
from companion.screens import drawing
from companion.screens.drawing import MIDDLE, SAFE_HEIGHT, SAFE_WIDTH, draw_text
from companion.screens.fonts import FIGURES, LARGE, SMALL, TEXT, THIN, Font, text_width
from companion.screens.view import EntryScreen, View

POINTS_WIDTH = 33
"""Columns for the points, where thinking times stand before them."""
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


def draw_guide(image: Image.Image, view: View, entry: Guide) -> None:
    """Draw the current page, by the game's own screen where it has one."""
    kind = type(entry.page)
    draw = view.screens.pages.get(kind) or PAGES[kind]
    draw(image, view, entry.page)


def draw_standings(
    image: Image.Image, view: View, found: Sequence[PlayerScore], *, gains: bool = False
) -> None:
    """Draw everybody's points, with what this scoring gave or else with thinking times."""
    pitch = min(SAFE_HEIGHT // len(found), 18)
    figures = FIGURES if pitch > FIGURES.capital else TEXT
    right = 100 if gains else SAFE_WIDTH
    top = (SAFE_HEIGHT - pitch * len(found)) // 2
    for place, each in enumerate(found):
        (name,) = view.names_of([each.seat])
        middle = top + place * pitch + pitch // 2
        y = middle - TEXT.capital // 2
        thought = "" if gains else view.thinking_time_of(each.seat)
        room = right - POINTS_WIDTH - text_width(thought, SMALL) - 5 if thought else right - 22
        draw_text(image, 0, y, name, drawing.largest_font(name, room, TEXT, SMALL), room)
        draw_text(image, right - POINTS_WIDTH, y + 1, thought, SMALL, anchor="r")
        draw_text(
            image, right, middle - figures.capital // 2, str(each.points), figures, anchor="r"
        )
        if gains:
            draw_text(image, SAFE_WIDTH, y, f"{each.gained:+}", TEXT, anchor="r")


def _draw_winner(image: Image.Image, view: View, page: Winner) -> None:
    names = view.words.listed(view.names_of(page.outcome.winners))
    font = drawing.largest_font(names, SAFE_WIDTH, LARGE, THIN, TEXT)
    lines = drawing.balance_lines(names, font, SAFE_WIDTH)
    small = TEXT
    reason = _reason_lines(view, page, small)
    if len(lines) + len(reason) > 3:
        small = SMALL
        reason = _reason_lines(view, page, small)
    high = font.height * len(lines) + small.height * len(reason)
    crown = len(CROWN) + 2 if high + len(CROWN) + 2 <= SAFE_HEIGHT else 0
    if crown:
        drawing.draw_sign(image, MIDDLE - 6, 1, CROWN)
        for aside, y in ((18, 4), (34, 2), (50, 5)):
            drawing.draw_sign(image, MIDDLE - aside - 2, y, SPARK)
            drawing.draw_sign(image, MIDDLE + aside - 2, y, SPARK)
    y = crown + (SAFE_HEIGHT - crown - high) // 2 + font.above
    y = drawing.draw_lines(image, MIDDLE, y, lines, font, font.height, anchor="m")
    y += small.above - font.above
    drawing.draw_lines(image, MIDDLE, y, reason, small, small.height, anchor="m")


def _reason_lines(view: View, page: Winner, font: Font) -> list[str]:
    figures = winning_figures(page.outcome, view.table.players)
    said = view.words.say(f"winner.{page.outcome.decided_by}", **figures)
    return [
        line for part in said.split("\n") for line in drawing.balance_lines(part, font, SAFE_WIDTH)
    ]


PAGES: Mapping[type, EntryScreen] = {
    Standings: lambda image, view, page: draw_standings(image, view, page.standings, gains=True),
    Winner: _draw_winner,
}
