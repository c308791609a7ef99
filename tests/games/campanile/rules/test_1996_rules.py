"""The worked examples and rulings of Campanile 1996, each brought about by a real conversation."""

from collections.abc import Mapping, Sequence

import pytest

from companion.core.game_table import DecidedBy
from companion.core.record import BadRecord, write_record
from companion.core.session import Session
from companion.games import read_record
from companion.games.campanile.rules.flags import award_flag, score
from companion.games.campanile.rules.table1996 import CARDS_PER_STYLE, FLAGS
from companion.games.campanile.rules.tie_breaks import RankedTower
from companion.games.campanile.rules.towers import CampanileTower, Row, Style
from tests.games.campanile.rules.staging import STYLES, say
from tests.games.questions import allowed, asked, refusal

ROW = ("red", "blue", "brown", "yellow", "beige")
COLOURS = ("blue", "yellow", "red", "black", "white")
Rows = Mapping[int, str]
"""By a tower's place in the row, 1 the nearest the piles: its rows as a correction says them."""


def seated(players: str, *variants: str, open_: str = "red,red,brown") -> Session:
    """A game that has just been set up, a letter a player, the towers in `ROW`."""
    text = "game campanile-1996\n"
    for name, colour in zip(players, COLOURS, strict=False):
        text += f"player {name} colour {colour}\n"
    text += f"row {','.join(ROW)}\n"
    text += "".join(f"variant {variant}\n" for variant in variants)
    return read_record(f"{text}open {open_}\n")


def ended(heights: Sequence[int], bets: Rows, players: str = "ABC") -> Session:
    """A game that ends with these heights and bets, the last floor built on the first tower."""
    session = seated(players)
    for place, (style, floors) in enumerate(zip(ROW, heights, strict=True), start=1):
        session.answer_pair("correct floors", f"{style}:{floors - (place == 1)}")
        session.answer_pair("correct influence", f"{style}:{bets.get(place, 'none')}")
    session.answer_pair("correct pile", "1,9,9")
    say(session, "tower red floors 1")
    if session.question is not None:
        say(session, "marker none")
    assert session.question is None
    return session


def awards(session: Session) -> list[tuple[str, dict[str, int]]]:
    """From the highest tower down: who took which points."""
    (scoring,) = session.result["scorings"]
    return [(each["tower"], dict(each["chips"])) for each in reversed(scoring["awards"])]


def points(session: Session) -> dict[str, int]:
    return {player["name"]: player["points"] for player in session.result["players"]}


# Worked examples ------------------------------------------------------------------------------

BETS = {1: "A:3,B:2", 2: "B:1+1,C:2", 3: "C:3,A:1+1+1", 4: "A:2", 5: "B:3"}


def test_k1_equal_towers_rank_by_nearness_and_equal_points_share_the_win() -> None:
    session = ended([10, 12, 12, 7, 7], BETS)
    assert awards(session) == [
        ("blue", {"B": 8, "C": 4}),
        ("brown", {"C": 6, "A": 3}),
        ("red", {"A": 4, "B": 2}),
        ("yellow", {"A": 2}),
    ]
    assert points(session) == {"A": 9, "B": 10, "C": 10}
    assert session.result["winners"] == ["B", "C"]
    assert session.table.outcome.decided_by is DecidedBy.SHARED_POINTS


def test_k2_with_all_towers_level_the_row_alone_ranks_them() -> None:
    session = ended([9] * 5, BETS)
    assert [tower for tower, _ in awards(session)] == ["red", "blue", "brown", "yellow"]
    assert points(session) == {"A": 12, "B": 10, "C": 7}
    assert session.result["winners"] == ["A"]
    assert session.table.outcome.decided_by is DecidedBy.POINTS


@pytest.mark.parametrize(
    ("flag", "rows", "taken"),
    [
        pytest.param((8, 4), [[1, 1], [2], [3]], {2: 8, 0: 4}, id="K4"),
        pytest.param((6, 3), [[], [2], [2], [2]], {1: 6, 2: 3}, id="K5, by the order of rows"),
        pytest.param((8, 4), [[1]], {0: 8}, id="K6"),
        pytest.param((6, 3), [], {}, id="K7"),
    ],
)
def test_k4_to_k7_first_and_second_score_and_nobody_else(
    flag: tuple[int, int], rows: list[list[int]], taken: dict[int, int]
) -> None:
    tower = CampanileTower(Style.RED, 5, [Row(seat, own) for seat, own in enumerate(rows) if own])
    assert dict(award_flag(RankedTower(tower, 1, ()), flag).chips) == taken


