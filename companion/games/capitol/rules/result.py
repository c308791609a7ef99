"""The result of Capitol as plain data; other programs depend on its keys."""

from collections.abc import Mapping, Sequence
from typing import Any

from companion.core.game_table import build_result
from companion.games.capitol.rules.auction import Auction
from companion.games.capitol.rules.board import House, Prefecture
from companion.games.capitol.rules.majority import CapitolScoring
from companion.games.capitol.rules.material import CapitolPlayer, CardType
from companion.games.capitol.rules.table import CapitolTable


def capitol_result(name: str, table: CapitolTable) -> dict[str, Any]:
    """Return the result so far: players in seating order, prefectures in the order of the board."""
    names = [player.name for player in table.players]
    stacks = {kind.value: table.cards.stack(kind) for kind in CardType} if table.started else None
    return build_result(
        name,
        table,
        map(_list_held, table.players),
        round=table.round,
        consul=names[table.consul] if table.started else None,
        prefectures=[_prefecture(there, names) for there in table.board],
        supply=table.supply,
        stacks=stacks,
        auctions=[_auction(auction, names) for auction in table.auctions],
        scorings=[_scoring(scoring, names) for scoring in table.scorings],
    )


def _list_held(player: CapitolPlayer) -> Mapping[str, object]:
    hand = {kind.value: player.hand[kind] for kind in CardType}
    return {
        "roofless": player.roofless[:],
        "finished": [_house(house) for house in player.finished],
        "roofs": {shape.value: roofs for shape, roofs in player.roofs.items()},
        "hand": hand if player.hand_known else None,
    }


def _house(house: House) -> dict[str, object]:
    return {"height": house.height, "shape": house.shape.value}


def _prefecture(there: Prefecture, names: Sequence[str]) -> Mapping[str, object]:
    return {
        "name": there.name,
        "colour": there.hue.value,
        "small": there.small,
        "large": there.large,
        "fountains": there.fountains,
        "temples": there.temples,
        "amphitheatres": there.amphitheatres,
        "houses": [{"player": names[seat], **_house(house)} for seat, house in there.houses],
    }


def _auction(auction: Auction, names: Sequence[str]) -> Mapping[str, object]:
    return {
        "building": auction.building.value,
        "bids": [[name, bid] for name, bid in zip(names, auction.bids, strict=True)],
        "winner": None if auction.winner is None else names[auction.winner],
    }


def _scoring(scoring: CapitolScoring, names: Sequence[str]) -> Mapping[str, object]:
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
