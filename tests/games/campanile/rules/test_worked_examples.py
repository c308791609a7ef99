"""The worked examples of the flags, each brought about by a real conversation where it can be."""

import pytest

from companion.core.game_table import DecidedBy, decide_by_points
from companion.core.session import Session
from companion.games.campanile.rules.tie_breaks import BY_CHIPS
from companion.games.campanile.rules.towers import CampanilePlayer
from tests.games.campanile.rules.staging import Rows, say, seated, stage
from tests.games.questions import allowed, refusal

ALBERT, BIRGIT, FRANZISKA, HELMUT = "Albert", "Birgit", "Franziska", "Helmut"


def awards(session: Session, name: str) -> dict[str, tuple[list[int], dict[str, int]]]:
    """By tower, from the lowest flag up: the flag, and who took which chip."""
    (scoring,) = (each for each in session.result["scorings"] if each["name"] == name)
    return {each["tower"]: (each["flag"], dict(each["chips"])) for each in scoring["awards"]}


def points(session: Session) -> dict[str, int]:
    return {player["name"]: player["points"] for player in session.result["players"]}


def test_a1_equal_influence_gives_the_only_chip_to_the_row_nearer_the_base() -> None:
    session = stage(
        [ALBERT, BIRGIT, FRANZISKA, HELMUT],
        ["red", "blue", "brown", "yellow", "beige"],
        {"red": 9, "blue": 8, "yellow": 7, "brown": 6, "beige": 1},
        {"brown": [(ALBERT, [3, 2]), (BIRGIT, [2, 2, 1]), (FRANZISKA, [1, 1]), (HELMUT, [2])]},
        show="intermezzo",
    )
    assert awards(session, "intermezzo")["brown"] == ([1], {ALBERT: 1})
    (brown,) = (each for each in session.table.scorings[0].awards if each.style == "brown")
    assert [(place.influence, place.chip) for place in brown.places] == [
        (5, 1),
        (5, None),
        (2, None),
        (2, None),
    ]
    ties = [[place.seat for place in level] for level in brown.ties]
    assert ties == [[0, 1]], "equal ones decide about no chip"


def test_a2_three_chips_go_by_influence_and_then_by_the_order_of_rows() -> None:
    session = stage(
        [ALBERT, BIRGIT, FRANZISKA, HELMUT],
        ["red", "blue", "brown", "yellow", "beige"],
        {"red": 10, "brown": 9, "blue": 7, "yellow": 5, "beige": 3},
        {
            "brown": [
                (ALBERT, [3, 2, 1, 1]),
                (BIRGIT, [2, 2, 1, 3]),
                (FRANZISKA, [1, 1]),
                (HELMUT, [2]),
            ]
        },
        show="finito",
    )
    assert awards(session, "finito")["brown"] == (
        [5, 3, 1],
        {BIRGIT: 5, ALBERT: 3, FRANZISKA: 1},
    )
    assert points(session)[HELMUT] == 0
    (brown,) = (each for each in session.table.scorings[-1].awards if each.style == "brown")
    assert [[place.seat for place in level] for level in brown.ties] == [[2, 3]]


A3_ROW = ["red", "blue", "brown", "yellow", "beige"]
A3_FLOORS = {"red": 7, "blue": 9, "brown": 9, "yellow": 4, "beige": 7}
A3_INFLUENCE: Rows = {
    "blue": [("A", [3]), ("B", [2, 1])],
    "brown": [("C", [2]), ("A", [1])],
    "red": [("B", [1, 1, 1]), ("C", [2, 2])],
    "yellow": [("B", [3])],
}


