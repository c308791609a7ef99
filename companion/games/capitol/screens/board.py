"""The pictures of Capitol's board: the nine prefectures with a cursor, and entering them."""

from collections.abc import Sequence

from PIL import Image

from companion.games.capitol.input.board import FIELDS, PrefectureForm
from companion.games.capitol.input.building import COLUMNS, PLACE, BoardViewer
from companion.games.capitol.rules.board import PREFECTURES, Building, Prefecture
from companion.games.capitol.screens.pages import HUES, draw_prefecture
from companion.games.capitol.sign_rows import SIGNS
from companion.ui.input.choice import ChoicePicker
from companion.ui.input.people import NEW_NAME
from companion.ui.screens import drawing, table_pieces
from companion.ui.screens.choice import draw_standing, tell_names_apart
from companion.ui.screens.drawing import HEADER_Y, LEFT, SAFE_WIDTH, TEXT_WIDTH, draw_text
from companion.ui.screens.fonts import FIGURES, LARGE, MEDIUM, SMALL, TEXT, text_width
from companion.ui.screens.guide import draw_large_title
from companion.ui.screens.view import View

CELL_WIDTH, CELL_HEIGHT = 18, 20
"""Columns and rows of a prefecture in the grid; a dark one lies between two."""
COLOUR_WIDTH = 5
ASIDE_X = 61
SITES_Y = 55
"""The row of the sites."""
SITES_X = ASIDE_X - 2
"""Where the sites begin if they need the room."""
SIGN_GAP, SITE_GAP = 2, 5


def draw_site_picker(image: Image.Image, view: View, entry: ChoicePicker) -> None:
    """Draw where a house or a building goes."""
    table = view.table
    free = [at for at, site in enumerate(entry.choices) if entry.find_objection(site) is None]
    _draw_grid(image, table.board, entry.at, free)
    building = table.building if entry.choice.key == PLACE else None
    _draw_details(image, view, table.board[entry.at], entry.question.seat, building)


def draw_board_viewer(image: Image.Image, view: View, entry: BoardViewer) -> None:
    """Draw the board, or the prefecture opened."""
    there = view.table.board[entry.at]
    if entry.open:
        draw_prefecture(image, view, view.table.majority(there.name))
        return
    _draw_grid(image, view.table.board, entry.at, range(PREFECTURES))
    _draw_details(image, view, there, view.table.seat)


