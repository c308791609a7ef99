"""Forecasts of Bologna: turns and scorings to come, and the cards that nobody has seen.

How often each number occurs is unknown, so the cards with plain numbers are counted together. What
a scoring would bring now is `BolognaTable.scoring_now`.
"""

from typing import NamedTuple

from companion.games.bologna.rules.cards import (
    DEALT,
    DRAWN,
    FIRES,
    OPEN,
    PLAGUES,
    SCORING_CARDS,
    SPECIALS_EACH,
)
from companion.games.bologna.rules.scoring import SCORINGS
from companion.games.bologna.rules.table import END_AT_EMPTY_PILE, BolognaTable


class UnseenCards(NamedTuple):
    """Cards that lie in the pile or were dealt, by what they are."""

    plagues: int
    fires: int
    numbers: int


class BolognaForecast(NamedTuple):
    """What the pile says of the rest of the game."""

    left: int
    """Cards left face down, scoring cards among them."""
    turns: int
    """The most turns to the end, with the one under way; towers may end the game earlier."""
    scorings: int
    """Scorings to come, the last one among them."""
    before_scoring: int | None
    """About how many cards lie above the next scoring card; None if both have come."""


def forecast_pile(table: BolognaTable) -> BolognaForecast:
    """Forecast the rest of a game that is under way."""
    pile = table.pile
    assert pile is not None, "the game is under way"
    scoring_cards = SCORING_CARDS - pile.scorings_seen
    gone = pile.size - pile.left - pile.scorings_seen
    about = round(pile.expected(pile.scorings_seen + 1)) - gone
    return BolognaForecast(
        pile.left,
        _count_turns(table, max(pile.left - scoring_cards, 0)),
        len(SCORINGS) - pile.scorings_seen,
        max(about, 0) if scoring_cards else None,
    )


def _count_turns(table: BolognaTable, cards: int) -> int:
    """Count the turns until the display can't be filled from so many cards."""
    missing = DRAWN if table.cards is None else OPEN - len(table.display) or DRAWN
    if cards < missing:
        return 1
    turns, rest = divmod(cards - missing, DRAWN)
    ends_when_empty = END_AT_EMPTY_PILE in table.variants and not rest
    return 1 + turns + (not ends_when_empty)


def count_unseen(table: BolognaTable) -> UnseenCards | None:
    """Count the cards that nobody has seen; None where not all that were have been counted."""
    cards, pile = table.cards, table.pile
    if cards is None or pile is None or not cards.from_start:
        return None
    turned_up = OPEN + pile.size - pile.left - pile.scorings_seen
    plagues, fires = (SPECIALS_EACH - cards.count_seen(*faces) for faces in (PLAGUES, FIRES))
    dealt = DEALT * len(table.players) - sum(map(cards.count_proved, range(len(table.players))))
    in_pile = pile.left - (SCORING_CARDS - pile.scorings_seen)
    numbers = in_pile + dealt - plagues - fires
    if sum(cards.turned_up.values()) != turned_up or min(plagues, fires, numbers) < 0:
        return None
    return UnseenCards(plagues, fires, numbers)
