"""Light play of 1996: the tops of the piles are not told of; switched on and off in mid-game."""

from random import Random

import pytest

from companion.core.conversation import Refused
from companion.core.record import write_record
from companion.core.session import Session
from companion.games import read_record, start_session
from companion.games.campanile.rules.towers import STYLES
from tests.games.campanile.rules.dealer1996 import LIGHTLY, Custom1996, Dealer1996
from tests.games.campanile.rules.staging import say
from tests.games.campanile.rules.test_corrections import OLD, seated
from tests.games.questions import allowed, asked

TABLES = [
    Custom1996(2, higher=True),
    Custom1996(3, extended="extended-tower"),
    Custom1996(4, higher=True, extended="extended-only"),
]
every_table = pytest.mark.parametrize("custom", TABLES, ids=lambda custom: str(custom.players))


def lightly(*variants: str) -> Session:
    """A game that has just been set up, and is played lightly from its first turn on."""
    session = seated(OLD, "ABC", *variants)
    session.answer_pair(*LIGHTLY)
    return session


def asked_of(session: Session) -> tuple[str, int | None]:
    """What is asked, and whom."""
    assert session.question is not None
    return session.question.key, session.question.seat


def counts(session: Session) -> list[int]:
    found: list[int] = session.result["pile"]
    return found


def test_a_turn_ends_without_a_card_and_its_pile_counts_itself_down() -> None:
    session = lightly()
    first, second, third = counts(session)
    say(session, "tower red floors 2 marker none tower blue floors 3 marker yellow")
    assert (asked(session), session.table.player.name) == ("tower", "C")
    assert counts(session) == [first, second - 1, third - 1]
    assert session.result["display"] is None
    assert session.table.cards is None
    assert session.result["notes"] == []


def test_when_a_pile_runs_out_the_game_is_over_at_once() -> None:
    session = lightly()
    session.answer_pair("correct pile", "5,1,5")
    say(session, "tower red floors 2 marker none")
    assert session.question is None
    assert session.result["state"] == "finished"
    assert counts(session) == [5, 0, 5]
    assert session.result["display"] is None


def test_no_pile_is_empty_while_a_light_game_goes_on() -> None:
    session = lightly()
    for few in ("0,5,5", "5,5,0"):
        with pytest.raises(Refused):
            session.answer_pair("correct pile", few)


@pytest.mark.parametrize(
    ("variants", "towers"),
    [((), STYLES), (("extended-tower",), STYLES), (("extended-only",), ("red",))],
)
def test_any_tower_may_be_bet_on_but_for_the_one_extended_only(
    variants: tuple[str, ...], towers: tuple[str, ...]
) -> None:
    session = lightly(*variants)
    say(session, "tower red floors 1")
    assert allowed(session) == {("marker", "none"), *(("marker", style) for style in towers)}


def test_a_value_is_asked_as_ever() -> None:
    session = lightly("higher-chips")
    say(session, "tower red floors 1 marker beige")
    assert allowed(session) == {("value", "1"), ("value", "2"), ("value", "3")}
    say(session, "value 3")
    assert asked(session) == "tower"


def test_light_play_is_no_variant_of_the_setup() -> None:
    session = seated(OLD)
    session.undo(2)
    assert asked(session) == "variant"
    with pytest.raises(Refused):
        session.answer_pair("variant", "light")
    with pytest.raises(Refused):
        session.answer_pair(*LIGHTLY)


def test_between_the_draw_and_the_next_card_the_turn_ends() -> None:
    session = seated(OLD)
    say(session, "tower red floors 2 marker none")
    before = counts(session)
    session.answer_pair(*LIGHTLY)
    assert (asked(session), session.table.player.name) == ("tower", "B")
    assert counts(session) == before
    assert session.table.open_count == 3


def test_where_the_pile_is_corrected_to_none_the_game_ends_and_is_not_light() -> None:
    session = seated(OLD)
    say(session, "tower red floors 2 marker none")
    first, _, third = counts(session)
    session.answer_pair("correct pile", f"{first},0,{third}")
    assert session.result["state"] == "finished"


def test_three_open_cards_bring_back_full_play_amid_a_turn() -> None:
    session = lightly()
    say(session, "tower red floors 2")
    for correction in (("correct cards", "unknown"), ("correct player", "B")):
        session.answer_pair(*correction)
        assert session.table.cards is None
    for few in ("red", "red,blue", "red,blue,blue,blue"):
        with pytest.raises(Refused):
            session.answer_pair("correct open", few)
    session.answer_pair("correct open", "red,blue,blue")
    assert session.result["display"] == ["red", "blue", "blue"]
    assert allowed(session) == {("marker", "none"), ("marker", "red"), ("marker", "blue")}
    say(session, "marker blue")
    assert asked(session) == "show"
    say(session, "show brown")
    assert session.result["display"] == ["red", "brown", "blue"]
    assert read_record(write_record(session)).answers == session.answers


@pytest.mark.sample(3)
@pytest.mark.parametrize("seed", range(2))
@every_table
def test_on_and_off_at_every_question_a_game_ends_as_at_the_table(
    custom: Custom1996, seed: int
) -> None:
    """Where a card waits to be turned up, it is told with the open cards instead."""
    dealer, session = Dealer1996(custom, Random(seed)), start_session(OLD)
    ended = False
    for step in dealer.play():
        if ended:
            session.answer_pair("correct open", ",".join(filter(None, dealer.tops)))
        before = asked_of(session)
        if dealer.laid_out:
            session.answer_pair(*LIGHTLY)
            assert session.result == {**dealer.result(), "display": None, "notes": []}
        ended = dealer.laid_out and before[0] == "show"
        if not ended:
            if dealer.laid_out:
                session.answer_pair("correct open", ",".join(filter(None, dealer.tops)))
                assert session.result == {**dealer.result(), "notes": []}
                assert asked_of(session) == before
            session.answer_pair(*step.pair)
    assert session.question is None
    assert session.result == {**dealer.result(), "notes": []}
    assert read_record(write_record(session)).result == session.result


@pytest.mark.sample(5)
@pytest.mark.parametrize("seed", range(4))
@every_table
def test_on_for_some_turns_and_off_again_a_game_ends_as_at_the_table(
    custom: Custom1996, seed: int
) -> None:
    dealer, session, rng = Dealer1996(custom, Random(seed)), start_session(OLD), Random(seed)
    for step in dealer.play():
        if dealer.laid_out and dealer.covered is None and rng.random() < 0.1:
            tops = ",".join(filter(None, dealer.tops))
            session.answer_pair(*(("correct open", tops) if session.table.light else LIGHTLY))
        if step.pair[0] != "show" or not session.table.light:
            session.answer_pair(*step.pair)
    display = None if session.table.light else dealer.tops
    assert session.result == {**dealer.result(), "display": display, "notes": []}
    assert read_record(write_record(session)).answers == session.answers
