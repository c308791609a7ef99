"""A turn: the five towers and the cards beside them, in the same places whatever is asked.

So the towers are always in view, and a press changes little on the panel. The first line has the
question and the choice pointed at, the last line what the choice depends on.
"""

from collections.abc import Collection, Sequence

from PIL import Image

from companion.core.conversation import Answer
from companion.core.session import is_correction
from companion.games.campanile.input.cards import OTHER, CardPicker
from companion.games.campanile.input.light import NextPicker
from companion.games.campanile.input.towers import MAX_FLOORS, BetPicker, TowerChoice, TowerPicker
from companion.games.campanile.rules import table2009
from companion.games.campanile.rules.foresight import forecast_pile
from companion.games.campanile.rules.table import CampanileTable
from companion.games.campanile.rules.towers import CampanileTower, Style
from companion.games.campanile.screens.edge import (
    EDGE_WIDTH,
    draw_edge,
    draw_scoring_cards,
    would_end_game,
)
from companion.games.campanile.screens.outlook import say_pile_note
from companion.games.campanile.screens.pieces import card_title, draw_card, draw_tower
from companion.screens import drawing
from companion.screens.drawing import SAFE_WIDTH, draw_first_line, draw_text
from companion.screens.fonts import FIGURES, SMALL, TEXT, text_width
from companion.screens.view import View

TOWER_PITCH = 20
TOWER_WIDTH = 15
GROUND_Y = 43
TOWER_HEIGHT = 18
"""Rows of the highest tower."""
SCALES = (9, 18, 27, 36, 54)
"""How many floors fill `TOWER_HEIGHT`; few steps, so that the scale seldom changes."""
NAME_Y = 45
LAST_LINE_Y = 54
BESIDE_STOCK_X = 92
"""The first column behind the player's markers."""
WORD_WIDTH = 42
"""The least columns of the word at the end of the first line."""
MORE_SIGN = ["##.##.##"] * 2
SPOT_SIGN = [".##.", "#..#", "#..#", ".##."]
"""A place where a marker may go."""
DISC_SIZE = 12


def draw_tower_picker(image: Image.Image, view: View, entry: TowerPicker) -> None:
    """Draw the question which tower is built, and by how many floors."""
    table = view.table
    barred = {
        style
        for style in entry.towers
        if entry.question.judge(Answer(entry.question.key, style)) is not None
    }
    _draw_towers(image, view, entry.towers, barred, entry.style, entry.floors)
    if not entry.choosing_floors:
        _draw_pointer(image, view, entry.at, drawing.ARROW_RIGHT)
    draw_edge(image, view, floors=entry.floors)
    _draw_stock(image, table)
    if would_end_game(table, entry.floors):
        _write_beside_stock(image, view, "note.last-card")
    else:
        _draw_thinking_time(image, view)
    draw_first_line(image, 0, table.player.name, TEXT, _draw_floors(image, entry) - 4)


def draw_next_picker(image: Image.Image, view: View, entry: NextPicker) -> None:
    """Draw light play's question for the next tower, or the scoring card that has come."""
    name, card = view.table.player.name, entry.card
    _draw_towers(image, view, entry.towers, (), None if card else entry.style, entry.floors)
    draw_edge(image, view)
    draw_scoring_cards(image, view, entry)
    _draw_stock(image, view.table)
    _draw_thinking_time(image, view)
    if card is not None:
        draw_first_line(
            image, 0, name, TEXT, _draw_word(image, card_title(view.words, card.word)) - 4
        )
        return
    if not entry.choosing_floors:
        _draw_pointer(image, view, entry.at, drawing.ARROW_RIGHT)
    draw_first_line(image, 0, name, TEXT, _draw_floors(image, entry) - 4)


def _draw_floors(image: Image.Image, entry: TowerPicker) -> int:
    """`+2` in the corner, with the signs of its presses; returns the first column used."""
    text = f"+{entry.floors}"
    right = SAFE_WIDTH - 8
    left = right - text_width(text, FIGURES)
    draw_text(image, left, 0, text, FIGURES)
    if entry.axes == 2:
        drawing.draw_sign(image, right + 1, 1, drawing.ARROW_UP)
        drawing.draw_sign(image, right + 1, 7, drawing.ARROW_DOWN)
    elif entry.choosing_floors:
        drawing.draw_sign(image, right + 3, 3, drawing.ARROW_RIGHT)
        drawing.draw_sign(image, left - 7, 3, drawing.ARROW_LEFT)
    return left - 7


