"""Capitol at the device: strokes of a turn, refusals, auctions, cards, its scorings."""

import pytest

from companion.app.demo.rig import Rig
from companion.core.conversation import Answer
from companion.games import read_record
from companion.games.capitol.input.numbers import BidPicker
from companion.ui.input.context import InputContext
from companion.ui.input.guide import Guide
from companion.ui.input.numbers import CountPicker
from tests.app.journeys import journey, new_game, stands
from tests.app.reading import answered, asked, pointed_at, refusal
from tests.buttons import BACK, DOWN, LEFT, NEXT, OK, PREVIOUS, RIGHT, UP
from tests.entries import entry_for
from tests.games.capitol.journeys import ANSWERS, BUILT, SETUP, begin
from tests.games.capitol.rules import staging
from tests.games.random_tables import random_questions

# A turn --------------------------------------------------------------------------------------


def test_two_blocks_make_a_house_in_one_stroke(stick: Rig) -> None:
    begin(stick)
    journey(stick, ("play", LEFT, LEFT, OK), ("blocks 1", OK), ("blocks 2", OK), ("play",))
    assert answered(stick, ANSWERS) == ["play floor", "blocks new,1"]


def test_two_blocks_make_two_houses(four: Rig) -> None:
    begin(four)
    begun = (PREVIOUS, PREVIOUS, OK)
    journey(four, ("play", *begun), ("blocks 1", OK), ("blocks 2", PREVIOUS, OK), ("play",))
    assert answered(four, ANSWERS) == ["play floor", "blocks new,new"]


def test_back_gives_back_a_block_and_then_the_card(rig: Rig) -> None:
    begin(rig)
    rig.say([Answer("play", "floor"), Answer("blocks", ("new", "new"))])
    rig.say([Answer("play", "pass")])
    assert pointed_at(rig.entry) == "permit"
    to_floor = (LEFT, LEFT) if rig.board.axes == 2 else (PREVIOUS, PREVIOUS)
    rig.press(*to_floor, OK)
    assert (asked(rig.entry), pointed_at(rig.entry)) == ("blocks 1", "1")
    rig.press(OK)
    assert (asked(rig.entry), pointed_at(rig.entry)) == ("blocks 2", "2")
    rig.press(BACK)
    assert (asked(rig.entry), pointed_at(rig.entry)) == ("blocks 1", "1")
    rig.press(BACK)
    assert (asked(rig.entry), pointed_at(rig.entry)) == ("play", "floor")
    rig.press(BACK)
    assert asked(rig.entry) == "confirm undo"


def test_back_takes_back_a_whole_stroke(rig: Rig) -> None:
    begin(rig)
    rig.say([Answer("play", "permit"), Answer("site", "Capitolinus"), Answer("house", "round:1")])
    journey(rig, ("play", BACK), ("confirm undo", OK), ("play",))
    assert answered(rig, ANSWERS) == []


def test_a_roof_is_put_on_in_one_stroke(stick: Rig) -> None:
    begin(stick, "play floor  blocks new,1\nplay pass\n")
    journey(stick, ("play", LEFT, OK), ("roof", DOWN, OK), ("play",))
    assert answered(stick, ANSWERS)[-2:] == ["play roof", "roof square:2"]


def test_a_house_is_built_in_one_stroke_and_which_one_is_asked_where_two_fit(rig: Rig) -> None:
    begin(rig)
    journey(rig, ("play", OK), ("site", OK), ("house", BACK), ("site", OK), ("house", OK))
    assert answered(rig, ANSWERS) == ["play permit", "site Capitolinus", "house square:1"]
    journey(rig, ("play", OK), ("site", OK), ("house", OK))
    assert answered(rig, ANSWERS)[3:] == ["play permit", "site Capitolinus", "house square:2"]
    journey(rig, ("play", OK), ("site", OK), ("play",))
    assert answered(rig, ANSWERS)[6:] == ["play permit", "site Capitolinus"], "one house fits"


def test_a_card_that_can_do_nothing_is_refused_with_its_reason(stick: Rig) -> None:
    begin(stick)
    journey(stick, ("play", LEFT, OK))
    assert refusal(stick) == "Player 1 has no house without a roof"
    journey(stick, ("play", LEFT, OK), ("blocks 1",))


def test_a_site_that_no_house_fits_says_so_on_the_stick(stick: Rig) -> None:
    taken = "play permit  site Aventinus  house square:1\n" * 2
    begin(stick, taken + "play permit  site Aventinus\nplay pass\n")
    stick.press(OK)
    while pointed_at(stick.entry) != "Aventinus":
        stick.press(LEFT)
    stick.press(OK)
    assert refusal(stick) == "no house fits in Aventinus: height 2, 3 and the right roof"


def test_with_one_axis_the_cursor_goes_to_free_sites_only(four: Rig) -> None:
    taken = "play permit  site Aventinus  house square:1\n" * 2
    begin(four, taken + "play permit  site Aventinus\nplay pass\n")
    four.press(OK)
    seen = set()
    for _ in range(9):
        seen.add(pointed_at(four.entry))
        four.press(NEXT)
    assert len(seen) == 8
    assert "Aventinus" not in seen


def test_a_blank_card_does_nothing(rig: Rig) -> None:
    begin(rig)
    step = RIGHT if rig.board.axes == 2 else NEXT
    journey(rig, ("play", step, step, OK), ("blank", BACK), ("play", OK), ("blank", OK), ("play",))
    assert answered(rig, ANSWERS) == ["blank permit"]


