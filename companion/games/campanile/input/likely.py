"""How likely each answer is in both Campaniles, by the rules and the answers of this game.

Only what was measured to save presses is weighed: the cards a player holds, the cards that nobody
has seen, and the scoring cards' chances. Markers and the card taken are not.
On an answer that ends the game or starts a scoring no cursor starts.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from companion.core.conversation import Answer, Question
from companion.games.campanile.rules import table2009
from companion.games.campanile.rules.cards import DEALT, ScoringCardForecast
from companion.games.campanile.rules.table import FLOORS, CampanileTable
from companion.games.campanile.rules.table2009 import FINITO, INTERMEZZO, SCORING_CARDS
from companion.games.campanile.rules.towers import STYLES, Style
from companion.ui.input.likely import normalise, weigh_options


def ends_or_scores(table: CampanileTable, stroke: Sequence[Answer]) -> bool:
    """Whether the stroke names a scoring card, or in 1996 draws the last card of a pile."""
    return any(
        answer in SCORING_CARDS
        or (answer.key == "floors" and table.draws_last_card(int(answer.word)))
        for answer in stroke
    )


OWN_TOWER_WEIGHT = 4 / 3
"""How much likelier a player builds a tower with a marker of their own than another one."""
FLOORS_PER_CARD = sum(FLOORS) / len(FLOORS)
"""The average, for light play, which does not track the cards."""
OVERDUE_CHANCE = 0.5
"""The chance of a scoring card that is overdue: no exact number exists then."""


def weigh_towers(question: Question, table: CampanileTable) -> Mapping[Answer, float]:
    """The chance of each tower to be built."""
    weights = _tower_weights(table)
    return weigh_options(question, lambda each: weights[Style(each.word)])


def _tower_weights(table: CampanileTable) -> Mapping[Style, float]:
    """By the cards of the tower's style in the player's hand, and the markers under the tower."""
    held, seat = estimate_hand(table), table.seat
    return {
        style: held[style] * (OWN_TOWER_WEIGHT if table.towers[style].row_of(seat) else 1)
        for style in STYLES
    }


def estimate_hand(table: CampanileTable) -> Mapping[Style, float]:
    """How many cards of each style the player holds: those known, the others on average.

    Where cards are not tracked, by the cards of each style that are not yet built.
    """
    if table.cards is None:
        left = normalise({style: _cards_not_built(table, style) for style in STYLES})
        return {style: DEALT * left[style] for style in STYLES}
    cards, seat = table.cards, table.seat
    unknown = DEALT - cards.count_proved(seat)
    return {
        style: cards.count_known(seat, style) + unknown * cards.chance_of(style) for style in STYLES
    }


def _cards_not_built(table: CampanileTable, style: Style) -> float:
    return max(table.cards_per_style - table.towers[style].floors / FLOORS_PER_CARD, 1)


def weigh_cards_shown(question: Question, table: CampanileTable) -> Mapping[Answer, float]:
    """The chance of each card to be turned up, by the cards that nobody has seen."""
    cards = table.cards
    unseen = {style: 1.0 if cards is None else cards.unseen(style) for style in STYLES}
    return _weigh_with_scoring_cards(question, table, unseen)


def weigh_next(question: Question, table: table2009.Campanile2009Table) -> Mapping[Answer, float]:
    """Light play: the chance of each tower to be built next, and of each scoring card."""
    return _weigh_with_scoring_cards(question, table, _tower_weights(table))


def _weigh_with_scoring_cards(
    question: Question, table: CampanileTable, weights: Mapping[Style, float]
) -> Mapping[Answer, float]:
    coming = scoring_card_chances(table)
    rest = max(1 - sum(coming.values()), 0)
    chances = {style.value: chance * rest for style, chance in normalise(weights).items()}
    chances.update(coming)
    return weigh_options(question, lambda each: chances[each.word])


def scoring_card_chances(table: CampanileTable) -> Mapping[str, float]:
    """The chance of each scoring card to be turned up next."""
    if not isinstance(table, table2009.Campanile2009Table) or table.pile is None:
        return {}
    forecasts = {INTERMEZZO: table.pile.forecast_intermezzo(), FINITO: table.pile.forecast_finito()}
    return {name: _chance(forecast) for name, forecast in forecasts.items()}


def _chance(forecast: ScoringCardForecast) -> float:
    return OVERDUE_CHANCE if forecast.overdue else float(forecast.chance or 0)
