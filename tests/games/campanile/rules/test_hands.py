"""What counting cards proves, what it refuses, and how a table overrules it."""

from collections import Counter
from random import Random

import pytest

from companion.core.conversation import Answer, Grade, Refused
from companion.core.record import write_record
from companion.core.session import Session
from companion.games import read_record, start_session
from tests.games.campanile.rules.dealer import STYLES, Custom, Dealer
from tests.games.campanile.rules.staging import seated
from tests.games.questions import objection

UNKNOWN = ("correct cards", "unknown")


def turn(session: Session, played: str, taken: str, shown: str) -> None:
    """A turn of one floor and no marker; nothing may stand against any of it."""
    for key, word in {
        "tower": played,
        "floors": "1",
        "marker": "none",
        "take": taken,
        "show": shown,
    }.items():
        assert objection(session, key, word) is None
        session.answer_pair(key, word)


def known(session: Session, seat: int) -> dict[str, int]:
    """The cards that are proved to have been dealt to the player."""
    return {str(style): n for style, n in session.table.cards.dealt[seat].items() if n}


def assert_overruled(session: Session, key: str, word: str) -> None:
    """A counted refusal refuses and changes nothing; `correct cards unknown` lets it pass."""
    before, told = session.result, list(session.answers)
    with pytest.raises(Refused) as refused:
        session.answer_pair(key, word)
    assert refused.value.objection.grade is Grade.COUNT
    assert (session.result, session.answers) == (before, told)
    session.answer_pair(*UNKNOWN)
    assert session.result == before
    assert objection(session, key, word) is None
    session.answer_pair(key, word)
    assert session.answers[-2:] == [Answer(*UNKNOWN), Answer(key, word)]


def one_known_hand() -> Session:
    """The example of the hand check: A is about to play after four turns, the hand known."""
    session = seated(["A", "B"], open_="blue,blue,red")
    turn(session, "red", "blue", "beige")
    turn(session, "yellow", "beige", "red")
    assert known(session, 0) == {"red": 1}
    turn(session, "red", "blue", "yellow")
    turn(session, "beige", "yellow", "brown")
    assert known(session, 0) == {"red": 2}
    turn(session, "blue", "red", "beige")
    turn(session, "yellow", "beige", "blue")
    assert known(session, 0) == {"red": 2}
    turn(session, "brown", "brown", "yellow")
    turn(session, "beige", "yellow", "blue")
    return session


def test_a_fourth_card_from_the_deal_is_impossible() -> None:
    session = one_known_hand()
    assert known(session, 0) == {"red": 2, "brown": 1}
    found = objection(session, "tower", "yellow")
    assert found is not None
    assert (found.reason, found.grade) == ("hand-known", Grade.COUNT)
    assert found.values["player"] == "A"
    assert found.values["known_styles"] == ("brown", "red", "red")
    assert_overruled(session, "tower", "yellow")


def test_a_known_hand_may_play_what_it_holds_and_only_that() -> None:
    session = one_known_hand()
    # Dealt red, red, brown; taken blue, blue, red, brown; played red, red, blue, brown.
    playable = {style for style in STYLES if objection(session, "tower", style) is None}
    assert playable == {"blue", "red", "brown"}


def test_the_hand_of_the_other_player_is_counted_apart() -> None:
    session = one_known_hand()
    assert known(session, 1) == {"yellow": 1}


def six_reds(last_shown: str) -> Session:
    """A was dealt three reds, B at least two; the last card turned up is given; B plays next."""
    session = seated(["A", "B"], open_="blue,blue,yellow")
    turn(session, "red", "blue", "yellow")
    turn(session, "red", "blue", "yellow")
    turn(session, "red", "yellow", "blue")
    turn(session, "red", "yellow", "blue")
    turn(session, "red", "yellow", last_shown)
    return session


def test_the_seventh_card_of_a_style_of_six_can_not_be_played() -> None:
    session = six_reds("red")
    found = objection(session, "tower", "red")
    assert found is not None
    assert (found.reason, found.grade) == ("style-used-up", Grade.COUNT)
    assert found.values == {"style": "red", "most": 6}
    assert_overruled(session, "tower", "red")


