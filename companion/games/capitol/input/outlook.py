"""The pages of the outlook: rounds and auctions, stacks, and the points if scored now."""

from companion.games.capitol.rules.foresight import forecast_round, forecast_stacks
from companion.games.capitol.rules.table import CapitolTable
from companion.ui.input.outlook import GameForecast


def forecast_game(table: CapitolTable) -> GameForecast:
    """The outlook on a game under way; each forecast is a page."""
    pages = forecast_round(table), forecast_stacks(table)
    scoring = table.scoring_now
    gained = [scoring.points_of(seat) for seat in range(len(table.players))]
    return GameForecast(pages, "round", gained)
