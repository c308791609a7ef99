"""The outlook: everybody's turns left."""

from fractions import Fraction

from PIL import Image

from companion.games.campanile.outlook import AllTurnsPage
from companion.text.figures import format_range
from companion.ui.screens import drawing
from companion.ui.screens.drawing import BODY_TOP, LEFT, SAFE_HEIGHT, SAFE_WIDTH, draw_text
from companion.ui.screens.fonts import FIGURES, MEDIUM, TEXT, text_width
from companion.ui.screens.outlook import draw_title
from companion.ui.screens.view import View

ROWS_TOP = BODY_TOP - 2
GAP = 6
ROW_PITCH = 17


def draw_all_turns(image: Image.Image, view: View, page: AllTurnsPage) -> None:
    """Everybody's turns left, the player first whose turn it is."""
    table, own = view.table, page.own
    pitch = min((SAFE_HEIGHT - ROWS_TOP) // len(own), ROW_PITCH)
    is_large = pitch > MEDIUM.capital
    figures, *faces = (FIGURES, MEDIUM, TEXT) if is_large else (TEXT, TEXT)
    draw_title(image, view.say(page.title))
    averages = [_say_average(view, each.average) for each in own]
    beside = max(text_width(each, TEXT) for each in averages)
    right = SAFE_WIDTH - beside - GAP * bool(beside)
    for place in range(len(own)):
        seat = (table.seat + place) % len(own)
        middle = ROWS_TOP + place * pitch + pitch // 2
        draw_text(image, SAFE_WIDTH, middle - 4, averages[seat], TEXT, anchor="r")
        span = format_range(own[seat].fewest, own[seat].most)
        draw_text(image, right, middle - figures.capital // 2, span, figures, anchor="r")
        room = right - text_width(span, figures) - 4 - LEFT
        name = table.players[seat].name
        font = drawing.largest_font(name, room, *faces)
        draw_text(image, LEFT, middle - font.capital // 2, name, font, room)


def _say_average(view: View, average: Fraction | None) -> str:
    """In tenths; nothing where the average is unknown."""
    if average is None:
        return ""
    return view.words.say("outlook.average", average=view.words.tenths(average))
