"""Corrections at any question of a true game, and a game under way that is taken over by them."""

from collections.abc import Iterator
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.core.conversation import Grade, Refused
from companion.core.record import write_record
from companion.core.session import Session
from companion.games import read_record, start_session
from companion.games.campanile.rules.corrections import CORRECTIONS
from tests import depth
from tests.core.saying import Pair
from tests.games.campanile.rules.dealer import Custom, Dealer
from tests.games.campanile.rules.dealer1996 import Custom1996, Dealer1996
from tests.games.campanile.rules.staging import say
from tests.games.campanile.rules.test_corrections import NEW, OLD, both, seated
from tests.games.questions import refusal

TABLES = [
    Custom(2, moving=True),
    Custom(3),
    Custom(5),
    Custom1996(2, higher=True),
    Custom1996(3, extended="extended-tower"),
    Custom1996(5),
]
every_table = pytest.mark.parametrize(
    "custom", TABLES, ids=lambda custom: f"{type(custom).__name__}, {custom.players}"
)


def dealer_of(custom: Custom, seed: int) -> Dealer:
    kind = Dealer1996 if isinstance(custom, Custom1996) else Dealer
    return kind(custom, Random(seed))


def said_of(dealer: Dealer) -> Iterator[Pair]:
    """Everything on the dealer's table, as corrections."""
    told = dealer.result()
    for each in told["towers"]:
        rows = ",".join(
            f"{row['player']}:{'+'.join(map(str, row['markers']))}" for row in each["influence"]
        )
        yield "correct floors", f"{each['style']}:{each['floors']}"
        yield "correct influence", f"{each['style']}:{rows or 'none'}"
    for player in told["players"]:
        chips = "+".join(map(str, player["chips"])) or "none"
        yield "correct chips", f"{player['name']}:{chips}"
    pile = told["pile"] if isinstance(told["pile"], list) else [told["pile"]]
    yield "correct pile", ",".join(map(str, pile))
    yield "correct open", ",".join(filter(None, told["display"]))
    yield "correct player", dealer.names[dealer.seat]


@pytest.mark.sample(3)
@pytest.mark.parametrize("seed", range(2))
@every_table
def test_what_is_right_may_be_confirmed_at_any_question(custom: Custom, seed: int) -> None:
    dealer = dealer_of(custom, seed)
    session = start_session(OLD if isinstance(custom, Custom1996) else NEW)
    for number, step in enumerate(dealer.play()):
        if dealer.laid_out and number % 3 == 0:
            question = session.question
            assert question is not None
            for pair in said_of(dealer):
                session.answer_pair(*pair)
            assert session.question is not None
            assert (session.question.key, session.question.seat) == (question.key, question.seat)
        session.answer_pair(*step.pair)
    assert session.result == {**dealer.result(), "notes": []}
    assert read_record(write_record(session)).result == session.result


@pytest.mark.sample(9)
@pytest.mark.parametrize("share", [0.1, 0.4, 0.8])
@every_table
def test_a_game_under_way_is_taken_over(custom: Custom, share: float) -> None:
    """Setup, then corrections: from there the game ends as it does at the table."""
    name = OLD if isinstance(custom, Custom1996) else NEW
    turns = sum(step.pair[0] == "tower" for step in dealer_of(custom, 5).play())
    dealer, begun, count = dealer_of(custom, 5), False, 0
    session = start_session(name)
    for step in dealer.play():
        count += step.pair[0] == "tower"
        if not begun and count > turns * share:
            take_over(session, dealer)
            begun = True
        if begun or not (dealer.laid_out or step.pair[0] == "open"):
            session.answer_pair(*step.pair)
    told = dealer.result()
    for key in ("state", "players", "towers", "display", "pile", "winners"):
        assert session.result[key] == told[key]
    assert session.result["notes"] == []


def take_over(session: Session, dealer: Dealer) -> None:
    session.answer_pair("open", ",".join(filter(None, dealer.result()["display"])))
    for pair in said_of(dealer):
        session.answer_pair(*pair)


# What follows from it ------------------------------------------------------------------------


def test_a_pile_counted_by_the_table_is_trusted_again() -> None:
    session = seated(NEW, "AB")
    session.answer_pair("correct cards", "unknown")
    session.answer_pair("correct pile", "2")
    say(session, "tower red floors 1 marker none take red")
    found = session.judge(session.read_pair("show", "red"))
    assert found is not None
    assert (found.reason, found.grade) == ("only-scoring-cards", Grade.COUNT)


def test_chips_won_already_tell_that_intermezzo_has_come() -> None:
    session = seated(NEW)
    session.answer_pair("correct pile", "5")
    session.answer_pair("correct chips", "A:4")
    say(session, "tower red floors 1 marker none take red")
    assert refusal(session, "show", "finito") is None
    assert refusal(session, "show", "intermezzo") == "seen-before"
    say(session, "show intermezzo")  # the table is right, and it is noted
    assert session.result["notes"] == ["seen-before"]


def test_with_one_card_left_intermezzo_has_come() -> None:
    session = seated(NEW)
    session.answer_pair("correct pile", "1")
    assert session.result["pile"] == 1
    say(session, "tower red floors 1 marker none take red")
    assert refusal(session, "show", "finito") is None
    session.undo(4)
    session.answer_pair("correct pile", "2")
    assert not session.table.pile.intermezzo_over


VALUES = "red brown pink A B D none 0 1 3 7 20 99 : , + : , + 3+2 A:1 brown:A:1 red:7 12,11,13"
WORDS = st.sampled_from(VALUES.split())
KEYS = st.sampled_from([*(each.key for each in CORRECTIONS), "x"])


@pytest.mark.sample(1)
@settings(max_examples=depth.examples(150))
@given(told=st.lists(st.tuples(KEYS, st.lists(WORDS).map("".join) | st.text()), max_size=6))
@both
def test_whatever_is_corrected_is_taken_or_refused(game: str, told: list[Pair]) -> None:
    session = seated(game)
    say(session, "tower red floors 2")
    for key, word in told:
        before = session.result
        try:
            session.answer_pair(f"correct {key}", word)
        except Refused:
            assert session.result == before
    assert read_record(write_record(session)).result == session.result
