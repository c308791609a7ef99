"""What is still to come in Capitol, and the cards that can be drawn.

What a scoring would bring now is `CapitolTable.scoring_now`.
"""

from collections.abc import Mapping
from typing import NamedTuple

from companion.games.capitol.rules.auction import ROUNDS
from companion.games.capitol.rules.board import Building
from companion.games.capitol.rules.material import CardType
from companion.games.capitol.rules.table import CapitolTable


class RoundForecast(NamedTuple):
    """What comes in this round and after it."""

    scorings: int
    """Scorings to come."""
    auctions: tuple[Building, ...]
    """What is still auctioned in this round, the auction under way included."""
    blocks: int
    """Blocks beside the board."""


class StackForecast(NamedTuple):
    """The cards that are in no hand, by type: those on the stacks, and the discards."""

    stacks: Mapping[CardType, int]
    discards: Mapping[CardType, int]


def forecast_round(table: CapitolTable) -> RoundForecast:
    """Forecast the rest of a game that is under way."""
    auctions = table.lots if table.is_building else table.lots[table.lot :]
    is_scored = not auctions
    return RoundForecast(ROUNDS - table.round + (not is_scored), auctions, table.supply)


def forecast_stacks(table: CapitolTable) -> StackForecast | None:
    """Count stacks and discards; None where a hand is unknown, for then no count is right."""
    cards = table.cards
    if not cards.all_hands_known:
        return None
    return StackForecast({kind: cards.stack(kind) for kind in CardType}, dict(cards.discards))