def _draw_grid(
    image: Image.Image, board: Sequence[Prefecture], chosen: int, free: Sequence[int]
) -> None:
    """Draw the short names of the prefectures over colour and, of those in ``free``, free sites."""
    shorts = tell_names_apart([there.name for there in board])
    for place, there in enumerate(board):
        row, column = divmod(place, COLUMNS)
        left, top = column * (CELL_WIDTH + 1), row * (CELL_HEIGHT + 1)
        box = (left, top, left + CELL_WIDTH, top + CELL_HEIGHT + 1)
        if place == chosen:
            drawing.draw_bar(image, box)
        lit, y = place != chosen, top + HEADER_Y
        draw_text(image, left + CELL_WIDTH // 2, y, shorts[place], TEXT, anchor="m", lit=lit)
        y += TEXT.capital + 2
        colour = (left + 2, y, left + 2 + COLOUR_WIDTH, y + TEXT.capital)
        table_pieces.draw_swatch(image, colour, HUES[there.hue], lit=lit)
        middle = left + 13
        if place in free:
            sites = str(max(there.free_small, 0) + max(there.free_large, 0))
            draw_text(image, middle, y, sites, TEXT, anchor="m", lit=lit)
        else:
            drawing.draw_sign(image, middle - 3, y + 3, SIGNS["barred"], lit=lit)


def _draw_details(
    image: Image.Image,
    view: View,
    there: Prefecture,
    seat: int | None,
    building: Building | None = None,
) -> None:
    """Draw the name, the sites and the houses of a prefecture, the player's own in a bar."""
    left = ASIDE_X
    if building is not None:
        drawing.draw_sign(image, left, 1, SIGNS[building])
        left += 12
    top = draw_large_title(image, left, there.name, SAFE_WIDTH - left) + 1
    _draw_sites(image, there)
    rows = [
        (player.name, str(there.blocks_of(place)), place == seat)
        for place, player in enumerate(view.table.players)
    ]
    draw_standing(image, ASIDE_X, top, rows, SITES_Y - 1)


def _draw_sites(image: Image.Image, there: Prefecture) -> None:
    """Draw the free sites, the large buildings, the tallest house and the fountains."""
    found: list[tuple[Sequence[str], str]] = [
        (sign, str(free))
        for sign, free in zip(SITE_SIGNS, (there.free_small, there.free_large), strict=False)
        if free > 0
    ]
    found += [(SIGNS["temple"], "")] * there.temples
    found += [(SIGNS["amphitheatre"], "")] * there.amphitheatres
    if there.shape is not None:
        found.append((SIGNS[there.shape], str(there.tallest)))
    if there.fountains:
        found.append((SIGNS["small-fountain"], str(there.fountains)))
    widths = [_measure_count(sign, count) for sign, count in found]
    room, gaps = SAFE_WIDTH - SITES_X - sum(widths), len(found) - 1
    gap = min(max(room // max(gaps, 1), SIGN_GAP), SITE_GAP)
    x = min(max(SITES_X + room - gap * gaps, SITES_X), ASIDE_X)
    for (sign, count), width in zip(found, widths, strict=True):
        if x + width > SAFE_WIDTH:
            break  # a board with many large sites
        drawing.draw_sign(image, x, SITES_Y + (TEXT.capital - len(sign)) // 2, sign)
        draw_text(image, x + len(sign[0]) + SIGN_GAP, SITES_Y, count, TEXT)
        x += width + gap


def _measure_count(sign: Sequence[str], count: str) -> int:
    return len(sign[0]) + (SIGN_GAP + text_width(count, TEXT) if count else 0)


# Entering it -----------------------------------------------------------------------------------


NAME_BAR = (0, 13, SAFE_WIDTH, 32)
FIELDS_Y = (34, 50)
"""The rows where the bars of colour and counts begin and end."""
FIELD_X = (0, 26, 58, 92)
"""The columns of the bars of colour and counts."""
FIELD_WIDTH = (24, 30, 32, 34)
SITE_SIGNS = (SIGNS["site"], SIGNS["large-site"], SIGNS["fountain"])
LABEL_Y = 52


def draw_prefecture_form(image: Image.Image, view: View, entry: PrefectureForm) -> None:
    """Draw a prefecture as it is printed: name, colour, sites, fountains; the chosen in a bar."""
    number = len(entry.taken) + 1
    drawing.draw_header(image, view.words.say("board.ask", number=number, of=PREFECTURES))
    name = entry.name if entry.name != NEW_NAME else view.words.say("seat.new-name")
    chosen = entry.field == 0
    if chosen:
        drawing.draw_bar(image, NAME_BAR)
    top = (NAME_BAR[1] + NAME_BAR[3] - LARGE.capital) // 2
    drawing.draw_in_middle(image, LEFT, top, name, TEXT_WIDTH - LEFT, LARGE, MEDIUM, lit=not chosen)
    for place in range(len(FIELDS) - 1):
        _draw_field(image, entry, place)
    asked = FIELDS[entry.field]
    key = f"hue.{entry.hue}" if asked == "colour" else f"board.{asked}"
    word = view.words.say(key)
    font = drawing.largest_font(word, TEXT_WIDTH, TEXT, SMALL)
    draw_text(image, LEFT, LABEL_Y, word, font, TEXT_WIDTH)


def _draw_field(image: Image.Image, entry: PrefectureForm, place: int) -> None:
    left, (top, bottom) = FIELD_X[place], FIELDS_Y
    chosen = entry.field == place + 1
    if chosen:
        drawing.draw_bar(image, (left, top, left + FIELD_WIDTH[place], bottom))
    if place == 0:
        table_pieces.draw_swatch(
            image, (LEFT, top + 2, 22, bottom - 2), HUES[entry.hue], lit=not chosen
        )
        return
    sign = SITE_SIGNS[place - 1]
    y = (top + bottom - len(sign)) // 2
    drawing.draw_sign(image, left + 3, y, sign, lit=not chosen)
    count = str(entry.values[place + 1])
    x = left + 3 + len(sign[0]) + 3
    draw_text(image, x, top + 2, count, FIGURES, lit=not chosen)
