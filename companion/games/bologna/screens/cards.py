"""The pictures of Bologna's card faces on a pad, and of the map of kinds."""

from PIL import Image

from companion.core.conversation import Answer, Grade
from companion.games.bologna.input.board import KIND_PAD, CursorMode, MapEditor
from companion.games.bologna.input.cards import SPECIALS, FacePicker
from companion.games.bologna.rules.board import BASILICA, FIELDS, LETTERS, NO_KIND
from companion.games.bologna.rules.cards import OPEN
from companion.games.bologna.screens import signs
from companion.games.bologna.screens.fields import draw_frame, locate_field
from companion.games.bologna.screens.turn import (
    ASIDE_WIDTH,
    ASIDE_X,
    draw_aside_title,
    draw_foot,
    draw_needed_cards,
    draw_player_header,
)
from companion.games.bologna.sign_rows import ACTIONS, CATHEDRAL, KIND_SIGNS
from companion.ui.screens import drawing, table_pieces
from companion.ui.screens.choice import draw_pad
from companion.ui.screens.drawing import BODY_TOP, LEFT, SAFE_WIDTH, draw_text
from companion.ui.screens.fonts import MEDIUM, SMALL, double_size, text_width
from companion.ui.screens.view import View

FACE_SIGNS = {**signs.ENDS, **ACTIONS}
LETTER_SIGNS = {letter: KIND_SIGNS[kind or NO_KIND] for letter, kind in LETTERS.items()}
SLOT_WIDTH, SLOT_HEIGHT = 29, 16
WORD_Y = 49


def draw_face_picker(image: Image.Image, view: View, entry: FacePicker) -> None:
    """Draw the pad of numbers and special cards; beside it the cards chosen so far."""
    key, number = entry.question.key, len(entry.chosen) + 1
    if key == "open":
        title = view.words.say("pad.open", number=number, items=entry.question.items)
        drawing.draw_header(image, title)
    else:
        draw_player_header(image, view, key)
    words = [word for row in entry.pad for word in row if word is not None]
    barred = [word for word in words if _is_barred(entry, word)]
    right = draw_pad(image, LEFT, entry.pad, entry.at, FACE_SIGNS, barred)
    _draw_lying_cards(image, view, entry)
    word = _say_face(view, entry)
    font = drawing.largest_font(word, SAFE_WIDTH - right - 4, MEDIUM, SMALL)
    draw_text(image, SAFE_WIDTH, WORD_Y, word, font, anchor="r")


def _is_barred(entry: FacePicker, word: str) -> bool:
    if word in SPECIALS:
        return False
    objection = entry.question.judge_option(Answer(entry.question.key, word), entry.chosen)
    return objection is not None and objection.grade is not Grade.UNLIKELY


def _say_face(view: View, entry: FacePicker) -> str:
    if entry.at in SPECIALS:
        return view.words.say(f"action.{entry.at}")
    if entry.at in signs.ENDS:
        return view.words.say(f"face.{entry.at}")
    if entry.special is not None:
        return view.words.say(f"face.{entry.special}", number=entry.at[-1])
    return ""


def _draw_lying_cards(image: Image.Image, view: View, entry: FacePicker) -> None:
    """Draw the open cards, or those chosen so far, two in a row."""
    showing = entry.question.key == "show"
    lying = [str(card) for card in view.table.display] if showing else list(entry.chosen)
    for number in range(max(entry.question.items, OPEN * showing)):
        row, column = divmod(number, 2)
        x = SAFE_WIDTH - (2 - column) * (SLOT_WIDTH + 2) + 2
        y = BODY_TOP + row * (SLOT_HEIGHT + 1)
        box = (x, y, x + SLOT_WIDTH, y + SLOT_HEIGHT)
        if number < len(lying):
            signs.draw_card(image, box, lying[number])
        else:
            table_pieces.draw_card(image, box, dotted=True)


# The map of kinds ----------------------------------------------------------------------------


def draw_map_editor(image: Image.Image, view: View, entry: MapEditor) -> None:
    """Draw the map so far; beside it the kind of the field, or all kinds to choose from."""
    _draw_map(image, entry.preview)
    if entry.area:
        draw_frame(image, entry.area)
    if entry.mode is CursorMode.KIND:
        _draw_kind_title(image, view, entry.letter)
        draw_pad(image, ASIDE_X, KIND_PAD, entry.letter, LETTER_SIGNS)
        return
    if entry.done:
        draw_aside_title(image, view.words.say("kinds.all"))
    elif entry.mode is CursorMode.ROW:
        draw_needed_cards(image, entry.at.row)
    else:
        draw_needed_cards(image, entry.at.row, entry.at.column)
        if entry.at != BASILICA:
            letter = entry.letters[FIELDS.index(entry.at)]
            _draw_kind_title(image, view, letter)
            rows = double_size(LETTER_SIGNS[letter])
            drawing.draw_sign(image, SAFE_WIDTH - len(rows[0]) - 1, BODY_TOP + 1, rows)
    draw_foot(image, view.words.say("kinds.done"), chosen=entry.done)


def _draw_kind_title(image: Image.Image, view: View, letter: str) -> None:
    word = view.words.say(f"kind.{LETTERS[letter] or 'none'}")
    if text_width(word, MEDIUM) <= ASIDE_WIDTH:
        draw_text(image, ASIDE_X, 0, word, MEDIUM)
    else:
        draw_aside_title(image, word)


def _draw_map(image: Image.Image, letters: str) -> None:
    for at, letter in zip(FIELDS, letters, strict=True):
        x, y = locate_field(at)
        if at == BASILICA:
            drawing.draw_sign(image, x, y, CATHEDRAL)
        else:
            drawing.draw_sign(image, x, y + 1, LETTER_SIGNS[letter])
