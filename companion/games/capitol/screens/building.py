"""The pictures of a turn in Capitol: the player's houses as numbers, and the cards below them.

A house is its height, roofless ones on the left, low to high; finished ones stand behind them with
their roofs.
"""

from collections.abc import Sequence
from itertools import product
from typing import NamedTuple

from PIL import Image

from companion.games.capitol.input.building import CARD_CHOICES, BlockPicker
from companion.games.capitol.rules.board import Shape
from companion.games.capitol.rules.material import CapitolPlayer, CardType
from companion.games.capitol.rules.refusals import NEW_HOUSE
from companion.games.capitol.rules.table import BLANK
from companion.games.capitol.sign_rows import SIGNS
from companion.text.figures import TIMES
from companion.ui.input.choice import ChoicePicker
from companion.ui.screens import drawing, table_pieces
from companion.ui.screens.drawing import (
    BODY_TOP,
    HEADER_Y,
    LEFT,
    LIT,
    SAFE_HEIGHT,
    SAFE_WIDTH,
    Rect,
    draw_text,
)
from companion.ui.screens.fonts import FIGURES, LARGE, MEDIUM, SMALL, TEXT, Font, text_width
from companion.ui.screens.view import View

HOUSES_Y, SMALL_HOUSES_Y = 31, 34
"""The row of the heights: alone on a screen, and above the cards."""
HOUSE_EDGE = 2
"""A wall, and the dark line between it and the height."""
DOMES = {1: (2, 4), 2: (1, 2, 4, 6)}
"""By the scale of a house: how far inside the walls each row of a round roof begins, upward."""
HOUSE_GAPS = (3, 1, -1)
"""Columns between two houses; where they are many, neighbours share a wall."""
STOCK_X, STOCK_PITCH = 104, 10
STOCK_FOOT_Y, STOCK_FOOT_PITCH = 54, 36
CARDS_Y = 49
CARD_WIDTH, CHOICE_WIDTH = 26, 16
"""Columns of a card with its number, and of another choice."""
SIGN_SIZE = 9
TIME_GAP = 4
WORD_WIDTH = 98
"""Columns for the header and the chosen card's word, beside what is in stock."""
COUNT_GAP = 2
PLUS = "+"
"""Stands for a new house."""


class DrawnHouse(NamedTuple):
    """A house as it is drawn."""

    height: int
    shape: Shape | None = None
    many: int = 1
    """Equal houses drawn as this one."""

    @property
    def text(self) -> str:
        """Its height, or a plus for a new house."""
        return str(self.height) if self.height else PLUS

    @property
    def times(self) -> str:
        """The number of equal ones, if it is not alone."""
        return f"{TIMES}{self.many}" if self.many > 1 else ""