def draw_tower_choice(image: Image.Image, view: View, entry: TowerChoice | BetPicker) -> None:
    """Draw the question where a marker goes, or from where it is taken away."""
    table, choice = view.table, entry.choice
    key = "marker" if choice.value == "none" else choice.key
    _draw_towers(image, view, entry.towers)
    for place, style in enumerate(entry.towers):
        if style == choice.value:
            _draw_pointer(
                image,
                view,
                place,
                drawing.ARROW_LEFT if choice.key == "move" else drawing.ARROW_RIGHT,
            )
        elif any((each.key, each.value) == (key, style) for each in entry.choices):
            drawing.draw_sign(
                image, _tower_middle(view, place) - TOWER_PITCH // 2, NAME_Y + 3, SPOT_SIGN
            )
    draw_edge(image, view)
    if choice.value in entry.towers:
        _draw_influence(image, view, table, Style(choice.word))
    else:
        _draw_stock(image, table)
    _draw_marker_line(image, view, entry)


def _draw_marker_line(image: Image.Image, view: View, entry: TowerChoice | BetPicker) -> None:
    table, choice = view.table, entry.choice
    moves = choice.key in ("move", "to")
    if moves or choice.value == "none":
        key = f"marker.{choice.key}" if moves else "marker.none"
        word = view.words.say(key, style=choice.word)
    else:
        word = card_title(view.words, choice.word)
    left = first = _draw_word(image, word) - DISC_SIZE - 3
    value = table2009.MOVABLE if moves else table.floors_built
    if isinstance(entry, BetPicker):
        left, first = _draw_value_signs(image, entry, left)
        value = entry.value
    drawing.draw_disc(image, left, 0, DISC_SIZE, str(value), full=not moves)
    draw_first_line(image, 0, table.player.name, TEXT, first - 3)


def _draw_value_signs(image: Image.Image, entry: BetPicker, left: int) -> tuple[int, int]:
    """The signs of the presses that change the value.

    Returns the column of the value's disc, and the first column used.
    """
    if entry.choice.value == "none":
        return left, left
    if entry.axes == 2:
        drawing.draw_sign(image, left + 3, 1, drawing.ARROW_UP)
        drawing.draw_sign(image, left + 3, 7, drawing.ARROW_DOWN)
        return left - 10, left - 10
    if entry.choosing_value:
        drawing.draw_sign(image, left + 8, 3, drawing.ARROW_RIGHT)
        drawing.draw_sign(image, left - 12, 3, drawing.ARROW_LEFT)
        return left - 6, left - 12
    return left, left


def _draw_word(image: Image.Image, word: str) -> int:
    """Write a word at the end of the first line; returns its first column."""
    font = drawing.largest_font(word, 66, TEXT, SMALL)
    room = min(max(text_width(word, font), WORD_WIDTH), 66)
    draw_first_line(image, SAFE_WIDTH - room, word, font, room)
    return SAFE_WIDTH - room


def _draw_influence(image: Image.Image, view: View, table: CampanileTable, style: Style) -> None:
    rows = table.towers[style].rows
    if not rows:
        draw_text(image, 0, LAST_LINE_Y, view.words.say("marker.nobody"), SMALL)
        return
    room = SAFE_WIDTH // len(rows)
    for place, row in enumerate(rows):
        end = draw_text(image, place * room, LAST_LINE_Y - 1, str(row.influence), TEXT) + 2
        name = drawing.cut_text(table.players[row.seat].name, SMALL, (place + 1) * room - end - 3)
        draw_text(image, end, LAST_LINE_Y, name, SMALL)


def _draw_stock(image: Image.Image, table: CampanileTable, lit: int = 0) -> None:
    """The markers that the player has not placed; those of value ``lit`` are filled."""
    for place, (value, count) in enumerate(table.player.stock.items()):
        x = place * 30
        drawing.draw_disc(image, x, LAST_LINE_Y - 1, 10, str(value), full=value == lit)
        draw_text(image, x + 12, LAST_LINE_Y, f"×{count}", TEXT)  # noqa: RUF001  # a times sign it is


def draw_card_picker(image: Image.Image, view: View, entry: CardPicker) -> None:
    """Draw the question which card is taken, or turned up; it is pointed at in its place."""
    table = view.table
    row = view.table.row_from_left(view.mirrored)
    _draw_towers(image, view, row)
    _draw_action_line(image, view, entry)
    if entry.question.key == "take":
        draw_edge(image, view, at=table.display.index(Style(entry.card)))
        _draw_stock_or_spent(image, view)
        return
    draw_edge(image, view, new=entry.card)
    room = _draw_scoring_cards(image, entry, row) - 2
    if entry.card in row:
        _draw_pointer(image, view, row.index(Style(entry.card)), drawing.ARROW_RIGHT)
    note = view.words.say("note.unlikely") if entry.below is not None else _pile_note(view)
    if note:
        draw_text(image, 0, LAST_LINE_Y, note, SMALL, room)
    elif isinstance(table, table2009.Campanile2009Table):
        _draw_stock(image, table)
    else:
        _draw_stock_or_spent(image, view)


def _draw_stock_or_spent(image: Image.Image, view: View) -> None:
    """The player's markers; and if none was left to ask for in this turn, that it was so."""
    spent = _spent_marker(view)
    _draw_stock(image, view.table, spent)
    if spent:
        _write_beside_stock(image, view, "note.marker-spent")


