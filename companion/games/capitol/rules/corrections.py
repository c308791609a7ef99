"""What can be corrected of Capitol, field by field; docs/records.md lists the values.

What can't be so is refused and changes nothing: no correction puts more on the table than is in the
box (`material`). Houses take what stocks have too much; what else lies otherwise is another
correction.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import product
from typing import Any

from companion.core.conversation import CORRECT, Answer, CommonReason, Objection, build_objection
from companion.core.corrections import (
    NONE,
    UNKNOWN,
    CorrectionReason,
    InvalidCorrection,
    find_seat,
    parse_number,
    refuse,
    require_choice,
)
from companion.core.fields import (
    COUNTED_CARDS,
    KNOWN,
    PLAYERS,
    FieldSubject,
    FormField,
    FormPart,
    choice_field,
    list_player_names,
    no_more,
    number_field,
    seat_field,
)
from companion.core.list_fields import GROUPS, LIST, ListField, ListWriting, write_runs
from companion.games.capitol.rules.auction import ROUNDS
from companion.games.capitol.rules.board import (
    MOST_SITES,
    OF_ONE_COLOUR,
    Building,
    House,
    PlacedHouse,
    Prefecture,
    PrefectureColour,
    Shape,
    parse_prefecture,
)
from companion.games.capitol.rules.material import (
    BLOCKS,
    BUILDINGS,
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
HEIGHTS = "HEIGHT+HEIGHT"
LARGE = (Building.AMPHITHEATRE, Building.TEMPLE)


def forget_hand_of(player: CapitolPlayer) -> Answer:
    """Return the correction that makes one hand unknown."""
    return Answer(f"{CORRECT} hand", f"{player.name}:{UNKNOWN}")


def _find_prefecture(table: CapitolTable, name: str) -> Prefecture:
    for there in table.board:
        if there.name == name:
            return there
    raise InvalidCorrection("no-such-prefecture", prefecture=name)


BOARD = FieldSubject(
    lambda table: [there.name for there in table.board],
    _find_prefecture,
    form="PREFECTURE:…",
    board="board",
    columns=OF_ONE_COLOUR,
)
SEATED = replace(PLAYERS, form="PLAYER:…")


def _change(table: CapitolTable, owner: Prefecture | CapitolPlayer, **changes: Any) -> None:
    """Change a prefecture or a player, unless there is no room or not so much in the box."""
    new: Any = replace(owner, **changes)
    if isinstance(new, Prefecture) and min(new.free_small, new.free_large) < 0:
        raise InvalidCorrection("too-many-there", prefecture=new.name)
    players = [new if each is owner else each for each in table.players]
    board = [new if each is owner else each for each in table.board]
    check_material(table.players, table.board, players, board)
    for name, value in changes.items():
        setattr(owner, name, value)
    table.limit_stocks()


def _changing(name: str) -> Callable[[CapitolTable, Any, Any], None]:
    return lambda table, owner, value: _change(table, owner, **{name: value})


def _parse_height(word: str, most: int) -> int:
    height = parse_number(word, HEIGHTS)
    if height > BLOCKS:
        raise InvalidCorrection("not-so-many", most=BLOCKS)
    if height == 0:
        raise InvalidCorrection(CorrectionReason.FORM, form=HEIGHTS)
    if height > most:
        raise InvalidCorrection("house-too-tall", height=height, most=most)
    return height


def _make_house(word: str, most: int, shape: str) -> House:
    height = _parse_height(word, most)
    return House(height, Shape(require_choice(shape, tuple(Shape))))


# The board -------------------------------------------------------------------------------------


def _parse_printed(_: CapitolTable, there: Prefecture, word: str) -> Prefecture:
    """`pink:6:1:0`, as in the setup."""
    printed = parse_prefecture(f"{there.name}:{word}", [])
    return printed if isinstance(printed, Prefecture) else refuse(printed)


def _set_printed(table: CapitolTable, there: Prefecture, new: Prefecture) -> None:
    """Set what is printed; what was built there stays."""
    _change(table, there, hue=new.hue, small=new.small, large=new.large, printed=new.printed)


PRINTED = (
    FormPart(tuple(PrefectureColour), "colour"),
    *(FormPart(range(MOST_SITES + 1), label) for label in ("small", "large", "fountains")),
)


def _write_houses(items: Sequence[str]) -> str:
    shape, _, _ = items[0].partition(":") if items else (NONE, "", "")
    runs = write_runs([item.removeprefix(f"{shape}:") for item in items])
    return f"{shape}:{runs}" if items else NONE


def _read_houses(word: str, form: str) -> list[str]:
    if word == NONE:
        return []
    shape, colon, runs = word.partition(":")
    split = [run.partition(":") for run in runs.split(",")]
    if not colon or any(not colon for _, colon, _ in split):
        raise InvalidCorrection(CorrectionReason.FORM, form=form)
    return [f"{shape}:{name}:{each}" for name, _, its in split for each in its.split("+")]


def _parse_house(table: CapitolTable, item: str) -> PlacedHouse:
    shape, name, height = item.split(":", 2)
    seat = find_seat(table.players, name)
    return PlacedHouse(seat, _make_house(height, BLOCKS, shape))


def _set_houses(table: CapitolTable, there: Prefecture, houses: Sequence[PlacedHouse]) -> None:
    tallest, most = max((each.house.height for each in houses), default=0), len(houses)
    if tallest > most:  # the first is 1 high, and each one a floor higher at most
        raise InvalidCorrection("too-tall", prefecture=there.name, height=tallest, most=most)
    _change(table, there, houses=[*houses])


def _read_houses_there(table: CapitolTable, there: Prefecture) -> list[str]:
    names = list_player_names(table)
    return [f"{house.shape}:{names[seat]}:{house.height}" for seat, house in there.houses]


def _list_houses(table: CapitolTable, there: Prefecture) -> list[tuple[str, int]]:
    kinds = product(Shape, list_player_names(table), range(1, there.small + 1))
    return [(f"{shape}:{name}:{height}", there.small) for shape, name, height in kinds]


def _parse_building(_: CapitolTable, word: str) -> str:
    if word not in LARGE:
        raise InvalidCorrection(CommonReason.NOT_A_CHOICE, value=word, choices=(*LARGE, NONE))
    return word


def _set_buildings(table: CapitolTable, there: Prefecture, built: Sequence[str]) -> None:
    amphitheatres, temples = (built.count(each) for each in LARGE)
    _change(table, there, amphitheatres=amphitheatres, temples=temples)


def _refuse_blocks(_: CapitolTable, blocks: int, _among: range) -> Objection:
    reason = "not-so-many" if blocks > BLOCKS else "blocks-in-all"
    return build_objection(reason, most=BLOCKS)


def _set_supply(table: CapitolTable, _: CapitolTable, blocks: int) -> None:
    table.supply, table.blocks_owed = blocks, 0


# A player's own --------------------------------------------------------------------------------


OWN_HEIGHTS = range(1, TALLEST + 1)


def _list_finished(*_: object) -> list[tuple[str, int]]:
    return [
        (f"{shape}:{height}", ROOFS_OF_A_SHAPE) for shape, height in product(Shape, OWN_HEIGHTS)
    ]


def _parse_own_height(_: CapitolTable, word: str) -> int:
    return _parse_height(word, TALLEST)


def _parse_finished(_table: CapitolTable, item: str) -> House:
    shape, _, height = item.partition(":")
    return _make_house(height, TALLEST, shape)


def _set_roofs(table: CapitolTable, player: CapitolPlayer, stock: Sequence[int]) -> None:
    used = count_roofs(table.players.index(player), player, table.board)
    for shape, roofs in zip(Shape, stock, strict=True):
        if roofs + used[shape] > ROOFS_OF_A_SHAPE:
            raise InvalidCorrection(
                "roofs-in-all", player=player.name, shape=shape, most=ROOFS_OF_A_SHAPE
            )
    player.roofs = dict(zip(Shape, stock, strict=True))
    player.roofs_owed = dict.fromkeys(Shape, 0)


def _parse_hand(table: CapitolTable, player: CapitolPlayer, word: str) -> list[int] | None:
    return None if word == UNKNOWN else HAND.parse_value(table, player, word)


def _set_hand(table: CapitolTable, player: CapitolPlayer, hand: Sequence[int] | None) -> None:
    if hand is None:
        player.hand_known = False
    else:
        _change(table, player, hand=dict(zip(CardType, hand, strict=True)), hand_known=True)


# The course of the game ------------------------------------------------------------------------


def _require_building(table: CapitolTable) -> None:
    if not table.is_building:
        raise InvalidCorrection("only-while-building")


def _give_turn(table: CapitolTable, _: CapitolTable, seat: int) -> None:
    """Set whose turn it is to build; she is back if she had passed."""
    _require_building(table)
    table.seat = seat
    table.passed.discard(seat)


def _set_passed(table: CapitolTable, _: CapitolTable, seats: Sequence[int]) -> None:
    _require_building(table)
    table.passed = set(seats)
    while table.is_building and table.seat in seats:
        table.seat = (table.seat + 1) % len(table.players)


def _set_round(table: CapitolTable, _: CapitolTable, number: int) -> None:
    _require_building(table)
    table.round = number


TOO_MANY = no_more("not-so-many")
HAND = FormField(
    "hand",
    SEATED,
    form="PLAYER:ROOFS,FLOORS,PERMITS",
    refuse=TOO_MANY,
    list_parts=lambda *_: [FormPart(range(CARDS[kind] + 1), kind) for kind in CardType],
    read=lambda _table, player: [*player.hand.values()],
    find_instead=lambda _table, player: "" if player.hand_known else UNKNOWN,
    parse=_parse_hand,
    put=_set_hand,
)
CORRECTIONS = (
    ListField(
        "houses",
        BOARD,
        form="PREFECTURE:SHAPE:PLAYER:HEIGHT+HEIGHT",
        list_supply=_list_houses,
        writing=ListWriting(_write_houses, _read_houses),
        alike=True,
        parse_item=_parse_house,
        read=_read_houses_there,
        put=_set_houses,
    ),
    number_field(
        "fountains",
        range(BUILDINGS[Building.FOUNTAIN] + 1),
        BOARD,
        form="PREFECTURE:FOUNTAINS",
        refuse=None,
        read=lambda _table, there: there.placed,
        put=_changing("placed"),
    ),
    ListField(
        "buildings",
        BOARD,
        list_supply=lambda *_: [(each, BUILDINGS[each]) for each in LARGE],
        parse_item=_parse_building,
        put=_set_buildings,
        read=lambda _table, there: [each for each in LARGE for _ in range(there.count(each))],
    ),
    FormField(
        "prefecture",
        BOARD,
        separator=":",
        list_parts=lambda *_: PRINTED,
        read=lambda _table, there: [there.hue, there.small, there.large, there.printed],
        parse=_parse_printed,
        put=_set_printed,
    ),
    seat_field("player", _give_turn, page="round"),
    ListField(
        "passed",
        page="round",
        writing=LIST,
        list_supply=lambda table, _: [(player.name, 1) for player in table.players],
        parse_item=lambda table, name: find_seat(table.players, name),
        read=lambda table, _: [table.players[seat].name for seat in sorted(table.passed)],
        put=_set_passed,
    ),
    number_field(
        "round",
        range(1, ROUNDS + 1),
        page="round",
        form="ROUND",
        refuse=no_more("no-such-round"),
        put=_set_round,
    ),
    seat_field("consul", None, page="round", read=lambda table, _: table.consul),
    number_field(
        "supply",
        lambda table, _: range(BLOCKS + 1 - count_blocks(table.players, table.board)),
        page="round",
        form="BLOCKS",
        refuse=_refuse_blocks,
        put=_set_supply,
    ),
    replace(COUNTED_CARDS, page="round"),
    number_field("points", range(MOST_POINTS + 1), SEATED, form="PLAYER:POINTS", refuse=TOO_MANY),
    ListField(
        "roofless",
        SEATED,
        list_supply=lambda *_: [(str(n), BLOCKS // n) for n in OWN_HEIGHTS],
        parse_item=_parse_own_height,
        put=lambda table, player, heights: _change(table, player, roofless=sorted(heights)),
    ),
    ListField(
        "finished",
        SEATED,
        form="PLAYER:SHAPE:HEIGHT+HEIGHT,SHAPE:HEIGHT",
        writing=GROUPS,
        list_supply=_list_finished,
        parse_item=_parse_finished,
        read=lambda _table, player: [house.word for house in player.finished],
        put=lambda table, player, houses: _change(table, player, finished=sorted(houses)),
    ),
    FormField(
        "roofs",
        SEATED,
        form="PLAYER:ROUND,SQUARE",
        refuse=TOO_MANY,
        list_parts=lambda *_: [FormPart(range(ROOFS_OF_A_SHAPE + 1), shape) for shape in Shape],
        read=lambda _table, player: [player.roofs[shape] for shape in Shape],
        put=_set_roofs,
    ),
    HAND,
    choice_field(
        "hand",
        (UNKNOWN,),
        SEATED,
        label="hand-known",
        read=lambda *_: KNOWN,
        has_row_only=True,
        is_offered=lambda _table, player: player.hand_known,
    ),
)
