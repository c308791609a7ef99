"""Forecasts of a Campanile: how many turns are left, which styles are still unseen.

All of it is exact by the model of `cards`, and nothing of it changes the table. What the flags
would bring now is `CampanileTable.scoring_now`.
"""

from collections.abc import Mapping
from copy import copy
from fractions import Fraction
from typing import NamedTuple

from companion.games.campanile.rules import table1996, table2009
from companion.games.campanile.rules.cards import CampanilePile, ScoringCardForecast
from companion.games.campanile.rules.table import CampanileTable
from companion.games.campanile.rules.towers import STYLES, Style


class PlayerTurns(NamedTuple):
    """How many turns a player still has, with the one under way.

    ``average`` is None where the players choose how long the game lasts: no number is honest then.
    """

    fewest: int
    most: int
    average: Fraction | None


class PileForecast(NamedTuple):
    """The pile of 2009: cards left, how many must come before Finito can, what can come next."""

    left: int
    before_finito: int
    intermezzo: ScoringCardForecast
    finito: ScoringCardForecast


class TurnForecast(NamedTuple):
    """What is known of the rest of the game."""

    turns: range
    """Turns to the end, the one under way among them."""
    own: tuple[PlayerTurns, ...]
    """By seat."""
    deck: PileForecast | None
    """None in 1996, with its three piles in the open."""
    unseen: Mapping[Style, int] | None
    """Cards of each style that lie in a pile or were dealt, ignoring what players' choices reveal.

    None where not all cards that were turned up have been counted.
    """


def forecast_turns(table: CampanileTable) -> TurnForecast:
    """Forecast the rest of a game that is under way."""
    if isinstance(table, table1996.Campanile1996Table):
        return TurnForecast(
            turns := count_turns_of_piles(table),
            _count_player_turns(table, turns),
            None,
            _count_unseen(table),
        )
    assert isinstance(table, table2009.Campanile2009Table), "there are two editions"
    turns = _copy_pile(table).turns
    return TurnForecast(
        turns,
        _count_player_turns(table, turns, equally_likely=True),
        forecast_pile(table),
        _count_unseen(table),
    )


def forecast_pile(table: table2009.Campanile2009Table) -> PileForecast:
    """Forecast the pile."""
    pile = _copy_pile(table)
    return PileForecast(
        pile.left, pile.before_finito, pile.forecast_intermezzo(), pile.forecast_finito()
    )


def _copy_pile(table: table2009.Campanile2009Table) -> CampanilePile:
    """Copy the pile; light play's card that is not named yet counts as a tower card."""
    pile = copy(table.pile)
    assert pile is not None, "the game is under way"
    if table.unnamed:
        pile.turn_up()
    return pile


def count_turns_of_piles(table: table1996.Campanile1996Table) -> range:
    """Count the turns until one of the three piles has run out, with the one under way.

    The fewest if all draw from the smallest pile, the most if each pile comes down to its last
    card. Once the floors are built it is settled from which pile this turn draws.
    """
    piles, this_turn = list(table.piles), 0
    if table.floors_built:
        drawn = table.floors_built - 1
        piles[drawn] -= table.lies_open(drawn)  # else it is drawn already
        this_turn = 1
        if piles[drawn] == 0:
            return range(1, 2)
    most = sum(piles) - len(piles) + 1
    return range(this_turn + min(piles), this_turn + most + 1)


def _count_player_turns(
    table: CampanileTable, turns: range, *, equally_likely: bool = False
) -> tuple[PlayerTurns, ...]:
    """Count each player's turns; average them where all of ``turns`` are equally likely."""
    players = len(table.players)
    own = []
    for seat in range(players):
        others_first = (seat - table.seat) % players
        counts = [(each + players - 1 - others_first) // players for each in turns]
        average = Fraction(sum(counts), len(counts)) if equally_likely else None
        own.append(PlayerTurns(counts[0], counts[-1], average))
    return tuple(own)


def _count_unseen(table: CampanileTable) -> dict[Style, int] | None:
    cards = table.cards
    if cards is None or sum(cards.turned_up.values()) != table.turned_up:
        return None
    return {style: cards.unseen(style) for style in STYLES}
