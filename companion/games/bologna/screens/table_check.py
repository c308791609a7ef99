"""The pictures of Bologna's table check that are boards: a field is chosen, or the plague."""

from PIL import Image

from companion.games.bologna.input.table_check import list_zone
from companion.games.bologna.rules.board import FIELDS
from companion.games.bologna.screens.fields import draw_board, draw_frame
from companion.games.bologna.screens.turn import (
    ASIDE_TOP,
    ASIDE_WIDTH,
    ASIDE_X,
    draw_aside_paragraph,
    draw_aside_title,
    draw_foot,
    draw_needed_cards,
)
from companion.input.row_editors import PlaceEditor
from companion.input.table_check import BoardCheck
from companion.screens import drawing
from companion.screens.drawing import LEFT, SAFE_HEIGHT, SAFE_WIDTH
from companion.screens.table_check import (
    describe_value,
    label_of_board,
    number_page,
    summarise_place,
    title_of_editor,
    title_of_page,
)
from companion.screens.view import View


def draw_board_check(image: Image.Image, view: View, entry: BoardCheck) -> None:
    """Draw the board; beside it what stands on the field pointed at."""
    draw_board(image, view.table, [FIELDS[at] for at in entry.cursor.area(entry.page.columns)])
    place, title = entry.cursor.place, title_of_page(view, entry.page)
    if place is None:
        draw_aside_title(image, number_page(view, entry, title))
        _draw_bar(image, view.words.say("table_check.right"))
    elif entry.cursor.in_row:
        draw_aside_title(image, label_of_board(view, entry))
        draw_aside_paragraph(image, ASIDE_TOP, summarise_place(view, entry.page.places[place]))
    else:
        draw_aside_title(image, title)
        draw_needed_cards(image, FIELDS[place].row)


def draw_place_editor(image: Image.Image, view: View, entry: PlaceEditor) -> None:
    """Draw the board with the zone of the plague pointed at."""
    draw_board(image, view.table)
    words = [entry.words[at] for at in entry.cursor.area(entry.columns)]
    area = [at for word in words for at in list_zone(word)]
    if area:
        draw_frame(image, area)
    draw_aside_title(image, title_of_editor(view, entry))
    draw_foot(image, describe_value(view, entry, entry.word), chosen=True)


def _draw_bar(image: Image.Image, text: str) -> None:
    """Draw a text in a filled bar at the bottom beside the board, in several lines if need be."""
    lines, font, pitch = drawing.fit_paragraph(text, SAFE_HEIGHT - ASIDE_TOP, ASIDE_WIDTH - LEFT)
    top = SAFE_HEIGHT - len(lines) * pitch - 2
    drawing.draw_bar(image, (ASIDE_X - LEFT, top, SAFE_WIDTH, SAFE_HEIGHT))
    drawing.draw_lines(image, ASIDE_X, top + 2, lines, font, pitch, lit=False)