def test_a3_equal_towers_rank_by_nearness_to_the_open_cards() -> None:
    session = stage(["A", "B", "C"], A3_ROW, A3_FLOORS, A3_INFLUENCE, show="intermezzo")
    assert list(awards(session, "intermezzo").items()) == [
        ("beige", ([1], {})),
        ("red", ([2], {"C": 2})),
        ("brown", ([3, 1], {"C": 3, "A": 1})),
        ("blue", ([4, 2], {"A": 4, "B": 2})),
    ]
    assert points(session) == {"A": 5, "B": 2, "C": 5}
    scoring = session.table.scorings[0]
    assert [each.tower_level_with for each in scoring.awards] == [
        ("red",),
        ("beige",),
        ("blue",),
        ("brown",),
    ]
    (unflagged,) = scoring.unflagged
    assert (unflagged.style, unflagged.rank) == ("yellow", 5)


def test_a4_with_the_open_cards_at_the_other_end_the_equal_towers_change_places() -> None:
    session = stage(["A", "B", "C"], A3_ROW[::-1], A3_FLOORS, A3_INFLUENCE, show="intermezzo")
    assert list(awards(session, "intermezzo").items()) == [
        ("red", ([1], {"C": 1})),
        ("beige", ([2], {})),
        ("blue", ([3, 1], {"A": 3, "B": 1})),
        ("brown", ([4, 2], {"C": 4, "A": 2})),
    ]
    assert points(session) == {"A": 5, "B": 1, "C": 5}


def winners(*chips: list[int]) -> tuple[tuple[int, ...], str]:
    players = [CampanilePlayer(str(seat)) for seat in range(len(chips))]
    for player, own in zip(players, chips, strict=True):
        player.win(*own)
    outcome = decide_by_points(players, BY_CHIPS)
    return outcome.winners, outcome.decided_by


def test_a6_equal_points_are_won_by_the_highest_single_chip() -> None:
    assert winners([6, 4, 2], [5, 4, 3]) == ((0,), BY_CHIPS.decided_by)
    assert winners([5, 4, 3], [2, 6, 4]) == ((1,), BY_CHIPS.decided_by)


def test_a7_equal_points_and_equal_best_chips_share_the_win_whatever_the_second_chips() -> None:
    assert winners([4, 3, 2], [4, 4, 1], [3, 2]) == ((0, 1), DecidedBy.SHARED)


def test_the_best_chip_counts_only_among_those_level_on_points() -> None:
    assert winners([4, 4], [5, 3], [6, 1]) == ((1,), BY_CHIPS.decided_by)
    assert winners([1, 1, 1], [2]) == ((0,), DecidedBy.POINTS)


def test_with_no_chip_won_by_anyone_all_share() -> None:
    assert winners([], [], []) == ((0, 1, 2), DecidedBy.SHARED)


def test_a9_two_players_have_flags_of_their_own() -> None:
    session = stage(
        ["X", "Y"],
        ["beige", "blue", "brown", "yellow", "red"],
        {"beige": 6, "blue": 12, "brown": 9, "yellow": 6, "red": 1},
        {
            "blue": [("X", [2, 2, 1]), ("Y", [3, 1])],
            "brown": [("Y", [2]), ("X", [1, 1])],
            "beige": [("X", [3])],
            "yellow": [("Y", [1, 1, 1]), ("X", [2])],
        },
        show="finito",
    )
    assert list(awards(session, "finito").items()) == [
        ("red", ([2], {})),
        ("yellow", ([3, 1], {"Y": 3, "X": 1})),
        ("beige", ([4, 1], {"X": 4})),
        ("brown", ([5, 2], {"Y": 5, "X": 2})),
        ("blue", ([6, 3], {"X": 6, "Y": 3})),
    ]
    assert points(session) == {"X": 13, "Y": 11}
    assert session.result["winners"] == ["X"]


def a10() -> Session:
    """Red the highest tower, blue the second; X has a 2 under red before Y's 1+1, Y a 2 at blue."""
    return stage(
        ["X", "Y"],
        ["red", "blue", "brown", "yellow", "beige"],
        {"red": 9, "blue": 7, "brown": 1, "yellow": 1, "beige": 1},
        {"red": [("X", [2]), ("Y", [1, 1])], "blue": [("Y", [2])]},
        moving=True,
    )


