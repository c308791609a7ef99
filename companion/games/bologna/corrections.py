"""The corrections of Bologna: the table says how it stands, and it is right.

A correction is `correct` with one of the keys below and a value; docs/records.md lists them. What
can't be so is refused and changes nothing.
"""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence

from companion.games.bologna.board import BASILICA, BY_PLACE, HIGHEST, Field, block
from companion.games.bologna.cards import FACES, OPEN, SCORING_CARDS, Card
from companion.games.bologna.collection import KINDS, NO_KIND, Kind
from companion.games.bologna.scoring import ROOFS_EACH, STONES_EACH
from companion.games.bologna.table import LIGHT, Table
from companion.games.conversation import (
    CARDS_UNKNOWN,
    CORRECT,
    Answer,
    General,
    Objection,
    Reason,
    Value,
    against,
)
from companion.games.corrections import Correction

NONE = "none"
UNKNOWN = "unknown"


class Corrected(Reason):
    """Reasons of Bologna's own corrections."""

    STONES_SHORT = "stones-short"
    ROOFS_SHORT = "roofs-short"
    TOO_MANY = "too-many"
    NO_TOWER = "no-tower"
    NO_BLOCK = "no-block"


class _CanNotBe(ValueError):
    """What was corrected can't be so; nothing has changed yet."""

    def __init__(self, reason: Reason, **values: Value) -> None:
        super().__init__(reason, values)
        self.objection = against(reason, **values)


def correct(table: Table, answer: Answer) -> Objection | None:
    """Take a correction; the objection where it can't be so, and nothing has changed."""
    if answer == CARDS_UNKNOWN:
        _count_anew(table)
        return None
    take = CORRECTIONS.get(answer.key.removeprefix(f"{CORRECT} "))
    if take is None:
        return against(General.UNKNOWN_CORRECTION, known=(*CORRECTIONS, "cards unknown"))
    if not table.under_way:
        return against(Correction.SETUP_FIRST)
    try:
        take(table, answer.word)
    except _CanNotBe as no:
        return no.objection
    return None


def _count_anew(table: Table) -> None:
    if table.cards is not None:
        table.lay_out(tuple(table.display))


# The board ------------------------------------------------------------------------------------


def _stack(table: Table, word: str) -> None:
    """`5-3:Rosa+Jakob`, bottom to top: the stones come from the stocks or go back there."""
    at, rest = _at(word, "FIELD:PLAYER+PLAYER")
    stones = [] if rest == NONE else [_seat(table, name) for name in rest.split("+")]
    if at == BASILICA:
        raise _CanNotBe(Corrected.NO_TOWER, field=at)
    if len(stones) > HIGHEST:
        raise _CanNotBe(Corrected.TOO_MANY, most=HIGHEST)
    stack = table.board.stacks[at]
    before, after = Counter(stack.stones), Counter(stones)
    for seat, player in enumerate(table.players):
        if after[seat] - before[seat] > player.stones:
            raise _CanNotBe(Corrected.STONES_SHORT, player=player.name, stones=player.stones)
    for seat, player in enumerate(table.players):
        player.stones += before[seat] - after[seat]
    stack.stones = stones
    if not stones and stack.roof is not None:
        _set_roof(table, at, None)


def _roof(table: Table, word: str) -> None:
    """`5-3:Rosa`, `5-3:none`: the roof comes from the stock or goes back there."""
    at, rest = _at(word, "FIELD:PLAYER")
    seat = None if rest == NONE else _seat(table, rest)
    stack = table.board.stacks[at]
    if seat is not None and not stack.stones:
        raise _CanNotBe(Corrected.NO_TOWER, field=at)
    if seat not in (None, stack.roof) and not table.players[seat or 0].roofs:
        raise _CanNotBe(Corrected.ROOFS_SHORT, player=rest)
    _set_roof(table, at, seat)


def _set_roof(table: Table, at: Field, seat: int | None) -> None:
    stack = table.board.stacks[at]
    if stack.roof is not None:
        table.players[stack.roof].roofs += 1
    if seat is not None:
        table.players[seat].roofs -= 1
    stack.roof = seat


def _plague(table: Table, word: str) -> None:
    """`4-6:5-7`, two corners of the zone that lie across; `none`."""
    if word == NONE:
        table.board.plague = ()
        return
    first, corner = _at(word, "FIELD:FIELD")
    second = _field(corner)
    if abs(first.row - second.row) != 1 or abs(first.column - second.column) != 1:
        raise _CanNotBe(Corrected.NO_BLOCK, field=first, corner=second)
    table.board.plague = block(first, second)


def _kind(table: Table, word: str) -> None:
    """`5-3:noble`, `5-3:none`, `5-3:unknown`: what the field shows."""
    at, kind = _at(word, "FIELD:KIND")
    if at == BASILICA:
        raise _CanNotBe(Corrected.NO_TOWER, field=at)
    _among(kind, (*KINDS, NO_KIND, UNKNOWN))
    table.kinds.pop(at, None)
    if kind != UNKNOWN:
        table.kinds[at] = None if kind == NO_KIND else Kind(kind)


