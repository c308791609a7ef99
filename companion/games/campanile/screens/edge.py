"""The edge beside the towers: the open cards and the pile, or the three numbered piles."""

from PIL import Image

from companion.games.campanile.input.light import NextPicker
from companion.games.campanile.rules import table1996
from companion.games.campanile.rules.table import CampanileTable
from companion.games.campanile.screens.card_signs import SCORING_CARD_SIGNS
from companion.games.campanile.screens.pieces import (
    CAMPANILE_PALETTE,
    draw_card,
)
from companion.input.context import Hints
from companion.screens import drawing
from companion.screens.drawing import SAFE_WIDTH, draw_text
from companion.screens.fonts import SMALL, TEXT
from companion.screens.view import View

EDGE_WIDTH = 27
CARD_ROW_Y = 14
CARD_PITCH = 9
SCORING_CARD_ROW_Y = 13
SCORING_CARD_PITCH = 14
PILE_ROW_Y = 12
PILE_PITCH = 12
NUMBER_WIDTH = 6


def draw_edge(
    image: Image.Image, view: View, *, at: int | None = None, new: str = "", floors: int = 0
) -> None:
    """Draw the cards on the table, with a cursor ``at`` one of them and a ``new`` one turned up.

    Of three piles the one is marked that is drawn from after so many ``floors``; by default those
    built in this turn.
    """
    left, table = SAFE_WIDTH - EDGE_WIDTH if view.mirrored else 0, view.table
    if isinstance(table, table1996.Campanile1996Table):
        _draw_piles(image, view, left, table, floors or table.floors_built, new)
    else:
        _draw_open_cards(image, view, left, at, new)


def _draw_open_cards(image: Image.Image, view: View, left: int, at: int | None, new: str) -> None:
    display, pile_count = view.table.display, view.table.left
    for place, what in enumerate([*display, new] if new else display):
        y = CARD_ROW_Y + place * CARD_PITCH
        fresh = place == len(display)
        draw_card(image, (left + 5, y, left + 15, y + 8), what, dotted=fresh)
        if what in CAMPANILE_PALETTE:
            draw_text(image, left + 16, y + 1, view.words.say(f"short.{what}"), SMALL, 11)
        if place == at:
            drawing.draw_sign(image, left, y + 1, drawing.ARROW_RIGHT)
    if pile_count is not None:
        drawing.draw_sign(image, left, 42, drawing.PILE_SIGN)
    if pile_count is not None and view.hints is not Hints.NONE:
        draw_text(image, left + 12, 43, str(pile_count), TEXT)


def draw_scoring_cards(image: Image.Image, view: View, entry: NextPicker) -> None:
    """Draw light play's scoring cards over the pile, dotted while they are unlikely."""
    left = SAFE_WIDTH - EDGE_WIDTH if view.mirrored else 0
    for place, name in enumerate(SCORING_CARD_SIGNS):
        card = next((each for each in entry.cards if each.word == name), None)
        if card is None:
            continue
        y = SCORING_CARD_ROW_Y + place * SCORING_CARD_PITCH
        unlikely = entry.card_question.judge(card) is not None
        draw_card(image, (left + 6, y, left + 20, y + 12), name, dotted=unlikely)
        if card == entry.card:
            drawing.draw_sign(image, left, y + 2, drawing.ARROW_RIGHT)


def _draw_piles(
    image: Image.Image,
    view: View,
    left: int,
    table: table1996.Campanile1996Table,
    marked: int,
    new: str,
) -> None:
    for place, (what, count) in enumerate(zip(table.display, table.piles, strict=True)):
        number, y = place + 1, PILE_ROW_Y + place * PILE_PITCH
        here = number == marked
        if here:
            image.paste(drawing.LIT, (left, y, left + NUMBER_WIDTH, y + PILE_PITCH - 1))
        draw_text(
            image, left + NUMBER_WIDTH // 2 + 1, y + 2, str(number), SMALL, anchor="m", lit=not here
        )
        box = (left + NUMBER_WIDTH + 1, y, left + NUMBER_WIDTH + 11, y + PILE_PITCH - 1)
        unknown = table.light and count > 0
        shown = what or (new if here else "")
        hollow = not (shown or unknown)
        draw_card(image, box, shown, hollow=hollow, dotted=what is None and not unknown)
        if count and view.hints is not Hints.NONE:
            draw_text(image, left + EDGE_WIDTH, y + 2, str(count), SMALL, anchor="r")


def would_end_game(table: CampanileTable, floors: int) -> bool:
    """Whether so many floors draw the last card of a numbered pile."""
    return isinstance(table, table1996.Campanile1996Table) and table.piles[floors - 1] == 1
