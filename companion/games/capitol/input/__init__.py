"""The entries that ask Capitol's questions, and the pages that show its auctions and scorings.

`board` enters what is printed, `building` is a turn, `sites` points at prefectures, `numbers` are
bids and cards counted by type, `outlook` is the forecast, `table_check` has the pages of the table
check.
"""

from collections.abc import Mapping

from companion.games.capitol.input.board import ask_prefecture
from companion.games.capitol.input.building import ask_blocks, ask_play, ask_roof
from companion.games.capitol.input.endings import ends_or_scores
from companion.games.capitol.input.numbers import ask_bid, ask_discards, ask_draw
from companion.games.capitol.input.outlook import forecast_game
from companion.games.capitol.input.pages import list_awards, list_pages
from companion.games.capitol.input.sites import ask_house, ask_site
from companion.games.capitol.input.table_check import list_check_pages
from companion.ui.input.context import EntryFactory, GameInput

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
INPUT = GameInput(
    entries=ENTRIES,
    strokes=frozenset({"colour", "blocks", "roof", "site", "house"}),
    ends_or_scores=ends_or_scores,
    pages=list_pages,
    list_awards=list_awards,
    check_table=list_check_pages,
    forecast=forecast_game,
)