def draw_play_picker(image: Image.Image, view: View, entry: ChoicePicker) -> None:
    """Draw which card is played, over the cards in hand."""
    player = view.table.player
    verb = view.words.say("build.discards" if entry.choice.key == BLANK else "build.plays")
    drawing.draw_header(image, player.name, verb=verb, room=WORD_WIDTH)
    word = view.words.say(f"build.{entry.choice.word}")
    font = drawing.largest_font(word, WORD_WIDTH, MEDIUM, SMALL)
    end = draw_text(image, LEFT, BODY_TOP, word, font, WORD_WIDTH)
    thought = view.thinking_time_of(view.table.seat)
    if end + TIME_GAP + text_width(thought, SMALL) <= LEFT + WORD_WIDTH:
        y = BODY_TOP + MEDIUM.capital - SMALL.capital
        draw_text(image, LEFT + WORD_WIDTH, y, thought, SMALL, anchor="r")
    houses = [*map(DrawnHouse, player.roofless), *_list_finished(player)]
    _draw_houses(image, houses, SMALL_HOUSES_Y, SAFE_WIDTH, (FIGURES, TEXT))
    for place, (sign, left) in enumerate(_list_stock(player, view.table.supply)):
        y = HEADER_Y + place * STOCK_PITCH
        drawing.draw_sign(image, STOCK_X, y + (TEXT.capital - len(sign)) // 2, sign)
        draw_text(image, SAFE_WIDTH, y, str(left), TEXT, anchor="r")
    _draw_choices(image, player, entry)


def draw_block_picker(image: Image.Image, view: View, entry: BlockPicker) -> None:
    """Draw where the next block goes."""
    player = view.table.player
    number = len(entry.laid) + 1
    word = view.words.say("build.blocks", number=number, blocks=entry.blocks)
    houses = [DrawnHouse(0), *map(DrawnHouse, entry.heights)]
    at = 0 if entry.place == NEW_HOUSE else 1 + entry.heights.index(int(entry.place))
    supply = view.table.supply - len(entry.laid)
    _draw_choice_of_house(image, player, word, [*houses, *_list_finished(player)], at, supply)


def draw_roof_picker(image: Image.Image, view: View, entry: ChoicePicker) -> None:
    """Draw which house gets which roof."""
    player, (shape, _, height) = view.table.player, entry.choice.word.partition(":")
    houses = [*map(DrawnHouse, player.roofless)]
    at = player.roofless.index(int(height))
    houses[at] = DrawnHouse(int(height), Shape(shape))
    word = view.words.say(f"build.{shape}")
    houses += _list_finished(player)
    _draw_choice_of_house(image, player, word, houses, at, view.table.supply)


def draw_house_picker(image: Image.Image, view: View, entry: ChoicePicker) -> None:
    """Draw which house is built in the prefecture named."""
    player, site = view.table.player, entry.given[-1].word if entry.given else view.table.site
    words = [house.word for house in player.finished]
    houses = [*map(DrawnHouse, player.roofless), *_list_finished(player)]
    at = len(player.roofless) + words.index(entry.choice.word)
    _draw_choice_of_house(image, player, site, houses, at, view.table.supply)


def _draw_choice_of_house(
    image: Image.Image,
    player: CapitolPlayer,
    word: str,
    houses: Sequence[DrawnHouse],
    at: int,
    supply: int,
) -> None:
    drawing.draw_header(image, player.name, verb=word)
    _draw_houses(image, houses, HOUSES_Y, SAFE_WIDTH, (LARGE, FIGURES, TEXT), at)
    for place, (sign, left) in enumerate(_list_stock(player, supply)):
        x = LEFT + place * STOCK_FOOT_PITCH
        drawing.draw_sign(image, x, STOCK_FOOT_Y + (TEXT.capital - len(sign)) // 2, sign)
        draw_text(image, x + len(sign[0]) + 3, STOCK_FOOT_Y - 1, str(left), TEXT)


def _list_finished(player: CapitolPlayer) -> list[DrawnHouse]:
    return [DrawnHouse(house.height, house.shape) for house in player.finished]


def _list_stock(player: CapitolPlayer, supply: int) -> list[tuple[Sequence[str], int]]:
    """The signs of blocks and roofs, and how many are left."""
    roofs = [(SIGNS[shape], left) for shape, left in player.roofs.items()]
    return [(SIGNS["block"], supply), *roofs]


# The houses ------------------------------------------------------------------------------------


def _draw_houses(
    image: Image.Image,
    houses: Sequence[DrawnHouse],
    y: int,
    room: int,
    choices: Sequence[Font],
    at: int | None = None,
) -> None:
    """Draw houses as large as they fit, equal ones as one where they are too many."""
    grouped = _group_houses(houses)
    ways = list(product(choices, (houses, grouped), HOUSE_GAPS))
    fitting = (each for each in ways if _houses_width(each[1], each[0], each[2]) <= room)
    font, drawn, gap = next(fitting, ways[-1])
    if drawn is grouped and at is not None:
        at = _find_house(grouped, houses[at])
    x, y = 0, y + choices[0].capital - font.capital
    for place, each in enumerate(drawn):
        if x + _house_width(each, font) > room:
            return
        _draw_house(image, each, x, y, font, chosen=place == at)
        x += _house_width(each, font) + gap


def _house_width(house: DrawnHouse, font: Font) -> int:
    count = text_width(house.times, SMALL) + COUNT_GAP if house.times else 0
    return text_width(house.text, font) + count + 2 * HOUSE_EDGE


def _houses_width(houses: Sequence[DrawnHouse], font: Font, gap: int) -> int:
    return sum(_house_width(each, font) for each in houses) + gap * (len(houses) - 1)


def _find_house(houses: Sequence[DrawnHouse], pointed: DrawnHouse) -> int:
    return next(n for n, each in enumerate(houses) if each[:2] == pointed[:2])


def _group_houses(houses: Sequence[DrawnHouse]) -> list[DrawnHouse]:
    counts: dict[DrawnHouse, int] = {}
    for each in houses:
        counts[each] = counts.get(each, 0) + 1
    return [each._replace(many=many) for each, many in counts.items()]


def _draw_house(
    image: Image.Image, house: DrawnHouse, x: int, y: int, font: Font, *, chosen: bool
) -> None:
    """Draw a house's height between its walls, under its roof; the chosen one is filled."""
    edge = HOUSE_EDGE
    box = (x, y - edge, x + _house_width(house, font), y + font.capital + edge)
    if chosen:
        image.paste(LIT, box)
    else:
        drawing.draw_outline(image, box, dotted=not house.height)
    end = draw_text(image, x + edge, y, house.text, font, lit=not chosen)
    count_y = y + font.capital - SMALL.capital
    draw_text(image, end + COUNT_GAP, count_y, house.times, SMALL, lit=not chosen)
    if house.shape is not None:
        _draw_roof(image, house.shape, box, DOMES[font.scale])


def _draw_roof(image: Image.Image, shape: Shape, box: Rect, dome: Sequence[int]) -> None:
    """Draw a roof on the walls of a house: a dome, or a flat one of as many rows."""
    left, top, right, _ = box
    for row, inward in enumerate(dome, 1):
        inset = inward if shape is Shape.ROUND else 0
        image.paste(LIT, (left + inset, top - row, right - inset, top - row + 1))


# The cards ---------------------------------------------------------------------------------------


def _draw_choices(image: Image.Image, player: CapitolPlayer, entry: ChoicePicker) -> None:
    x = 0
    for at, choice in enumerate(entry.choices):
        what = choice.word
        is_card = what in CARD_CHOICES
        box = (x, CARDS_Y, x + (CARD_WIDTH if is_card else CHOICE_WIDTH), SAFE_HEIGHT)
        if at == entry.at:
            drawing.draw_bar(image, box)
        if is_card:
            _draw_card(image, box, player, CardType(what), chosen=at == entry.at)
            if entry.question.judge(choice) is not None and at != entry.at:
                table_pieces.fade(image, box)
        else:
            left = (box[0] + box[2] - SIGN_SIZE + 1) // 2
            sign = SIGNS[what]
            drawing.draw_sign(image, left, CARDS_Y + 2, sign, lit=at != entry.at)
        x = box[2]


def _draw_card(
    image: Image.Image, box: Rect, player: CapitolPlayer, kind: CardType, *, chosen: bool
) -> None:
    """Draw the sign of a card, and how many of it the player has."""
    drawing.draw_sign(image, box[0] + 2, CARDS_Y + 2, SIGNS[kind], lit=not chosen)
    count = str(player.hand[kind]) if player.hand_known else "?"
    x = box[0] + 2 + SIGN_SIZE + 2
    draw_text(image, x, CARDS_Y + 1, count, MEDIUM, lit=not chosen)
