"""The pictures of Bologna's card faces on a pad, and of the map of kinds."""

from PIL import Image

from companion.core.conversation import Answer, Grade
from companion.games.bologna.input.board_map import KIND_PAD, MapEditor, MapSourcePicker
from companion.games.bologna.input.cards import SPECIALS, FacePicker
from companion.games.bologna.input.cursor import CursorMode
from companion.games.bologna.rules.board import BASILICA, FIELDS
from companion.games.bologna.rules.cards import OPEN
from companion.games.bologna.rules.collection import LETTERS
from companion.games.bologna.rules.table import BolognaTable
from companion.games.bologna.screens import signs
from companion.games.bologna.screens.fields import (
    CATHEDRAL,
    draw_board,
    draw_frame,
    locate_field,
)
from companion.games.bologna.screens.turn import (
    ASIDE_MIDDLE,
    ASIDE_WIDTH,
    ASIDE_X,
    CELL_WIDTH,
    PAD_Y,
    draw_title,
    list_cells,
    write_aside,
)
from companion.screens import drawing
from companion.screens.drawing import SAFE_HEIGHT, SAFE_WIDTH, draw_text
from companion.screens.fonts import SMALL, TEXT
from companion.screens.view import View

SLOT_WIDTH = 15
DONE_Y = SAFE_HEIGHT - 15
LYING_Y = SAFE_HEIGHT - 11


def draw_face_picker(image: Image.Image, view: View, entry: FacePicker) -> None:
    """The numbers and special cards beside the board; below them the cards chosen so far."""
    table = view.table
    draw_board(image, table)
    _draw_question(image, view, entry)
    for x, y, word in list_cells(entry.pad):
        _draw_cell(image, entry, word, x, y)
    if entry.special is not None:
        rows = signs.double(signs.SPECIALS[entry.special])
        drawing.draw_sign(image, SAFE_WIDTH - len(rows[0]), PAD_Y + 1, rows)
    _draw_lying_cards(image, table, entry)


