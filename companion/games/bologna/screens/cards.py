"""All faces of Bologna's cards on a pad, and the map of kinds being chosen or entered."""

from PIL import Image

from companion.core.conversation import Answer, Grade
from companion.games.bologna.input.cards import SPECIALS, FacePad
from companion.games.bologna.input.kinds import KINDS_PAD, MapChoice, MapPainter
from companion.games.bologna.input.kinds import Stage as MapStage
from companion.games.bologna.rules.board import BASILICA, FIELDS
from companion.games.bologna.rules.cards import OPEN
from companion.games.bologna.rules.collection import LETTERS
from companion.games.bologna.rules.table import BolognaTable
from companion.games.bologna.screens import signs
from companion.games.bologna.screens.fields import CATHEDRAL, draw_board, draw_frame, place
from companion.games.bologna.screens.turn import (
    ASIDE,
    CELL,
    MIDDLE,
    PAD,
    ROOM,
    draw_title,
    places,
)
from companion.screens import drawing
from companion.screens.drawing import SAFE_HEIGHT, SAFE_WIDTH, draw_text
from companion.screens.fonts import SMALL, TEXT
from companion.screens.view import View

SLOT = 15
"""Columns from one card to the next in the last line."""
DONE = SAFE_HEIGHT - 15
"""The row where it begins that the map is done."""
LYING = SAFE_HEIGHT - 11
"""The row of the cards in the last line."""


def face_pad(image: Image.Image, view: View, entry: FacePad) -> None:
    """Beside the board the numbers and what is special; below the cards that lie there so far."""
    table: BolognaTable = view.table
    draw_board(image, table)
    _asked(image, view, entry)
    for x, y, word in places(entry.pad):
        _cell(image, entry, word, x, y)
    if entry.special is not None:
        rows = signs.doubled(signs.SPECIALS[entry.special])
        drawing.draw_sign(image, SAFE_WIDTH - len(rows[0]), PAD + 1, rows)
    _lying(image, table, entry)


def _cell(image: Image.Image, entry: FacePad, word: str, x: int, y: int) -> None:
    """A number, or a sign; a dotted line below it where it can't be."""
    rows = signs.ENDS.get(word) or signs.ACTIONS.get(word)
    if rows is not None:
        drawing.draw_sign(image, x + 4, y + 3, rows)
    else:
        draw_text(image, x + CELL // 2 + 1, y + 2, word[-1], TEXT, anchor="m")
    if word not in SPECIALS:
        answer = Answer(entry.question.key, (*entry.chosen, word))
        objection = entry.question.objection(answer if entry.question.items > 1 else _one(answer))
        if objection is not None and objection.grade is not Grade.UNLIKELY:
            drawing.draw_outline(image, (x + 2, y + 11, x + 13, y + 12), dotted=True)
    if word == entry.at:
        drawing.draw_outline(image, (x, y, x + CELL, y + CELL - 1))


def _one(answer: Answer) -> Answer:
    return Answer(answer.key, answer.word)


def _asked(image: Image.Image, view: View, entry: FacePad) -> None:
    """What is pointed at, where it is no plain number; else what is asked for."""
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


def _lying(image: Image.Image, table: BolognaTable, entry: FacePad) -> None:
    """The cards that lie open, or were named so far."""
    showing = entry.question.key == "show"
    lying = [str(card) for card in table.display] if showing else list(entry.chosen)
    for number in range(max(entry.question.items, OPEN * showing)):
        x = ASIDE + number * SLOT
        box = (x, LYING, x + SLOT - 1, SAFE_HEIGHT)
        if number < len(lying):
            signs.card(image, box, lying[number])
        else:
            drawing.draw_card(image, box, dotted=True)


# The map of kinds ----------------------------------------------------------------------------


def map_choice(image: Image.Image, view: View, entry: MapChoice) -> None:
    """Where the map comes from, and how it looks."""
    _map(image, entry.map.replace("/", ""))
    lines = drawing.balance_lines(view.words.say("ask.kinds"), SMALL, ROOM)
    drawing.draw_lines(image, ASIDE, 1, drawing.limit_lines(2, lines, SMALL, ROOM), SMALL, 9)
    for number, (name, _) in enumerate(entry.choices):
        y = 23 + number * 11
        draw_text(image, ASIDE + 6, y, view.words.say(f"kinds.{name}"), SMALL, ROOM - 6)
        if number == entry.at:
            drawing.draw_sign(image, ASIDE, y, drawing.ARROW_RIGHT)


def map_painter(image: Image.Image, view: View, entry: MapPainter) -> None:
    """The map so far; beside it what the field shows, or all that it can show."""
    _map(image, entry.shown)
    if entry.area:
        draw_frame(image, entry.area)
    if entry.stage is MapStage.KIND:
        _where(image, entry)
        _kinds(image, view, entry)
        return
    if entry.done:
        draw_title(image, view.words.say("kinds.all"))
    else:
        _where(image, entry)
    if len(entry.area) == 1 and entry.at != BASILICA:
        kind = LETTERS[entry.letters[FIELDS.index(entry.at)]]
        rows = signs.doubled(signs.KINDS[kind] if kind is not None else signs.NO_KIND)
        drawing.draw_sign(image, MIDDLE - len(rows[0]) // 2, 15, rows)
        word = view.words.say(f"kind.{kind or 'none'}")
        draw_text(
            image, MIDDLE, 33, word, drawing.largest_font(word, ROOM, TEXT, SMALL), ROOM, anchor="m"
        )
    word = view.words.say("kinds.done")
    draw_text(image, MIDDLE, DONE + 4, word, SMALL, ROOM - 6, anchor="m")
    drawing.draw_outline(image, (ASIDE + 8, DONE, SAFE_WIDTH - 8, DONE + 13), dotted=not entry.done)


def _where(image: Image.Image, entry: MapPainter) -> None:
    """The numbers of the field, or of its row."""
    row = entry.stage is MapStage.ROW
    draw_title(image, str(entry.at.row) if row else f"{entry.at.row} + {entry.at.column}")


def _kinds(image: Image.Image, view: View, entry: MapPainter) -> None:
    """All kinds, the one pointed at framed, and its name."""
    for x, y, letter in places(KINDS_PAD):
        kind = LETTERS[letter]
        rows = signs.KINDS[kind] if kind is not None else signs.NO_KIND
        drawing.draw_sign(image, x + (CELL - len(rows[0])) // 2 + 1, y + 3, rows)
        if letter == entry.letter:
            drawing.draw_outline(image, (x, y, x + CELL, y + CELL - 1))
    word = view.words.say(f"kind.{LETTERS[entry.letter] or 'none'}")
    draw_text(image, ASIDE, 52, word, drawing.largest_font(word, ROOM, TEXT, SMALL), ROOM)


def _map(image: Image.Image, letters: str) -> None:
    """The kinds as far as they are told; a dot for a field that shows nothing."""
    for at, letter in zip(FIELDS, letters.ljust(len(FIELDS)), strict=True):
        x, y = place(at)
        if at == BASILICA:
            drawing.draw_sign(image, x, y, CATHEDRAL)
            continue
        kind = LETTERS.get(letter)
        if kind is not None:
            drawing.draw_sign(image, x, y + 1, signs.KINDS[kind])
        elif letter in LETTERS:
            drawing.draw_sign(image, x, y + 1, signs.NO_KIND)