def test_the_sixth_card_of_a_style_of_six_can_be_played() -> None:
    assert objection(six_reds("brown"), "tower", "red") is None


def test_the_seventh_card_of_a_style_of_six_can_not_be_turned_up() -> None:
    session = six_reds("brown")
    for key, word in [("tower", "red"), ("floors", "1"), ("marker", "none"), ("take", "blue")]:
        session.answer_pair(key, word)
    found = objection(session, "show", "red")
    assert found is not None
    assert (found.reason, found.grade) == ("style-used-up", Grade.COUNT)
    assert_overruled(session, "show", "red")


def test_a_card_once_taken_openly_proves_nothing_when_it_is_played() -> None:
    session = seated(["A", "B"], open_="blue,blue,red")
    turn(session, "red", "blue", "red")
    turn(session, "yellow", "red", "yellow")
    turn(session, "blue", "red", "yellow")
    assert known(session, 0) == {"red": 1}
    turn(session, "red", "yellow", "yellow")
    assert known(session, 1) == {"yellow": 1}


def finito_last() -> Session:
    """Two players; only Finito is left, and a card is to be turned up."""
    for seed in range(1000):
        dealer = Dealer(Custom(2), Random(seed))
        if dealer.pile[-1] != "finito":
            continue
        session = start_session("campanile-2009")
        for step in dealer.play():
            if step.pair == ("show", "finito"):
                return session
            session.answer_pair(*step.pair)
    raise AssertionError("no such pile")


def test_where_only_finito_is_left_no_tower_card_can_be_turned_up() -> None:
    session = finito_last()
    assert session.result["pile"] == 1
    assert objection(session, "show", "finito") is None
    for style in STYLES:
        found = objection(session, "show", style)
        assert found is not None
        assert (found.reason, found.grade) == ("only-scoring-cards", Grade.COUNT)
    assert_overruled(session, "show", "blue")
    assert session.result["pile"] == 1


def test_the_counting_starts_anew_with_the_display_and_three_unknown_cards_each() -> None:
    session = one_known_hand()
    session.answer_pair(*UNKNOWN)
    cards = session.table.cards
    assert Counter({style: cards.count_seen(style) for style in STYLES}) == Counter(red=1, blue=2)
    assert [known(session, seat) for seat in (0, 1)] == [{}, {}]
    turn(session, "yellow", "red", "beige")
    assert known(session, 0) == {"yellow": 1}


def test_counting_anew_is_undone_like_an_answer() -> None:
    session = one_known_hand()
    session.answer_pair(*UNKNOWN)
    session.undo()
    assert known(session, 0) == {"red": 2, "brown": 1}


def test_the_cards_may_be_called_unknown_at_any_question() -> None:
    told = [step.pair for step in Dealer(Custom(2, moving=True), Random(3)).play()]
    for at in range(len(told)):
        session = start_session("campanile-2009")
        for key, word in [*told[:at], UNKNOWN, *told[at:]]:
            session.answer_pair(key, word)
        assert session.question is None
        assert read_record(write_record(session)).result == session.result


def test_calling_the_cards_unknown_during_setup_changes_nothing() -> None:
    told = [step.pair for step in Dealer(Custom(2), Random(3)).play()]
    at_the_row = next(at for at, (key, _) in enumerate(told) if key == "row")
    session = start_session("campanile-2009")
    for key, word in [*told[:at_the_row], UNKNOWN, *told[at_the_row:]]:
        session.answer_pair(key, word)
    assert session.table.pile.trusted


@pytest.mark.parametrize(
    ("key", "word"),
    [
        ("correct cards", "known"),
        ("correct weather", "fine"),
    ],
)
def test_other_corrections_are_refused_and_nothing_has_changed(key: str, word: str) -> None:
    session = one_known_hand()
    before, told = session.result, list(session.answers)
    with pytest.raises(Refused) as refused:
        session.answer_pair(key, word)
    assert refused.value.objection.reason == "unknown-correction"
    assert refused.value.objection.grade is Grade.RULE
    assert (session.result, session.answers) == (before, told)
