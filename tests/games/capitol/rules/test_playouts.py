"""Random games of Capitol at a real table: the companion agrees with it at every answer."""

from itertools import product
from random import Random
from typing import Any

import pytest

from companion.core.conversation import Answer, Grade, Question
from companion.core.session import Session
from tests.core.following import played
from tests.games.capitol.rules.dealer import CapitolDealer, Pair

SEEDS = range(6)
every_table = pytest.mark.parametrize("players", [2, 3, 4])


def legal_pairs(question: Question) -> frozenset[Pair]:
    """All that nothing stands against."""
    if not question.items:
        return frozenset((option.key, option.word) for option in question.legal_options())
    words = [option.word for option in question.options]
    answers = (Answer(question.key, each) for each in product(words, repeat=question.items))
    return frozenset((each.key, each.word) for each in answers if question.judge(each) is None)


def plain(result: dict[str, Any]) -> dict[str, Any]:
    """The result as the dealer tells it."""
    told = {key: value for key, value in result.items() if key != "notes"}
    told["scorings"] = [
        {**each, "prefectures": [dict(there["points"]) for there in each["prefectures"]]}
        for each in told["scorings"]
    ]
    return told


def assert_conserved(session: Session, dealer: CapitolDealer) -> None:
    """Nothing is made or lost: blocks, roofs, cards, sites."""
    table = session.table
    standing = [each for there in table.board for each in there.houses]
    built = sum(each.house.height for each in standing)
    outside = sum(
        sum(player.roofless) + sum(house.height for house in player.finished)
        for player in table.players
    )
    assert table.supply + built + outside == 90
    for seat, player in enumerate(table.players):
        crowned = [*player.finished, *(each.house for each in standing if each.seat == seat)]
        for shape, stock in player.roofs.items():
            assert stock + sum(house.shape is shape for house in crowned) == 5
    for there in table.board:
        assert there.free_small >= 0
        assert there.free_large >= 0
        assert len({each.house.shape for each in there.houses}) <= 1
    for kind, discards in table.cards.discards.items():
        assert discards == len(dealer.discards[kind])


def follow(dealer: CapitolDealer) -> Session:
    """Play the dealer's game to its end, looking at everything at every answer."""
    for session, step in played("capitol", dealer):
        acting = step is not None and step.pair[0] in ("play", "blank", "bid", "draw")
        if dealer.laid_out and (acting or step is None):
            assert plain(session.result) == dealer.result()
            assert_conserved(session, dealer)
        if step is None:
            continue
        question = session.question
        assert question is not None
        assert question.accepts_key(step.pair[0])
        objection = session.judge(session.read_pair(*step.pair))
        assert objection is None or objection.grade is Grade.UNLIKELY
        if step.legal:
            assert legal_pairs(question) == step.legal
            assert question.seat == step.of
    assert session.question is None
    return session


@pytest.mark.sample(2)
@pytest.mark.parametrize("seed", SEEDS)
@every_table
def test_a_true_game_is_followed_to_its_end_without_an_objection(players: int, seed: int) -> None:
    session = follow(CapitolDealer(players, Random(seed)))
    assert session.result["notes"] == []
    assert len(session.result["scorings"]) == 4


@pytest.mark.sample(1)
@every_table
def test_a_lazy_game_hoards_cards_till_the_stacks_are_gone(players: int) -> None:
    session = follow(CapitolDealer(players, Random(players), eager=0.0))
    assert session.result["state"] == "finished"


@pytest.mark.sample(1)
@every_table
def test_with_no_large_site_amphitheatres_and_temples_leave_the_game(players: int) -> None:
    session = follow(CapitolDealer(players, Random(players), large=0))
    assert not any(
        there["temples"] or there["amphitheatres"] for there in session.result["prefectures"]
    )
    assert set(session.result["notes"]) == {"board-unusual"}
