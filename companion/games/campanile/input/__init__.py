"""How the questions of both Campaniles are asked, and the pages of a scoring: flags, ties, refill.

`towers` and `cards` are the entries of the setup and of a turn; `likely` weighs the answers their
cursors start from.
"""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from companion.core.events import AWARD, STANDINGS, EventKind, GameEvent, Wording, word
from companion.games.campanile.input.cards import ask_open, ask_row, ask_show, ask_take
from companion.games.campanile.input.likely import ends_or_scores
from companion.games.campanile.input.towers import ask_marker, ask_tower, map_panel_keys
from companion.games.campanile.outlook import forecast_game
from companion.games.campanile.rules.flags import Award, FlagPlace
from companion.games.campanile.rules.table import CampanileTable
from companion.ui.input.context import EntryFactory, GameInput
from companion.ui.input.guide import (
    PageMaker,
    RankingPage,
    ReasonPage,
    ToldPage,
    tell_standings_page,
)


class TowerPage(ReasonPage):
    """The tower that the next flag goes to."""


class TiePage(ReasonPage):
    """Why players of equal influence stand in this order, the nearest the base first."""

    @property
    def level(self) -> tuple[FlagPlace, ...]:
        level: tuple[FlagPlace, ...] = self.source
        return level


class Refill(NamedTuple):
    """After the scoring a card must be turned up to fill the display."""

    said: tuple[Wording, ...]


def _show_award(event: GameEvent, _table: CampanileTable) -> Iterator[ToldPage]:
    """Why the tower comes next, before its flag; who goes first of equals, after it."""
    award: Award = event.source
    first_tie = len(event.reasons) - len(award.ties)
    yield ToldPage(TowerPage(event, event.reasons[:first_tie]), None)
    yield ToldPage(RankingPage(event), event)
    for reason, level in zip(event.reasons[first_tie:], award.ties, strict=True):
        yield ToldPage(TiePage(event, (reason,), level), None)


def _show_standings(event: GameEvent, table: CampanileTable) -> Iterator[ToldPage]:
    yield from tell_standings_page(event, table)
    if table.outcome is None:
        yield ToldPage(Refill((word("guide.refill"),)), None)


PAGES: Mapping[EventKind, PageMaker] = {
    AWARD: _show_award,
    STANDINGS: _show_standings,
}


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
