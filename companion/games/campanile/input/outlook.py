"""The pages of the outlook: turns left, unseen styles, the flags if scored now."""

from collections.abc import Mapping
from typing import NamedTuple

from companion.games.campanile.rules.foresight import TurnForecast, forecast_turns
from companion.games.campanile.rules.table import CampanileTable
from companion.games.campanile.rules.towers import Style
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
