"""The table of Die Türme von Bologna, told once for every outlet."""

from collections.abc import Iterator

from companion.core.snapshot import (
    Count,
    Piece,
    Pieces,
    Pile,
    Place,
    Places,
    PlainPart,
    Seats,
    SnapshotPart,
    TableSnapshot,
    take_snapshot,
)
from companion.games.bologna.rules.board import FIELDS, NO_KIND, SIDE, BoardField
from companion.games.bologna.rules.cards import Card
from companion.games.bologna.rules.scoring import BolognaPlayer
from companion.games.bologna.rules.table import BolognaTable


def take_bologna_snapshot(table: BolognaTable) -> TableSnapshot:
    """Tell the whole board row by row, the plague zone, and the cards as far as they count."""
    fields = tuple(_describe_field(table, at) for at in FIELDS)
    parts: list[SnapshotPart] = [
        Places("fields", fields, columns=SIDE),
        Pieces("plague", tuple(Piece(str(at)) for at in table.board.plague)),
    ]
    if table.started:
        parts += _list_cards(table)
    return take_snapshot(table, parts, _list_stock)


def _list_stock(player: BolognaPlayer) -> tuple[PlainPart, ...]:
    kinds = tuple(Piece(kind.value) for kind in player.kinds)
    return Count("stones", player.stones), Count("roofs", player.roofs), Pieces("kinds", kinds)


def _describe_field(table: BolognaTable, at: BoardField) -> Place:
    """Its stones from bottom to top; its kind where it is known, also that it shows none."""
    stack, holds = table.board.stacks[at], list[PlainPart]()
    if stack.roof is not None:
        holds.append(Seats("roof", (stack.roof,)))
    if at in table.kinds:
        kind = table.kinds[at]
        holds.append(Count("kind", NO_KIND if kind is None else kind.value))
    return Place(
        str(at),
        stack.height or None,
        leader=stack.owner,
        pieces=tuple(Piece(seat=seat) for seat in stack.stones),
        holds=tuple(holds),
    )


def _list_cards(table: BolognaTable) -> Iterator[SnapshotPart]:
    cards = tuple(_describe_card(card) for card in table.display)
    yield Pieces("open", None if table.cards is None else cards)
    if table.pile is not None:
        yield Pile("pile", table.pile.left)


def _describe_card(card: Card) -> Piece:
    return Piece(card.special or "", card.number)
