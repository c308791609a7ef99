"""Cards laid out one after the other: the first open ones, and the row of towers."""

from collections.abc import Sequence

from PIL import Image

from companion.games.campanile.input.cards import SWAP, ListPicker
from companion.games.campanile.screens.pieces import draw_card
from companion.games.campanile.screens.titles import card_title
from companion.screens import drawing
from companion.screens.drawing import MIDDLE, SAFE_WIDTH, draw_text, draw_title
from companion.screens.fonts import LARGE, TEXT, THIN
from companion.screens.view import View

TOP = 12
"""The row where cards begin."""
BOTTOM = 33
WORD = 40
"""The row of the large word: just the panel's fifth and sixth page."""


def list_picker(image: Image.Image, view: View, entry: ListPicker) -> None:
    """The row of towers, or the first open cards, one after the other.

    The choice pointed at stands in the place where it would go.
    """
    row = entry.question.key == "row"
    here = len(entry.chosen)
    asked = view.words.say(f"ask.{entry.question.key}", number=here + 1, items=entry.question.items)
    draw_title(image, asked)
    swapping = entry.item == SWAP
    if row:
        _open_cards_end(image, view.mirrored, swapping)
    if swapping:
        room = SAFE_WIDTH - 16
        lines = drawing.balance_lines(view.words.say("row.swap"), TEXT, room)
        lines = drawing.limit_lines(2, lines, TEXT, room)
        y = 48 - 6 * len(lines)
        drawing.draw_lines(image, MIDDLE, y, lines, TEXT, 11, anchor="m")
    else:
        _slots(image, entry, _places_for(row, view.mirrored))
        word = card_title(view.words, entry.item)
        font = drawing.largest_font(word, SAFE_WIDTH - 12, LARGE, THIN, TEXT)
        draw_text(image, MIDDLE, WORD + (LARGE.capital - font.capital) // 2, word, font, anchor="m")
    drawing.draw_sign(image, 0, 45, drawing.ARROW_LEFT)
    drawing.draw_sign(image, SAFE_WIDTH - 4, 45, drawing.ARROW_RIGHT)


def _places_for(row: bool, mirrored: bool) -> list[drawing.Rect]:
    """Where the chosen cards lie, the first nearest the open cards."""
    if not row:
        return [(18 + place * 34, TOP, 42 + place * 34, BOTTOM) for place in range(3)]
    boxes = [(25 + place * 21, TOP, 42 + place * 21, BOTTOM) for place in range(5)]
    return (
        [(SAFE_WIDTH - box[2], TOP, SAFE_WIDTH - box[0], BOTTOM) for box in boxes]
        if mirrored
        else boxes
    )


def _slots(image: Image.Image, entry: ListPicker, boxes: Sequence[drawing.Rect]) -> None:
    items = [*entry.chosen, entry.item]
    for place, box in enumerate(boxes):
        what = items[place] if place < len(items) else ""
        draw_card(image, box, what, hollow=not what)
        if place == len(entry.chosen):
            drawing.draw_sign(image, (box[0] + box[2]) // 2 - 3, box[3] + 1, drawing.ARROW_UP)


def _open_cards_end(image: Image.Image, mirrored: bool, swapping: bool) -> None:
    """At which end of the row the open cards lie, and where they would go."""
    ends = (SAFE_WIDTH - 12, 2) if mirrored else (2, SAFE_WIDTH - 12)
    for end, x in enumerate(ends if swapping else ends[:1]):
        for place in range(3):
            top = TOP + place * 8
            drawing.draw_outline(image, (x, top, x + 10, top + 8), dotted=end == 1)
    if swapping:
        drawing.draw_rule(image, 24, 22, SAFE_WIDTH - 22)
        tip = drawing.ARROW_LEFT if mirrored else drawing.ARROW_RIGHT
        drawing.draw_sign(image, 20 if mirrored else SAFE_WIDTH - 24, 21, tip)
