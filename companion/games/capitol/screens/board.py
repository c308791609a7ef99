"""The pictures of Capitol's board: the nine prefectures with a cursor, and entering them."""

from PIL import Image

from companion.games.capitol.input.board import FIELDS, BoardOffer, PrefectureForm
from companion.games.capitol.input.sites import COLUMNS, PLACE, BoardViewer, SitePicker
from companion.games.capitol.rules.board import PREFECTURES, Building, Prefecture, PrefectureColour
from companion.games.capitol.screens import signs
from companion.games.capitol.screens.pages import draw_prefecture, shorten_name
from companion.input.people import NEW_NAME
from companion.screens import drawing
from companion.screens.drawing import LIT, SAFE_WIDTH, draw_first_line, draw_header, draw_text
from companion.screens.fonts import LARGE, SMALL, TEXT, THIN, text_width
from companion.screens.view import View

CELL_WIDTH, CELL_HEIGHT = 42, 18
GRID_Y = 9
"""The row under the first line."""
COLOUR_WIDTH = 4
WORD_GAP = 5
NAME_WIDTH, SHORT_NAME_WIDTH = 28, 17
"""Columns for a name: alone, and with the tallest house beside it."""
BLOCKS_WIDTH = 32


def draw_site_picker(image: Image.Image, view: View, entry: SitePicker) -> None:
    """Where a house or a building goes."""
    building = view.table.building if entry.key == PLACE else None
    free = entry.free
    _draw_grid(image, view, entry.at, entry.question.seat)
    for at in range(len(view.table.board)):
        if at not in free:
            left, top = _locate_cell(at)
            signs.fade(image, (left + 1, top + 1, left + CELL_WIDTH - 1, top + 9), 3)
    _draw_heading(image, entry.there, building, view.table.players[entry.question.seat or 0].name)


def draw_board_viewer(image: Image.Image, view: View, entry: BoardViewer) -> None:
    """The board, or the prefecture opened."""
    there = view.table.board[entry.at]
    if entry.open:
        draw_prefecture(image, view, view.table.majority(there.name))
        return
    _draw_grid(image, view, entry.at, view.table.seat)
    _draw_heading(image, there)


def _draw_heading(
    image: Image.Image, there: Prefecture, building: Building | None = None, who: str = ""
) -> None:
    large, small = str(max(there.free_large, 0)), str(max(there.free_small, 0))
    x = SAFE_WIDTH - text_width(large, TEXT)
    draw_text(image, x, 0, large, TEXT)
    drawing.draw_sign(image, x - 9, 1, signs.LARGE_SITE)
    x -= 13 + text_width(small, TEXT)
    draw_text(image, x, 0, small, TEXT)
    drawing.draw_sign(image, x - 6, 3, signs.SITE)
    left = 0
    if building is not None:
        drawing.draw_sign(image, 0, 0, signs.BUILDINGS[building])
        left = 12
    end = draw_first_line(image, left, there.name, TEXT, x - 9 - left)
    if end + WORD_GAP + text_width(who, SMALL) <= x - 6 - WORD_GAP:
        draw_first_line(image, x - 6 - WORD_GAP - text_width(who, SMALL), who, SMALL, SAFE_WIDTH)


def _locate_cell(at: int) -> tuple[int, int]:
    row, column = divmod(at, COLUMNS)
    return column * CELL_WIDTH, GRID_Y + row * CELL_HEIGHT


def _draw_grid(image: Image.Image, view: View, at: int, seat: int | None) -> None:
    for place, there in enumerate(view.table.board):
        left, top = _locate_cell(place)
        _draw_cell(image, view, there, left, top, seat)
        if place == at:
            _draw_cursor(image, left, top, left + CELL_WIDTH, top + CELL_HEIGHT)


def _draw_cursor(image: Image.Image, left: int, top: int, right: int, bottom: int) -> None:
    """The cursor: an edge around a cell, open at the top where the first line is near."""
    for x in (left, right - 1):
        image.paste(LIT, (x, top, x + 1, bottom))
    drawing.draw_rule(image, bottom - 1, left, right)


def _draw_cell(
    image: Image.Image, view: View, there: Prefecture, left: int, top: int, seat: int | None
) -> None:
    standing = signs.list_large_signs(there)
    bottom = top + (10 if standing else CELL_HEIGHT - 2)
    signs.fill_colour(image, (left + 2, top + 1, left + 2 + COLOUR_WIDTH, bottom), there.hue)
    if standing:
        drawing.draw_sign(image, left + 2, top + 11, standing[0])
    name = (
        shorten_name(view, there.name, SHORT_NAME_WIDTH)
        if there.houses
        else drawing.cut_text(there.name, SMALL, NAME_WIDTH)
    )
    draw_text(image, left + 8, top + 1, name, SMALL)
    if there.shape is not None:
        drawing.draw_sign(image, left + 26, top + 4, signs.SMALL_ROOFS[there.shape])
        draw_text(image, left + 32, top + 1, str(there.tallest), SMALL, 5)
    _draw_blocks(image, view, there, left + 9, top + 10, seat)
    signs.draw_fountains(image, left + CELL_WIDTH - 4, top + 1, there.fountains)


