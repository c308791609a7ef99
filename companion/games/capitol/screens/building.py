"""The pictures of a turn in Capitol: always the player's houses, and the cards below them.

Roofless houses stand on the left, low to high, finished ones behind them; beside them the blocks
and roofs that are left.
"""

from collections.abc import Sequence
from typing import NamedTuple

from PIL import Image

from companion.core.conversation import Answer
from companion.games.capitol.input.building import (
    CARD_CHOICES,
    BlockPicker,
    PlayPicker,
    RoofPicker,
)
from companion.games.capitol.input.sites import HousePicker
from companion.games.capitol.rules.board import Shape
from companion.games.capitol.rules.houses import CapitolPlayer, CardType
from companion.games.capitol.rules.words import NEW_HOUSE
from companion.games.capitol.screens import signs
from companion.screens import drawing
from companion.screens.drawing import SAFE_WIDTH, draw_first_line, draw_text
from companion.screens.fonts import SMALL, TEXT, text_width
from companion.screens.view import View

GROUND_Y = 41
TOP_Y = 17
"""The highest row of a house without its roof."""
BLOCK_HEIGHT = 8
STOCK_X = 103
STOCK_Y, STOCK_PITCH = 12, 10
"""The row of the first number in stock, and rows from there to the next."""
TIME_Y = 43
HOUSES_WIDTH = STOCK_X - 3
PITCH, NARROWEST = 16, 9
"""Columns from house to house: the usual, and the least before equal houses are drawn as one."""
WIDEST = 11
CARDS_Y = 53
CHOICES_X = (0, 25, 50, 75, 93, 111)
CURSOR_WIDTH = 5
WORD_WIDTH = 62
PLUS = ["..#..", "..#..", "#####", "..#..", "..#.."]
"""The sign of a new house."""


class DrawnHouse(NamedTuple):
    """A house as it is drawn."""

    height: int
    shape: Shape | None = None
    many: int = 1
    """Equal houses drawn as this one."""


def draw_play_picker(image: Image.Image, view: View, entry: PlayPicker) -> None:
    """Which card is played."""
    player = view.table.player
    _draw_first_line(image, player.name, _describe_choice(view, entry))
    _draw_houses(image, [*map(DrawnHouse, player.roofless), *_list_finished(player)])
    _draw_stock(image, player, view.table.supply)
    thought = view.thinking_time_of(view.table.seat)
    draw_text(image, SAFE_WIDTH, TIME_Y, thought, SMALL, anchor="r")
    _draw_choices(image, player, entry)


def _describe_choice(view: View, entry: PlayPicker) -> str:
    word = view.words.say(f"build.{entry.choice}")
    return view.words.say("build.as-blank", card=word) if entry.blank else word


def draw_block_picker(image: Image.Image, view: View, entry: BlockPicker) -> None:
    """Where the next block goes."""
    player = view.table.player
    number = len(entry.laid) + 1
    word = view.words.say("build.blocks", number=number, blocks=entry.blocks)
    _draw_first_line(image, player.name, word)
    houses = [DrawnHouse(0), *map(DrawnHouse, entry.heights)]
    at = 0 if entry.place == NEW_HOUSE else 1 + entry.heights.index(int(entry.place))
    _draw_houses(image, [*houses, *_list_finished(player)], at)
    _draw_stock(image, player, view.table.supply - len(entry.laid))
    _draw_hand(image, player, CardType.FLOOR)


def draw_roof_picker(image: Image.Image, view: View, entry: RoofPicker) -> None:
    """Which house gets which roof."""
    player, house = view.table.player, entry.house
    _draw_first_line(image, player.name, view.words.say(f"build.{house.shape}"))
    houses = [*map(DrawnHouse, player.roofless)]
    at = player.roofless.index(house.height)
    houses[at] = DrawnHouse(house.height, house.shape)
    _draw_houses(image, [*houses, *_list_finished(player)], at)
    _draw_stock(image, player, view.table.supply)
    _draw_hand(image, player, CardType.ROOF)


def draw_house_picker(image: Image.Image, view: View, entry: HousePicker) -> None:
    """Which house is built in the prefecture named."""
    player = view.table.player
    _draw_first_line(image, player.name, entry.site)
    roofless, finished = [*map(DrawnHouse, player.roofless)], _list_finished(player)
    at = player.finished.index(entry.house)
    _draw_houses(image, [*roofless, *finished], len(roofless) + at)
    _draw_stock(image, player, view.table.supply)
    _draw_hand(image, player, CardType.PERMIT)


def _list_finished(player: CapitolPlayer) -> list[DrawnHouse]:
    return [DrawnHouse(house.height, house.shape) for house in player.finished]


def _draw_first_line(image: Image.Image, who: str, word: str) -> None:
    font = drawing.largest_font(word, WORD_WIDTH, TEXT, SMALL)
    room = min(text_width(word, font), WORD_WIDTH)
    draw_first_line(image, SAFE_WIDTH - room, word, font, room)
    room = SAFE_WIDTH - room - 4
    draw_first_line(image, 0, who, drawing.largest_font(who, room, TEXT, SMALL), room)


def draw_name(image: Image.Image, x: int, y: int, text: str, room: int) -> None:
    """A name whose capitals begin in row ``y``, in the thin face where it is too long."""
    font = drawing.largest_font(text, room, TEXT, SMALL)
    draw_text(image, x, y + TEXT.capital - font.capital, text, font, room)