def x_moves(session: Session, source: str, goal: str) -> None:
    """A turn of X that moves the 2-marker, led up to by one of Y's if Y is to move."""
    if session.table.player.name == "Y":
        y_passes(session, goal)
    say(session, f"tower red floors 2 move {source} to {goal}")
    say(session, f"take {session.result['display'][0]} show red")


def y_passes(session: Session, shown: str) -> None:
    say(session, "tower red floors 1 marker none")
    say(session, f"take {session.result['display'][0]} show {shown}")


def score_now(session: Session) -> dict[str, tuple[list[int], dict[str, int]]]:
    """The flags, if Intermezzo came at the end of one more turn without a marker."""
    say(session, "tower red floors 1 marker none")
    say(session, f"take {session.result['display'][0]} show intermezzo")
    return awards(session, "intermezzo")


def test_a10_before_the_move_the_earlier_row_wins_the_tie() -> None:
    session = a10()
    assert score_now(session)["red"] == ([4, 2], {"X": 4, "Y": 2})


def test_a10_the_moved_marker_leaves_no_place_behind_and_stands_last_where_it_goes() -> None:
    session = a10()
    x_moves(session, "red", "blue")
    found = score_now(session)
    assert found["red"] == ([4, 2], {"Y": 4})
    assert found["blue"] == ([3, 2], {"Y": 3, "X": 2})


def test_a10_a_marker_that_comes_back_stands_behind_those_that_stayed() -> None:
    session = a10()
    x_moves(session, "red", "blue")
    x_moves(session, "blue", "red")
    assert score_now(session)["red"] == ([4, 2], {"Y": 4, "X": 2})


def test_a12_spare_chips_of_a_flag_stay_in_the_supply() -> None:
    session = stage(
        ["A", "B", "C"],
        ["red", "blue", "brown", "yellow", "beige"],
        {"red": 6, "blue": 2, "brown": 1, "yellow": 1, "beige": 1},
        {"red": [("A", [1]), ("B", [1])]},
        show="finito",
    )
    assert awards(session, "finito")["red"] == ([6, 4, 2], {"A": 6, "B": 4})
    assert session.table.scorings[0].awards[-1].unawarded == (2,)
    assert points(session) == {"A": 6, "B": 4, "C": 0}


def test_a14_the_marker_equals_the_floors_built_and_its_style_lies_open() -> None:
    session = seated(["A", "B"], open_="blue,brown,brown")
    say(session, "tower yellow floors 3")
    assert allowed(session) == {("marker", "none"), ("marker", "blue"), ("marker", "brown")}
    assert refusal(session, "marker", "red") == "not-open"
    say(session, "marker blue")
    assert session.table.players[0].stock == {1: 5, 2: 3, 3: 0}
    assert session.result["towers"][1]["influence"] == [{"player": "A", "value": 3, "markers": [3]}]


def test_a14_with_the_3_marker_placed_already_no_marker_is_asked_for() -> None:
    session = seated(["A", "B"], open_="blue,brown,brown")
    say(session, "tower yellow floors 3 marker blue take blue show brown")
    say(session, "tower yellow floors 1 marker none take brown show blue")
    say(session, "tower yellow floors 3")
    assert session.question is not None
    assert session.question.key == "take"


@pytest.mark.parametrize("shown", ["intermezzo", "finito"])
def test_towers_that_never_grew_are_ranked_by_nearness_and_flagged(shown: str) -> None:
    session = stage(
        ["A", "B", "C"],
        ["yellow", "red", "brown", "blue", "beige"],
        {"beige": 3, "red": 0, "blue": 0, "yellow": 0, "brown": 0},
        {"red": [("A", [1])]},
        show=shown,
    )
    ranks = [each.style for each in reversed(session.table.scorings[0].awards)]
    assert ranks == ["beige", "yellow", "red", "brown", "blue"][: len(ranks)]
    second_chip = {"intermezzo": {"A": 2}, "finito": {"A": 4}}
    assert awards(session, shown)["red"][1] == second_chip[shown]
