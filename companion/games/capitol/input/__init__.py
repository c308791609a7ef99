"""The entries that ask Capitol's questions, and which of its events have pages.

`board` enters what is printed, `building` is a turn, `sites` points at prefectures, `numbers` are
bids and cards counted by type.
"""

from collections.abc import Mapping

from companion.core.events import AUCTION, AWARD, CARDS_DUE, SCORING, GameEvent
from companion.games.capitol.input.board import ask_prefecture
from companion.games.capitol.input.building import (
    ask_blocks,
    ask_house,
    ask_play,
    ask_roof,
    ask_site,
)
from companion.games.capitol.input.likely import ends_or_scores
from companion.games.capitol.input.numbers import ask_bid, ask_discards, ask_draw
from companion.games.capitol.outlook import forecast_game
from companion.games.capitol.rules.auction import AuctionDecision
from companion.games.capitol.rules.table import CapitolTable
from companion.ui.input.context import EntryFactory, GameInput
from companion.ui.input.guide import ToldPage, tell_on_one_page

ENTRIES: Mapping[str, EntryFactory] = {
    "prefecture": ask_prefecture,
    "play": ask_play,
    "blocks": ask_blocks,
    "roof": ask_roof,
    "site": ask_site,
    "house": ask_house,
    "bid": ask_bid,
    "discards": ask_discards,
    "place": ask_site,
    "draw": ask_draw,
}


def _show_auction(event: GameEvent, table: CapitolTable) -> list[ToldPage]:
    """No page where the highest bid alone decided: the winner's cards are asked for next."""
    is_plain = event.source.won_by is AuctionDecision.BID and event.source.has_site
    return [] if is_plain else tell_on_one_page(event, table)


INPUT = GameInput(
    entries=ENTRIES,
    strokes=frozenset({"colour", "blocks", "roof", "site", "house"}),
    ends_or_scores=ends_or_scores,
    pages={
        SCORING: lambda _event, _table: (),
        AWARD: tell_on_one_page,
        AUCTION: _show_auction,
        CARDS_DUE: tell_on_one_page,
    },
    forecast=forecast_game,
)