# The houses ------------------------------------------------------------------------------------


def _draw_houses(image: Image.Image, houses: Sequence[DrawnHouse], at: int | None = None) -> None:
    pointed = houses[at] if at is not None else None
    if len(houses) * NARROWEST > HOUSES_WIDTH:
        houses = _group_houses(houses)
    pitch = min(PITCH, HOUSES_WIDTH // max(len(houses), 1))
    highest = max((each.height for each in houses), default=0)
    block = min(BLOCK_HEIGHT, (GROUND_Y - TOP_Y) // max(highest, 1))
    drawing.draw_rule(image, GROUND_Y, 0, HOUSES_WIDTH)
    for place, each in enumerate(houses):
        if (place + 1) * pitch <= HOUSES_WIDTH:
            _draw_house(image, each, place * pitch, pitch, block)
    if at is None or pointed is None:
        return
    place = at if pointed in houses[at : at + 1] else _find_house(houses, pointed)
    top = GROUND_Y - _count_rows(pointed, block) - 3 * (pointed.shape is not None) - 6
    drawing.draw_sign(image, place * pitch + pitch // 2 - 3, max(top, 9), drawing.ARROW_DOWN)


def _find_house(houses: Sequence[DrawnHouse], pointed: DrawnHouse) -> int:
    return next(n for n, each in enumerate(houses) if each[:2] == pointed[:2])


def _group_houses(houses: Sequence[DrawnHouse]) -> list[DrawnHouse]:
    counts: dict[DrawnHouse, int] = {}
    for each in houses:
        counts[each] = counts.get(each, 0) + 1
    return [each._replace(many=many) for each, many in counts.items()]


def _count_rows(house: DrawnHouse, block: int) -> int:
    """The rows of a house without its roof, the line on top included."""
    return min(max(house.height, 1) * max(block, 1) + 1, GROUND_Y - TOP_Y + 1)


def _draw_house(image: Image.Image, house: DrawnHouse, left: int, pitch: int, block: int) -> None:
    wide = min(pitch - 4, WIDEST)
    top = GROUND_Y + 1 - _count_rows(house, block)
    left += (pitch - wide) // 2
    middle = left + wide // 2
    box = (left, top, left + wide, GROUND_Y + 1)
    if not house.height:
        drawing.draw_outline(image, box, dotted=True)
        drawing.draw_sign(image, left + wide // 2, GROUND_Y + 3, PLUS)
        return
    signs.draw_house(image, box, house.height, house.shape)
    font = drawing.largest_font(str(house.height), pitch - 1, TEXT, SMALL)
    draw_text(image, middle + 1, GROUND_Y + 3, str(house.height), font, anchor="m")
    if house.many > 1:
        y = top - 8 - 3 * (house.shape is not None)
        draw_text(image, middle + 1, max(y, 10), f"×{house.many}", SMALL, anchor="m")  # noqa: RUF001  # the typographic sign is meant


# What is left, and the cards ---------------------------------------------------------------------


def _draw_stock(image: Image.Image, player: CapitolPlayer, supply: int) -> None:
    stock: list[tuple[Sequence[str], int]] = [(signs.BLOCK, supply)]
    stock += [(signs.ROOFS[shape], roofs) for shape, roofs in player.roofs.items()]
    for place, (rows, left) in enumerate(stock):
        y = STOCK_Y + place * STOCK_PITCH
        drawing.draw_sign(image, STOCK_X, y + 2, rows)
        draw_text(image, SAFE_WIDTH, y, str(left), TEXT, anchor="r")


def _draw_choices(image: Image.Image, player: CapitolPlayer, entry: PlayPicker) -> None:
    for at, what in enumerate(entry.choices):
        x = CHOICES_X[at]
        if what in CARD_CHOICES:
            _draw_card(image, x, player, CardType(what))
        else:
            drawing.draw_sign(image, x + CURSOR_WIDTH, CARDS_Y, signs.OTHER[what])
        key = "blank" if entry.blank else "play"
        answer = Answer(key, what)
        barred = what in CARD_CHOICES and entry.question.judge(answer) is not None
        if barred:
            signs.fade(image, (x + CURSOR_WIDTH, CARDS_Y, x + CURSOR_WIDTH + 9, CARDS_Y + 9))
        if at == entry.at:
            drawing.draw_sign(image, x, CARDS_Y + 1, drawing.ARROW_RIGHT)


def _draw_hand(image: Image.Image, player: CapitolPlayer, played: CardType) -> None:
    for at, kind in enumerate(CARD_CHOICES):
        _draw_card(image, CHOICES_X[at], player, CardType(kind))
        if kind == played:
            drawing.draw_sign(image, CHOICES_X[at], CARDS_Y + 1, drawing.ARROW_RIGHT)


def _draw_card(image: Image.Image, x: int, player: CapitolPlayer, kind: CardType) -> None:
    drawing.draw_sign(image, x + CURSOR_WIDTH, CARDS_Y, signs.CARDS[kind])
    count = str(player.hand[kind]) if player.hand_known else "?"
    font = TEXT if len(count) == 1 else SMALL
    draw_text(image, x + CURSOR_WIDTH + 11, CARDS_Y + TEXT.capital - font.capital, count, font)
