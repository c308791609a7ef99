"""Cards in one strip: the one taken, the one turned up, the first open ones, the row of towers."""

from collections.abc import Sequence

from PIL import Image

from companion.core.session import is_correction
from companion.games.campanile.input.cards import OTHER, SWAP, CardPicker, ListPicker
from companion.games.campanile.rules import table2009
from companion.games.campanile.rules.cards import OPEN
from companion.games.campanile.rules.foresight import forecast_pile
from companion.games.campanile.screens.pieces import (
    CARDS_END_WIDTH,
    MAIN_Y,
    UNDER_MAIN,
    card_title,
    divide_row,
    draw_cards_end,
    draw_main_word,
    draw_named_card,
    draw_pile_count,
)
from companion.games.campanile.speech import say_pile_note
from companion.ui.input.hints import Hints
from companion.ui.screens import drawing
from companion.ui.screens.drawing import (
    LEFT,
    LINE_PITCH,
    SAFE_HEIGHT,
    SAFE_WIDTH,
    TEXT_WIDTH,
    Rect,
    draw_text,
)
from companion.ui.screens.fonts import MEDIUM, SMALL, TEXT, wrap_text
from companion.ui.screens.view import View

CARDS_TOP = UNDER_MAIN + 1
UNDER_NOTE = 48
"""The first row of the cards under a note."""
CARD_WIDTH = 33
"""The most columns of a card."""
ARROWS_WIDTH = 16
ARROW_Y, ARROW_GAP = 54, 6


def draw_card_picker(image: Image.Image, view: View, entry: CardPicker) -> None:
    """Draw the question which card is taken or turned up, all choices in one strip."""
    note = _note(view, entry)
    count = None if view.hints is Hints.NONE else view.table.left
    left = SAFE_WIDTH if count is None else draw_pile_count(image, count) - 4
    verb = view.words.say(f"ask.{entry.question.key}")
    drawing.draw_header(image, view.table.player.name, verb=verb)
    draw_main_word(image, card_title(view.words, entry.card), left - LEFT)
    font = drawing.largest_font(note, TEXT_WIDTH, TEXT, SMALL)
    draw_text(image, LEFT, UNDER_MAIN, note, font, TEXT_WIDTH)
    _draw_choices(image, view, entry, UNDER_NOTE if note else CARDS_TOP)


def _draw_choices(image: Image.Image, view: View, entry: CardPicker, top: int) -> None:
    choices = entry.choices
    parts = max(len(choices), OPEN)
    for place, (name, (start, end)) in enumerate(zip(choices, divide_row(parts), strict=False)):
        copies = 1
        if entry.question.key == "take":
            copies = view.table.open_cards.count(name) - choices.count(name) + 1
        box, chosen = _card_box(start, end, top), place == entry.at
        draw_named_card(image, box, view.words, name, chosen=chosen, copies=copies)


def _card_box(left: int, right: int, top: int) -> Rect:
    """A card in the middle of its columns, down to the last row."""
    margin = max(right - left - CARD_WIDTH, 0) // 2
    return left + margin, top, right - margin, SAFE_HEIGHT


def _note(view: View, entry: CardPicker) -> str:
    """What the choice depends on; and where no marker was left to ask for, that it was so."""
    table, asks_take = view.table, entry.question.key == "take"
    if entry.below is not None and entry.card != OTHER:
        return view.words.say("note.unlikely")
    if not asks_take and isinstance(table, table2009.Campanile2009Table):
        return say_pile_note(view, forecast_pile(table))
    spent = _spent_marker(view)
    return view.words.say("note.marker-spent", marker=spent) if spent else ""


def _spent_marker(view: View) -> int:
    """The marker not asked for in this turn because none is left; 0 if one was."""
    assert view.session is not None, "a card is taken in a game"
    answers = (each for each in reversed(view.session.answers) if not is_correction(each))
    last = next(answers, None)
    return view.table.floors_built if last is not None and last.key == "floors" else 0


# The lists of the setup -------------------------------------------------------------------------


def draw_list_picker(image: Image.Image, view: View, entry: ListPicker) -> None:
    """Draw the items chosen so far, and the choice pointed at in the place where it would go."""
    is_row, swapping = entry.question.key == "row", entry.item == SWAP
    number, items = len(entry.chosen) + 1, entry.question.items
    asked = view.words.say(f"ask.{entry.question.key}", number=number, items=items)
    drawing.draw_header(image, asked)
    drawing.draw_sign(image, SAFE_WIDTH - ARROWS_WIDTH, MAIN_Y + 5, drawing.ARROW_LEFT)
    drawing.draw_sign(image, SAFE_WIDTH - 5, MAIN_Y + 5, drawing.ARROW_RIGHT)
    room = SAFE_WIDTH - LEFT - ARROWS_WIDTH - 4
    if swapping:
        lines = wrap_text(view.words.say("row.swap"), MEDIUM, room)
        lines = drawing.limit_lines(2, lines, MEDIUM, room)
        drawing.draw_lines(image, LEFT, MAIN_Y, lines, MEDIUM, LINE_PITCH)
        _draw_swap(image, view.mirrored)
        return
    if is_row:
        draw_cards_end(image, SAFE_HEIGHT - 1, mirrored=view.mirrored)
    draw_main_word(image, card_title(view.words, entry.item), room)
    _draw_places(image, view, entry, _card_columns(entry.question.items, is_row, view.mirrored))


def _card_columns(items: int, is_row: bool, mirrored: bool) -> list[tuple[int, int]]:
    """The columns of the cards, the first nearest the open cards."""
    if not is_row:
        return divide_row(items)
    left = CARDS_END_WIDTH + 4
    if mirrored:
        return divide_row(items, 0, SAFE_WIDTH - left)[::-1]
    return divide_row(items, left)


def _draw_places(
    image: Image.Image, view: View, entry: ListPicker, columns: Sequence[tuple[int, int]]
) -> None:
    items = [*entry.chosen, entry.item]
    for place, (start, end) in enumerate(columns):
        box = _card_box(start, end, CARDS_TOP)
        if place < len(items):
            chosen = place == len(entry.chosen)
            draw_named_card(image, box, view.words, items[place], chosen=chosen)
        else:
            drawing.draw_card(image, box, dotted=True)


def _draw_swap(image: Image.Image, mirrored: bool) -> None:
    """The open cards at their end of the row, and dotted at the other one, where they would go."""
    beside = draw_cards_end(image, SAFE_HEIGHT - 1, mirrored=mirrored, cards=2)
    draw_cards_end(image, SAFE_HEIGHT - 1, mirrored=not mirrored, cards=2, dotted=True)
    left, right = beside + ARROW_GAP, SAFE_WIDTH - beside - ARROW_GAP
    drawing.draw_rule(image, ARROW_Y, left, right)
    tip = drawing.ARROW_LEFT if mirrored else drawing.ARROW_RIGHT
    drawing.draw_sign(image, left if mirrored else right - 4, ARROW_Y - 3, tip)
