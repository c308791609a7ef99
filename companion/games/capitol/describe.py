"""The table of Capitol as data: what lies there, as anybody at the table sees it."""

from collections.abc import Sequence
from typing import Any

from companion.core.conversation import Game
from companion.games.capitol.rules.board import Prefecture
from companion.games.capitol.rules.majority import judge_prefecture
from companion.games.capitol.rules.table import CapitolTable
from companion.games.plugin import describe_result
from companion.ui.input.hints import Hints, ViewSettings


def describe_table(game: Game, settings: ViewSettings) -> dict[str, Any]:
    """The result without points, and who leads in each prefecture; the stacks only with hints."""
    table: CapitolTable = game.table
    names = [player.name for player in table.players]
    result = describe_result(game, settings)
    counted = table.cards.all_hands_known and settings.hints is not Hints.NONE
    for each, there in zip(result["prefectures"], table.board, strict=True):
        each |= _describe_sites(there) | _describe_majority(there, names)
    return {
        **result,
        "stacks": result["stacks"] if counted else None,
        "scorings": [scoring.round for scoring in table.scorings],
        "auctions": [auction.building.value for auction in table.auctions],
        "auction": _describe_auction(table, names),
        "passed": [names[seat] for seat in sorted(table.passed)] if table.is_building else [],
    }


def _describe_sites(there: Prefecture) -> dict[str, Any]:
    return {"free_small": max(0, there.free_small), "free_large": max(0, there.free_large)}


def _describe_majority(there: Prefecture, names: Sequence[str]) -> dict[str, Any]:
    majority = judge_prefecture(there)
    places = [
        {
            "player": names[place.seat],
            "blocks": place.blocks,
            "tallest": place.tallest,
            "rank": place.rank,
        }
        for place in majority.places
    ]
    return {"places": places, "decided_by": majority.decided_by.value}


def _describe_auction(table: CapitolTable, names: Sequence[str]) -> dict[str, Any] | None:
    """The auction under way; its winner may still have to pay and to find a site."""
    if not table.started or table.is_building or table.lot >= len(table.lots):
        return None
    return {
        "building": table.building.value,
        "number": table.lot + 1,
        "of": len(table.lots),
        "bids": [[names[seat], bid] for seat, bid in table.bids.items()],
    }