def test_the_board_can_be_looked_at_in_the_middle_of_a_turn(rig: Rig) -> None:
    begin(rig)
    step = LEFT if rig.board.axes == 2 else PREVIOUS
    journey(rig, ("play", step, step, step, OK), ("look", step, OK, step, BACK, BACK), ("play",))
    assert pointed_at(rig.entry) == "look"
    assert answered(rig, ANSWERS) == []


def test_a_card_that_should_not_be_held_is_doubted_and_then_that_hand_is_unknown(rig: Rig) -> None:
    blanks = "blank permit\nplay pass\n" + "blank permit\n" * 3
    begin(rig, blanks)
    while pointed_at(rig.entry) != "permit":
        rig.press(RIGHT if rig.board.axes == 2 else NEXT)
    journey(rig, ("play", OK), ("site", OK), ("house", OK), ("doubt hand-empty-of", BACK))
    journey(rig, ("house", OK), ("doubt hand-empty-of", OK), ("play",))
    assert answered(rig, ANSWERS)[-4:-1] == [
        "correct hand Player 1:unknown",
        "play permit",
        "site Capitolinus",
    ]
    assert [each.hand_known for each in rig.session.table.players] == [False, True]  # type: ignore[union-attr]


# Auctions and cards --------------------------------------------------------------------------


def test_bids_take_few_presses_on_the_stick(stick: Rig) -> None:
    begin(stick, BUILT)
    journey(stick, ("bid", UP, OK), ("bid", LEFT, UP, UP, OK), ("discards 1",))
    assert answered(stick, ANSWERS)[-2:] == ["bid 9", "bid 2"]


def test_bids_are_tens_and_ones_on_four_buttons(four: Rig) -> None:
    begin(four, BUILT)
    journey(four, ("bid", NEXT, OK), ("bid", NEXT, BACK), ("bid",))
    assert pointed_at(four.entry) == 19
    four.press(OK, NEXT, NEXT, OK)
    assert answered(four, ANSWERS)[-1] == "bid 11"
    journey(four, ("bid", OK), ("bid", OK), ("discards 1",))
    assert answered(four, ANSWERS)[-2:] == ["bid 11", "bid 8"]


def test_a_bid_beyond_the_hand_is_doubted(stick: Rig) -> None:
    begin(stick, BUILT)
    journey(stick, ("bid", *[RIGHT] * 6, OK), ("doubt bid-beyond-hand", BACK), ("bid",))


def test_the_cards_of_a_bid_must_make_it_up(stick: Rig) -> None:
    begin(stick, BUILT + "bid 9  bid 2\n")
    journey(stick, ("discards 1", OK))
    assert refusal(stick) == "these cards can't come to 9"
    journey(stick, ("discards 1", RIGHT, UP, UP, OK), ("place", OK), ("bid",))
    assert answered(stick, ANSWERS)[-2:] == ["discards 0,2,0", "place Capitolinus"]


@pytest.mark.parametrize(
    ("hand", "bid", "counts"),
    [("1,1,1", 23, (1, 1, 1)), ("1,1,1", 16, (0, 1, 1)), ("2,2,4", 9, (0, 0, 0))],
)
def test_cards_that_a_bid_can_not_do_without_are_counted_already(
    hand: str, bid: int, counts: tuple[int, ...]
) -> None:
    session = staging.begun("A", "B")
    session.answer_pair("correct hand", f"A:{hand}")
    staging.all_pass(session)
    staging.say(session, f"bid {bid} bid 0")
    entry = entry_for(session, InputContext())
    assert isinstance(entry, CountPicker)
    assert entry.counts == counts


def test_an_auction_has_a_page_if_more_than_the_bid_decided(rig: Rig) -> None:
    begin(rig, BUILT + "bid 0  bid 0\n")
    assert kinds_of(rig) == []
    assert asked(rig.entry) == "bid"
    rig.say([Answer("bid", 4)])
    rig.say([Answer("bid", 4)])
    assert asked(rig.entry) == "page auction"


def kinds_of(rig: Rig) -> list[str]:
    """The kinds of events that the pages tell."""
    guide = rig.entry if isinstance(rig.entry, Guide) else Guide(pages=())
    return [event.kind.name for event in guide.events if event is not None]


def test_a_scoring_shows_each_prefecture_and_the_cards_due(rig: Rig) -> None:
    amphitheatre = "bid 0 bid 0\nbid 0 bid 0\nbid 5 bid 0  discards 0,1,0  place Capitolinus\n"
    record = read_record(SETUP + BUILT + amphitheatre)
    new_game(rig, record)
    kinds: list[str] = []
    for _ in stands(rig, record):
        kinds = kinds_of(rig) or kinds
    assert kinds == ["award", "standings", "cards-due"], "empty prefectures cost no press"


def test_six_cards_are_two_numbers_on_four_buttons(four: Rig) -> None:
    begin(four, BUILT + "bid 0 bid 0\n" * 3)
    journey(four, ("draw 1", NEXT, OK), ("draw 2", PREVIOUS, OK), ("draw 1", OK), ("draw 2", OK))
    assert answered(four, ANSWERS)[-2:] == ["draw 3,1,2", "draw 2,2,2"]


def test_too_many_cards_are_refused(stick: Rig) -> None:
    begin(stick, BUILT + "bid 0 bid 0\n" * 3)
    journey(stick, ("draw 1", LEFT, UP, OK))
    assert refusal(stick) == "cards to draw: at most 6"


@pytest.mark.sample(1)
@pytest.mark.parametrize("kind", ["Capitol", "Capitol for two", "crowded Capitol"])
def test_the_likely_bid_is_never_more_than_the_hand_can_come_to(kind: str) -> None:
    for session in random_questions(kind, 1):
        entry = entry_for(session, InputContext())
        if isinstance(entry, BidPicker):
            assert entry.question.judge(Answer("bid", entry.number)) is None