def _write_beside_stock(image: Image.Image, view: View, key: str) -> None:
    draw_text(
        image, BESIDE_STOCK_X, LAST_LINE_Y, view.words.say(key), SMALL, SAFE_WIDTH - BESIDE_STOCK_X
    )


def _draw_thinking_time(image: Image.Image, view: View) -> None:
    draw_text(
        image, SAFE_WIDTH, LAST_LINE_Y, view.thinking_time_of(view.table.seat), SMALL, anchor="r"
    )


def _draw_action_line(image: Image.Image, view: View, entry: CardPicker) -> None:
    does = view.words.say(f"ask.{entry.question.key}")
    room = _draw_word(image, card_title(view.words, entry.card)) - 4 - text_width(does, SMALL)
    end = draw_first_line(image, 0, view.table.player.name, TEXT, room - 4)
    draw_first_line(image, end + 4, does, SMALL)


def _draw_scoring_cards(image: Image.Image, entry: CardPicker, row: Sequence[Style]) -> int:
    """The other cards to turn up, at the end of the last line; returns their first column."""
    left = SAFE_WIDTH
    for place, what in reversed([*enumerate(entry.choices)]):
        if what in row:
            break
        left -= 15
        if what == OTHER:
            drawing.draw_sign(image, left + 6, LAST_LINE_Y + 5, MORE_SIGN)
        else:
            draw_card(image, (left + 5, LAST_LINE_Y - 1, left + 15, LAST_LINE_Y + 9), what)
        if place == entry.at:
            drawing.draw_sign(image, left, LAST_LINE_Y, drawing.ARROW_RIGHT)
    return left


def _spent_marker(view: View) -> int:
    """The marker not asked for in this turn because none is left; 0 if one was."""
    assert view.session is not None, "a card is taken in a game"
    answers = [answer for answer in view.session.answers if not is_correction(answer)]
    return view.table.floors_built if answers and answers[-1].key == "floors" else 0


def _pile_note(view: View) -> str:
    table = view.table
    return (
        say_pile_note(view, forecast_pile(table))
        if isinstance(table, table2009.Campanile2009Table)
        else ""
    )


# The towers ------------------------------------------------------------------------------


def _tower_middle(view: View, place: int) -> int:
    return (0 if view.mirrored else EDGE_WIDTH) + place * TOWER_PITCH + TOWER_PITCH // 2


def _draw_pointer(image: Image.Image, view: View, place: int, sign: Sequence[str]) -> None:
    drawing.draw_sign(image, _tower_middle(view, place) - TOWER_PITCH // 2, NAME_Y, sign)


def _scale(table: CampanileTable) -> float:
    """Rows per floor, such that any tower fits that can be built in this turn."""
    built, floors = table.played or (None, 0)
    heights = (each.floors - floors * (each.style == built) for each in table.towers.values())
    highest = max(heights) + MAX_FLOORS
    return TOWER_HEIGHT / next((each for each in SCALES if each >= highest), highest)


def _draw_towers(
    image: Image.Image,
    view: View,
    towers: Sequence[Style],
    barred: Collection[Style] = (),
    growing: Style | None = None,
    floors: int = 0,
) -> None:
    scale = _scale(view.table)
    for place, style in enumerate(towers):
        middle, tower = _tower_middle(view, place), view.table.towers[style]
        _draw_tower(image, middle, scale, tower, floors * (style == growing), faint=style in barred)
        word = view.words.say(f"short.{style}")
        draw_text(image, middle + 1, NAME_Y, word, SMALL, TOWER_PITCH - 5, anchor="m")


def _draw_tower(
    image: Image.Image,
    middle: int,
    scale: float,
    tower: CampanileTower,
    growing: int,
    *,
    faint: bool,
) -> None:
    left, right = middle - TOWER_WIDTH // 2, middle + TOWER_WIDTH // 2 + 1
    top = GROUND_Y - round((tower.floors + growing) * scale)
    stands = GROUND_Y - round(tower.floors * scale)
    if growing:
        stands = min(max(stands, top + 2), GROUND_Y)  # the growth is visible on the highest, too
    if tower.floors:
        draw_tower(image, (left, stands, right, GROUND_Y + 1), tower.style, faint=faint)
    if growing:
        _draw_growing(image, (left, top, right, stands), growing)
    drawing.draw_rule(image, GROUND_Y, left - 1, right + 1)
    figures = str(tower.floors + growing)
    draw_text(image, middle + 1, top - FIGURES.capital - 1, figures, FIGURES, anchor="m")


def _draw_growing(image: Image.Image, box: drawing.Rect, growing: int) -> None:
    left, top, right, bottom = box
    image.paste(drawing.LIT, box)
    if bottom - top >= 3 * growing:
        for floor in range(1, growing + 1):
            y = bottom - round((bottom - top) * floor / growing)
            image.paste(0, (left, y, right, y + 1))
