"""Capitol's table as data and as a drawing for the phone page."""

import pytest

from companion.core.conversation import CARDS_UNKNOWN
from companion.core.languages import LANGUAGES
from companion.games import words_in
from tests.app.journeys import PLAYTHROUGHS
from tests.games.tables import (
    HOSTILE,
    check_drawing,
    describe,
    draw,
    keys_of,
    replay,
    states,
)
from tests.markup_check import assert_markup

GAME = "capitol"
STORED = sorted(path.stem for path in PLAYTHROUGHS.glob("capitol*.game"))
AUCTION, FINISHED = "capitol-three-players-before-the-bid", "capitol-four-players"


@pytest.mark.sample(1)
@pytest.mark.usefixtures("undrawn")
@pytest.mark.parametrize("name", STORED)
def test_every_state_is_drawn_and_tells_no_points(name: str) -> None:
    words = [words_in(language).of(GAME) for language in LANGUAGES]
    for number, (_, table) in enumerate(states(name)):
        assert not {"points", "won_by"} & set(keys_of(table))
        check_drawing(draw(GAME, table, words[number % len(words)]), GAME)


def test_a_prefecture_tells_who_leads_and_what_is_free() -> None:
    table = describe(replay(FINISHED))
    there = table["prefectures"][8]
    assert there["places"] == [
        {"player": "#1", "blocks": 7, "tallest": 3, "rank": 1},
        {"player": "Ana María", "blocks": 2, "tallest": 2, "rank": 2},
    ]
    assert (there["free_small"], there["free_large"]) == (3, 1)
    drawn = draw(GAME, table)
    assert " 1. #1: blocks 7 (1, 3, 3)</li>" in drawn
    assert "<li>Free sites: 3 small, 1 large</li>" in drawn
    assert drawn.count("<article") == 9 + 4


def test_an_auction_under_way_is_told_with_its_bids() -> None:
    seen = [table["auction"] for _, table in states(FINISHED) if table["auction"]]
    assert {"building": "fountain", "number": 1, "of": 3, "bids": []} in seen
    first = next(each for each in seen if each["bids"])
    assert first["bids"] == [["Ana María", 3]], "who has no cards is not asked"
    drawn = draw(GAME, {**describe(replay(FINISHED)), "auction": first})
    assert "<li>Auction 1/3, Fountain: Ana María 3</li>" in drawn


def test_names_are_no_markup() -> None:
    drawn = draw(GAME, describe(replay("capitol-two-players", names=HOSTILE)))
    check_drawing(drawn, GAME)
    assert "<b>" not in drawn
    assert "&lt;b&gt;&amp;" in drawn


@pytest.mark.parametrize("name", [AUCTION, FINISHED])
def test_the_drawing_is_the_stored_one(name: str) -> None:
    assert_markup(draw(GAME, describe(replay(name))), name)


def test_nothing_is_counted_once_a_hand_is_unknown() -> None:
    session = replay(FINISHED, 60)
    assert describe(session)["stacks"] is not None
    session.answer(CARDS_UNKNOWN)
    table = describe(session)
    assert table["stacks"] is None
    assert [player["hand"] for player in table["players"]] == [None] * 4
    drawn = draw(GAME, table)
    assert drawn.count("<li>Hand: not known</li>") == 4
    assert "Cards to draw" not in drawn
