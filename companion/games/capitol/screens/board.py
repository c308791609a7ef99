"""Capitol's board: nine prefectures at a glance, one of them pointed at; and entering them."""

from PIL import Image

from companion.games.capitol.input.board import FIELDS, BoardOffer, PrefectureForm
from companion.games.capitol.input.sites import COLUMNS, PLACE, Look, SitePicker
from companion.games.capitol.rules.board import PREFECTURES, Building, Prefecture, PrefectureColour
from companion.games.capitol.screens import signs
from companion.games.capitol.screens.pages import prefecture, short
from companion.input.people import NEW_NAME
from companion.screens import drawing
from companion.screens.drawing import LIT, SAFE_WIDTH, draw_first_line, draw_text, draw_title
from companion.screens.fonts import LARGE, SMALL, TEXT, THIN, text_width
from companion.screens.view import View

CELL, HIGH = 42, 18
TOP = 9
"""The row under the first line."""
HUE = 4
"""Columns of the colour's strip."""
APART = 5
"""Columns between words of the first line."""
FULL, SHORT = 28, 17
"""Columns for a name: with nothing beside it, and with the tallest house."""
FIGURES = 32
"""Columns for the blocks of all players."""


def site_picker(image: Image.Image, view: View, entry: SitePicker) -> None:
    """Where a house or a building goes."""
    building = view.table.building if entry.key == PLACE else None
    free = entry.free
    _grid(image, view, entry.at, entry.question.seat)
    for at in range(len(view.table.board)):
        if at not in free:
            left, top = _corner(at)
            signs.fade(image, (left + 1, top + 1, left + CELL - 1, top + 9), 3)
    _pointed_at(image, entry.there, building, view.table.players[entry.question.seat or 0].name)


def look(image: Image.Image, view: View, entry: Look) -> None:
    """The board, or the prefecture opened."""
    there = view.table.board[entry.at]
    if entry.open:
        prefecture(image, view, view.table.majority(there.name))
        return
    _grid(image, view, entry.at, view.table.seat)
    _pointed_at(image, there)


def _pointed_at(
    image: Image.Image, there: Prefecture, building: Building | None = None, who: str = ""
) -> None:
    """In the first line: its name, the free sites; what is placed; and by whom if there is room."""
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
    if end + APART + text_width(who, SMALL) <= x - 6 - APART:
        draw_first_line(image, x - 6 - APART - text_width(who, SMALL), who, SMALL, SAFE_WIDTH)


def _corner(at: int) -> tuple[int, int]:
    row, column = divmod(at, COLUMNS)
    return column * CELL, TOP + row * HIGH


def _grid(image: Image.Image, view: View, at: int, seat: int | None) -> None:
    for place, there in enumerate(view.table.board):
        left, top = _corner(place)
        _cell(image, view, there, left, top, seat)
        if place == at:
            _point(image, left, top, left + CELL, top + HIGH)


def _point(image: Image.Image, left: int, top: int, right: int, bottom: int) -> None:
    """The cursor: an edge around a cell, open at the top where the first line is near."""
    for x in (left, right - 1):
        image.paste(LIT, (x, top, x + 1, bottom))
    drawing.draw_rule(image, bottom - 1, left, right)


def _cell(
    image: Image.Image, view: View, there: Prefecture, left: int, top: int, seat: int | None
) -> None:
    """Name, colour, tallest house; blocks of each player; fountains and buildings."""
    standing = signs.on_large_sites(there)
    bottom = top + (10 if standing else HIGH - 2)
    signs.hue(image, (left + 2, top + 1, left + 2 + HUE, bottom), there.hue)
    if standing:
        drawing.draw_sign(image, left + 2, top + 11, standing[0])
    name = (
        short(view, there.name, SHORT)
        if there.houses
        else drawing.cut_text(there.name, SMALL, FULL)
    )
    draw_text(image, left + 8, top + 1, name, SMALL)
    if there.shape is not None:
        drawing.draw_sign(image, left + 26, top + 4, signs.SMALL_ROOFS[there.shape])
        draw_text(image, left + 32, top + 1, str(there.tallest), SMALL, 5)
    _blocks(image, view, there, left + 9, top + 10, seat)
    signs.drops(image, left + CELL - 4, top + 1, there.fountains)


