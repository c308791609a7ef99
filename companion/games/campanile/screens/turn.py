"""A turn's questions over the five towers: what is built, where a marker goes and with which value.

Beside the towers lie the three numbered piles, or light play's scoring cards.
"""

from collections.abc import Collection, Sequence

from PIL import Image

from companion.core.conversation import Answer
from companion.games.campanile.input.towers import BetPicker, NextPicker, TowerPicker
from companion.games.campanile.outlook import AllTurnsPage
from companion.games.campanile.palette import fit_scale
from companion.games.campanile.rules import table1996, table2009
from companion.games.campanile.rules.table import FLOORS, CampanileTable
from companion.games.campanile.rules.towers import CampanileTower, Style
from companion.games.campanile.screens.pieces import (
    ARROWS_WIDTH,
    LABEL_TOP,
    NO_MARKER_SIGN,
    card_title,
    draw_card,
    draw_tower,
    draw_value_arrows,
)
from companion.text.figures import format_count
from companion.ui.input.choice import ChoicePicker
from companion.ui.input.hints import Hints
from companion.ui.input.outlook import Outlook
from companion.ui.screens import drawing, table_pieces
from companion.ui.screens.choice import (
    FRAMED_WIDTH,
    MAIN_Y,
    UNDER_MAIN,
    divide_row,
    draw_main_word,
    draw_named_card,
)
from companion.ui.screens.drawing import (
    HEADER_Y,
    LEFT,
    SAFE_HEIGHT,
    SAFE_WIDTH,
    TEXT_WIDTH,
    draw_text,
)
from companion.ui.screens.fonts import LARGE, MEDIUM, SMALL, TEXT, text_width
from companion.ui.screens.owners import (
    OWNER_PITCH,
    Owner,
    divide_owners,
    draw_owners,
    draw_owners_row,
    owners_width,
)
from companion.ui.screens.view import View

GROUND_Y = 51
TOWER_HEIGHT = 7
"""Rows of the highest tower."""
CHIP_SIZE = 12
FLOORS_EDGE = 3
"""Columns of the filled bar at either side of the floors."""


def list_unnamed_signs(view: View) -> list[str]:
    """The signs that stand for what can't be chosen, a scoring card and an average.

    Where a marker goes they come with the cursor on a tower: before, nobody has seen the towers.
    """
    entry = view.entry
    if isinstance(entry, Outlook):
        return ["average"] if isinstance(entry.page, AllTurnsPage) else []
    if isinstance(entry, NextPicker):
        return [each.word for each in entry.cards]
    if isinstance(entry, TowerPicker) and not isinstance(entry, BetPicker):
        return ["thin"] if _list_barred(entry) else []
    if not isinstance(entry, ChoicePicker) or entry.choice.key not in ("marker", "move", "to"):
        return []
    is_thin = not view.table.towers.keys() <= set(_list_offered(entry))
    return ["thin"] if is_thin and entry.choice.value != "none" else []


def draw_tower_picker(image: Image.Image, view: View, entry: TowerPicker) -> None:
    """Draw the question which tower is built, and by how many floors."""
    _draw_turn(image, view, entry, _list_barred(entry))


def _list_barred(entry: TowerPicker) -> set[Style]:
    """The towers that can't be built."""
    question = entry.question
    return {
        style for style in entry.towers if question.judge(Answer(question.key, style)) is not None
    }


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
    if table.draws_last_card(entry.number):
        drawing.draw_header(image, table.player.name, verb=view.words.say("ask.last-tower"))
    else:
        is_barred = entry.choice.word in barred
        verb = view.words.say("ask.tower-barred" if is_barred else "ask.tower")
        verb = verb if is_barred else view.thinking_time_of(table.seat) or verb
        is_full = is_barred or drawing.mark_width(image) > 0  # something else needs the place
        left = SAFE_WIDTH if is_full else _draw_marker_stock(image, table, entry.number)
        drawing.draw_header(image, table.player.name, verb=verb, room=left - 4 - LEFT)
    room = _draw_floors(image, entry) - 4 - LEFT
    draw_main_word(image, card_title(view.words, entry.choice.word), room)
    _draw_towers(image, view, entry, barred)
    draw_edge(image, view, entry, entry.number)


def _draw_marker_stock(image: Image.Image, table: CampanileTable, value: int) -> int:
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
    text = f"+{entry.number}"
    right = SAFE_WIDTH - ARROWS_WIDTH
    left = right - text_width(text, LARGE)
    if entry.choosing_number:
        bar = (left - FLOORS_EDGE, MAIN_Y - 1, right + FLOORS_EDGE, MAIN_Y + LARGE.capital + 1)
        drawing.draw_bar(image, bar)
    draw_text(image, left, MAIN_Y, text, LARGE, lit=not entry.choosing_number)
    return draw_value_arrows(
        image, left - FLOORS_EDGE, axes=entry.axes, is_asked=entry.choosing_number
    )


# The towers ------------------------------------------------------------------------------


def _scale(table: CampanileTable) -> float:
    """Rows per floor, such that any tower fits that can be built in this turn."""
    highest = max(each.floors for each in table.towers.values()) + max(FLOORS)
    return TOWER_HEIGHT / fit_scale(highest)


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
        growing = entry.number * chosen
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


PILES_WIDTH = 40
PILES_GAP = 4
PILE_CARD_Y = 44
TWO_DIGITS = 10
SCORING_CARD_WIDTH = 16
SCORING_CARD_GAP = 2


