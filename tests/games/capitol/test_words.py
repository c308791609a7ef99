"""Capitol's sentences say what is so, whoever else stands there and however few there are."""

import pytest

from companion.core.conversation import Refused
from companion.core.session import Session
from companion.games import words_in
from companion.games.capitol.rules.game import COUNTS, HIGHEST_BID
from companion.games.capitol.tell import tell_place_reason
from companion.text.event_text import say_worded
from tests.games.capitol.rules.staging import HERE, Houses, begun, houses, say

NAMES = ("Rosa", "Emma", "Otto")
SHARED: dict[str, tuple[Houses, str]] = {
    "three level, two as tall": (
        {"Rosa": [1, 3], "Emma": [1, 3], "Otto": [2, 2]},
        "Rosa and Emma",
    ),
    "another one behind": ({"Rosa": [2], "Emma": [2], "Otto": [1]}, "Rosa and Emma"),
    "all": ({"Rosa": [1], "Emma": [1], "Otto": [1]}, "Rosa, Emma and Otto"),
}


@pytest.mark.parametrize(("stand", "leaders"), SHARED.values(), ids=SHARED.keys())
def test_who_shares_the_first_place_is_named(stand: Houses, leaders: str) -> None:
    session = begun(*NAMES)
    houses(session, stand)
    reason = tell_place_reason(session.table.majority(HERE))
    said = say_worded(words_in().of("capitol"), reason, NAMES)
    assert said == f"tied on blocks and tallest house: {leaders} share first, nobody is second"
    assert "all" not in words_in().of("capitol").say("majority.shared")


def test_a_number_that_can_not_be_is_refused_in_one_line() -> None:
    session = begun("Rosa", "Emma")
    say(session, "play pass play pass")
    assert why(session, "bid", "300") == f"a bid is a number from 0 to {HIGHEST_BID}"
    cards = f"cards of a type: a number from 0 to {COUNTS[-1]}"
    say(session, "bid 9 bid 0")
    assert why(session, "discards", "25,0,0") == cards
    say(session, f"discards 1,1,0 place {HERE} bid 0 bid 0 bid 0 bid 0")
    assert why(session, "draw", "2,2,x") == cards


def why(session: Session, key: str, word: str) -> str:
    """What is said against the pair."""
    with pytest.raises(Refused) as refused:
        session.answer_pair(key, word)
    return words_in().of("capitol").why(refused.value.objection, key)


def test_one_card_is_no_plural() -> None:
    session = begun("Rosa", "Emma")
    say(session, "correct hand Rosa:1,0,1 play pass play pass bid 9 bid 0")
    assert why(session, "discards", "2,0,0") == "Rosa's roof cards: 1 at most"
