"""All faces of Bologna's cards in a grid, and the map of kinds being chosen or entered."""

from PIL import Image

from companion.entry.bologna.cards import SPECIALS, FaceGrid
from companion.entry.bologna.kinds import MapChoice, MapPainter
from companion.games.bologna.board import BASILICA, FIELDS
from companion.games.bologna.cards import Card
from companion.games.bologna.collection import LETTERS
from companion.games.bologna.table import Table
from companion.games.conversation import Answer, Grade
from companion.screens import drawing
from companion.screens.bologna import signs
from companion.screens.bologna.fields import CATHEDRAL, draw_frame, place
from companion.screens.bologna.turn import ASIDE, MIDDLE, ROOM
from companion.screens.drawing import HIGH, WIDE, write
from companion.screens.lettering import SMALL, TEXT, rises, width
from companion.screens.view import View

TOP = 13
PITCH_X, PITCH_Y = 14, 13
GRID_LEFT = 13


def face_grid(image: Image.Image, view: View, entry: FaceGrid) -> None:
    """The grid of faces, the one pointed at framed; below it the cards that lie there so far."""
    _asked(image, view, entry)
    for row, faces in enumerate(entry.grid):
        y = TOP + row * PITCH_Y
        if row:
            drawing.sign(image, 2, y + 3, signs.SPECIALS[list(SPECIALS)[row - 1]])
        for column, face in enumerate(faces):
            _face(image, entry, face, GRID_LEFT + column * PITCH_X, y)
    if entry.at in SPECIALS:
        y = TOP + (list(SPECIALS).index(entry.at) + 1) * PITCH_Y
        drawing.outline(image, (0, y, GRID_LEFT + 7 * PITCH_X, y + 13))
    _lying(image, view, entry)


def _face(image: Image.Image, entry: FaceGrid, face: str, x: int, y: int) -> None:
    """A face's number, or the sign of what is no card; dotted below where it can't be."""
    rows = signs.ENDS.get(face)
    if rows is not None:
        drawing.sign(image, x + 3, y + 3, rows)
    else:
        write(image, x + 7, y + 3, face[-1], TEXT, anchor="m")
    objection = entry.question.objection(Answer(entry.question.key, (*entry.chosen, face)))
    if objection is not None and objection.grade is not Grade.UNLIKELY:
        drawing.outline(image, (x + 2, y + 11, x + 12, y + 12), dotted=True)
    if face == entry.at:
        drawing.outline(image, (x, y, x + 13, y + 13))


def _asked(image: Image.Image, view: View, entry: FaceGrid) -> None:
    """Who does what, and what is pointed at in words."""
    table: Table = view.table
    key, number = entry.question.key, len(entry.chosen) + 1
    asked = view.words.say(f"grid.{key}", number=number, items=entry.question.items)
    word = _title(view, entry.at)
    face = drawing.largest(word, 58, TEXT, SMALL)
    room = min(width(word, face), 58)
    y = 2
    write(image, WIDE - room, y + TEXT.capital - face.capital, word, face, room)
    left, room = 0, WIDE - room - 6
    if table.under_way:
        name = table.player.name
        y = TEXT.above if rises(name) else 1
        left = write(image, 0, y, name, TEXT, room - width(asked, SMALL) - 4) + 4
    write(image, left, 3, asked, SMALL, room - left)


def _title(view: View, face: str) -> str:
    if face in SPECIALS:
        return view.words.say(f"action.{face}")
    if face in signs.ENDS:
        return view.words.say(f"face.{face}")
    special = Card(face).special
    return view.words.say(f"face.{special or 'plain'}", number=face[-1])


def _lying(image: Image.Image, view: View, entry: FaceGrid) -> None:
    """The cards that lie open, or were named so far, then the one pointed at."""
    lying = list(entry.chosen)
    if entry.question.key == "show":
        lying = [str(card) for card in view.table.display]
    for number in range(max(entry.question.items, 4 if entry.question.key == "show" else 0)):
        x = number * 16
        box = (x, HIGH - 11, x + 14, HIGH)
        if number < len(lying):
            signs.card(image, box, lying[number])
        else:
            drawing.card(image, box, "", hollow=True)
    pile = view.table.pile
    if pile is not None and entry.question.key == "show":
        write(image, WIDE, HIGH - 10, str(pile.left), TEXT, anchor="r")
        drawing.sign(image, WIDE - 13 - width(str(pile.left), TEXT), HIGH - 11, drawing.PILE)


# The map of kinds ----------------------------------------------------------------------------


def map_choice(image: Image.Image, view: View, entry: MapChoice) -> None:
    """Where the map comes from, and how it looks."""
    _map(image, entry.map.replace("/", ""))
    lines = drawing.balanced(view.words.say("ask.kinds"), SMALL, ROOM)
    drawing.write_lines(image, ASIDE, 1, lines[:2], SMALL, 9)
    for number, (name, _) in enumerate(entry.choices):
        y = 23 + number * 11
        write(image, ASIDE + 6, y, view.words.say(f"kinds.{name}"), SMALL, ROOM - 6)
        if number == entry.at:
            drawing.sign(image, ASIDE, y, drawing.RIGHT)


def map_painter(image: Image.Image, view: View, entry: MapPainter) -> None:
    """The map so far, and the kind of the field that is framed."""
    _map(image, entry.letters + entry.letter)
    draw_frame(image, [entry.at])
    kind = LETTERS[entry.letter]
    write(image, ASIDE, 1, f"{entry.at.row} + {entry.at.column}", TEXT, ROOM)
    rows = signs.doubled(signs.KINDS[kind] if kind is not None else signs.NO_KIND)
    drawing.sign(image, MIDDLE - len(rows[0]) // 2, 18, rows)
    word = view.words.say(f"kind.{kind or 'none'}")
    face = drawing.largest(word, ROOM, TEXT, SMALL)
    write(image, MIDDLE, 38, word, face, ROOM, anchor="m")
    drawing.sign(image, ASIDE, 54, drawing.LEFT)
    drawing.sign(image, WIDE - 4, 54, drawing.RIGHT)


def _map(image: Image.Image, letters: str) -> None:
    """The kinds as far as they are told; a dot for a field that shows nothing."""
    for at, letter in zip(FIELDS, letters.ljust(len(FIELDS)), strict=True):
        x, y = place(at)
        if at == BASILICA:
            drawing.sign(image, x, y, CATHEDRAL)
            continue
        kind = LETTERS.get(letter)
        if kind is not None:
            drawing.sign(image, x, y, signs.KINDS[kind])
        elif letter in LETTERS:
            drawing.sign(image, x, y, signs.NO_KIND)
