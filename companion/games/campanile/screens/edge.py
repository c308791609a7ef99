"""At the towers' side, where they lie: the open cards and the pile, or the three numbered piles."""

from PIL import Image

from companion.games.campanile.input.light import NextPicker
from companion.games.campanile.rules import table1996
from companion.games.campanile.rules.table import CampanileTable
from companion.games.campanile.screens.pieces import CAMPANILE_PALETTE, SPECIAL, draw_card
from companion.input.context import Hints
from companion.screens import drawing
from companion.screens.drawing import SAFE_WIDTH, draw_text
from companion.screens.fonts import SMALL, TEXT
from companion.screens.view import View

EDGE = 27
"""Columns at the side of the open cards, for them and the pile."""
CARDS = 14
"""The row where the open cards begin."""
CARD = 9
"""Rows from one open card to the next."""
SCORING_CARDS = 13
"""The row where light play's scoring cards begin."""
SCORING_CARD = 14
"""Rows from one to the next."""
PILES = 12
PILE = 12
"""Rows from one numbered pile to the next."""
NUMBER = 6
"""Columns of a pile's number."""
EMPTY = ""


def edge(
    image: Image.Image, view: View, *, at: int | None = None, new: str = "", floors: int = 0
) -> None:
    """The cards on the table, one of them perhaps pointed ``at``, a ``new`` one turned up.

    Of three piles the one is marked that is drawn from after so many ``floors``, or after those
    that were built in this turn.
    """
    left, table = SAFE_WIDTH - EDGE if view.mirrored else 0, view.table
    if isinstance(table, table1996.Campanile1996Table):
        _piles(image, view, left, table, floors or table.floors_built, new)
    else:
        _open_cards(image, view, left, at, new)


def _open_cards(image: Image.Image, view: View, left: int, at: int | None, new: str) -> None:
    """The open cards with their names, and the pile; its count is the first of the hints."""
    display, pile_count = view.table.display, view.table.left
    for place, what in enumerate([*display, new] if new else display):
        y = CARDS + place * CARD
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


def scoring_cards(image: Image.Image, view: View, entry: NextPicker) -> None:
    """Over the pile the scoring cards to come, dotted while they can hardly come."""
    left = SAFE_WIDTH - EDGE if view.mirrored else 0
    for place, name in enumerate(SPECIAL):
        card = next((each for each in entry.cards if each.word == name), None)
        if card is None:
            continue
        y = SCORING_CARDS + place * SCORING_CARD
        unlikely = entry.waiting.judge(card) is not None
        draw_card(image, (left + 6, y, left + 20, y + 12), name, dotted=unlikely)
        if card == entry.card:
            drawing.draw_sign(image, left, y + 2, drawing.ARROW_RIGHT)


def _piles(
    image: Image.Image,
    view: View,
    left: int,
    table: table1996.Campanile1996Table,
    marked: int,
    new: str,
) -> None:
    """Each pile's number, its top card and, as a hint, how many cards it has with that one.

    Light play does not know the top.
    """
    for place, (what, count) in enumerate(zip(table.display, table.piles, strict=True)):
        number, y = place + 1, PILES + place * PILE
        here = number == marked
        if here:
            image.paste(drawing.LIT, (left, y, left + NUMBER, y + PILE - 1))
        draw_text(
            image, left + NUMBER // 2 + 1, y + 2, str(number), SMALL, anchor="m", lit=not here
        )
        box = (left + NUMBER + 1, y, left + NUMBER + 11, y + PILE - 1)
        unknown = table.light and count > 0
        shown = what or (new if here else EMPTY)
        hollow = not (shown or unknown)
        draw_card(image, box, shown, hollow=hollow, dotted=what is None and not unknown)
        if count and view.hints is not Hints.NONE:
            draw_text(image, left + EDGE, y + 2, str(count), SMALL, anchor="r")


def ends_the_game(table: CampanileTable, floors: int) -> bool:
    """Whether the last card of a numbered pile is drawn after so many floors."""
    return isinstance(table, table1996.Campanile1996Table) and table.piles[floors - 1] == 1