# The players ----------------------------------------------------------------------------------


def _stones(table: Table, word: str) -> None:
    """`Rosa:12`: stones in stock."""
    seat, count = _count(table, word, STONES_EACH)
    table.players[seat].stones = count


def _roofs(table: Table, word: str) -> None:
    """`Rosa:2`: roofs in stock."""
    seat, count = _count(table, word, ROOFS_EACH)
    table.players[seat].roofs = count


def _points(table: Table, word: str) -> None:
    """`Rosa:31`, `Rosa:-4`: points so far."""
    name, points = _two_parts(word, "PLAYER:POINTS")
    seat, sign = _seat(table, name), -1 if points.startswith("-") else 1
    table.players[seat].points = sign * _number(points.removeprefix("-"), "PLAYER:POINTS")


def _collected(table: Table, word: str) -> None:
    """`Rosa:noble+farmer`, `Rosa:none`: the kinds collected."""
    name, rest = _two_parts(word, "PLAYER:KIND+KIND")
    seat, kinds = _seat(table, name), [] if rest == NONE else rest.split("+")
    for kind in kinds:
        _among(kind, KINDS)
    table.players[seat].kinds = [Kind(kind) for kind in dict.fromkeys(kinds)]


def _player(table: Table, word: str) -> None:
    """`Rosa`: whose turn it is."""
    table.seat = _seat(table, word)
    _count_anew(table)


# The cards ------------------------------------------------------------------------------------


def _open(table: Table, word: str) -> None:
    """`3,4,plague-2,8`: as many cards as lie open now; from here on cards are tracked."""
    cards, items = word.split(","), OPEN if table.cards is None else len(table.display)
    for card in cards:
        _among(card, FACES)
    if len(cards) != items:
        raise _CanNotBe(General.LIST_LENGTH, items=items)
    if LIGHT in table.variants:
        table.variants.remove(LIGHT)
    table.lay_out(tuple(map(Card, cards)))


def _pile(table: Table, word: str) -> None:
    """`40`: cards left face down, scoring cards among them."""
    assert table.pile is not None
    left = _number(word, "CARDS")
    if left > table.pile.size:
        raise _CanNotBe(Corrected.TOO_MANY, most=table.pile.size)
    table.pile.left = left


def _scorings(table: Table, word: str) -> None:
    """`1`: scoring cards that have come."""
    assert table.pile is not None
    _among(word, tuple(str(number) for number in range(SCORING_CARDS + 1)))
    table.pile.scorings_seen = int(word)


def _tracking(table: Table, word: str) -> None:
    """`light`: from here on only the board is tracked; `correct open` goes back."""
    _among(word, (LIGHT,))
    if LIGHT not in table.variants:
        table.variants.append(LIGHT)
    table.display, table.cards = [], None


CORRECTIONS: Mapping[str, Callable[[Table, str], None]] = {
    "stack": _stack,
    "roof": _roof,
    "plague": _plague,
    "kind": _kind,
    "stones": _stones,
    "roofs": _roofs,
    "points": _points,
    "collected": _collected,
    "player": _player,
    "open": _open,
    "pile": _pile,
    "scorings": _scorings,
    "tracking": _tracking,
}
"""By what is corrected; each raises before it has changed anything."""


# Words of a correction ------------------------------------------------------------------------


def _two_parts(word: str, form: str) -> tuple[str, str]:
    first, colon, second = word.partition(":")
    if not colon or ":" in second:
        raise _CanNotBe(Correction.FORM, form=form)
    return first, second


def _at(word: str, form: str) -> tuple[Field, str]:
    first, second = _two_parts(word, form)
    return _field(first), second


def _field(word: str) -> Field:
    _among(word, tuple(BY_PLACE.values()))
    return Field(word)


def _count(table: Table, word: str, most: int) -> tuple[int, int]:
    name, count = _two_parts(word, "PLAYER:NUMBER")
    seat, number = _seat(table, name), _number(count, "PLAYER:NUMBER")
    if number > most:
        raise _CanNotBe(Corrected.TOO_MANY, most=most)
    return seat, number


def _among(word: str, choices: Sequence[str]) -> None:
    if word not in choices:
        raise _CanNotBe(General.NOT_A_CHOICE, value=word, choices=tuple(choices))


def _seat(table: Table, name: str) -> int:
    for seat, player in enumerate(table.players):
        if player.name == name:
            return seat
    raise _CanNotBe(Correction.NO_SUCH_PLAYER, player=name)


def _number(word: str, form: str) -> int:
    """A number without sign, and short enough to be counted."""
    if not (word.isascii() and word.isdigit() and len(word) < 7):
        raise _CanNotBe(Correction.FORM, form=form)
    return int(word)
