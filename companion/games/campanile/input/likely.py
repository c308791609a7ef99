"""How likely each answer is in both Campaniles, from the rules and from this game alone.

Points come from flags to towers where one has markers, and to no other: that is the reason to
build there, to take such a card, and to lay a marker where it would bring the most by now.
"""

from __future__ import annotations

from collections.abc import Mapping

from companion.core.conversation import Answer, Question
from companion.core.hands import DEALT
from companion.games.campanile.rules import table1996, table2009
from companion.games.campanile.rules.flags import score
from companion.games.campanile.rules.pile import OPEN, ScoringCardForecast
from companion.games.campanile.rules.table import FLOORS, CampanileTable
from companion.games.campanile.rules.table2009 import FINITO, INTERMEZZO
from companion.games.campanile.rules.towers import STYLES, CampanileTower, Row, Style
from companion.input.likely import normalise, weigh_options

Chances = Mapping[Answer, float]
OWN_TOWER_WEIGHT = 4 / 3
"""The weight of an answer that the rules favour, like one's own tower; 1 for the others."""
FLOORS_A_CARD = sum(FLOORS) / len(FLOORS)
"""What a card grows to in the middle, where nobody tells."""
OVERDUE = 0.5
"""A scoring card that should have come: as likely as not. No number is exact there."""


def towers(question: Question, table: CampanileTable) -> Chances:
    """Which tower is built: by the cards of its style in the hand; rather one of one's own."""
    held = cards_held(table)
    return weigh_options(question, lambda each: held[Style(each.word)] * _own(table, each.word))


def cards_held(table: CampanileTable) -> Mapping[Style, float]:
    """How many cards of each style the player has in hand, known ones and on the average.

    Where cards are not tracked, a card is of a style as often as such cards are left.
    """
    if table.cards is None:
        left = normalise({style: _cards_left(table, style) for style in STYLES})
        return {style: DEALT * left[style] for style in STYLES}
    cards, seat = table.cards, table.seat
    unknown = DEALT - cards.count_proved(seat)
    return {
        style: cards.dealt[seat][style]
        - cards.surplus[seat][style]
        + unknown * cards.chance_of(style)
        for style in STYLES
    }


def _cards_left(table: CampanileTable, style: Style) -> float:
    """Cards of the style that are not in its tower, if they are built up evenly."""
    return max(table.cards_per_style - table.towers[style].floors / FLOORS_A_CARD, 1)


def _own(table: CampanileTable, style: str) -> float:
    """More for a tower where a marker of the player's stands."""
    return OWN_TOWER_WEIGHT if table.towers[Style(style)].row_of(table.seat) else 1


def floors(table: CampanileTable) -> dict[int, float]:
    """How many floors: rather as many as a marker is left for.

    In 1996 they also choose the pile that is drawn from, and so the card.
    """
    return normalise({each: _left_for(table, each) * _drawn(table, each) for each in FLOORS})


def _left_for(table: CampanileTable, floors: int) -> float:
    higher = table1996.HIGHER_CHIPS in table.variants
    values = range(floors, max(FLOORS) + 1) if higher else (floors,)
    return OWN_TOWER_WEIGHT if any(table.player.stock[value] for value in values) else 1


def _drawn(table: CampanileTable, floors: int) -> float:
    card = table.display[floors - 1] if isinstance(table, table1996.Campanile1996Table) else None
    return 1 if card is None else _own(table, card)


def markers(question: Question, table: CampanileTable) -> Chances:
    """Where a marker is laid, moved from or moved to, or none: rather where it pays the most.

    In light play nobody tells what lies open, so that none is likelier than any of the towers.
    """
    if table.light:
        return weigh_options(question, lambda each: _lies_open(table, each))
    towers = [
        each for each in question.legal_options() if each.key != "move" and each.value in STYLES
    ]
    points = {each: points_with(table, Style(each.word)) for each in towers}
    most = max(points.values(), default=0)
    return weigh_options(question, lambda each: OWN_TOWER_WEIGHT if points.get(each) == most else 1)


def _lies_open(table: CampanileTable, answer: Answer) -> float:
    """Of a tower, the chance that such a card lies open; what needs no open card is certain."""
    if answer.key == "move" or answer.value not in STYLES or _is_extended(table, answer):
        return 1
    left = normalise({style: _cards_left(table, style) for style in STYLES})
    return 1 - (1 - left[Style(answer.word)]) ** OPEN


def _is_extended(table: CampanileTable, answer: Answer) -> bool:
    """Whether it is the tower just extended, and 1996 played so that it may be bet on."""
    allowed = set(table1996.EXCLUDE_EACH_OTHER) & set(table.variants)
    return bool(allowed) and table.played is not None and answer.value == table.played[0]


def points_with(table: CampanileTable, style: Style) -> int:
    """What the player's markers would bring, one more under this tower, if flags went up now."""
    tower, seat = table.towers[style], table.seat
    changed = CampanileTower(style, tower.floors, [Row(r.seat, [*r.markers]) for r in tower.rows])
    changed.place(seat, table.floors_built)
    towers = {**table.towers, style: changed}
    flags = table.flags_of(table.next_scoring)
    return sum(score(table.next_scoring, table.row, towers, flags).chips_of(seat))


def takes(question: Question, table: CampanileTable) -> Chances:
    """Which open card is taken: one is as likely as the other, rather one of one's own towers."""
    return weigh_options(
        question, lambda each: table.open_cards.count(Style(each.word)) * _own(table, each.word)
    )


def shows(question: Question, table: CampanileTable) -> Chances:
    """What is turned up: by the cards that have not been seen."""
    coming, cards = scoring_cards(table), table.cards
    styles = normalise({style: 1.0 if cards is None else cards.unseen(style) for style in STYLES})
    likely = _with_scoring_cards(styles, coming)
    return weigh_options(question, lambda each: likely[each.word])


def scoring_cards(table: CampanileTable) -> Mapping[str, float]:
    """The chance of each scoring card to be the next."""
    if not isinstance(table, table2009.Campanile2009Table) or table.pile is None:
        return {}
    pile = table.pile
    return {
        INTERMEZZO: _chance(pile.forecast_intermezzo()),
        FINITO: _chance(pile.forecast_finito()),
    }


def _with_scoring_cards(
    towers: Mapping[Style, float], coming: Mapping[str, float]
) -> Mapping[str, float]:
    """The chances of the towers, if it is no scoring card, and of the scoring cards, by word."""
    ordinary = max(1 - sum(coming.values()), 0)
    return {**coming, **{style.value: chance * ordinary for style, chance in towers.items()}}


def _chance(coming: ScoringCardForecast) -> float:
    return OVERDUE if coming.overdue else float(coming.chance or 0)


def following(question: Question, table: table2009.Campanile2009Table) -> Chances:
    """Light play: the next tower, or the scoring card that has come instead."""
    held, coming = cards_held(table), scoring_cards(table)
    built = normalise({style: held[style] * _own(table, style) for style in STYLES})
    likely = _with_scoring_cards(built, coming)
    return weigh_options(question, lambda each: likely[each.word])
