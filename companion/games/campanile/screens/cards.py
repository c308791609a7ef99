"""Cards in one strip: the one taken, the one turned up, the first open ones, the row of towers."""

from collections import Counter

from PIL import Image

from companion.core.session import is_correction
from companion.games.campanile.input.cards import OTHER, SWAP, RowPicker
from companion.games.campanile.outlook import tell_finito, tell_intermezzo
from companion.games.campanile.rules import table2009
from companion.games.campanile.rules.foresight import PileForecast, forecast_pile
from companion.games.campanile.rules.towers import STYLES
from companion.games.campanile.screens.pieces import (
    CARDS_END_WIDTH,
    card_title,
    draw_cards_end,
    draw_pile_count,
)
from companion.ui.input.choice import ChoicePicker
from companion.ui.input.hints import Hints
from companion.ui.screens import drawing
from companion.ui.screens.choice import (
    CARDS_TOP,
    MAIN_Y,
    UNDER_MAIN,
    divide_row,
    draw_cards,
    draw_list_header,
    draw_list_picker,
    draw_main_word,
)
from companion.ui.screens.drawing import (
    LEFT,
    LINE_PITCH,
    SAFE_HEIGHT,
    SAFE_WIDTH,
    TEXT_WIDTH,
    draw_text,
)
from companion.ui.screens.fonts import MEDIUM, SMALL, TEXT, wrap_text
from companion.ui.screens.view import View

UNDER_NOTE = 48
"""The first row of the cards under a note."""
ARROW_Y, ARROW_GAP = 54, 6


def draw_card_picker(image: Image.Image, view: View, entry: ChoicePicker) -> None:
    """Draw the question which card is taken or turned up, all choices in one strip."""
    note = _note(view, entry)
    count = None if view.hints is Hints.NONE else view.table.left
    left = SAFE_WIDTH if count is None else draw_pile_count(image, count) - 4
    key, cards = entry.question.key, [each.word for each in entry.choices]
    verb = view.words.say(f"ask.{key}")
    drawing.draw_header(image, view.table.player.name, verb=verb)
    draw_main_word(image, card_title(view.words, entry.choice.word), left - LEFT)
    font = drawing.largest_font(note, TEXT_WIDTH, TEXT, SMALL)
    draw_text(image, LEFT, UNDER_MAIN, note, font, TEXT_WIDTH)
    copies = Counter(view.table.open_cards if key == "take" else ())
    draw_cards(image, view, cards, entry.at, UNDER_NOTE if note else CARDS_TOP, copies)


def _note(view: View, entry: ChoicePicker) -> str:
    """What the choice depends on; and where no marker was left to ask for, that it was so."""
    table, asks_take = view.table, entry.question.key == "take"
    if entry.below is not None and entry.choice.word != OTHER:
        return view.words.say("note.unlikely")
    if not asks_take and isinstance(table, table2009.Campanile2009Table):
        return _note_on_pile(view, forecast_pile(table))
    spent = _spent_marker(view)
    return view.words.say("note.marker-spent", marker=spent) if spent else ""


def _note_on_pile(view: View, deck: PileForecast) -> str:
    """What is known of the next scoring card; without hints only that it is overdue."""
    hints = view.hints is not Hints.NONE
    note = tell_finito(deck, hints=hints) or tell_intermezzo(deck, hints=hints)
    return view.say(note) if note is not None else ""


def _spent_marker(view: View) -> int:
    """The marker not asked for in this turn because none is left; 0 if one was."""
    assert view.session is not None, "a card is taken in a game"
    answers = (each for each in reversed(view.session.answers) if not is_correction(each))
    last = next(answers, None)
    return view.table.floors_built if last is not None and last.key == "floors" else 0


# The lists of the setup -------------------------------------------------------------------------


def draw_row_picker(image: Image.Image, view: View, entry: RowPicker) -> None:
    """Draw the row of towers chosen so far, or the open cards that would lie at the other end."""
    if entry.item.word != SWAP:
        draw_cards_end(image, SAFE_HEIGHT - 1, mirrored=view.mirrored)
        left = CARDS_END_WIDTH + 4  # the first card is the nearest to the open ones
        beside = (0, SAFE_WIDTH - left) if view.mirrored else (left, SAFE_WIDTH)
        columns = divide_row(len(STYLES), *beside)
        draw_list_picker(image, view, entry, columns[::-1] if view.mirrored else columns)
        return
    room = draw_list_header(image, view, entry)
    lines = wrap_text(view.words.say("row.swap"), MEDIUM, room)
    lines = drawing.limit_lines(2, lines, MEDIUM, room)
    drawing.draw_lines(image, LEFT, MAIN_Y, lines, MEDIUM, LINE_PITCH)
    _draw_swap(image, view.mirrored)


def _draw_swap(image: Image.Image, mirrored: bool) -> None:
    """The open cards at their end of the row, and dotted at the other one, where they would go."""
    beside = draw_cards_end(image, SAFE_HEIGHT - 1, mirrored=mirrored, cards=2)
    draw_cards_end(image, SAFE_HEIGHT - 1, mirrored=not mirrored, cards=2, dotted=True)
    left, right = beside + ARROW_GAP, SAFE_WIDTH - beside - ARROW_GAP
    drawing.draw_rule(image, ARROW_Y, left, right)
    tip = drawing.ARROW_LEFT if mirrored else drawing.ARROW_RIGHT
    drawing.draw_sign(image, left if mirrored else right - 4, ARROW_Y - 3, tip)
