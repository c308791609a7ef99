"""The deck: its size by players, the pile turn by turn, and the scoring cards' chances."""

from fractions import Fraction
from typing import NamedTuple

import pytest

from companion.games.campanile.rules.cards import CampanilePile, ScoringCardForecast


class Deck(NamedTuple):
    """What the rulebook says of the deck for so many players."""

    players: int
    after_deal: int  # tower cards
    left: int  # cards in the pile once the display lies open
    finito_draws: tuple[int, int]  # the first and the last draw that Finito can be
    deepest: int  # Intermezzo's deepest place


TABLE = [
    Deck(2, 24, 23, (13, 23), 14),
    Deck(3, 51, 50, (40, 50), 41),
    Deck(4, 48, 47, (37, 47), 38),
    Deck(5, 45, 44, (34, 44), 35),
]
every_size = pytest.mark.parametrize("deck", TABLE)


def pile_after(players: int, draws: int, *, intermezzo: bool = False) -> CampanilePile:
    """The pile when so many cards have been turned up since the display was dealt."""
    pile = CampanilePile(players)
    for _ in range(draws):
        pile.turn_up()
    pile.intermezzo_seen = intermezzo
    return pile


@every_size
def test_the_deck_has_as_many_cards_as_the_players_make_it(deck: Deck) -> None:
    built = CampanilePile(deck.players)
    assert built.towers_dealt_from == deck.after_deal
    assert built.left == deck.left
    assert built.latest_intermezzo <= deck.deepest == deck.after_deal - 10
    chances = [
        pile_after(deck.players, draw - 1).forecast_finito().possible
        for draw in range(1, deck.left + 1)
    ]
    possible = [draw for draw, can in enumerate(chances, start=1) if can]
    assert (possible[0], possible[-1]) == deck.finito_draws


@every_size
def test_the_pile_shrinks_by_one_a_turn_and_by_two_at_intermezzo(deck: Deck) -> None:
    assert pile_after(deck.players, 5).left == deck.left - 5
    assert pile_after(deck.players, 5 + 1, intermezzo=True).left == deck.left - 5 - 1


@pytest.mark.parametrize(
    ("players", "turned_up", "chance"),
    [
        (4, 35, 0),
        (4, 36, Fraction(1, 11)),
        (4, 40, Fraction(1, 7)),
        (4, 46, 1),
        (2, 11, 0),
        (2, 12, Fraction(1, 11)),
        (2, 20, Fraction(1, 3)),
        (2, 22, 1),
    ],
)
def test_finito_is_any_of_the_last_eleven_alike(
    players: int, turned_up: int, chance: Fraction
) -> None:
    pile = pile_after(players, turned_up, intermezzo=True)
    assert pile.forecast_finito() == ScoringCardForecast(Fraction(chance))
    assert pile.forecast_finito().possible == (chance > 0)


@pytest.mark.parametrize(
    ("players", "turned_up", "chance"),
    [
        (2, 6, 0),
        (2, 7, Fraction(1, 5)),
        (2, 9, Fraction(1, 3)),
        (2, 11, 1),
        (3, 22 - 4, 0),
        (3, 22 - 3, Fraction(1, 8)),
        (3, 29 - 3, 1),
        (4, 21 - 4, 0),
        (4, 21 - 3, Fraction(1, 7)),
        (4, 27 - 3, 1),
        (5, 19 - 4, 0),
        (5, 19 - 3, Fraction(1, 8)),
        (5, 26 - 3, 1),
    ],
)
def test_intermezzo_lies_about_the_middle(players: int, turned_up: int, chance: Fraction) -> None:
    assert pile_after(players, turned_up).forecast_intermezzo() == ScoringCardForecast(
        Fraction(chance)
    )


def test_intermezzo_past_the_middle_is_overdue_without_a_number() -> None:
    overdue = pile_after(4, 25).forecast_intermezzo()
    assert overdue == ScoringCardForecast(None, overdue=True)
    assert overdue.possible


@pytest.mark.parametrize(("players", "first"), [(2, 12), (3, 39), (4, 36), (5, 33)])
def test_among_the_last_eleven_both_scoring_cards_are_equally_likely(
    players: int, first: int
) -> None:
    for gone in range(11):
        pile = pile_after(players, first + gone)
        expected = ScoringCardForecast(Fraction(1, 11 - gone))
        assert (pile.forecast_intermezzo(), pile.forecast_finito()) == (expected, expected)


@every_size
def test_the_pile_holds_the_scoring_cards_that_were_not_seen_whatever_the_count_says(
    deck: Deck,
) -> None:
    assert not pile_after(deck.players, deck.left - 3).towers_are_gone
    assert pile_after(deck.players, deck.left - 2).towers_are_gone
    assert not pile_after(deck.players, deck.left - 2, intermezzo=True).towers_are_gone
    assert pile_after(deck.players, deck.left + 9).left == 2
    assert pile_after(deck.players, deck.left + 9, intermezzo=True).left == 1


def test_a_card_seen_does_not_come_again() -> None:
    pile = pile_after(4, 40, intermezzo=True)
    assert not pile.forecast_intermezzo().possible
    pile.finito_seen = True
    assert not pile.forecast_finito().possible
