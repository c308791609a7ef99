"""The table of Capitol, told once: for every outlet, and in its result."""

from collections.abc import Callable, Iterator, Sequence
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
    Standing,
    TableSnapshot,
    take_snapshot,
)
from companion.games.capitol.rules.auction import Auction
from companion.games.capitol.rules.board import Building, House, Prefecture
from companion.games.capitol.rules.majority import FIRST, CapitolScoring, Majority, judge_prefecture
from companion.games.capitol.rules.material import CapitolPlayer, CardType
from companion.games.capitol.rules.table import CapitolTable


def take_capitol_snapshot(table: CapitolTable) -> TableSnapshot:
    """Tell the supplies, the auction under way, and every prefecture with its majority."""
    parts = [*_list_supplies(table)] if table.started else []
    if table.board:
        board = (_describe_prefecture(there) for there in table.board)
        parts.append(Places("prefectures", tuple(board)))
    return take_snapshot(table, parts, _list_belongings)


def _list_belongings(player: CapitolPlayer) -> tuple[Pile, Pieces, Pieces, Pile]:
    roofs = {shape.value: roofs for shape, roofs in player.roofs.items()}
    return (
        _count_cards("hand", player.hand.__getitem__, known=player.hand_known),
        Pieces("roofless", tuple(Piece(number=height) for height in player.roofless)),
        Pieces("finished", tuple(Piece(shape.value, size) for size, shape in player.finished)),
        Pile("roofs", sum(roofs.values()), roofs),
    )


def _count_cards(key: str, count: Callable[[CardType], int], *, known: bool) -> Pile:
    kinds = {kind.value: count(kind) for kind in CardType}
    return Pile(key, sum(kinds.values()), kinds) if known else Pile(key, None)


def _list_supplies(table: CapitolTable) -> Iterator[SnapshotPart]:
    yield Seats("consul", (table.consul,))
    yield Count("supply", table.supply)
    yield _count_cards("stacks", table.cards.stack, known=table.cards.all_hands_known)
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


# The result ------------------------------------------------------------------------------------


def build_capitol_result(name: str, table: CapitolTable) -> dict[str, Any]:
    """Return the result so far; other programs depend on its keys.

    Players stand in seating order, prefectures in the order of the board.
    """
    names = [player.name for player in table.players]
    stacks = _count_cards("stacks", table.cards.stack, known=True) if table.started else None
    return build_result(
        name,
        table,
        map(_tell_belongings, table.players),
        round=table.round,
        consul=names[table.consul] if table.started else None,
        prefectures=[_tell_prefecture(there, names) for there in table.board],
        supply=table.supply,
        stacks=stacks and stacks.kinds,
        auctions=[_tell_auction(auction, names) for auction in table.auctions],
        scorings=[_tell_scoring(scoring, names) for scoring in table.scorings],
    )


def _tell_belongings(player: CapitolPlayer) -> dict[str, object]:
    hand, _, _, roofs = _list_belongings(player)
    return {
        "roofless": player.roofless[:],
        "finished": [_tell_house(house) for house in player.finished],
        "roofs": roofs.kinds,
        "hand": hand.kinds,
    }


def _tell_house(house: House) -> dict[str, object]:
    return {"height": house.height, "shape": house.shape.value}


def _tell_prefecture(there: Prefecture, names: Sequence[str]) -> dict[str, object]:
    """What is printed there, and what was built: more than is told of what is free."""
    return {
        "name": there.name,
        "colour": there.hue.value,
        "small": there.small,
        "large": there.large,
        "fountains": there.fountains,
        "temples": there.temples,
        "amphitheatres": there.amphitheatres,
        "houses": [{"player": names[seat], **_tell_house(house)} for seat, house in there.houses],
    }


def _tell_auction(auction: Auction, names: Sequence[str]) -> dict[str, object]:
    return {
        "building": auction.building.value,
        "bids": [[name, bid] for name, bid in zip(names, auction.bids, strict=True)],
        "winner": None if auction.winner is None else names[auction.winner],
    }


def _tell_scoring(scoring: CapitolScoring, names: Sequence[str]) -> dict[str, object]:
    return {
        "round": scoring.round,
        "points": [[name, scoring.points_of(seat)] for seat, name in enumerate(names)],
        "prefectures": [
            {
                "prefecture": each.prefecture,
                "points": [[names[seat], points] for seat, points in each.points],
                "decided_by": each.decided_by.value,
            }
            for each in scoring.majorities
        ],
    }