def _blocks(
    image: Image.Image, view: View, there: Prefecture, left: int, top: int, seat: int | None
) -> None:
    """The blocks of every player in seating order; those of the one who is asked stand out."""
    if not there.houses:
        return
    pitch, x = FIGURES // len(view.table.players), left
    for player in range(len(view.table.players)):
        blocks = str(there.blocks_of(player))
        x = max(x, left + player * pitch)
        end = x + text_width(blocks, SMALL)
        if end > left + FIGURES:
            return
        if player == seat:
            image.paste(LIT, (x - 1, top - 1, end + 1, top + 8))
        draw_text(image, x, top, blocks, SMALL, lit=player != seat)
        x = end + 2 + (player == seat)


# Entering it -----------------------------------------------------------------------------------


def board_offer(image: Image.Image, view: View, entry: BoardOffer) -> None:
    """The board that is known, as it would be taken; or another one."""
    key = "another" if entry.another else "as-before" if entry.played else "known"
    word = view.words.say(f"board.{key}")
    font = drawing.largest_font(word, SAFE_WIDTH - 14, TEXT, SMALL)
    draw_first_line(image, 7, word, font, SAFE_WIDTH - 14, top=1)
    drawing.draw_sign(image, 0, 2, drawing.ARROW_LEFT)
    drawing.draw_sign(image, SAFE_WIDTH - 4, 2, drawing.ARROW_RIGHT)
    for place, answer in enumerate(entry.answers):
        name, colour, *counts = answer.word.split(":")
        row, column = divmod(place, COLUMNS)
        left, top = column * CELL, 14 + row * 17
        if entry.another:
            drawing.draw_outline(image, (left + 2, top, left + CELL - 3, top + 14), dotted=True)
            continue
        signs.hue(image, (left + 2, top, left + 2 + HUE, top + 15), PrefectureColour(colour))
        draw_text(image, left + 8, top, drawing.cut_text(name, SMALL, CELL - 12), SMALL)
        draw_text(image, left + 8, top + 8, counts[0], SMALL)
        signs.drops(image, left + 20, top + 9, int(counts[2]), 2)


FIELD_AT = (0, 0, 68, 87, 106)
"""The columns of the fields below the name."""
CURSOR_AT = (0, 12, 76, 95, 114)
"""The columns of the sign below the field pointed at."""
SITE_SIGNS = (signs.SITE, signs.LARGE_SITE, signs.FOUNTAIN)


def prefecture_form(image: Image.Image, view: View, entry: PrefectureForm) -> None:
    """A prefecture as it is printed: name, colour, sites, fountains."""
    number = len(entry.taken) + 1
    asked = view.words.say("board.ask", number=number, of=PREFECTURES)
    draw_title(image, asked)
    name = entry.name if entry.name != NEW_NAME else view.words.say("seat.new-name")
    font = drawing.largest_font(name, SAFE_WIDTH - 10, LARGE, THIN, TEXT)
    draw_text(image, 10, 16 + (LARGE.capital - font.capital) // 2, name, font, SAFE_WIDTH - 10)
    signs.hue(image, (10, 38, 20, 48), entry.hue)
    draw_text(image, 23, 39, view.words.say(f"hue.{entry.hue}"), SMALL, 41)
    for place, sign in enumerate(SITE_SIGNS):
        x = FIELD_AT[place + 2]
        drawing.draw_sign(image, x + 5 - len(sign[0]) // 2, 43 - len(sign) // 2, sign)
        count = str(entry.values[place + 2])
        draw_text(image, x + 12, 39, count, TEXT if len(count) == 1 else SMALL)
    _field_cursor(image, entry)
    word = view.words.say(f"board.{FIELDS[entry.field]}")
    draw_text(image, 10, 54, word, SMALL, SAFE_WIDTH - 10)


def _field_cursor(image: Image.Image, entry: PrefectureForm) -> None:
    if entry.field == 0:
        drawing.draw_sign(image, 2, 19, drawing.ARROW_RIGHT)
    else:
        drawing.draw_sign(image, CURSOR_AT[entry.field], 49, drawing.ARROW_UP)
