"""The pictures of Bologna's table check that are boards: a field is chosen, or the plague."""

from PIL import Image

from companion.games.bologna.rules.board import FIELDS, BoardBlock, BoardField, list_block_fields
from companion.games.bologna.screens.fields import draw_board
from companion.games.bologna.screens.turn import (
    ASIDE_TOP,
    ASIDE_X,
    draw_aside_paragraph,
    draw_aside_title,
    draw_foot,
    draw_needed_cards,
)
from companion.ui.input.row_editors import PlaceEditor
from companion.ui.input.table_check import BoardCheck
from companion.ui.screens.table_check import (
    describe_value,
    draw_right_bar,
    label_of_board,
    summarise_place,
    title_of_editor,
)
from companion.ui.screens.view import View


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
