"""Campanile's own pages: a scoring's flags, ties and refill; and those of the outlook."""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from companion.core.events import AWARD, STANDINGS, EventKind, GameEvent
from companion.games.campanile.rules.flags import Award, FlagPlace
from companion.games.campanile.rules.foresight import TurnForecast, forecast_turns
from companion.games.campanile.rules.table import CampanileTable
from companion.games.campanile.rules.towers import Style
from companion.ui.input.guide import (
    PageMaker,
    RankingPage,
    ReasonPage,
    ToldPage,
    tell_standings_page,
)
from companion.ui.input.outlook import GameForecast


class OwnTurnsPage(NamedTuple):
    """The turns left of the player whose turn it is, and the pile."""

    forecast: TurnForecast


class AllTurnsPage(NamedTuple):
    """Everybody's turns left."""

    forecast: TurnForecast


class UnseenStylesPage(NamedTuple):
    """The cards of each style that nobody has seen."""

    unseen: Mapping[Style, int]


def forecast_game(table: CampanileTable) -> GameForecast:
    """The outlook on a game under way."""
    forecast = forecast_turns(table)
    unseen = None if forecast.unseen is None else UnseenStylesPage(forecast.unseen)
    pages = OwnTurnsPage(forecast), AllTurnsPage(forecast), unseen
    scoring = table.scoring_now(table.next_scoring)
    gained = [sum(scoring.chips_of(seat)) for seat in range(len(table.players))]
    return GameForecast(pages, table.next_scoring, gained)


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
        yield ToldPage(Refill(), None)


PAGES: Mapping[EventKind, PageMaker] = {
    AWARD: _show_award,
    STANDINGS: _show_standings,
}
