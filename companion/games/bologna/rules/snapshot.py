"""The table of Die Türme von Bologna, told once: for every outlet, and in its result."""

from collections.abc import Iterator, Sequence
from typing import Any

from companion.core.game_table import build_result
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
from companion.games.bologna.rules.scoring import BolognaPlayer, Tally
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


# The result ------------------------------------------------------------------------------------


def build_bologna_result(name: str, table: BolognaTable) -> dict[str, Any]:
    """The result: players in seating order, fields of the board in board order.

    Fields without a stone are told where their kind is known.
    """
    names = [player.name for player in table.players]
    board = (_tell_field(_describe_field(table, at), names) for at in FIELDS)
    return build_result(
        name,
        table,
        [player.held for player in table.players],
        board=[field for field in board if field["stones"] or field["kind"] not in (None, NO_KIND)],
        plague=[str(at) for at in table.board.plague],
        display=None if table.cards is None else [str(card) for card in table.display],
        pile=None if table.pile is None or not table.started else table.pile.left,
        scorings=[
            {"name": each.name, "awards": [_tell_tally(tally, names) for tally in each.tallies]}
            for each in table.scorings
        ],
    )


def _tell_field(field: Place, names: Sequence[str]) -> dict[str, object]:
    roof, kind = field.find("roof", Seats), field.find("kind", Count)
    return {
        "field": field.key,
        "stones": [names[stone.seat] for stone in field.pieces if stone.seat is not None],
        "roof": roof and names[roof.seats[0]],
        "kind": kind and kind.value,
    }


def _tell_tally(tally: Tally, names: Sequence[str]) -> dict[str, object]:
    return {
        "player": names[tally.seat],
        "points": tally.points,
        "towers": [[str(at), height] for at, height in tally.towers],
        "unbuilt": tally.unbuilt,
        "bonus": tally.extra,
    }
