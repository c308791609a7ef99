"""Cards: the one taken, the one turned up, the first three, and the row of towers."""

from collections.abc import Sequence
from fractions import Fraction

from PIL import Image

from companion.entry.cards import SWAP, CardPicker, ListPicker
from companion.games.towers import MARKERS_EACH
from companion.ports import HEIGHT, WIDTH
from companion.screens import drawing
from companion.screens.drawing import THIN, write
from companion.screens.lettering import LARGE, SMALL, TEXT, width
from companion.screens.view import View
from companion.session.session import Session, is_correction

MIDDLE = WIDTH // 2
TOP = 13
"""The row where cards begin."""


def card_picker(image: Image.Image, view: View, entry: CardPicker) -> None:
    """Which card is taken, or has been turned up."""
    note = _note(view, entry)
    broad, pitch = (24, 34) if entry.question.key == "take" else (14, 16)
    high = 23 if broad > 20 and not note else 15
    left = MIDDLE - (len(entry.choices) * pitch - (pitch - broad)) // 2
    for place, what in enumerate(entry.choices):
        x = left + place * pitch
        drawing.card(image, (x, TOP, x + broad, TOP + high), what)
        if place == entry.at:
            drawing.sign(image, x + broad // 2 - 3, TOP + high + 1, drawing.UP)
    word = title_of(view, entry.card)
    face = drawing.largest(word, WIDTH, LARGE, THIN, TEXT)
    y = TOP + high + 7 + (LARGE.capital - face.capital) // 2
    write(image, MIDDLE, y, word, face, anchor="m")
    write(image, MIDDLE, HEIGHT - 9, note, SMALL, anchor="m")
    _header(image, view, entry)


def _header(image: Image.Image, view: View, entry: CardPicker) -> None:
    """What is asked, of whom, and how many cards are left in the pile."""
    table, room = view.table, WIDTH
    if entry.question.key == "show" and table.pile is not None:
        count = str(table.pile.left)
        write(image, WIDTH, 2, count, TEXT, anchor="r")
        room -= width(count, TEXT) + 14
        drawing.sign(image, room, 1, drawing.PILE)
    name = table.player.name if table.players else ""
    asked = view.words.say(f"ask.{entry.question.key}", player=name)
    write(image, 0, 2, asked, drawing.largest(asked, room, TEXT, SMALL), room - 2)


def title_of(view: View, what: str) -> str:
    """A style's or a scoring card's word, with a capital."""
    kind = "title" if what in drawing.PATTERNS else "card"
    return view.words.say(f"{kind}.{what}")


def _note(view: View, entry: CardPicker) -> str:
    if view.session is None:
        return ""
    if entry.question.key == "take":
        return _marker_note(view, view.session)
    if entry.above is not None:
        return view.words.say("note.unlikely")
    return _pile_note(view)


def _marker_note(view: View, session: Session) -> str:
    """Why no marker was asked for in this turn."""
    said = [answer for answer in session.answers if not is_correction(answer)]
    if not said or said[-1].key != "floors":
        return ""
    floors = session.table.floors_built
    key = "note.marker-spent" if MARKERS_EACH[floors] == 1 else "note.marker-spent-all"
    return view.words.say(key, marker=floors)


def _pile_note(view: View) -> str:
    """What is known of the scoring cards' coming."""
    pile = view.table.pile
    if pile is None:
        return ""
    finito, intermezzo = pile.finito(), pile.intermezzo()
    if finito.possible:
        note = _finito_note(view, finito.chance)
        return view.words.say("note.or-intermezzo", note=note) if intermezzo.possible else note
    if not intermezzo.possible:
        return ""
    return view.words.say(f"note.intermezzo-{'overdue' if intermezzo.overdue else 'may-come'}")


def _finito_note(view: View, chance: Fraction | None) -> str:
    if chance is None or chance == 1:
        return view.words.say("note.finito-now")
    return view.words.say("note.finito-chance", chance=chance.numerator, of=chance.denominator)


def list_picker(image: Image.Image, view: View, entry: ListPicker) -> None:
    """The row of towers, or the first open cards, one after the other.

    The choice pointed at stands in the place where it would go.
    """
    row = entry.question.key == "row"
    here = len(entry.chosen)
    asked = view.words.say(f"ask.{entry.question.key}", number=here + 1, items=entry.question.items)
    write(image, 0, 2, asked, drawing.largest(asked, WIDTH, TEXT, SMALL), WIDTH)
    swapping = entry.item == SWAP
    if row:
        _open_cards_end(image, view.mirrored, swapping)
    if swapping:
        lines = drawing.balanced(view.words.say("row.swap"), TEXT, WIDTH - 16)[:2]
        y = 50 - 6 * len(lines)
        drawing.write_lines(image, MIDDLE, y, lines, TEXT, 11, anchor="m")
    else:
        _slots(image, entry, _places_for(row, view.mirrored))
        word = title_of(view, entry.item)
        face = drawing.largest(word, WIDTH - 12, LARGE, THIN, TEXT)
        write(image, MIDDLE, 43 + (LARGE.capital - face.capital) // 2, word, face, anchor="m")
    drawing.sign(image, 0, 48, drawing.LEFT)
    drawing.sign(image, WIDTH - 4, 48, drawing.RIGHT)


def _places_for(row: bool, mirrored: bool) -> list[drawing.Box]:
    """Where the chosen cards lie, the first nearest the open cards."""
    if not row:
        return [(18 + place * 34, TOP, 42 + place * 34, 36) for place in range(3)]
    boxes = [(25 + place * 21, TOP, 42 + place * 21, 36) for place in range(5)]
    return [(WIDTH - box[2], TOP, WIDTH - box[0], 36) for box in boxes] if mirrored else boxes


def _slots(image: Image.Image, entry: ListPicker, boxes: Sequence[drawing.Box]) -> None:
    items = [*entry.chosen, entry.item]
    for place, box in enumerate(boxes):
        what = items[place] if place < len(items) else ""
        drawing.card(image, box, what, hollow=not what)
        if place == len(entry.chosen):
            drawing.sign(image, (box[0] + box[2]) // 2 - 3, box[3] + 1, drawing.UP)


def _open_cards_end(image: Image.Image, mirrored: bool, swapping: bool) -> None:
    """At which end of the row the open cards lie, and where they would go."""
    ends = (WIDTH - 12, 2) if mirrored else (2, WIDTH - 12)
    for end, x in enumerate(ends if swapping else ends[:1]):
        for place in range(3):
            top = TOP + place * 8
            drawing.outline(image, (x, top, x + 10, top + 8), dotted=end == 1)
    if swapping:
        drawing.rule(image, 24, 22, WIDTH - 22)
        tip = drawing.LEFT if mirrored else drawing.RIGHT
        drawing.sign(image, 20 if mirrored else WIDTH - 24, 21, tip)
