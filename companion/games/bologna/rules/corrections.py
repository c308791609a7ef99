"""What can be corrected of Bologna, field by field; docs/records.md lists the values.

What can't be so is refused and changes nothing.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any

from companion.core.conversation import Objection, build_objection
from companion.core.corrections import (
    NONE,
    UNKNOWN,
    InvalidCorrection,
    find_seat,
    require_choice,
    split_at_colon,
)
from companion.core.fields import (
    COUNTED_CARDS,
    PLAYERS,
    TRACKING,
    FieldSubject,
    FormField,
    PlaceField,
    choice_field,
    no_more,
    number_field,
    seat_field,
)
from companion.core.list_fields import ListField, open_cards_field
from companion.games.bologna.rules.board import (
    BASILICA,
    FIELDS,
    HIGHEST,
    LAST,
    NO_KIND,
    SIDE,
    BoardBlock,
    BoardField,
    BolognaBoard,
    FieldKind,
    list_block_fields,
)
from companion.games.bologna.rules.cards import FACES, OPEN, SCORING_CARDS, Card
from companion.games.bologna.rules.scoring import ROOFS_EACH, STONES_EACH, BolognaPlayer
from companion.games.bologna.rules.table import BolognaTable

MOST_POINTS = 999
"""The most points that the editor offers."""


# The board ------------------------------------------------------------------------------------


def _find_field(_table: object, word: str) -> BoardField:
    return BoardField(require_choice(word, FIELDS))


def _close_basilica(at: str) -> Objection | None:
    if at != BASILICA:
        return None
    return build_objection("no-tower", field=at)


BOARD = FieldSubject(
    lambda _table: FIELDS,
    _find_field,
    title="field",
    board="board",
    columns=SIDE,
    find_closed=_close_basilica,
)


def _list_stones(table: BolognaTable, at: BoardField) -> list[tuple[str, int]]:
    stones = table.board.stacks[at].stones
    return [
        (player.name, min(HIGHEST, player.stones + stones.count(seat)))
        for seat, player in enumerate(table.players)
    ]


def _read_stones(table: BolognaTable, at: BoardField) -> list[str]:
    return [table.players[seat].name for seat in table.board.stacks[at].stones]


def _set_stones(table: BolognaTable, at: BoardField, stones: list[int]) -> None:
    """Set a stack, bottom to top: the stones come from the stocks or go back there."""
    stack = table.board.stacks[at]
    if at == BASILICA:
        raise InvalidCorrection("no-tower", field=at)
    if len(stones) > HIGHEST:
        raise InvalidCorrection("too-many", most=HIGHEST)
    before, after = Counter(stack.stones), Counter(stones)
    for seat, player in enumerate(table.players):
        if after[seat] - before[seat] > player.stones:
            raise InvalidCorrection("no-stones", player=player.name, stones=player.stones)
    for seat, player in enumerate(table.players):
        player.stones += before[seat] - after[seat]
    stack.stones = stones
    if not stones and stack.roof is not None:
        _move_roof(table, at, None)


def _set_roof(table: BolognaTable, at: BoardField, seat: int | None) -> None:
    """Set whose roof is on a tower: it comes from the stock or goes back there."""
    stack = table.board.stacks[at]
    if seat is not None and not stack.stones:
        raise InvalidCorrection("no-tower", field=at)
    if seat is not None and seat != stack.roof and not table.players[seat].roofs:
        name = table.players[seat].name
        raise InvalidCorrection("roofs-short", player=name)
    _move_roof(table, at, seat)


def _move_roof(table: BolognaTable, at: BoardField, seat: int | None) -> None:
    stack = table.board.stacks[at]
    if stack.roof is not None:
        table.players[stack.roof].roofs += 1
    if seat is not None:
        table.players[seat].roofs -= 1
    stack.roof = seat


def _read_kind(table: BolognaTable, at: BoardField) -> str:
    return table.kinds[at] or NO_KIND if at in table.kinds else UNKNOWN


def _set_kind(table: BolognaTable, at: BoardField, kind: str) -> None:
    if at == BASILICA:
        raise InvalidCorrection("no-tower", field=at)
    table.kinds.pop(at, None)
    if kind != UNKNOWN:
        table.kinds[at] = None if kind == NO_KIND else FieldKind(kind)


ZONES = tuple(f"{at}:{at.neighbour(1, 1)}" for at in FIELDS if at.row < LAST and at.column < LAST)
"""The zones of two by two that there may be."""


def _read_plague(table: BolognaTable, _: BolognaTable) -> str:
    zone = table.board.plague
    return f"{zone[0]}:{zone[-1]}" if zone else NONE


def _parse_plague(_: BolognaTable, __: BolognaTable, word: str) -> BoardBlock:
    """Two corners of the zone that lie across; `none`."""
    if word == NONE:
        return ()
    first, second = (_find_field(None, each) for each in split_at_colon(word, "FIELD:FIELD"))
    if abs(first.row - second.row) != 1 or abs(first.column - second.column) != 1:
        raise InvalidCorrection("no-block", field=first, corner=second)
    return list_block_fields(first, second)


def _set_plague(table: BolognaTable, _: BolognaTable, zone: BoardBlock) -> None:
    table.board.plague = zone


# The players ----------------------------------------------------------------------------------


def _give_turn(table: BolognaTable, _: BolognaTable, seat: int) -> None:
    table.seat = seat
    table.forget_cards()


def _declare_stock(
    key: str, most: int, count_placed: Callable[[BolognaBoard, int], int], reason: str
) -> FormField:
    """A player's stock, which with what is on the board is all there can be.

    This alone bounds a total: every other correction moves stones and roofs from or to a stock.
    """

    def among(table: BolognaTable, player: BolognaPlayer) -> range:
        return range(most + 1 - count_placed(table.board, find_seat(table.players, player.name)))

    def refuse(player: BolognaPlayer, number: int, among: range) -> Objection:
        if number > most:
            return build_objection("too-many", most=most)
        placed = most - among[-1] if among else most
        return build_objection(reason, player=player.name, most=most, placed=placed)

    return number_field(key, among, PLAYERS, form="PLAYER:NUMBER", refuse=refuse)


def _set_kinds(_: BolognaTable, player: BolognaPlayer, kinds: Sequence[str]) -> None:
    player.kinds = [FieldKind(kind) for kind in dict.fromkeys(kinds)]


# The cards ------------------------------------------------------------------------------------


def _open_cards(table: BolognaTable, _: BolognaTable, cards: Sequence[str]) -> None:
    """Set the open cards; from here on cards are tracked."""
    table.track_fully()
    table.open_display(tuple(map(Card, cards)))


def _set_left(table: Any, _: BolognaTable, left: int) -> None:
    """Set the cards left face down, scoring cards among them."""
    table.pile.left = left


def _parse_scorings(_: BolognaTable, __: BolognaTable, word: str) -> int:
    return int(require_choice(word, [*map(str, range(SCORING_CARDS + 1))]))


def _set_scorings(table: Any, _: BolognaTable, count: int) -> None:
    """Set how many scoring cards have come; they are not in the pile any more."""
    table.pile.scorings_seen = count
    table.pile.left = min(table.pile.left, table.pile.size - count)


CORRECTIONS = (
    ListField(
        "stack",
        BOARD,
        form="FIELD:PLAYER+PLAYER",
        list_supply=_list_stones,
        parse_item=lambda table, name: find_seat(table.players, name),
        read=_read_stones,
        put=_set_stones,
    ),
    seat_field(
        "roof",
        _set_roof,
        BOARD,
        read=lambda table, at: table.board.stacks[at].roof,
        form="FIELD:PLAYER",
        may_be_none=True,
    ),
    choice_field(
        "kind",
        (*FieldKind, NO_KIND, UNKNOWN),
        BOARD,
        form="FIELD:KIND",
        read=_read_kind,
        put=_set_kind,
    ),
    seat_field("player", _give_turn, page="turn"),
    PlaceField(
        "plague",
        page="turn",
        words=ZONES,
        columns=SIDE - 1,
        read=_read_plague,
        parse=_parse_plague,
        put=_set_plague,
    ),
    number_field(
        "points", range(-MOST_POINTS, MOST_POINTS + 1), PLAYERS, form="PLAYER:POINTS", refuse=None
    ),
    _declare_stock("stones", STONES_EACH, BolognaBoard.count_stones, "stones-in-all"),
    _declare_stock("roofs", ROOFS_EACH, BolognaBoard.count_roofs, "tower-roofs-in-all"),
    ListField(
        "collected",
        PLAYERS,
        form="PLAYER:KIND+KIND",
        list_supply=lambda _table, _player: [(kind.value, 1) for kind in FieldKind],
        read=lambda _table, player: player.kinds,
        put=_set_kinds,
    ),
    open_cards_field(
        FACES,
        lambda table: OPEN if table.cards is None else len(table.display),
        lambda table, _: table.display,
        _open_cards,
    ),
    number_field(
        "pile",
        lambda table, _: range(table.pile.size - table.pile.scorings_seen + 1),
        page="cards",
        form="CARDS",
        refuse=no_more("too-many"),
        read=lambda table, _: table.pile.left,
        put=_set_left,
    ),
    number_field(
        "scorings",
        range(SCORING_CARDS + 1),
        page="cards",
        read=lambda table, _: table.pile.scorings_seen,
        parse=_parse_scorings,
        put=_set_scorings,
    ),
    COUNTED_CARDS,
    TRACKING,
)
