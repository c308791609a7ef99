"""The pages of the outlook: the pile, the cards that nobody has seen, the points if scored now."""

from companion.games.bologna.rules.foresight import count_unseen, forecast_pile
from companion.games.bologna.rules.table import BolognaTable
from companion.ui.input.outlook import GameForecast


def forecast_game(table: BolognaTable) -> GameForecast:
    """The outlook on a game under way; each forecast is a page."""
    pages = forecast_pile(table), count_unseen(table)
    tallies = table.scoring_now(table.next_scoring).tallies
    return GameForecast(pages, table.next_scoring, [tally.points for tally in tallies])
