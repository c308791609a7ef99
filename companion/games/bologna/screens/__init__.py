"""Bologna's pictures: `fields` draws the board, `turn` what stands beside it.

`cards` draws faces and the map with a `pad`, `pages` a scoring; the boards of the table check, on
which a field is chosen or the plague, are drawn here.
"""

from PIL import Image

from companion.core.events import AWARD, SCORING
from companion.games.bologna.input.board import BoardPicker, MapEditor
from companion.games.bologna.input.cards import FacePicker
from companion.games.bologna.rules.board import FIELDS, BoardBlock, BoardField, list_block_fields
from companion.games.bologna.screens import cards, pages, turn
from companion.games.bologna.screens.fields import draw_board
from companion.games.bologna.screens.turn import (
    ASIDE_TOP,
    ASIDE_X,
    draw_aside_paragraph,
    draw_aside_title,
    draw_foot,
    draw_needed_cards,
)
from companion.games.bologna.sign_rows import ACTIONS, KIND_ROWS, SIGNS
from companion.ui.input.field_pages import PlaceEditor
from companion.ui.input.table_check import BoardCheck
from companion.ui.screens.table_check import (
    describe_value,
    draw_right_bar,
    label_of_board,
    summarise_place,
    title_of_editor,
)
from companion.ui.screens.view import GameScreens, View


def draw_board_check(image: Image.Image, view: View, entry: BoardCheck) -> None:
    """Draw the board; beside it what stands on the field pointed at."""
    draw_board(image, view.table, [FIELDS[at] for at in entry.cursor.area(entry.page.columns)])
    place = entry.cursor.place
    draw_aside_title(image, label_of_board(view, entry))
    if place is None:
        draw_right_bar(image, view, ASIDE_X, ASIDE_TOP)
    elif entry.cursor.in_row:
        draw_aside_paragraph(image, ASIDE_TOP, summarise_place(view, entry.page.places[place]))
    else:
        draw_needed_cards(image, FIELDS[place].row)


def list_zone(word: str) -> BoardBlock:
    """The fields of a zone that the record writes so; none of no zone."""
    first, _, corner = word.partition(":")
    return list_block_fields(BoardField(first), BoardField(corner)) if corner else ()


def draw_place_editor(image: Image.Image, view: View, entry: PlaceEditor) -> None:
    """Draw the board with the zone of the plague pointed at."""
    words = [entry.words[at] for at in entry.cursor.area(entry.columns)]
    area = [at for word in words for at in list_zone(word)]
    zone = list_zone(entry.word) if entry.cursor.in_row else ()
    draw_board(image, view.table, area, plague=zone)
    draw_aside_title(image, title_of_editor(view, entry))
    draw_foot(image, describe_value(view, entry, entry.word), chosen=True)


SCREENS = GameScreens(
    entries={
        BoardPicker: turn.draw_board_picker,
        FacePicker: cards.draw_face_picker,
        MapEditor: cards.draw_map_editor,
        BoardCheck: draw_board_check,
        PlaceEditor: draw_place_editor,
    },
    choices=turn.CHOICES,
    legend={
        name: SIGNS[name] for name in ("stock", "tower", "collected", *ACTIONS, "roof", *KIND_ROWS)
    },
    unnamed_signs=pages.list_unnamed_signs,
    events={SCORING: pages.draw_scoring, AWARD: pages.draw_tally},
)
