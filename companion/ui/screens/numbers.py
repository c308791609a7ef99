"""Draws the number that is chosen of many: a large figure, and where sideways leads."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from PIL import Image

from companion.ui.input.numbers import TEN, CountPicker, NumberPicker
from companion.ui.screens import drawing
from companion.ui.screens.drawing import BODY_TOP, LEFT, MIDDLE, SAFE_WIDTH, draw_text
from companion.ui.screens.fonts import FIGURES, LARGE, MEDIUM, TEXT, Anchor, double_size, text_width
from companion.ui.screens.menus import tell_running, title_question
from companion.ui.screens.view import EntryScreen, View

FIGURE_Y = 30
DIGIT_WIDTH, DIGIT_EDGE = 16, 3
"""Columns from one large digit to the next, and rows of the bar above and below."""
COUNT_EDGE, COUNT_Y, COUNT_HEIGHT = 7, 33, 20
"""Columns beside the bar behind a count, its first row and its rows."""
BELOW_Y = 54


def draw_number_picker(image: Image.Image, view: View, entry: NumberPicker) -> None:
    """Draw the question, the number, and beside it the numbers ten away."""
    title, verb = title_question(view, entry.question, entry.question.key)
    drawing.draw_header(image, title, verb=verb, end=tell_running(view, entry.question))
    draw_figure(image, entry, MIDDLE, FIGURE_Y, SAFE_WIDTH // 2)
    if entry.tens_chosen:
        return
    y = FIGURE_Y + (LARGE.capital - MEDIUM.capital) // 2
    room = (SAFE_WIDTH - text_width(str(entry.number), LARGE)) // 2 - DIGIT_WIDTH
    sides: Sequence[tuple[int, int, Anchor]]
    sides = (-TEN, LEFT, "l"), (TEN, SAFE_WIDTH - LEFT, "r")
    for step, x, anchor in sides:
        at = entry.find_place(step)
        if at != entry.at and text_width(entry.items[at].word, MEDIUM) <= room:
            draw_text(image, x, y, entry.items[at].word, MEDIUM, anchor=anchor)


def draw_figure(image: Image.Image, entry: NumberPicker, middle: int, y: int, room: int) -> None:
    """Draw the number in a bar, or with one axis its tens and ones, of which one is in a bar."""
    top, bottom = y - DIGIT_EDGE, y + LARGE.capital + DIGIT_EDGE
    text = str(entry.number)
    if entry.axes == 1:
        tens, ones = text[:-1] or "0", text[-1]
        left = middle + DIGIT_WIDTH // 2 - text_width(tens, LARGE) // 2
        split = min(left + 2, SAFE_WIDTH - DIGIT_WIDTH)
        wide = max(DIGIT_WIDTH, text_width(tens, LARGE) + 4)
        box = (split - wide, top, split, bottom)
        drawing.draw_boxed_text(image, box, tens, LARGE, chosen=not entry.tens_chosen)
        box = (split, top, split + DIGIT_WIDTH, bottom)
        drawing.draw_boxed_text(image, box, ones, LARGE, chosen=entry.tens_chosen)
        return
    font = drawing.largest_font(text, room, LARGE, FIGURES)
    half = max(text_width(text, font) // 2 + 4, DIGIT_WIDTH)
    box = (middle - half, top, middle + half, bottom)
    drawing.draw_boxed_text(image, box, text, font, chosen=True)


def draw_counts(
    image: Image.Image, entry: CountPicker, signs: Sequence[Sequence[str]], below: Sequence[str]
) -> None:
    """Draw how many of each kind, side by side: its sign, the number, and a short text below."""
    width = SAFE_WIDTH // len(signs)
    for place, (sign, text) in enumerate(zip(signs, below, strict=True)):
        left, rows = place * width, double_size(sign)
        drawing.draw_sign(image, left + (width - len(rows[0])) // 2, BODY_TOP - 1, rows)
        box = (left + COUNT_EDGE, COUNT_Y, left + width - COUNT_EDGE, COUNT_Y + COUNT_HEIGHT)
        count = str(entry.counts[place])
        drawing.draw_boxed_text(image, box, count, LARGE, chosen=place == entry.at)
        draw_text(image, left + width // 2, BELOW_Y, text, TEXT, width, anchor="m")


SCREENS: Mapping[type, EntryScreen] = {NumberPicker: draw_number_picker}
