"""Random games at a real table: the companion agrees with the table at every single answer."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.core.conversation import Answer
from companion.core.session import Session
from tests import depth
from tests.core.following import assert_judged_right, assert_same_table, by_habit, played
from tests.core.saying import Pair
from tests.games.campanile.rules.dealer import CHIPS, Custom, Dealer

GAME = "campanile-2009"
TABLES = [Custom(2), Custom(2, moving=True), Custom(3), Custom(4), Custom(5)]
LIGHT = [Custom(2, moving=True, light=True), Custom(3, light=True), Custom(5, light=True)]
SEEDS = range(12)


def name_of(custom: Custom) -> str:
    moving, light = ", moving" * custom.moving, ", light" * custom.light
    return f"{custom.players} players{moving}{light}"


every_table = pytest.mark.parametrize("custom", TABLES, ids=name_of)
every_light_table = pytest.mark.parametrize("custom", LIGHT, ids=name_of)


def assert_conserved(session: Session, dealer: Dealer) -> None:
    """Nothing is made or lost: markers, chips and cards."""
    table = session.table
    for seat, player in enumerate(table.players):
        rows = [tower.row_of(seat) for tower in table.towers.values()]
        placed = Counter(marker for row in rows if row for marker in row.markers)
        assert Counter(player.stock) + placed == Counter({1: 5, 2: 3, 3: 1})
    chips = Counter(chip for player in table.players for chip in player.chips)
    assert chips <= Counter(CHIPS)
    flags = sum(sum(award.flag) for each in table.scorings for award in each.awards)
    assert sum(chips.elements()) == flags - dealer.unawarded
    spare = [award.unawarded for each in table.scorings for award in each.awards]
    assert sum(map(sum, spare)) == dealer.unawarded
    assert table.left == len(dealer.pile)


def assert_counts_right(session: Session, dealer: Dealer) -> None:
    """What is proved of hidden cards is true of the hands that were dealt."""
    cards = session.table.cards
    if dealer.custom.light:
        assert cards is None
        return
    for seat, secret in enumerate(dealer.secret):
        assert Counter(cards.dealt[seat]) <= secret
    for style, turned_up in cards.turned_up.items():
        assert turned_up <= cards.count_seen(style) <= cards.cards_per_style
        assert cards.unseen(style) >= dealer.pile.count(style)


def follow(dealer: Dealer) -> Session:
    """Play the dealer's game to its end, looking at everything at every answer."""
    well_built = not dealer.custom.misbuilt
    for session, step in played(GAME, dealer):
        if dealer.laid_out:
            assert_same_table(session, dealer)
            assert_conserved(session, dealer)
            assert_counts_right(session, dealer)
        if step is not None:
            assert_judged_right(session, step, well_built=well_built)
    assert session.question is None
    assert session.table.outcome is not None
    return session


@pytest.mark.sample(4)
@pytest.mark.parametrize("seed", SEEDS)
@every_table
def test_a_true_game_is_followed_without_an_objection(custom: Custom, seed: int) -> None:
    session = follow(Dealer(custom, Random(seed)))
    assert session.result["notes"] == []


@pytest.mark.sample(4)
@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_a_pile_built_amiss_is_doubted_but_followed(players: int, seed: int) -> None:
    follow(Dealer(Custom(players, misbuilt=True), Random(seed)))


@pytest.mark.sample(4)
@pytest.mark.parametrize("seed", SEEDS)
@every_table
def test_counting_anew_at_any_question_never_refuses_a_true_game(custom: Custom, seed: int) -> None:
    forgetful = Custom(custom.players, custom.moving, forgets=0.05)
    session = follow(Dealer(forgetful, Random(seed)))
    assert Answer("correct cards", "unknown") in session.answers


@pytest.mark.sample(2)
@pytest.mark.parametrize("seed", range(4))
@every_light_table
def test_light_play_is_followed_without_an_objection(custom: Custom, seed: int) -> None:
    session = follow(Dealer(custom, Random(seed)))
    assert session.result["notes"] == []
    follow(Dealer(replace(custom, misbuilt=True, forgets=0.05), Random(seed)))


@pytest.mark.sample(2)
@pytest.mark.parametrize("seed", range(4))
@every_light_table
def test_a_physical_game_has_the_same_flags_and_points_however_it_is_tracked(
    custom: Custom, seed: int
) -> None:
    """Dealt and played alike: full play and light play differ in what they are told alone."""
    full = follow(Dealer(replace(custom, light=False), Random(seed), _first))
    light = follow(Dealer(custom, Random(seed), _first))
    assert light.result == {**full.result, "display": None}
    assert len(light.answers) < len(full.answers)


def _first(options: Sequence[Pair]) -> Pair:
    """A habit that shuffles with the table and needs no luck of its own."""
    return options[sum(len(word) for _, word in options) % len(options)]


@settings(max_examples=depth.examples(40))
@given(
    custom=st.sampled_from(TABLES),
    seed=st.integers(0, 2**32 - 1),
    habits=st.lists(st.integers(0, 11), min_size=1, max_size=40),
)
def test_whatever_the_players_choose_a_true_game_is_followed(
    custom: Custom, seed: int, habits: list[int]
) -> None:
    follow(Dealer(custom, Random(seed), by_habit(habits)))


# Intermezzo comes two turns before as many cards as lay on it; Finito on one of these turns.
FINITO_TURNS = {2: range(12, 23), 3: range(39, 50), 4: range(36, 47), 5: range(33, 44)}


@pytest.mark.sample(12)
@pytest.mark.parametrize("seed", SEEDS)
@every_table
def test_the_scoring_cards_come_on_the_turns_that_the_deck_allows(
    custom: Custom, seed: int
) -> None:
    dealer = Dealer(custom, Random(seed))
    on_top = dealer.pile.index("intermezzo") + len(dealer.display)
    for session, step in played(GAME, dealer):
        if step and step.pair == ("show", "intermezzo"):
            assert session.table.turn == on_top - 2
        if step and step.pair == ("show", "finito"):
            assert session.table.turn in FINITO_TURNS[custom.players]
