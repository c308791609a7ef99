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
from companion.games.bologna.rules.cards import BolognaCardCount, Card
from companion.games.bologna.rules.scoring import BolognaScoring
from tests import depth
from tests.core.following import assert_judged_right, assert_same_table, by_habit, played
from tests.core.saying import Pair
from tests.games.bologna.rules.custom import BolognaCustom
from tests.games.bologna.rules.dealer import BolognaDealer

GAME = "bologna-towers"
TABLES = [
    BolognaCustom(3),
    BolognaCustom(4, mapped=True),
    BolognaCustom(3, ("light",), mapped=True),
    BolognaCustom(4, ("light", "end-at-empty-pile")),
    BolognaCustom(4, ("specials-build", "secure-built")),
    BolognaCustom(3, ("cards-96", "end-at-empty-pile"), numbers="456"),
    BolognaCustom(4, numbers="234"),
]
SEEDS = range(2)


def name_of(custom: BolognaCustom) -> str:
    words = [str(custom.players), *custom.variants, custom.numbers]
    return "-".join([*words, "mapped"] if custom.mapped else words)


every_table = pytest.mark.parametrize("custom", TABLES, ids=name_of)


def assert_conserved(session: Session) -> None:
    """Nothing is made or lost: stones, roofs, heights, points."""
    table = session.table
    stacks = table.board.stacks.values()
    for seat, player in enumerate(table.players):
        assert player.stones + sum(stack.stones.count(seat) for stack in stacks) == 30
        assert player.roofs + sum(stack.roof == seat for stack in stacks) == 4
        told = [tally.points for each in table.scorings for tally in each.tallies]
        assert sum(told[seat :: len(table.players)]) == player.points
    assert all(stack.height <= 6 for stack in stacks)
    assert not table.board.stacks["5-5"].stones
    assert len(table.board.plague) in (0, 4)


def assert_counts_right(session: Session, dealer: BolognaDealer) -> None:
    """What is proved of hidden cards is true of the hands that were dealt."""
    cards: BolognaCardCount | None = session.table.cards
    for seat, secret in enumerate(dealer.secret if cards is not None else ()):
        assert cards is not None
        assert Counter({str(card): n for card, n in cards.dealt[seat].items() if n}) <= secret


def follow(dealer: BolognaDealer) -> Session:
    """Play the dealer's game to its end, looking at everything at every answer."""
    for session, step in played(GAME, dealer):
        if dealer.laid_out:
            assert_same_table(session, dealer)
            assert_conserved(session)
            assert_counts_right(session, dealer)
        if step is not None:
            assert_judged_right(session, step)
    assert session.question is None
    assert session.table.outcome is not None
    assert session.result["notes"] == []
    return session


def tall(options: Sequence[Pair], rng: Random) -> Pair:
    """Play for height: secure what can be, heal and burn seldom."""
    builds = [pair for pair in options if pair[0] in ("build", "to", "secure", "from")]
    return rng.choice([pair for pair in builds if pair[1] != "none"] or list(options))


@pytest.mark.sample(1)
@pytest.mark.parametrize("seed", SEEDS)
@every_table
def test_a_true_game_is_followed_without_an_objection(custom: BolognaCustom, seed: int) -> None:
    follow(BolognaDealer(custom, Random(seed)))


@pytest.mark.soak
@every_table
def test_so_is_one_that_is_played_for_height(custom: BolognaCustom) -> None:
    rng = Random(4)
    follow(BolognaDealer(custom, rng, lambda options: tall(options, rng)))


@pytest.mark.sample(1)
@every_table
def test_counting_anew_at_any_question_never_refuses_a_true_game(custom: BolognaCustom) -> None:
    forgetful = replace(custom, forgets=0.05)
    session = follow(BolognaDealer(forgetful, Random(1)))
    assert Answer("correct cards", "unknown") in session.answers


@settings(max_examples=depth.at_depth(1, 6))
@given(
    custom=st.sampled_from(TABLES),
    seed=st.integers(0, 2**32 - 1),
    habits=st.lists(st.integers(0, 30), min_size=1, max_size=40),
)
def test_whatever_the_players_choose_a_true_game_is_followed(
    custom: BolognaCustom, seed: int, habits: list[int]
) -> None:
    follow(BolognaDealer(custom, Random(seed), by_habit(habits)))


LAST_TURN = {(3, False): 40, (3, True): 40, (4, False): 39, (4, True): 38}


@pytest.mark.sample(2)
@pytest.mark.parametrize("players", [3, 4])
@pytest.mark.parametrize("variants", [(), ("end-at-empty-pile",)])
def test_the_pile_lasts_as_many_turns_as_its_cards(players: int, variants: tuple[str, ...]) -> None:
    dealer = BolognaDealer(BolognaCustom(players, variants), Random(7), lambda options: options[-1])
    turns = []
    for session, _ in played(GAME, dealer):
        turns.append(session.table.turn)
    assert max(turns) == LAST_TURN[players, bool(variants)]


@pytest.mark.parametrize(("players", "turns"), [(3, (14, 27)), (4, (13, 26))])
def test_with_thirds_cut_exactly_the_scorings_come_on_these_turns(
    players: int, turns: tuple[int, int]
) -> None:
    dealer = BolognaDealer(BolognaCustom(players), Random(3), lambda options: options[-1])
    cards = [card for card in dealer.pile if card != "scoring"]
    third = len(cards) / 3
    for nth in (2, 1):
        cards.insert(round(nth * third), "scoring")
    dealer.pile = cards
    scored = []
    for session, _ in played(GAME, dealer):
        if any(isinstance(event, BolognaScoring) for event in session.events):
            scored.append(session.table.turn)
    assert tuple(scored[:2]) == turns


def test_the_faces_of_the_companion_are_those_of_the_deck() -> None:
    assert (Card("plague-4").special, Card("plague-4").number) == ("plague", 4)
    assert (Card("7").special, Card("7").number) == (None, 7)