def edge_width(view: View, entry: object) -> int:
    """The columns beside the towers, with the gap before them."""
    if isinstance(view.table, table1996.Campanile1996Table):
        return PILES_WIDTH + PILES_GAP
    if isinstance(entry, NextPicker):
        return (SCORING_CARD_WIDTH + SCORING_CARD_GAP) * len(entry.cards)
    return 0


def draw_edge(image: Image.Image, view: View, entry: object, floors: int) -> None:
    """Draw what lies beside the towers; of three piles the one drawn from is chosen."""
    left = SAFE_WIDTH - edge_width(view, entry) if view.mirrored else 0
    if isinstance(view.table, table1996.Campanile1996Table):
        left += PILES_GAP * view.mirrored
        _draw_piles(image, view, view.table, left, floors)
    elif isinstance(entry, NextPicker):
        left += SCORING_CARD_GAP * view.mirrored
        _draw_scoring_cards(image, view, entry, left)


def _draw_piles(
    image: Image.Image, view: View, table: table1996.Campanile1996Table, left: int, floors: int
) -> None:
    """Each pile's top card between its count and its number.

    Only one count of two digits has room to be larger: that of the pile drawn from.
    """
    columns = divide_row(table1996.PILES, left, left + PILES_WIDTH)
    for number, (start, end) in enumerate(columns, 1):
        what, count = table.display[number - 1], table.piles[number - 1]
        if count and view.hints is not Hints.NONE:
            middle = (start + end) // 2
            font = TEXT if count < TWO_DIGITS or number == floors else SMALL
            y = UNDER_MAIN + TEXT.capital - font.capital
            draw_text(image, middle, y, str(count), font, anchor="m")
        is_empty = what is None and not (table.light and count)
        draw_card(image, (start, PILE_CARD_Y, end, LABEL_TOP - 1), what or "", hollow=is_empty)
        box = (start, LABEL_TOP, end, SAFE_HEIGHT)
        drawing.draw_boxed_text(image, box, str(number), TEXT, chosen=number == floors)


def _draw_scoring_cards(image: Image.Image, view: View, entry: NextPicker, left: int) -> None:
    """Light play's scoring cards, dotted while they are unlikely; the ring of choices goes on."""
    cards = entry.cards
    for card in cards:
        box = (left, UNDER_MAIN, left + SCORING_CARD_WIDTH, SAFE_HEIGHT)
        unlikely = entry.card_question.judge(card) is not None
        draw_named_card(image, box, view, card.word, chosen=card == entry.card, dotted=unlikely)
        left += SCORING_CARD_WIDTH + SCORING_CARD_GAP


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


def draw_tower_choice(image: Image.Image, view: View, entry: ChoicePicker) -> None:
    """Draw the question where a marker goes, or from where it is taken away."""
    table, choice = view.table, entry.choice
    places = choice.value != "none"
    key = choice.key if places else "marker-none"
    drawing.draw_header(image, table.player.name, verb=view.words.say(f"ask.{key}"))
    room = _draw_value(image, table, entry) - 4 - LEFT
    if places:
        _draw_influence(image, view, table, Style(choice.word), room)
    else:
        draw_main_word(image, view.words.say("marker.none"), room)
        _draw_stock(image, table)
    _draw_choices(image, view, entry)


def _draw_value(image: Image.Image, table: CampanileTable, entry: ChoicePicker) -> int:
    """The marker's value, with the signs of the presses that change it; return their column.

    Only a marker that is placed from the stock is lit.
    """
    choice, left = entry.choice, SAFE_WIDTH - VALUE_SIZE
    moves = choice.key in ("move", "to")
    value = table2009.MOVABLE if moves else table.floors_built
    first = left
    if isinstance(entry, BetPicker):
        value = entry.number
        if choice.value != "none":
            left -= ARROWS_WIDTH
            first = draw_value_arrows(image, left, axes=entry.axes, is_asked=entry.choosing_number)
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


def _draw_choices(image: Image.Image, view: View, entry: ChoicePicker) -> None:
    """None, the towers and the moves in one strip; what can't be chosen has no box."""
    choice = entry.choice
    moves = any(each.key == "move" for each in entry.choices)
    places_marker = any(each.value == "none" for each in entry.choices)
    towers = view.table.row_from_left(view.mirrored)
    columns = divide_row(len(towers) + places_marker + moves)
    boxes = [(left, LABEL_TOP - 1, right, SAFE_HEIGHT) for left, right in columns]
    if places_marker:
        _draw_choice_sign(image, boxes.pop(0), NO_MARKER_SIGN, chosen=choice.value == "none")
    if moves:
        _draw_choice_sign(image, boxes.pop(), MOVE_SIGN, chosen=choice.key == "move")
    offered = _list_offered(entry)
    for style, box in zip(towers, boxes, strict=True):
        chosen = style == choice.value
        if style in offered and not chosen and box[2] - box[0] >= FRAMED_WIDTH:
            table_pieces.draw_card(image, box)
        font = TEXT if style in offered else SMALL
        short = view.words.say(f"short.{style}")
        drawing.draw_boxed_text(image, box, short, font, chosen=chosen)


def _list_offered(entry: ChoicePicker) -> list[object]:
    """The towers that may be chosen in the way of the choice pointed at."""
    key = "marker" if entry.choice.value == "none" else entry.choice.key
    return [each.value for each in entry.choices if each.key == key]


def _draw_choice_sign(
    image: Image.Image, box: drawing.Rect, rows: Sequence[str], *, chosen: bool
) -> None:
    if not chosen and box[2] - box[0] >= FRAMED_WIDTH:
        table_pieces.draw_card(image, box)
    drawing.draw_boxed_sign(image, box, rows, chosen=chosen)
