"""A turn: the five towers and the cards beside them, which keep their places whatever is asked.

So a press changes little on the panel, and the table sees its towers all the time. What is asked
and pointed at stands in the first line, what it hangs on in the last; a small sign points.
"""

from collections.abc import Collection, Sequence

from PIL import Image

from companion.core.conversation import Answer
from companion.core.session import is_correction
from companion.games.campanile.input.cards import OTHER, CardPicker
from companion.games.campanile.input.light import NextPicker
from companion.games.campanile.input.towers import HIGHEST, BetPicker, TowerChoice, TowerPicker
from companion.games.campanile.rules import table2009
from companion.games.campanile.rules.foresight import forecast_pile
from companion.games.campanile.rules.table import CampanileTable
from companion.games.campanile.rules.towers import CampanileTower, Style
from companion.games.campanile.screens.edge import EDGE, edge, ends_the_game, scoring_cards
from companion.games.campanile.screens.outlook import pile_note
from companion.games.campanile.screens.pieces import draw_card, draw_tower
from companion.games.campanile.screens.titles import card_title
from companion.screens import drawing
from companion.screens.drawing import SAFE_WIDTH, draw_first_line, draw_text
from companion.screens.fonts import FIGURES, SMALL, TEXT, text_width
from companion.screens.view import View

PITCH = 20
BODY = 15
"""Columns of a tower."""
GROUND = 43
"""The row on which the towers stand."""
ROOM = 18
"""Rows for the highest tower."""
CAPACITIES = (9, 18, 27, 36, 54)
"""Floors that fill the room: few steps, so that the towers seldom change their scale."""
NAMES = 45
"""The row of the towers' short names."""
LAST = 54
"""The row of the last line."""
BEHIND_STOCK = 92
"""The column where there is room again behind the player's markers."""
WORD = 42
"""Columns of the word for what is pointed at, at the end of the first line."""
MORE = ["##.##.##"] * 2
SPOT = [".##.", "#..#", "#..#", ".##."]
"""A place where a marker may go."""
DISC = 12


def tower_picker(image: Image.Image, view: View, entry: TowerPicker) -> None:
    """Which tower grows, and by how much."""
    table = view.table
    barred = {
        style
        for style in entry.towers
        if entry.question.judge(Answer(entry.question.key, style)) is not None
    }
    _towers(image, view, entry.towers, barred, entry.style, entry.floors)
    if not entry.choosing_floors:  # else the tower has been said
        _point(image, view, entry.at, drawing.ARROW_RIGHT)
    edge(image, view, floors=entry.floors)
    _stock(image, table)
    if ends_the_game(table, entry.floors):
        _beside_stock(image, view, "note.last-card")
    else:
        _thought(image, view)
    draw_first_line(image, 0, table.player.name, TEXT, _floors_sign(image, entry) - 4)


def next_picker(image: Image.Image, view: View, entry: NextPicker) -> None:
    """Light play: which tower grows, or which scoring card has come."""
    name, card = view.table.player.name, entry.card
    _towers(image, view, entry.towers, (), None if card else entry.style, entry.floors)
    edge(image, view)
    scoring_cards(image, view, entry)
    _stock(image, view.table)
    _thought(image, view)
    if card is not None:
        draw_first_line(image, 0, name, TEXT, _word(image, card_title(view.words, card.word)) - 4)
        return
    if not entry.choosing_floors:
        _point(image, view, entry.at, drawing.ARROW_RIGHT)
    draw_first_line(image, 0, name, TEXT, _floors_sign(image, entry) - 4)


def _floors_sign(image: Image.Image, entry: TowerPicker) -> int:
    """`+2` in the corner, with the signs of the presses that change it; its first column."""
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


