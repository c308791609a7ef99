"""The corrections of Bologna.

A correction is `correct` with one of the keys below and a value; docs/records.md lists them. What
can't be so is refused and changes nothing.
"""

from collections import Counter
from collections.abc import Callable

from companion.core.conversation import CommonReason, Reason
from companion.core.corrections import (
    NONE,
    UNKNOWN,
    Corrections,
    InvalidCorrection,
    find_seat,
    parse_number,
    require_choice,
    split_at_colon,
)
from companion.games.bologna.rules.board import (
    BASILICA,
    BY_PLACE,
    HIGHEST,
    NO_KIND,
    BoardField,
    FieldKind,
    list_block_fields,
)
from companion.games.bologna.rules.cards import FACES, OPEN, SCORING_CARDS, Card
from companion.games.bologna.rules.scoring import ROOFS_EACH, STONES_EACH
from companion.games.bologna.rules.table import LIGHT, BolognaTable


class BolognaCorrectionReason(Reason):
    """Reasons of Bologna's own corrections."""

    STONES_IN_ALL = "stones-in-all"
    ROOFS_IN_ALL = "tower-roofs-in-all"
    STONES_SHORT = "no-stones"
    ROOFS_SHORT = "roofs-short"
    TOO_MANY = "too-many"
    NO_TOWER = "no-tower"
    NO_BLOCK = "no-block"


# The board ------------------------------------------------------------------------------------


def _correct_stack(table: BolognaTable, word: str) -> None:
    """`5-3:Rosa+Jakob`, bottom to top: the stones come from the stocks or go back there."""
    at, rest = _parse_field_and_rest(word, "FIELD:PLAYER+PLAYER")
    stones = [] if rest == NONE else [find_seat(table.players, name) for name in rest.split("+")]
    if at == BASILICA:
        raise InvalidCorrection(BolognaCorrectionReason.NO_TOWER, field=at)
    if len(stones) > HIGHEST:
        raise InvalidCorrection(BolognaCorrectionReason.TOO_MANY, most=HIGHEST)
    stack = table.board.stacks[at]
    before, after = Counter(stack.stones), Counter(stones)
    for seat, player in enumerate(table.players):
        if after[seat] - before[seat] > player.stones:
            raise InvalidCorrection(
                BolognaCorrectionReason.STONES_SHORT, player=player.name, stones=player.stones
            )
    for seat, player in enumerate(table.players):
        player.stones += before[seat] - after[seat]
    stack.stones = stones
    if not stones and stack.roof is not None:
        _set_roof(table, at, None)


def _correct_roof(table: BolognaTable, word: str) -> None:
    """`5-3:Rosa`, `5-3:none`: the roof comes from the stock or goes back there."""
    at, rest = _parse_field_and_rest(word, "FIELD:PLAYER")
    seat = None if rest == NONE else find_seat(table.players, rest)
    stack = table.board.stacks[at]
    if seat is not None and not stack.stones:
        raise InvalidCorrection(BolognaCorrectionReason.NO_TOWER, field=at)
    if seat not in (None, stack.roof) and not table.players[seat or 0].roofs:
        raise InvalidCorrection(BolognaCorrectionReason.ROOFS_SHORT, player=rest)
    _set_roof(table, at, seat)


def _set_roof(table: BolognaTable, at: BoardField, seat: int | None) -> None:
    stack = table.board.stacks[at]
    if stack.roof is not None:
        table.players[stack.roof].roofs += 1
    if seat is not None:
        table.players[seat].roofs -= 1
    stack.roof = seat


def _correct_plague(table: BolognaTable, word: str) -> None:
    """`4-6:5-7`, two corners of the zone that lie across; `none`."""
    if word == NONE:
        table.board.plague = ()
        return
    first, corner = _parse_field_and_rest(word, "FIELD:FIELD")
    second = _parse_field(corner)
    if abs(first.row - second.row) != 1 or abs(first.column - second.column) != 1:
        raise InvalidCorrection(BolognaCorrectionReason.NO_BLOCK, field=first, corner=second)
    table.board.plague = list_block_fields(first, second)


def _correct_kind(table: BolognaTable, word: str) -> None:
    """`5-3:noble`, `5-3:none`, `5-3:unknown`: what the field shows."""
    at, kind = _parse_field_and_rest(word, "FIELD:KIND")
    if at == BASILICA:
        raise InvalidCorrection(BolognaCorrectionReason.NO_TOWER, field=at)
    require_choice(kind, (*FieldKind, NO_KIND, UNKNOWN))
    table.kinds.pop(at, None)
    if kind != UNKNOWN:
        table.kinds[at] = None if kind == NO_KIND else FieldKind(kind)


# The players ----------------------------------------------------------------------------------