def test_k5_the_earlier_row_wins_whatever_the_seats() -> None:
    session = ended([9, 8, 7, 6, 5], {2: "B:2,A:2,C:2"})
    assert awards(session)[1] == ("blue", {"B": 6, "A": 3})


def test_k8_towers_that_never_grew_rank_by_the_row_and_the_last_gets_no_flag() -> None:
    towers = {style: CampanileTower(style) for style in Style}
    towers[Style.BEIGE].place(0, 3)
    towers[Style.RED].place(1, 1)
    scoring = score("final", [Style(style) for style in ROW], towers, FLAGS)
    assert scoring.list_points(2) == [0, 8]
    assert [each.style for each in scoring.unflagged] == [Style.BEIGE]


@pytest.mark.parametrize(
    ("variant", "chips"),
    [((), ([1], [2], [3])), (("higher-chips",), ([1, 2, 3], [2, 3], [3]))],
)
def test_k10_the_chips_that_may_be_bet(variant: tuple[str, ...], chips: tuple[list[int]]) -> None:
    for floors, values in enumerate(chips, start=1):
        session = seated("AB", *variant)
        say(session, f"tower blue floors {floors} marker red")
        if len(values) > 1:
            assert allowed(session) == {("value", str(value)) for value in values}
            say(session, f"value {values[-1]}")
        assert asked(session) == "show"
        (red,) = (each for each in session.result["towers"] if each["style"] == "red")
        assert red["influence"][0]["markers"] == [values[-1]]


@pytest.mark.parametrize(
    ("variant", "towers"),
    [
        ((), {"red", "brown"}),
        (("extended-tower",), {"red", "brown", "beige"}),
        (("extended-only",), {"beige"}),
    ],
)
def test_k11_the_towers_that_may_be_bet_on(variant: tuple[str, ...], towers: set[str]) -> None:
    session = seated("AB", *variant)
    say(session, "tower beige floors 1")
    assert allowed(session) == {("marker", each) for each in {"none", *towers}}


@pytest.mark.parametrize(("cycle", "last", "turns"), [("1", "1", 13), ("123", "2", 37)])
def test_k12_the_shortest_and_the_longest_game_for_two(cycle: str, last: str, turns: int) -> None:
    session = seated("AB")
    while session.question is not None:
        turn = session.table.turn
        floors = last if turn == turns else cycle[(turn - 1) % len(cycle)]
        say(session, f"tower {STYLES[turn % 5]} floors {floors}")
        if asked(session) == "marker":
            say(session, "marker none")
        if session.question is not None:
            say(session, f"show {STYLES[(turn + 1) % 5]}")
    assert session.table.turn == turns


# Setup ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("players", "in_play", "pile", "surplus"),
    [(2, 45, 13, 0), (3, 55, 15, 1), (4, 65, 17, 2), (5, 70, 18, 1)],
)
def test_the_piles_by_number_of_players(
    players: int, in_play: int, pile: int, surplus: int
) -> None:
    session = seated("ABCDE"[:players])
    assert session.result["pile"] == [pile] * 3
    assert CARDS_PER_STYLE[players] * 5 == in_play
    assert in_play - 3 * players - 3 * pile == surplus


def test_the_surplus_and_the_hands_are_among_the_unseen_cards() -> None:
    cards = seated("ABC", open_="red,red,brown").table.cards
    assert [cards.unseen(Style(style)) for style in ROW] == [9, 11, 10, 11, 11]
    assert cards.chance_of(Style.RED) == 9 / 52


def test_the_variants_are_off_unless_they_are_named() -> None:
    session = seated("AB")
    assert session.table.variants == []
    assert "variant" not in write_record(session)
    named = seated("AB", "extended-tower", "higher-chips")
    assert named.table.variants == ["extended-tower", "higher-chips"]
    assert "variant extended-tower\nvariant higher-chips\nopen" in write_record(named)


