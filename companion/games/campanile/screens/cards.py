"""The lists of the setup: the first open cards, and the row of towers."""

from collections.abc import Sequence

from PIL import Image

from companion.games.campanile.input.cards import SWAP, ListPicker
from companion.games.campanile.screens.pieces import card_title, draw_card
from companion.screens import drawing
from companion.screens.drawing import MIDDLE, SAFE_WIDTH, draw_text
from companion.screens.fonts import LARGE, SMALL, TEXT, THIN
from companion.screens.view import View

CARD_TOP = 12
"""Cards lie between this row and `CARD_BOTTOM`."""
CARD_BOTTOM = 33
WORD_Y = 40
"""The row of the large word, which fills the fifth and the sixth page of the panel."""


def draw_list_picker(image: Image.Image, view: View, entry: ListPicker) -> None:
    """Draw the items chosen so far, and the choice pointed at in the place where it would go."""
    row = entry.question.key == "row"
    here = len(entry.chosen)
    asked = view.words.say(f"ask.{entry.question.key}", number=here + 1, items=entry.question.items)
    draw_text(image, 0, 2, asked, drawing.largest_font(asked, SAFE_WIDTH, TEXT, SMALL), SAFE_WIDTH)
    swapping = entry.item == SWAP
    if row:
        _draw_open_cards_end(image, view.mirrored, swapping)
    if swapping:
        room = SAFE_WIDTH - 16
        lines = drawing.balance_lines(view.words.say("row.swap"), TEXT, room)
        lines = drawing.limit_lines(2, lines, TEXT, room)
        y = 48 - 6 * len(lines)
        drawing.draw_lines(image, MIDDLE, y, lines, TEXT, 11, anchor="m")
    else:
        _draw_cards(image, entry, _card_boxes(row, view.mirrored))
        word = card_title(view.words, entry.item)
        font = drawing.largest_font(word, SAFE_WIDTH - 12, LARGE, THIN, TEXT)
        draw_text(
            image, MIDDLE, WORD_Y + (LARGE.capital - font.capital) // 2, word, font, anchor="m"
        )
    drawing.draw_sign(image, 0, 45, drawing.ARROW_LEFT)
    drawing.draw_sign(image, SAFE_WIDTH - 4, 45, drawing.ARROW_RIGHT)


def _card_boxes(row: bool, mirrored: bool) -> list[drawing.Rect]:
    """The places of the cards, the first nearest the open cards."""
    if not row:
        return [(18 + place * 34, CARD_TOP, 42 + place * 34, CARD_BOTTOM) for place in range(3)]
    boxes = [(25 + place * 21, CARD_TOP, 42 + place * 21, CARD_BOTTOM) for place in range(5)]
    if not mirrored:
        return boxes
    return [
        (SAFE_WIDTH - right, top, SAFE_WIDTH - left, bottom) for left, top, right, bottom in boxes
    ]


def _draw_cards(image: Image.Image, entry: ListPicker, boxes: Sequence[drawing.Rect]) -> None:
    items = [*entry.chosen, entry.item]
    for place, box in enumerate(boxes):
        what = items[place] if place < len(items) else ""
        draw_card(image, box, what, hollow=not what)
        if place == len(entry.chosen):
            drawing.draw_sign(image, (box[0] + box[2]) // 2 - 3, box[3] + 1, drawing.ARROW_UP)


def _draw_open_cards_end(image: Image.Image, mirrored: bool, swapping: bool) -> None:
    """At which end of the row the open cards lie; dotted at the other end, where they would go."""
    ends = (SAFE_WIDTH - 12, 2) if mirrored else (2, SAFE_WIDTH - 12)
    for end, x in enumerate(ends if swapping else ends[:1]):
        for place in range(3):
            top = CARD_TOP + place * 8
            drawing.draw_outline(image, (x, top, x + 10, top + 8), dotted=end == 1)
    if swapping:
        drawing.draw_rule(image, 24, 22, SAFE_WIDTH - 22)
        tip = drawing.ARROW_LEFT if mirrored else drawing.ARROW_RIGHT
        drawing.draw_sign(image, 20 if mirrored else SAFE_WIDTH - 24, 21, tip)
