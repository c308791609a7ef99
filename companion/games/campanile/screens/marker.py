"""The questions of a turn about markers: where one goes, which value, from where one is moved."""

from collections.abc import Sequence

from PIL import Image

from companion.games.campanile.input.towers import BetPicker, TowerChoice
from companion.games.campanile.rules import table2009
from companion.games.campanile.rules.table import CampanileTable
from companion.games.campanile.rules.towers import Style
from companion.games.campanile.screens.pieces import (
    ARROWS_WIDTH,
    FRAMED_WIDTH,
    LABEL_TOP,
    MAIN_Y,
    NO_MARKER_SIGN,
    OWNER_PITCH,
    UNDER_MAIN,
    Owner,
    card_title,
    divide_owners,
    divide_row,
    draw_main_word,
    draw_owners,
    draw_owners_row,
    draw_tower,
    draw_value_arrows,
    owners_width,
)
from companion.text.figures import format_count
from companion.ui.screens import drawing
from companion.ui.screens.drawing import LEFT, SAFE_HEIGHT, SAFE_WIDTH, TEXT_WIDTH, draw_text
from companion.ui.screens.fonts import MEDIUM, SMALL, TEXT
from companion.ui.screens.view import View

MOVE_SIGN = ["..#...#..", ".##...##.", "###...###", ".##...##.", "..#...#.."]
"""Markers that are placed already can be moved."""
VALUE_SIZE = 18
BASE_WIDTH = 7
"""Columns of the tower before its markers."""
BASE_GAP = 3
CROWDED_Y = 30
"""The first of two rows of owners, which leave the main word 12 rows."""
FULL_Y = 23
"""The first of three rows of owners, the first one left of the marker's value."""
STOCK_SIZE = 14
STOCK_PITCH = 36


def draw_tower_choice(image: Image.Image, view: View, entry: TowerChoice | BetPicker) -> None:
    """Draw the question where a marker goes, or from where it is taken away."""
    table, choice = view.table, entry.choice
    places = choice.value in entry.towers
    key = choice.key if places else "marker-none"
    drawing.draw_header(image, table.player.name, verb=view.words.say(f"ask.{key}"))
    room = _draw_value(image, table, entry) - 4 - LEFT
    if places:
        _draw_influence(image, view, table, Style(choice.word), room)
    else:
        draw_main_word(image, view.words.say("marker.none"), room)
        _draw_stock(image, table)
    _draw_choices(image, view, entry)


def _draw_value(image: Image.Image, table: CampanileTable, entry: TowerChoice | BetPicker) -> int:
    """The marker's value, with the signs of the presses that change it; return their column.

    Only a marker that is placed from the stock is lit.
    """
    choice, left = entry.choice, SAFE_WIDTH - VALUE_SIZE
    moves = choice.key in ("move", "to")
    value = table2009.MOVABLE if moves else table.floors_built
    first = left
    if isinstance(entry, BetPicker):
        value = entry.value
        if choice.value != "none":
            left -= ARROWS_WIDTH
            first = draw_value_arrows(image, left, axes=entry.axes, is_asked=entry.choosing_value)
    full = not moves and choice.value != "none"
    drawing.draw_disc(image, left, MAIN_Y - 1, VALUE_SIZE, str(value), full=full)
    return min(left, first)


def _draw_influence(
    image: Image.Image, view: View, table: CampanileTable, style: Style, room: int
) -> None:
    """The tower's name and the markers that lie under it already, nearest the base first."""
    rows = table.towers[style].rows
    owners = [Owner(row.influence, table.players[row.seat].name) for row in rows]
    word = card_title(view.words, style)
    left = BASE_WIDTH + BASE_GAP
    fonts = (font for font in (MEDIUM, TEXT) if owners_width(owners, font) <= SAFE_WIDTH - left)
    font = next(fonts, None)
    if not owners:
        draw_main_word(image, word, room)
        draw_text(image, LEFT, UNDER_MAIN + 3, view.words.say("marker.nobody"), TEXT, TEXT_WIDTH)
    elif font is not None:
        draw_main_word(image, word, room)
        draw_tower(image, (0, UNDER_MAIN, BASE_WIDTH, UNDER_MAIN + 14), style)
        y = UNDER_MAIN + (14 - font.capital) // 2
        draw_owners_row(image, left, y, owners, font, SAFE_WIDTH - left)
    elif divide_owners(owners, two_rows := [SAFE_WIDTH - left] * 2).cut == 0:
        draw_text(image, LEFT, MAIN_Y, word, MEDIUM, room)
        draw_tower(image, (0, CROWDED_Y, BASE_WIDTH, LABEL_TOP - 3), style)
        draw_owners(image, left, CROWDED_Y + 2, owners, two_rows)
    else:
        draw_text(image, LEFT, FULL_Y - OWNER_PITCH, word, TEXT, room)
        draw_owners(image, LEFT, FULL_Y, owners, (room, TEXT_WIDTH, TEXT_WIDTH))


def _draw_stock(image: Image.Image, table: CampanileTable) -> None:
    """The player's markers that are not placed."""
    for place, (value, count) in enumerate(table.player.stock.items()):
        x = LEFT + place * STOCK_PITCH
        drawing.draw_disc(image, x, UNDER_MAIN, STOCK_SIZE, str(value), full=count > 0)
        draw_text(image, x + STOCK_SIZE + 2, UNDER_MAIN + 3, format_count(count), TEXT)


def _draw_choices(image: Image.Image, view: View, entry: TowerChoice | BetPicker) -> None:
    """None, the towers and the moves in one strip; what can't be chosen has no box."""
    choice = entry.choice
    moves = any(each.key == "move" for each in entry.choices)
    places_marker = any(each.value == "none" for each in entry.choices)
    columns = divide_row(len(entry.towers) + places_marker + moves)
    boxes = [(left, LABEL_TOP - 1, right, SAFE_HEIGHT) for left, right in columns]
    if places_marker:
        _draw_choice_sign(image, boxes.pop(0), NO_MARKER_SIGN, chosen=choice.value == "none")
    if moves:
        _draw_choice_sign(image, boxes.pop(), MOVE_SIGN, chosen=choice.key == "move")
    key = "marker" if choice.value == "none" else choice.key
    offered = [each.value for each in entry.choices if each.key == key]
    for style, box in zip(entry.towers, boxes, strict=True):
        chosen = style == choice.value
        if style in offered and not chosen and box[2] - box[0] >= FRAMED_WIDTH:
            drawing.draw_card(image, box)
        font = TEXT if style in offered else SMALL
        short = view.words.say(f"short.{style}")
        drawing.draw_boxed_text(image, box, short, font, chosen=chosen)


def _draw_choice_sign(
    image: Image.Image, box: drawing.Rect, rows: Sequence[str], *, chosen: bool
) -> None:
    if not chosen and box[2] - box[0] >= FRAMED_WIDTH:
        drawing.draw_card(image, box)
    drawing.draw_boxed_sign(image, box, rows, chosen=chosen)