def _draw_cell(image: Image.Image, entry: FacePicker, word: str, x: int, y: int) -> None:
    rows = signs.ENDS.get(word) or signs.ACTIONS.get(word)
    if rows is not None:
        drawing.draw_sign(image, x + 4, y + 3, rows)
    else:
        draw_text(image, x + CELL_WIDTH // 2 + 1, y + 2, word[-1], TEXT, anchor="m")
    if word not in SPECIALS:
        value = (*entry.chosen, word) if entry.question.items > 1 else word
        objection = entry.question.objection(Answer(entry.question.key, value))
        if objection is not None and objection.grade is not Grade.UNLIKELY:
            drawing.draw_outline(image, (x + 2, y + 11, x + 13, y + 12), dotted=True)
    if word == entry.at:
        drawing.draw_outline(image, (x, y, x + CELL_WIDTH, y + CELL_WIDTH - 1))


def _draw_question(image: Image.Image, view: View, entry: FacePicker) -> None:
    key, number = entry.question.key, len(entry.chosen) + 1
    if entry.at in SPECIALS:
        word = view.words.say(f"action.{entry.at}")
    elif entry.at in signs.ENDS:
        word = view.words.say(f"face.{entry.at}")
    elif entry.special is not None:
        word = view.words.say(f"face.{entry.special}", number=entry.at[-1])
    else:
        word = view.words.say(f"pad.{key}", number=number, items=entry.question.items)
    draw_title(image, word)


def _draw_lying_cards(image: Image.Image, table: BolognaTable, entry: FacePicker) -> None:
    showing = entry.question.key == "show"
    lying = [str(card) for card in table.display] if showing else list(entry.chosen)
    for number in range(max(entry.question.items, OPEN * showing)):
        x = ASIDE_X + number * SLOT_WIDTH
        box = (x, LYING_Y, x + SLOT_WIDTH - 1, SAFE_HEIGHT)
        if number < len(lying):
            signs.draw_card(image, box, lying[number])
        else:
            drawing.draw_card(image, box, dotted=True)


# The map of kinds ----------------------------------------------------------------------------


def draw_map_source_picker(image: Image.Image, view: View, entry: MapSourcePicker) -> None:
    """Where the map comes from, and how it looks."""
    _draw_map(image, entry.map.replace("/", ""))
    lines = drawing.balance_lines(view.words.say("ask.kinds"), SMALL, ASIDE_WIDTH)
    drawing.draw_lines(
        image, ASIDE_X, 1, drawing.limit_lines(2, lines, SMALL, ASIDE_WIDTH), SMALL, 9
    )
    for number, (name, _) in enumerate(entry.choices):
        y = 23 + number * 11
        draw_text(image, ASIDE_X + 6, y, view.words.say(f"kinds.{name}"), SMALL, ASIDE_WIDTH - 6)
        if number == entry.at:
            drawing.draw_sign(image, ASIDE_X, y, drawing.ARROW_RIGHT)


def draw_map_editor(image: Image.Image, view: View, entry: MapEditor) -> None:
    """The map so far; beside it the kind of the field, or all kinds to choose from."""
    _draw_map(image, entry.preview)
    if entry.area:
        draw_frame(image, entry.area)
    if entry.mode is CursorMode.KIND:
        _draw_position(image, entry)
        _draw_kinds(image, view, entry)
        return
    if entry.done:
        draw_title(image, view.words.say("kinds.all"))
    else:
        _draw_position(image, entry)
    if len(entry.area) == 1 and entry.at != BASILICA:
        kind = LETTERS[entry.letters[FIELDS.index(entry.at)]]
        rows = signs.double(signs.KINDS[kind] if kind is not None else signs.NO_KIND)
        drawing.draw_sign(image, ASIDE_MIDDLE - len(rows[0]) // 2, 15, rows)
        word = view.words.say(f"kind.{kind or 'none'}")
        write_aside(image, ASIDE_MIDDLE, 33, word, anchor="m")
    word = view.words.say("kinds.done")
    draw_text(image, ASIDE_MIDDLE, DONE_Y + 4, word, SMALL, ASIDE_WIDTH - 6, anchor="m")
    drawing.draw_outline(
        image, (ASIDE_X + 8, DONE_Y, SAFE_WIDTH - 8, DONE_Y + 13), dotted=not entry.done
    )


def _draw_position(image: Image.Image, entry: MapEditor) -> None:
    row = entry.mode is CursorMode.ROW
    draw_title(image, str(entry.at.row) if row else f"{entry.at.row} + {entry.at.column}")


def _draw_kinds(image: Image.Image, view: View, entry: MapEditor) -> None:
    for x, y, letter in list_cells(KIND_PAD):
        kind = LETTERS[letter]
        rows = signs.KINDS[kind] if kind is not None else signs.NO_KIND
        drawing.draw_sign(image, x + (CELL_WIDTH - len(rows[0])) // 2 + 1, y + 3, rows)
        if letter == entry.letter:
            drawing.draw_outline(image, (x, y, x + CELL_WIDTH, y + CELL_WIDTH - 1))
    word = view.words.say(f"kind.{LETTERS[entry.letter] or 'none'}")
    write_aside(image, ASIDE_X, 52, word)


def _draw_map(image: Image.Image, letters: str) -> None:
    for at, letter in zip(FIELDS, letters.ljust(len(FIELDS)), strict=True):
        x, y = locate_field(at)
        if at == BASILICA:
            drawing.draw_sign(image, x, y, CATHEDRAL)
            continue
        kind = LETTERS.get(letter)
        if kind is not None:
            drawing.draw_sign(image, x, y + 1, signs.KINDS[kind])
        elif letter in LETTERS:
            drawing.draw_sign(image, x, y + 1, signs.NO_KIND)
