"""How the questions of both Campaniles are asked.

`towers` and `cards` are the entries of the setup and of a turn; `likely` weighs the answers their
cursors start from. `pages` is the guide through a scoring.
"""

from collections.abc import Mapping

from companion.games.campanile.input.cards import ask_open, ask_row, ask_show, ask_take
from companion.games.campanile.input.likely import ends_or_scores
from companion.games.campanile.input.pages import PAGES
from companion.games.campanile.input.towers import ask_marker, ask_tower, map_panel_keys
from companion.games.campanile.outlook import forecast_game
from companion.ui.input.context import EntryFactory, GameInput

ENTRIES: Mapping[str, EntryFactory] = {
    "row": ask_row,
    "open": ask_open,
    "tower": ask_tower,
    "marker": ask_marker,
    "to": ask_marker,
    "take": ask_take,
    "show": ask_show,
}
INPUT = GameInput(
    entries=ENTRIES,
    strokes=frozenset({"floors", "colour", "to", "value"}),
    ends_or_scores=ends_or_scores,
    pages=PAGES,
    panel_keys=map_panel_keys,
    forecast=forecast_game,
)
