"""What lies beside the towers: the three numbered piles, or light play's scoring cards."""

from PIL import Image

from companion.games.campanile.input.light import NextPicker
from companion.games.campanile.rules import table1996
from companion.games.campanile.screens.pieces import (
    LABEL_TOP,
    UNDER_MAIN,
    divide_row,
    draw_card,
    draw_named_card,
)
from companion.ui.input.hints import Hints
from companion.ui.screens import drawing
from companion.ui.screens.drawing import SAFE_HEIGHT, SAFE_WIDTH, draw_text
from companion.ui.screens.fonts import SMALL, TEXT
from companion.ui.screens.view import View

PILES_WIDTH = 37
PILES_GAP = 4
PILE_CARD_Y = 44
SCORING_CARD_WIDTH = 16
SCORING_CARD_GAP = 2


def edge_width(view: View, entry: object) -> int:
    """The columns beside the towers, with the gap before them."""
    if isinstance(view.table, table1996.Campanile1996Table):
        return PILES_WIDTH + PILES_GAP
    if isinstance(entry, NextPicker):
        return (SCORING_CARD_WIDTH + SCORING_CARD_GAP) * len(entry.cards)
    return 0


def draw_edge(image: Image.Image, view: View, entry: object, floors: int) -> None:
    """Draw what lies beside the towers; of three piles the one drawn from is chosen."""
    left = SAFE_WIDTH - edge_width(view, entry) if view.mirrored else 0
    if isinstance(view.table, table1996.Campanile1996Table):
        left += PILES_GAP * view.mirrored
        _draw_piles(image, view, view.table, left, floors)
    elif isinstance(entry, NextPicker):
        left += SCORING_CARD_GAP * view.mirrored
        _draw_scoring_cards(image, view, entry, left)


def _draw_piles(
    image: Image.Image, view: View, table: table1996.Campanile1996Table, left: int, floors: int
) -> None:
    """Each pile's top card between its count and its number."""
    columns = divide_row(table1996.PILES, left, left + PILES_WIDTH)
    for number, (start, end) in enumerate(columns, 1):
        what, count = table.display[number - 1], table.piles[number - 1]
        if count and view.hints is not Hints.NONE:
            middle = (start + end) // 2
            draw_text(image, middle, UNDER_MAIN + 1, str(count), SMALL, anchor="m")
        is_empty = what is None and not (table.light and count)
        draw_card(image, (start, PILE_CARD_Y, end, LABEL_TOP - 1), what or "", hollow=is_empty)
        box = (start, LABEL_TOP, end, SAFE_HEIGHT)
        drawing.draw_boxed_text(image, box, str(number), TEXT, chosen=number == floors)


def _draw_scoring_cards(image: Image.Image, view: View, entry: NextPicker, left: int) -> None:
    """Light play's scoring cards, dotted while they are unlikely; the ring of choices goes on."""
    cards = entry.cards
    for card in cards:
        box = (left, UNDER_MAIN, left + SCORING_CARD_WIDTH, SAFE_HEIGHT)
        unlikely = entry.card_question.judge(card) is not None
        draw_named_card(
            image, box, view.words, card.word, chosen=card == entry.card, dotted=unlikely
        )
        left += SCORING_CARD_WIDTH + SCORING_CARD_GAP