def _draw_blocks(
    image: Image.Image, view: View, there: Prefecture, left: int, top: int, seat: int | None
) -> None:
    """The blocks of every player in seating order, those of ``seat`` on a lit ground."""
    if not there.houses:
        return
    pitch, x = BLOCKS_WIDTH // len(view.table.players), left
    for player in range(len(view.table.players)):
        blocks = str(there.blocks_of(player))
        x = max(x, left + player * pitch)
        end = x + text_width(blocks, SMALL)
        if end > left + BLOCKS_WIDTH:
            return
        if player == seat:
            image.paste(LIT, (x - 1, top - 1, end + 1, top + 8))
        draw_text(image, x, top, blocks, SMALL, lit=player != seat)
        x = end + 2 + (player == seat)


# Entering it -----------------------------------------------------------------------------------


def draw_board_offer(image: Image.Image, view: View, entry: BoardOffer) -> None:
    """The known board as it would be taken, or dotted cells for another one."""
    key = "another" if entry.another else "as-before" if entry.played else "known"
    word = view.words.say(f"board.{key}")
    font = drawing.largest_font(word, SAFE_WIDTH - 14, TEXT, SMALL)
    draw_first_line(image, 7, word, font, SAFE_WIDTH - 14, top=1)
    drawing.draw_sign(image, 0, 2, drawing.ARROW_LEFT)
    drawing.draw_sign(image, SAFE_WIDTH - 4, 2, drawing.ARROW_RIGHT)
    for place, answer in enumerate(entry.answers):
        name, colour, *counts = answer.word.split(":")
        row, column = divmod(place, COLUMNS)
        left, top = column * CELL_WIDTH, 14 + row * 17
        if entry.another:
            drawing.draw_outline(
                image, (left + 2, top, left + CELL_WIDTH - 3, top + 14), dotted=True
            )
            continue
        signs.fill_colour(
            image, (left + 2, top, left + 2 + COLOUR_WIDTH, top + 15), PrefectureColour(colour)
        )
        draw_text(image, left + 8, top, drawing.cut_text(name, SMALL, CELL_WIDTH - 12), SMALL)
        draw_text(image, left + 8, top + 8, counts[0], SMALL)
        signs.draw_fountains(image, left + 20, top + 9, int(counts[2]), 2)


FIELDS_X = (0, 0, 68, 87, 106)
"""The columns of the fields; the first is the name's."""
CURSORS_X = (0, 12, 76, 95, 114)
"""The columns of the cursor at each field."""
SITE_SIGNS = (signs.SITE, signs.LARGE_SITE, signs.FOUNTAIN)


def draw_prefecture_form(image: Image.Image, view: View, entry: PrefectureForm) -> None:
    """A prefecture as it is printed: name, colour, sites, fountains."""
    number = len(entry.taken) + 1
    asked = view.words.say("board.ask", number=number, of=PREFECTURES)
    draw_header(image, asked)
    name = entry.name if entry.name != NEW_NAME else view.words.say("seat.new-name")
    font = drawing.largest_font(name, SAFE_WIDTH - 10, LARGE, THIN, TEXT)
    draw_text(image, 10, 16 + (LARGE.capital - font.capital) // 2, name, font, SAFE_WIDTH - 10)
    signs.fill_colour(image, (10, 38, 20, 48), entry.hue)
    draw_text(image, 23, 39, view.words.say(f"hue.{entry.hue}"), SMALL, 41)
    for place, sign in enumerate(SITE_SIGNS):
        x = FIELDS_X[place + 2]
        drawing.draw_sign(image, x + 5 - len(sign[0]) // 2, 43 - len(sign) // 2, sign)
        count = str(entry.values[place + 2])
        draw_text(image, x + 12, 39, count, TEXT if len(count) == 1 else SMALL)
    _draw_field_cursor(image, entry)
    word = view.words.say(f"board.{FIELDS[entry.field]}")
    draw_text(image, 10, 54, word, SMALL, SAFE_WIDTH - 10)


def _draw_field_cursor(image: Image.Image, entry: PrefectureForm) -> None:
    if entry.field == 0:
        drawing.draw_sign(image, 2, 19, drawing.ARROW_RIGHT)
    else:
        drawing.draw_sign(image, CURSORS_X[entry.field], 49, drawing.ARROW_UP)
