"""The pictures of Bologna's table check that are boards: a field is chosen, or the plague."""

from PIL import Image

from companion.games.bologna.input.table_check import list_zone
from companion.games.bologna.rules.board import FIELDS
from companion.games.bologna.screens.fields import draw_board, draw_frame
from companion.games.bologna.screens.turn import ASIDE_WIDTH, ASIDE_X
from companion.input.table_check import BoardCheck, PlaceEditor
from companion.screens import drawing
from companion.screens.drawing import BODY_TOP, HEADER_Y, LEFT, SAFE_HEIGHT, SAFE_WIDTH, draw_text
from companion.screens.fonts import MEDIUM, SMALL, TEXT
from companion.screens.menus import ROW_HEIGHT
from companion.screens.table_check import (
    describe_value,
    label_of_board,
    summarise_place,
    title_of_editor,
    title_of_page,
)
from companion.screens.view import View

TOP = BODY_TOP + 5
"""The row where the text beside the board begins."""
BAR_BOTTOM = TOP + ROW_HEIGHT


def draw_board_check(image: Image.Image, view: View, entry: BoardCheck) -> None:
    """Draw the board; beside it what stands on the field pointed at."""
    draw_board(image, view.table, [FIELDS[at] for at in entry.cursor.area(entry.page.columns)])
    place, title = entry.cursor.place, title_of_page(view, entry.page)
    if place is None:
        number, pages = entry.page_at + 1, len(entry.pages)
        title = view.words.say("table_check.page", what=title, page=number, pages=pages)
        label, box = view.words.say("table_check.right"), (ASIDE_X, TOP, SAFE_WIDTH, BAR_BOTTOM)
        font = drawing.largest_font(label, ASIDE_WIDTH - 2 * LEFT, MEDIUM, TEXT, SMALL)
        drawing.draw_boxed_text(image, box, label, font, chosen=True)
    elif entry.cursor.in_row:
        title = label_of_board(view, entry)
        _write_aside(image, summarise_place(view, entry.page.places[place]))
    else:
        _write_aside(image, str(FIELDS[place].row))
    _write_header(image, title)


def draw_place_editor(image: Image.Image, view: View, entry: PlaceEditor) -> None:
    """Draw the board with the zone of the plague pointed at."""
    draw_board(image, view.table)
    words = [entry.words[at] for at in entry.cursor.area(entry.columns)]
    area = [at for word in words for at in list_zone(word)]
    if area:
        draw_frame(image, area)
    _write_header(image, title_of_editor(view, entry))
    _write_aside(image, describe_value(view, entry, entry.word))


def _write_header(image: Image.Image, title: str) -> None:
    font = drawing.largest_font(title, ASIDE_WIDTH, TEXT, SMALL)
    y = HEADER_Y + TEXT.capital - font.capital
    draw_text(image, ASIDE_X, y, title, font, ASIDE_WIDTH)


def _write_aside(image: Image.Image, text: str) -> None:
    room = SAFE_HEIGHT - TOP
    lines, font, pitch = drawing.fit_paragraph(text, room, ASIDE_WIDTH)
    drawing.draw_lines(image, ASIDE_X, TOP, lines, font, pitch)
