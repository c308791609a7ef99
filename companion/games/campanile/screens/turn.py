"""A turn's first question: the word of the tower pointed at and its floors over the five towers."""

from collections.abc import Collection

from PIL import Image

from companion.core.conversation import Answer
from companion.games.campanile.input.light import NextPicker
from companion.games.campanile.input.towers import MAX_FLOORS, TowerPicker
from companion.games.campanile.rules.table import CampanileTable
from companion.games.campanile.rules.towers import CampanileTower, Style
from companion.games.campanile.screens.edge import draw_edge, edge_width
from companion.games.campanile.screens.pieces import (
    ARROWS_WIDTH,
    LABEL_TOP,
    MAIN_Y,
    UNDER_MAIN,
    card_title,
    divide_row,
    draw_main_word,
    draw_tower,
    draw_value_arrows,
)
from companion.text.figures import format_count
from companion.ui.screens import drawing
from companion.ui.screens.drawing import HEADER_Y, LEFT, SAFE_HEIGHT, SAFE_WIDTH, draw_text
from companion.ui.screens.fonts import LARGE, SMALL, TEXT, text_width
from companion.ui.screens.view import View

GROUND_Y = 51
TOWER_HEIGHT = 7
"""Rows of the highest tower."""
SCALES = (9, 18, 27, 36, 54)
"""How many floors fill `TOWER_HEIGHT`; few steps, so that the scale seldom changes."""
CHIP_SIZE = 12
FLOORS_EDGE = 3
"""Columns of the filled bar at either side of the floors."""


def draw_tower_picker(image: Image.Image, view: View, entry: TowerPicker) -> None:
    """Draw the question which tower is built, and by how many floors."""
    barred = {
        style
        for style in entry.towers
        if entry.question.judge(Answer(entry.question.key, style)) is not None
    }
    _draw_turn(image, view, entry, barred)


def draw_next_picker(image: Image.Image, view: View, entry: NextPicker) -> None:
    """Draw light play's question for the next tower, or the scoring card that has come."""
    if entry.card is None:
        _draw_turn(image, view, entry, ())
        return
    drawing.draw_header(image, view.words.say("ask.came"))
    draw_main_word(image, card_title(view.words, entry.card.word))
    _draw_towers(image, view, entry, ())
    draw_edge(image, view, entry, 0)


def _draw_turn(
    image: Image.Image, view: View, entry: TowerPicker, barred: Collection[Style]
) -> None:
    table = view.table
    if table.draws_last_card(entry.floors):
        drawing.draw_header(image, table.player.name, verb=view.words.say("ask.last-tower"))
    else:
        verb = view.thinking_time_of(table.seat) or view.words.say("ask.tower")
        left = _draw_stock(image, table, entry.floors)
        drawing.draw_header(image, table.player.name, verb=verb, room=left - 4 - LEFT)
    room = _draw_floors(image, entry) - 4 - LEFT
    draw_main_word(image, card_title(view.words, entry.style), room)
    _draw_towers(image, view, entry, barred)
    draw_edge(image, view, entry, entry.floors)


def _draw_stock(image: Image.Image, table: CampanileTable, value: int) -> int:
    """The markers of this value that the player has left; return their first column."""
    count = table.player.stock[value]
    text = format_count(count)
    left = SAFE_WIDTH - text_width(text, TEXT)
    draw_text(image, left, HEADER_Y, text, TEXT)
    left -= CHIP_SIZE + 2
    drawing.draw_disc(image, left, 0, CHIP_SIZE, str(value), full=count > 0)
    return left


def _draw_floors(image: Image.Image, entry: TowerPicker) -> int:
    """`+2` with the signs of its presses, filled where only it is asked; return its column."""
    text = f"+{entry.floors}"
    right = SAFE_WIDTH - ARROWS_WIDTH
    left = right - text_width(text, LARGE)
    if entry.choosing_floors:
        bar = (left - FLOORS_EDGE, MAIN_Y - 1, right + FLOORS_EDGE, MAIN_Y + LARGE.capital + 1)
        drawing.draw_bar(image, bar)
    draw_text(image, left, MAIN_Y, text, LARGE, lit=not entry.choosing_floors)
    return draw_value_arrows(
        image, left - FLOORS_EDGE, axes=entry.axes, is_asked=entry.choosing_floors
    )


# The towers ------------------------------------------------------------------------------


def _scale(table: CampanileTable) -> float:
    """Rows per floor, such that any tower fits that can be built in this turn."""
    highest = max(each.floors for each in table.towers.values()) + MAX_FLOORS
    return TOWER_HEIGHT / next((each for each in SCALES if each >= highest), highest)


def tower_columns(view: View, entry: TowerPicker) -> list[tuple[int, int]]:
    """The columns of the towers as they stand from left to right."""
    beside = edge_width(view, entry)
    left, right = (0, SAFE_WIDTH - beside) if view.mirrored else (beside, SAFE_WIDTH)
    return divide_row(len(entry.towers), left, right)


def _draw_towers(
    image: Image.Image, view: View, entry: TowerPicker, barred: Collection[Style]
) -> None:
    scale, columns = _scale(view.table), tower_columns(view, entry)
    for place, (style, (left, right)) in enumerate(zip(entry.towers, columns, strict=True)):
        chosen, tower = place == entry.at, view.table.towers[style]
        growing = entry.floors * chosen
        _draw_tower(image, (left + 1, right - 1), scale, tower, growing, faint=style in barred)
        figures, middle = str(tower.floors + growing), (left + right) // 2
        draw_text(image, middle, UNDER_MAIN, figures, TEXT, anchor="m")
        font = SMALL if style in barred and not chosen else TEXT
        box = (left, LABEL_TOP, right, SAFE_HEIGHT)
        short = view.words.say(f"short.{style}")
        drawing.draw_boxed_text(image, box, short, font, chosen=chosen)
    drawing.draw_rule(image, GROUND_Y, columns[0][0], columns[-1][1])


def _draw_tower(
    image: Image.Image,
    columns: tuple[int, int],
    scale: float,
    tower: CampanileTower,
    growing: int,
    *,
    faint: bool,
) -> None:
    """A tower, and lit upon it the floors that are built."""
    left, right = columns
    top = GROUND_Y - round((tower.floors + growing) * scale)
    stands = GROUND_Y - max(round(tower.floors * scale), min(tower.floors, 1))
    if growing:
        stands = min(max(stands, top + 2), GROUND_Y)  # the growth is visible on the highest, too
    if tower.floors:
        draw_tower(image, (left, stands, right, GROUND_Y + 1), tower.style, faint=faint)
    if growing:
        image.paste(drawing.LIT, (left, top, right, stands))
