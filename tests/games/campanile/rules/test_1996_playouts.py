"""Random games of 1996 at a real table: the companion agrees with it at every single answer."""

from collections import Counter
from random import Random

import pytest

from companion.core.session import Session
from tests.core.following import assert_judged_right, judged, played
from tests.games.campanile.rules.dealer1996 import FLAGS, Custom1996, Dealer1996

GAME = "campanile-1996"
TABLES = [
    Custom1996(2),
    Custom1996(3),
    Custom1996(4),
    Custom1996(5),
    Custom1996(2, higher=True),
    Custom1996(3, extended="extended-tower"),
    Custom1996(4, extended="extended-only"),
    Custom1996(5, higher=True, extended="extended-tower"),
    Custom1996(3, higher=True, extended="extended-only"),
    Custom1996(2, light=True),
    Custom1996(3, light=True, higher=True, extended="extended-only"),
    Custom1996(5, light=True, extended="extended-tower"),
]
SEEDS = range(6)
TURNS = {2: range(13, 38), 3: range(15, 44), 4: range(17, 50), 5: range(18, 53)}
"""Fewest and most turns that the piles allow."""


def name_of(custom: Custom1996) -> str:
    light = ["light"] * custom.light
    return ", ".join([f"{custom.players} players", *custom.variants, *light])


every_table = pytest.mark.parametrize("custom", TABLES, ids=name_of)


def assert_same_table(session: Session, dealer: Dealer1996) -> None:
    """Everything that lies on the table is as the companion has it, points and winners too."""
    assert session.result == {**dealer.result(), "notes": []}


def assert_conserved(session: Session, dealer: Dealer1996) -> None:
    """Nothing is made or lost: chips to bet, points of the flags, cards."""
    table = session.table
    for seat, player in enumerate(table.players):
        rows = [tower.row_of(seat) for tower in table.towers.values()]
        placed = Counter(marker for row in rows if row for marker in row.markers)
        assert Counter(player.stock) + placed == Counter({1: 5, 2: 3, 3: 1})
    points = sum(player.points for player in table.players)
    flags = sum(map(sum, FLAGS)) if table.scorings else 0
    assert points == flags - dealer.unawarded
    drawn = table.turn - 1 + dealer.tops.count(None)
    assert sum(table.piles) + drawn == 3 * table.pile_size


def assert_counts_right(session: Session, dealer: Dealer1996) -> None:
    """What is proved of hidden cards is true of the hands that were dealt."""
    cards = session.table.cards
    if dealer.lightly:
        assert cards is None
        return
    for seat, secret in enumerate(dealer.secret):
        assert Counter(cards.dealt[seat]) <= secret
    hidden = Counter(dealer.hidden)
    for style, turned_up in cards.turned_up.items():
        assert turned_up <= cards.count_seen(style) <= cards.cards_per_style
        assert cards.unseen(style) >= hidden[style]


def follow(dealer: Dealer1996) -> Session:
    """Play the dealer's game to its end, looking at everything at every answer."""
    for session, step in played(GAME, dealer):
        if dealer.laid_out:
            assert_same_table(session, dealer)
            assert_conserved(session, dealer)
            assert_counts_right(session, dealer)
        if step is not None:
            assert_judged_right(session, step)
    assert session.question is None
    return session


@pytest.mark.sample(4)
@pytest.mark.parametrize("seed", SEEDS)
@every_table
def test_a_true_game_is_followed_without_an_objection(custom: Custom1996, seed: int) -> None:
    session = follow(Dealer1996(custom, Random(seed)))
    assert session.table.turn in TURNS[custom.players]
    assert 0 in session.table.piles


@pytest.mark.sample(3)
@pytest.mark.parametrize("seed", range(2))
@every_table
def test_counting_anew_at_any_question_never_refuses_a_true_game(
    custom: Custom1996, seed: int
) -> None:
    forgetful = Custom1996(
        custom.players,
        forgets=0.05,
        light=custom.light,
        higher=custom.higher,
        extended=custom.extended,
    )
    follow(Dealer1996(forgetful, Random(seed)))


@every_table
def test_a_question_asked_is_one_that_the_table_can_answer_in_two_ways(custom: Custom1996) -> None:
    """The draw is forced and a chip's value mostly follows, so few questions are left."""
    for session, _ in played(GAME, Dealer1996(custom, Random(9))):
        question = session.question
        if question is not None and question.key in ("marker", "value"):
            assert sum(objection is None for _, objection in judged(question)) > 1