def _correct_stones(table: BolognaTable, word: str) -> None:
    """`Rosa:12`: stones in stock."""
    placed = table.board.count_stones
    seat, count = _parse_stock(
        table, word, STONES_EACH, placed, BolognaCorrectionReason.STONES_IN_ALL
    )
    table.players[seat].stones = count


def _correct_roofs(table: BolognaTable, word: str) -> None:
    """`Rosa:2`: roofs in stock."""
    placed = table.board.count_roofs
    seat, count = _parse_stock(
        table, word, ROOFS_EACH, placed, BolognaCorrectionReason.ROOFS_IN_ALL
    )
    table.players[seat].roofs = count


def _correct_points(table: BolognaTable, word: str) -> None:
    """`Rosa:31`, `Rosa:-4`: points so far."""
    name, points = split_at_colon(word, "PLAYER:POINTS")
    seat, sign = find_seat(table.players, name), -1 if points.startswith("-") else 1
    table.players[seat].points = sign * parse_number(points.removeprefix("-"), "PLAYER:POINTS")


def _correct_collected(table: BolognaTable, word: str) -> None:
    """`Rosa:noble+farmer`, `Rosa:none`: the kinds collected."""
    name, rest = split_at_colon(word, "PLAYER:KIND+KIND")
    seat, kinds = find_seat(table.players, name), [] if rest == NONE else rest.split("+")
    for kind in kinds:
        require_choice(kind, (*FieldKind,))
    table.players[seat].kinds = [FieldKind(kind) for kind in dict.fromkeys(kinds)]


def _correct_player(table: BolognaTable, word: str) -> None:
    table.seat = find_seat(table.players, word)
    table.forget_cards()


# The cards ------------------------------------------------------------------------------------


def _correct_open(table: BolognaTable, word: str) -> None:
    """`3,4,plague-2,8`: as many cards as lie open now; from here on cards are tracked."""
    cards, items = word.split(","), OPEN if table.cards is None else len(table.display)
    for card in cards:
        require_choice(card, FACES)
    if len(cards) != items:
        raise InvalidCorrection(CommonReason.LIST_LENGTH, items=items)
    if LIGHT in table.variants:
        table.variants.remove(LIGHT)
    table.open_display(tuple(map(Card, cards)))


def _correct_pile(table: BolognaTable, word: str) -> None:
    """`40`: cards left face down, scoring cards among them."""
    assert table.pile is not None
    left = parse_number(word, "CARDS")
    most = table.pile.size - table.pile.scorings_seen
    if left > most:
        raise InvalidCorrection(BolognaCorrectionReason.TOO_MANY, most=most)
    table.pile.left = left


def _correct_scorings(table: BolognaTable, word: str) -> None:
    """`1`: scoring cards that have come; they are not in the pile any more."""
    assert table.pile is not None
    require_choice(word, tuple(str(count) for count in range(SCORING_CARDS + 1)))
    table.pile.scorings_seen = int(word)
    table.pile.left = min(table.pile.left, table.pile.size - table.pile.scorings_seen)


def _correct_tracking(table: BolognaTable, word: str) -> None:
    """`light`: from here on only the board is tracked; `correct open` goes back."""
    require_choice(word, (LIGHT,))
    if LIGHT not in table.variants:
        table.variants.append(LIGHT)
    table.display, table.cards = [], None


CORRECTIONS: Corrections[BolognaTable] = {
    "stack": _correct_stack,
    "roof": _correct_roof,
    "plague": _correct_plague,
    "kind": _correct_kind,
    "stones": _correct_stones,
    "roofs": _correct_roofs,
    "points": _correct_points,
    "collected": _correct_collected,
    "player": _correct_player,
    "open": _correct_open,
    "pile": _correct_pile,
    "scorings": _correct_scorings,
    "tracking": _correct_tracking,
}


# Words of a correction ------------------------------------------------------------------------


def _parse_field_and_rest(word: str, form: str) -> tuple[BoardField, str]:
    first, second = split_at_colon(word, form)
    return _parse_field(first), second


def _parse_field(word: str) -> BoardField:
    require_choice(word, tuple(BY_PLACE.values()))
    return BoardField(word)


def _parse_stock(
    table: BolognaTable,
    word: str,
    most: int,
    count_placed: Callable[[int], int],
    reason: BolognaCorrectionReason,
) -> tuple[int, int]:
    """Read a player's seat and stock, which with what is on the board is all there can be.

    This alone bounds a total: every other correction moves stones and roofs from or to a stock.
    """
    name, count = split_at_colon(word, "PLAYER:NUMBER")
    seat, number = find_seat(table.players, name), parse_number(count, "PLAYER:NUMBER")
    if number > most:
        raise InvalidCorrection(BolognaCorrectionReason.TOO_MANY, most=most)
    placed = count_placed(seat)
    if number + placed > most:
        raise InvalidCorrection(reason, player=name, most=most, placed=placed)
    return seat, number
