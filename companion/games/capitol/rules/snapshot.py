"""The table of Capitol, told once for every outlet."""

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
    Standing,
    TableSnapshot,
    take_snapshot,
)
from companion.games.capitol.rules.board import Building, Prefecture
from companion.games.capitol.rules.majority import FIRST, Majority, judge_prefecture
from companion.games.capitol.rules.material import CapitolPlayer, CardType
from companion.games.capitol.rules.table import CapitolTable


def take_capitol_snapshot(table: CapitolTable) -> TableSnapshot:
    """Tell the supplies, the auction under way, and every prefecture with its majority."""
    parts = [*_list_supplies(table)] if table.started else []
    if table.board:
        board = (_describe_prefecture(there) for there in table.board)
        parts.append(Places("prefectures", tuple(board)))
    return take_snapshot(table, parts, _list_belongings)


def _list_belongings(player: CapitolPlayer) -> tuple[PlainPart, ...]:
    hand = {kind.value: player.hand[kind] for kind in CardType}
    roofs = {shape.value: roofs for shape, roofs in player.roofs.items()}
    return (
        Pile("hand", sum(hand.values()), hand) if player.hand_known else Pile("hand", None),
        Pieces("roofless", tuple(Piece(number=height) for height in player.roofless)),
        Pieces("finished", tuple(Piece(shape.value, size) for size, shape in player.finished)),
        Pile("roofs", sum(roofs.values()), roofs),
    )


def _list_supplies(table: CapitolTable) -> Iterator[SnapshotPart]:
    yield Seats("consul", (table.consul,))
    yield Count("supply", table.supply)
    stacks = {kind.value: table.cards.stack(kind) for kind in CardType}
    known = table.cards.all_hands_known
    yield Pile("stacks", sum(stacks.values()), stacks) if known else Pile("stacks", None)
    if table.is_building:
        if table.passed:
            yield Seats("passed", tuple(sorted(table.passed)))
    elif table.lot < len(table.lots):
        yield _describe_auction(table)


def _describe_auction(table: CapitolTable) -> Places:
    """The auction under way; its winner may still have to pay and to find a site."""
    bids = tuple(Standing(seat, bid) for seat, bid in table.bids.items())
    lot = Count("lot", f"{table.lot + 1}/{len(table.lots)}")
    return Places("auction", (Place(table.building.value, standing=bids, holds=(lot,)),))


def _describe_prefecture(there: Prefecture) -> Place:
    """Its houses in the order they were built; who stands there, most blocks first."""
    majority = judge_prefecture(there)
    firsts = [place.seat for place in majority.places if place.rank == FIRST]
    return Place(
        there.name,
        standing=tuple(_list_standing(there, majority)),
        leader=firsts[0] if len(firsts) == 1 else None,
        decided_by=majority.decided_by.value,
        pieces=tuple(Piece(house.shape.value, house.height, seat) for seat, house in there.houses),
        holds=tuple(_list_sites(there)),
    )


def _list_standing(there: Prefecture, majority: Majority) -> Iterator[Standing]:
    for place in majority.places:
        heights = tuple(house.height for house in there.houses_of(place.seat))
        yield Standing(place.seat, place.blocks, place.rank, heights)


def _list_sites(there: Prefecture) -> Iterator[PlainPart]:
    yield Count("hue", there.hue.value)
    if there.shape is not None:
        yield Count("shape", there.shape.value)
    counts = {
        Building.FOUNTAIN.value: there.fountains,
        Building.TEMPLE.value: there.temples,
        Building.AMPHITHEATRE.value: there.amphitheatres,
    }
    if any(counts.values()):
        built = {building: count for building, count in counts.items() if count}
        yield Pile("buildings", sum(built.values()), built)
    free = {"small": max(0, there.free_small), "large": max(0, there.free_large)}
    yield Pile("free", sum(free.values()), free)