def tower_choice(image: Image.Image, view: View, entry: TowerChoice | BetPicker) -> None:
    """Where a marker goes, or from where it is taken away."""
    table, choice = view.table, entry.choice
    key = "marker" if choice.value == "none" else choice.key
    _towers(image, view, entry.towers)
    for place, style in enumerate(entry.towers):
        if style == choice.value:
            _point(
                image,
                view,
                place,
                drawing.ARROW_LEFT if choice.key == "move" else drawing.ARROW_RIGHT,
            )
        elif any((each.key, each.value) == (key, style) for each in entry.choices):
            drawing.draw_sign(image, _middle(view, place) - PITCH // 2, NAMES + 3, SPOT)
    edge(image, view)
    if choice.value in entry.towers:
        _rows_under(image, view, table, Style(choice.word))
    else:
        _stock(image, table)
    _what_marker(image, view, entry)


def _what_marker(image: Image.Image, view: View, entry: TowerChoice | BetPicker) -> None:
    """In the first line: who, the marker with its value, and where it goes."""
    table, choice = view.table, entry.choice
    moves = choice.key in ("move", "to")
    if moves or choice.value == "none":
        key = f"marker.{choice.key}" if moves else "marker.none"
        word = view.words.say(key, style=choice.word)
    else:
        word = card_title(view.words, choice.word)
    left = first = _word(image, word) - DISC - 3
    value = table2009.MOVABLE if moves else table.floors_built
    if isinstance(entry, BetPicker):
        left, first = _value_signs(image, entry, left)
        value = entry.value
    drawing.draw_disc(image, left, 0, DISC, str(value), full=not moves)
    draw_first_line(image, 0, table.player.name, TEXT, first - 3)


def _value_signs(image: Image.Image, entry: BetPicker, left: int) -> tuple[int, int]:
    """The signs of the presses that change the value; the columns of its disc and of the first."""
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


def _word(image: Image.Image, word: str) -> int:
    """What is pointed at, in words at the end of the first line; its first column."""
    font = drawing.largest_font(word, 66, TEXT, SMALL)
    room = min(max(text_width(word, font), WORD), 66)
    draw_first_line(image, SAFE_WIDTH - room, word, font, room)
    return SAFE_WIDTH - room


def _rows_under(image: Image.Image, view: View, table: CampanileTable, style: Style) -> None:
    """Who stands under the tower, nearest the base first: influence and name."""
    rows = table.towers[style].rows
    if not rows:
        draw_text(image, 0, LAST, view.words.say("marker.nobody"), SMALL)
        return
    room = SAFE_WIDTH // len(rows)
    for place, row in enumerate(rows):
        end = draw_text(image, place * room, LAST - 1, str(row.influence), TEXT) + 2
        name = drawing.cut_text(table.players[row.seat].name, SMALL, (place + 1) * room - end - 3)
        draw_text(image, end, LAST, name, SMALL)


def _stock(image: Image.Image, table: CampanileTable, meant: int = 0) -> None:
    """The markers that the player has not placed yet; the one that is ``canonical`` is lit."""
    for place, (value, count) in enumerate(table.player.stock.items()):
        x = place * 30
        drawing.draw_disc(image, x, LAST - 1, 10, str(value), full=value == meant)
        draw_text(image, x + 12, LAST, f"×{count}", TEXT)  # noqa: RUF001  # a times sign it is


def card_picker(image: Image.Image, view: View, entry: CardPicker) -> None:
    """Which card is taken, or has been turned up: pointed at where it lies, or by its tower."""
    table = view.table
    row = view.table.row_from_left(view.mirrored)
    _towers(image, view, row)
    _who_does(image, view, entry)
    if entry.question.key == "take":
        edge(image, view, at=entry.at)
        _stock_or_spent(image, view)
        return
    edge(image, view, new=entry.card)
    room = _scoring_cards(image, entry, row) - 2
    if entry.card in row:
        _point(image, view, row.index(Style(entry.card)), drawing.ARROW_RIGHT)
    note = view.words.say("note.unlikely") if entry.above is not None else _pile_note(view)
    if note:
        draw_text(image, 0, LAST, note, SMALL, room)
    elif isinstance(table, table2009.Campanile2009Table):
        _stock(image, table)
    else:
        _stock_or_spent(image, view)


def _stock_or_spent(image: Image.Image, view: View) -> None:
    """The markers in stock, and why none was asked for in this turn, if none was."""
    spent = _spent_marker(view)
    _stock(image, view.table, spent)
    if spent:
        _beside_stock(image, view, "note.marker-spent")


def _beside_stock(image: Image.Image, view: View, key: str) -> None:
    draw_text(image, BEHIND_STOCK, LAST, view.words.say(key), SMALL, SAFE_WIDTH - BEHIND_STOCK)


def _thought(image: Image.Image, view: View) -> None:
    """How long the player has thought so far, where that is shown, in the corner."""
    draw_text(image, SAFE_WIDTH, LAST, view.thinking_time_of(view.table.seat), SMALL, anchor="r")


def _who_does(image: Image.Image, view: View, entry: CardPicker) -> None:
    """In the first line: who takes or turns up which card."""
    does = view.words.say(f"ask.{entry.question.key}")
    room = _word(image, card_title(view.words, entry.card)) - 4 - text_width(does, SMALL)
    end = draw_first_line(image, 0, view.table.player.name, TEXT, room - 4)
    draw_first_line(image, end + 4, does, SMALL)


def _scoring_cards(image: Image.Image, entry: CardPicker, row: Sequence[Style]) -> int:
    """What else may be turned up, at the end of the last line; its first column."""
    left = SAFE_WIDTH
    for place, what in reversed([*enumerate(entry.choices)]):
        if what in row:
            break
        left -= 15
        if what == OTHER:
            drawing.draw_sign(image, left + 6, LAST + 5, MORE)
        else:
            draw_card(image, (left + 5, LAST - 1, left + 15, LAST + 9), what)
        if place == entry.at:
            drawing.draw_sign(image, left, LAST, drawing.ARROW_RIGHT)
    return left


def _spent_marker(view: View) -> int:
    """The marker that was not asked for in this turn, none being left; 0 if one was."""
    assert view.session is not None, "a card is taken in a game"
    said = [answer for answer in view.session.answers if not is_correction(answer)]
    return view.table.floors_built if said and said[-1].key == "floors" else 0


def _pile_note(view: View) -> str:
    """What is known of the scoring cards' coming."""
    table = view.table
    return (
        pile_note(view, forecast_pile(table))
        if isinstance(table, table2009.Campanile2009Table)
        else ""
    )


# What stays --------------------------------------------------------------------------------


def _middle(view: View, place: int) -> int:
    """The middle column of a tower: behind the open cards, or from the edge."""
    return (0 if view.mirrored else EDGE) + place * PITCH + PITCH // 2


def _point(image: Image.Image, view: View, place: int, sign: Sequence[str]) -> None:
    drawing.draw_sign(image, _middle(view, place) - PITCH // 2, NAMES, sign)


def _scale(table: CampanileTable) -> float:
    """Rows for a floor, so that whatever grows in this turn fits in the room."""
    built, floors = table.played or (None, 0)
    heights = (each.floors - floors * (each.style == built) for each in table.towers.values())
    highest = max(heights) + HIGHEST
    return ROOM / next((each for each in CAPACITIES if each >= highest), highest)


def _towers(
    image: Image.Image,
    view: View,
    towers: Sequence[Style],
    barred: Collection[Style] = (),
    growing: Style | None = None,
    floors: int = 0,
) -> None:
    """All towers with their floors and short names, one of them growing."""
    scale = _scale(view.table)
    for place, style in enumerate(towers):
        middle, tower = _middle(view, place), view.table.towers[style]
        _tower(image, middle, scale, tower, floors * (style == growing), faint=style in barred)
        word = view.words.say(f"short.{style}")
        draw_text(image, middle + 1, NAMES, word, SMALL, PITCH - 5, anchor="m")


def _tower(
    image: Image.Image,
    middle: int,
    scale: float,
    tower: CampanileTower,
    growing: int,
    *,
    faint: bool,
) -> None:
    """A tower as it stands, the floors being built on its top, and what they make together."""
    left, right = middle - BODY // 2, middle + BODY // 2 + 1
    top = GROUND - round((tower.floors + growing) * scale)
    stands = GROUND - round(tower.floors * scale)
    if growing:
        stands = min(max(stands, top + 2), GROUND)  # what grows is seen on the highest, too
    if tower.floors:
        draw_tower(image, (left, stands, right, GROUND + 1), tower.style, faint=faint)
    if growing:
        _growing(image, (left, top, right, stands), growing)
    drawing.draw_rule(image, GROUND, left - 1, right + 1)
    figures = str(tower.floors + growing)
    draw_text(image, middle + 1, top - FIGURES.capital - 1, figures, FIGURES, anchor="m")


def _growing(image: Image.Image, box: drawing.Rect, growing: int) -> None:
    """The floors being built: lit blocks, told apart while there is room."""
    left, top, right, bottom = box
    image.paste(drawing.LIT, box)
    if bottom - top >= 3 * growing:
        for floor in range(1, growing + 1):
            y = bottom - round((bottom - top) * floor / growing)
            image.paste(0, (left, y, right, y + 1))