@pytest.mark.parametrize(
    ("variants", "reason"),
    [
        (("extended-tower", "extended-only"), "variants-exclude"),
        (("extended-only", "extended-tower"), "variants-exclude"),
        (("higher-chips", "higher-chips"), "variant-twice"),
        (("move-markers",), "not-a-choice"),
        (("light",), "not-a-choice"),
    ],
)
def test_variants_that_do_not_fit_are_refused(variants: tuple[str, ...], reason: str) -> None:
    with pytest.raises(BadRecord) as bad:
        seated("AB", *variants)
    assert bad.value.objection.reason == reason


# A turn ---------------------------------------------------------------------------------------


def test_the_draw_is_forced_from_the_pile_of_the_floors_built() -> None:
    session = seated("AB", open_="blue,red,brown")
    say(session, "tower yellow floors 2 marker none")
    assert asked(session) == "show"
    assert session.result["display"] == ["blue", None, "brown"]
    assert session.result["pile"] == [13, 12, 13]
    say(session, "show beige")
    assert session.result["display"] == ["blue", "beige", "brown"]
    assert session.table.player.name == "B"
    # The red card is in A's hand now: played, it proves nothing.
    say(session, "tower yellow floors 1 marker none show blue tower red")
    assert sum(session.table.cards.dealt[0].values()) == 1


def test_a_pile_that_runs_out_ends_the_game_at_once() -> None:
    session = seated("AB")
    session.answer_pair("correct pile", "9,9,1")
    say(session, "tower yellow floors 3 marker none")
    assert session.question is None
    assert session.result["state"] == "finished"
    assert session.result["pile"] == [9, 9, 0]
    assert session.result["display"] == ["red", "red", None]
    assert session.events == [session.events[0], session.table.outcome]


def test_a_bet_needs_a_visible_style() -> None:
    session = seated("AB")
    say(session, "tower beige floors 1")
    assert refusal(session, "marker", "beige") == "not-open"
    only = seated("AB", "extended-only")
    say(only, "tower beige floors 1")
    assert refusal(only, "marker", "red") == "not-extended"


def test_without_a_chip_for_the_floors_built_no_bet_is_asked() -> None:
    session = seated("AB")
    say(session, "tower beige floors 3 marker red show red")
    say(session, "tower beige floors 1 marker none show red")
    say(session, "tower beige floors 3")
    assert asked(session) == "show"


def test_a_value_is_asked_only_where_there_are_several() -> None:
    session = seated("AB", "higher-chips")
    say(session, "tower beige floors 2 marker red")
    assert refusal(session, "value", "1") == "value-does-not-fit"
    say(session, "value 3 show red")
    say(session, "tower beige floors 3 marker red")
    assert asked(session) == "show"
    say(session, "show red tower beige floors 2 marker red")
    assert asked(session) == "show"
    assert session.table.players[0].stock == {1: 5, 2: 2, 3: 0}


def test_a_value_that_is_spent_is_refused() -> None:
    session = seated("AB", "higher-chips")
    session.answer_pair("correct influence", "red:A:2+2+2")
    say(session, "tower beige floors 1 marker red")
    assert refusal(session, "value", "2") == "marker-spent"
    assert allowed(session) == {("value", "1"), ("value", "3")}


def test_a_fourth_card_from_the_deal_is_impossible() -> None:
    session = seated("AB", open_="blue,blue,blue")
    for style in ("red", "brown", "yellow"):
        say(session, f"tower {style} floors 1 marker none show beige")
        say(session, "tower blue floors 2 marker none show beige")
    assert refusal(session, "tower", "red") == "hand-known"
    assert refusal(session, "tower", "beige") is None


def test_what_was_drawn_is_known_to_be_held_and_the_styles_are_counted() -> None:
    session = seated("AB", open_="red,red,red")
    for shown in ("red", "red", "red", "red", "red", "red"):
        say(session, f"tower blue floors 1 marker none show {shown}")
    assert refusal(session, "tower", "red") is None
    say(session, "tower red floors 1 marker none")
    assert refusal(session, "show", "red") == "style-used-up"


def test_equal_points_are_shared_whatever_the_single_chips() -> None:
    session = ended([9, 8, 7, 6, 5], {1: "A:3", 2: "B:3", 4: "B:2"}, "AB")
    assert points(session) == {"A": 8, "B": 8}
    assert session.result["winners"] == ["A", "B"]
