"""The corrections of Capitol.

A correction is `correct` with one of the keys below and a value; docs/records.md lists them. What
can't be so is refused and changes nothing: no correction puts more on the table than is in the
box (`material`). Houses take what stocks have too much; what else lies otherwise is another
correction.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from companion.core.conversation import CORRECT, Answer, CommonReason
from companion.core.corrections import (
    NONE,
    UNKNOWN,
    CorrectionReason,
    Corrections,
    InvalidCorrection,
    find_seat,
    parse_number,
    require_choice,
)
from companion.games.capitol.rules.auction import ROUNDS
from companion.games.capitol.rules.board import (
    Building,
    CapitolReason,
    House,
    PlacedHouse,
    Prefecture,
    Shape,
    parse_prefecture,
)
from companion.games.capitol.rules.material import (
    BLOCKS,
    CARDS,
    ROOFS_OF_A_SHAPE,
    TALLEST,
    CapitolPlayer,
    CardType,
    check_material,
    count_blocks,
    count_roofs,
)
from companion.games.capitol.rules.table import CapitolTable

MOST_POINTS = 999


def forget_hand_of(player: CapitolPlayer) -> Answer:
    """Return the correction that makes one hand unknown."""
    return Answer(f"{CORRECT} hand", f"{player.name}:{UNKNOWN}")


# The board -------------------------------------------------------------------------------------


def _correct_board(table: CapitolTable, word: str) -> None:
    """`Aventinus:pink:6:1:0`: as in the setup; what was built there stays."""
    there, _ = _find_prefecture(table, word)
    new = parse_prefecture(word, [])
    if not isinstance(new, Prefecture):
        raise InvalidCorrection(new.reason, **new.values)
    hue, small, large, printed = new.hue, new.small, new.large, new.printed
    _replace_prefecture(
        table, there, replace(there, hue=hue, small=small, large=large, printed=printed)
    )


def _correct_houses(table: CapitolTable, word: str) -> None:
    """`Aventinus:round:Rosa:1+2,Emma:2`, `Aventinus:none`."""
    there, rest = _find_prefecture(table, word)
    houses: list[PlacedHouse] = []
    if rest != NONE:
        shape, rest = _split_at_first_colon(rest, "PREFECTURE:SHAPE:PLAYER:HEIGHT+HEIGHT")
        for each in rest.split(","):
            name, heights = _split_at_first_colon(each, "PREFECTURE:SHAPE:PLAYER:HEIGHT+HEIGHT")
            seat = find_seat(table.players, name)
            houses += [
                PlacedHouse(seat, House(n, _parse_shape(shape))) for n in _parse_heights(heights)
            ]
    tallest = max((standing.house.height for standing in houses), default=0)
    if tallest > len(houses):  # the first is 1 high, and each one a floor higher at most
        most = len(houses)
        raise InvalidCorrection(
            CapitolReason.TOO_TALL, prefecture=there.name, height=tallest, most=most
        )
    _replace_prefecture(table, there, replace(there, houses=houses))


def _correct_fountains(table: CapitolTable, word: str) -> None:
    """`Aventinus:2`: fountains placed there, without the printed ones."""
    there, rest = _find_prefecture(table, word)
    _replace_prefecture(
        table, there, replace(there, placed=parse_number(rest, "PREFECTURE:FOUNTAINS"))
    )


def _correct_buildings(table: CapitolTable, word: str) -> None:
    """`Aventinus:temple`, `Aventinus:amphitheatre`, `Aventinus:none`."""
    there, rest = _find_prefecture(table, word)
    large = (Building.AMPHITHEATRE, Building.TEMPLE)
    built = [] if rest == NONE else rest.split("+")
    for each in built:
        if each not in large:
            raise InvalidCorrection(CommonReason.NOT_A_CHOICE, value=each, choices=(*large, NONE))
    temples, amphitheatres = (built.count(each) for each in reversed(large))
    _replace_prefecture(table, there, replace(there, temples=temples, amphitheatres=amphitheatres))


def _replace_prefecture(table: CapitolTable, there: Prefecture, new: Prefecture) -> None:
    if new.free_small < 0 or new.free_large < 0:
        raise InvalidCorrection(CapitolReason.TOO_MANY_THERE, prefecture=there.name)
    board = [new if each is there else each for each in table.board]
    check_material(table.players, table.board, table.players, board)
    table.board[:] = board
    table.limit_stocks()


def _correct_supply(table: CapitolTable, word: str) -> None:
    """`40`: blocks beside the board."""
    supply = _parse_up_to(BLOCKS, word, "BLOCKS")
    if supply + count_blocks(table.players, table.board) > BLOCKS:
        raise InvalidCorrection(CapitolReason.BLOCKS_IN_ALL, most=BLOCKS)
    table.supply, table.blocks_owed = supply, 0


# A player's own --------------------------------------------------------------------------------


def _correct_roofless(table: CapitolTable, word: str) -> None:
    """`Rosa:1+2`, `Rosa:none`: the houses begun, by height."""
    player, rest = _find_player(table, word)
    _change_player(table, player, roofless=[] if rest == NONE else sorted(_parse_own_heights(rest)))


def _correct_finished(table: CapitolTable, word: str) -> None:
    """`Rosa:round:1+2,square:1`, `Rosa:none`: the finished houses that are not on the board."""
    player, rest = _find_player(table, word)
    houses: list[House] = []
    for each in [] if rest == NONE else rest.split(","):
        shape, heights = _split_at_first_colon(each, "PLAYER:SHAPE:HEIGHT+HEIGHT,SHAPE:HEIGHT")
        houses += [House(height, _parse_shape(shape)) for height in _parse_own_heights(heights)]
    _change_player(table, player, finished=sorted(houses))


def _correct_roofs(table: CapitolTable, word: str) -> None:
    """`Rosa:3,2`: the round and the square roofs in stock."""
    player, rest = _find_player(table, word)
    stock = _parse_counts(rest, [ROOFS_OF_A_SHAPE] * len(Shape), "PLAYER:ROUND,SQUARE")
    used = count_roofs(table.players.index(player), player, table.board)
    for shape, roofs in zip(Shape, stock, strict=True):
        if roofs + used[shape] > ROOFS_OF_A_SHAPE:
            raise InvalidCorrection(
                CapitolReason.ROOFS_IN_ALL, player=player.name, shape=shape, most=ROOFS_OF_A_SHAPE
            )
    player.roofs, player.roofs_owed = (
        dict(zip(Shape, stock, strict=True)),
        dict.fromkeys(Shape, 0),
    )


def _correct_hand(table: CapitolTable, word: str) -> None:
    """`Rosa:2,1,3`: the roof, floor and permit cards held; `Rosa:unknown`."""
    player, rest = _find_player(table, word)
    if rest == UNKNOWN:
        player.hand_known = False
        return
    hand = _parse_counts(rest, [CARDS[kind] for kind in CardType], "PLAYER:ROOFS,FLOORS,PERMITS")
    _change_player(table, player, hand=dict(zip(CardType, hand, strict=True)), hand_known=True)


def _change_player(table: CapitolTable, player: CapitolPlayer, **changes: Any) -> None:
    players = [replace(each, **changes) if each is player else each for each in table.players]
    check_material(table.players, table.board, players, table.board)
    for name, value in changes.items():
        setattr(player, name, value)
    table.limit_stocks()


def _correct_points(table: CapitolTable, word: str) -> None:
    """`Rosa:12`: the points won so far."""
    player, rest = _find_player(table, word)
    player.points = _parse_up_to(MOST_POINTS, rest, "PLAYER:POINTS")


# The course of the game ------------------------------------------------------------------------


def _correct_turn(table: CapitolTable, word: str) -> None:
    """`Rosa`: whose turn it is to build; she is back if she had passed."""
    seat = find_seat(table.players, word)
    _require_building(table)
    table.seat = seat
    table.passed.discard(seat)


def _correct_passed(table: CapitolTable, word: str) -> None:
    """`Rosa,Emma`, `none`: who has passed."""
    seats = {find_seat(table.players, name) for name in word.split(",")} if word != NONE else set()
    _require_building(table)
    table.passed = seats
    while table.is_building and table.seat in seats:
        table.seat = (table.seat + 1) % len(table.players)


def _correct_consul(table: CapitolTable, word: str) -> None:
    table.consul = find_seat(table.players, word)


def _correct_round(table: CapitolTable, word: str) -> None:
    """`3`: the round that is being played."""
    number = parse_number(word, "ROUND")
    if number not in range(1, ROUNDS + 1):
        raise InvalidCorrection(CapitolReason.NO_SUCH_ROUND, most=ROUNDS)
    _require_building(table)
    table.round = number


def _require_building(table: CapitolTable) -> None:
    if not table.is_building:
        raise InvalidCorrection(CapitolReason.ONLY_WHILE_BUILDING)


CORRECTIONS: Corrections[CapitolTable] = {
    "prefecture": _correct_board,
    "houses": _correct_houses,
    "fountains": _correct_fountains,
    "buildings": _correct_buildings,
    "supply": _correct_supply,
    "roofless": _correct_roofless,
    "finished": _correct_finished,
    "roofs": _correct_roofs,
    "hand": _correct_hand,
    "points": _correct_points,
    "player": _correct_turn,
    "passed": _correct_passed,
    "consul": _correct_consul,
    "round": _correct_round,
}


# Words of a correction -------------------------------------------------------------------------


def _split_at_first_colon(word: str, form: str) -> tuple[str, str]:
    first, colon, second = word.partition(":")
    if not colon:
        raise InvalidCorrection(CorrectionReason.FORM, form=form)
    return first, second


def _find_player(table: CapitolTable, word: str) -> tuple[CapitolPlayer, str]:
    name, rest = _split_at_first_colon(word, "PLAYER:…")
    return table.players[find_seat(table.players, name)], rest


def _find_prefecture(table: CapitolTable, word: str) -> tuple[Prefecture, str]:
    name, rest = _split_at_first_colon(word, "PREFECTURE:…")
    for there in table.board:
        if there.name == name:
            return there, rest
    raise InvalidCorrection(CapitolReason.NO_SUCH_PREFECTURE, prefecture=name)


def _parse_shape(word: str) -> Shape:
    require_choice(word, tuple(Shape))
    return Shape(word)


def _parse_heights(word: str) -> list[int]:
    heights = [_parse_up_to(BLOCKS, each, "HEIGHT+HEIGHT") for each in word.split("+")]
    if 0 in heights:
        raise InvalidCorrection(CorrectionReason.FORM, form="HEIGHT+HEIGHT")
    return heights


def _parse_own_heights(word: str) -> list[int]:
    heights = _parse_heights(word)
    if max(heights) > TALLEST:
        raise InvalidCorrection(CapitolReason.HOUSE_TOO_TALL, height=max(heights), most=TALLEST)
    return heights


def _parse_counts(word: str, most: Sequence[int], form: str) -> list[int]:
    parts = word.split(",")
    if len(parts) != len(most):
        raise InvalidCorrection(CommonReason.LIST_LENGTH, items=len(most))
    return [_parse_up_to(limit, part, form) for limit, part in zip(most, parts, strict=True)]


def _parse_up_to(most: int, word: str, form: str) -> int:
    number = parse_number(word, form)
    if number > most:
        raise InvalidCorrection(CapitolReason.NOT_SO_MANY, most=most)
    return number
