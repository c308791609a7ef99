"""A turn in Capitol: the player's houses over the cards, which stay whatever is asked.

Roofless houses stand on the left, low to high, finished ones behind them; beside them the blocks
and roofs that are left.
"""

from collections.abc import Sequence
from typing import NamedTuple

from PIL import Image

from companion.core.conversation import Answer
from companion.games.capitol.input.building import (
    CARD_CHOICES,
    BlockLayer,
    Builder,
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

GROUND = 41
"""The row under the houses."""
TOP = 17
"""The row that no house's body rises above."""
BLOCK = 8
"""Rows of a block, while there is room."""
STOCK = 103
"""The column of what is left."""
ROOM = STOCK - 3
PITCH, NARROWEST = 16, 9
"""Columns from house to house: while there is room, and before equal ones are drawn as one."""
WIDEST = 11
LAST = 53
"""The row of the cards."""
AT = (0, 25, 50, 75, 93, 111)
"""The columns of the choices."""
CURSOR = 5
WORD = 62
PLUS = ["..#..", "..#..", "#####", "..#..", "..#.."]
"""Below the place of a house that is only begun."""


class Seen(NamedTuple):
    """A house as it is drawn."""

    height: int
    shape: Shape | None = None
    many: int = 1
    """Equal houses drawn as this one."""


def builder(image: Image.Image, view: View, entry: Builder) -> None:
    """Which card is played."""
    player = view.table.player
    _first_line(image, player.name, _choice_word(view, entry))
    _houses(image, [*map(Seen, player.roofless), *_finished(player)])
    _stock(image, player, view.table.supply)
    _cards(image, player, entry)


def _choice_word(view: View, entry: Builder) -> str:
    word = view.words.say(f"build.{entry.choice}")
    return view.words.say("build.as-blank", card=word) if entry.blank else word


def block_layer(image: Image.Image, view: View, entry: BlockLayer) -> None:
    """Where the next block goes."""
    player = view.table.player
    number = len(entry.laid) + 1
    word = view.words.say("build.blocks", number=number, blocks=entry.blocks)
    _first_line(image, player.name, word)
    houses = [Seen(0), *map(Seen, entry.heights)]
    at = 0 if entry.place == NEW_HOUSE else 1 + entry.heights.index(int(entry.place))
    _houses(image, [*houses, *_finished(player)], at)
    _stock(image, player, view.table.supply - len(entry.laid))
    _hand(image, player, CardType.FLOOR)


def roof_picker(image: Image.Image, view: View, entry: RoofPicker) -> None:
    """Which house gets which roof."""
    player, house = view.table.player, entry.house
    _first_line(image, player.name, view.words.say(f"build.{house.shape}"))
    houses = [*map(Seen, player.roofless)]
    at = player.roofless.index(house.height)
    houses[at] = Seen(house.height, house.shape)
    _houses(image, [*houses, *_finished(player)], at)
    _stock(image, player, view.table.supply)
    _hand(image, player, CardType.ROOF)


def house_picker(image: Image.Image, view: View, entry: HousePicker) -> None:
    """Which house is built in the prefecture named."""
    player = view.table.player
    _first_line(image, player.name, entry.site)
    roofless, finished = [*map(Seen, player.roofless)], _finished(player)
    at = player.finished.index(entry.house)
    _houses(image, [*roofless, *finished], len(roofless) + at)
    _stock(image, player, view.table.supply)
    _hand(image, player, CardType.PERMIT)


def _finished(player: CapitolPlayer) -> list[Seen]:
    return [Seen(house.height, house.shape) for house in player.finished]


def _first_line(image: Image.Image, who: str, word: str) -> None:
    """Who, and at the end of the line what is pointed at."""
    font = drawing.largest_font(word, WORD, TEXT, SMALL)
    room = min(text_width(word, font), WORD)
    draw_first_line(image, SAFE_WIDTH - room, word, font, room)
    room = SAFE_WIDTH - room - 4
    draw_first_line(image, 0, who, drawing.largest_font(who, room, TEXT, SMALL), room)


def name(image: Image.Image, x: int, y: int, text: str, room: int) -> None:
    """A name whose capitals begin in row ``y``, in the thin face where it is too long."""
    font = drawing.largest_font(text, room, TEXT, SMALL)
    draw_text(image, x, y + TEXT.capital - font.capital, text, font, room)


# The houses ------------------------------------------------------------------------------------


def _houses(image: Image.Image, houses: Sequence[Seen], at: int | None = None) -> None:
    """All houses, equal ones as one with their number where there are too many."""
    pointed = houses[at] if at is not None else None
    if len(houses) * NARROWEST > ROOM:
        houses = _grouped(houses)
    pitch = min(PITCH, ROOM // max(len(houses), 1))
    highest = max((each.height for each in houses), default=0)
    block = min(BLOCK, (GROUND - TOP) // max(highest, 1))
    drawing.draw_rule(image, GROUND, 0, ROOM)
    for place, each in enumerate(houses):
        if (place + 1) * pitch <= ROOM:
            _house(image, each, place * pitch, pitch, block)
    if at is None or pointed is None:
        return
    place = at if pointed in houses[at : at + 1] else _place_of(houses, pointed)
    top = GROUND - _rows(pointed, block) - 3 * (pointed.shape is not None) - 6
    drawing.draw_sign(image, place * pitch + pitch // 2 - 3, max(top, 9), drawing.ARROW_DOWN)


def _place_of(houses: Sequence[Seen], pointed: Seen) -> int:
    """Where a house stands among those drawn as one."""
    return next(n for n, each in enumerate(houses) if each[:2] == pointed[:2])


def _grouped(houses: Sequence[Seen]) -> list[Seen]:
    counts: dict[Seen, int] = {}
    for each in houses:
        counts[each] = counts.get(each, 0) + 1
    return [each._replace(many=many) for each, many in counts.items()]


def _rows(house: Seen, block: int) -> int:
    """Rows that its body takes; one more for the line on top."""
    return min(max(house.height, 1) * max(block, 1) + 1, GROUND - TOP + 1)


def _house(image: Image.Image, house: Seen, left: int, pitch: int, block: int) -> None:
    wide = min(pitch - 4, WIDEST)
    top = GROUND + 1 - _rows(house, block)
    left += (pitch - wide) // 2
    middle = left + wide // 2
    box = (left, top, left + wide, GROUND + 1)
    if not house.height:
        drawing.draw_outline(image, box, dotted=True)
        drawing.draw_sign(image, left + wide // 2, GROUND + 3, PLUS)
        return
    signs.house(image, box, house.height, house.shape)
    font = drawing.largest_font(str(house.height), pitch - 1, TEXT, SMALL)
    draw_text(image, middle + 1, GROUND + 3, str(house.height), font, anchor="m")
    if house.many > 1:
        y = top - 8 - 3 * (house.shape is not None)
        draw_text(image, middle + 1, max(y, 10), f"×{house.many}", SMALL, anchor="m")  # noqa: RUF001


# What is left, and the cards ---------------------------------------------------------------------


def _stock(image: Image.Image, player: CapitolPlayer, supply: int) -> None:
    """Blocks beside the board, roofs before the player."""
    drawing.draw_sign(image, STOCK, 17, signs.BLOCK)
    draw_text(image, SAFE_WIDTH, 15, str(supply), TEXT, anchor="r")
    for y, (shape, roofs) in zip((26, 37), player.roofs.items(), strict=True):
        drawing.draw_sign(image, STOCK, y + 2, signs.ROOFS[shape])
        draw_text(image, SAFE_WIDTH, y, str(roofs), TEXT, anchor="r")


def _cards(image: Image.Image, player: CapitolPlayer, entry: Builder) -> None:
    """The cards in the hand by type, and what else can be done; what can't be is fainter."""
    for at, what in enumerate(entry.choices):
        x = AT[at]
        if what in CARD_CHOICES:
            _card(image, x, player, CardType(what))
        else:
            drawing.draw_sign(image, x + CURSOR, LAST, signs.OTHER[what])
        key = "blank" if entry.blank else "play"
        answer = Answer(key, what)
        barred = what in CARD_CHOICES and entry.question.judge(answer) is not None
        if barred:
            signs.fade(image, (x + CURSOR, LAST, x + CURSOR + 9, LAST + 9))
        if at == entry.at:
            drawing.draw_sign(image, x, LAST + 1, drawing.ARROW_RIGHT)


def _hand(image: Image.Image, player: CapitolPlayer, played: CardType) -> None:
    """The cards in the hand, the one played pointed at."""
    for at, kind in enumerate(CARD_CHOICES):
        _card(image, AT[at], player, CardType(kind))
        if kind == played:
            drawing.draw_sign(image, AT[at], LAST + 1, drawing.ARROW_RIGHT)


def _card(image: Image.Image, x: int, player: CapitolPlayer, kind: CardType) -> None:
    drawing.draw_sign(image, x + CURSOR, LAST, signs.CARDS[kind])
    count = str(player.hand[kind]) if player.hand_known else "?"
    font = TEXT if len(count) == 1 else SMALL
    draw_text(image, x + CURSOR + 11, LAST + TEXT.capital - font.capital, count, font)
