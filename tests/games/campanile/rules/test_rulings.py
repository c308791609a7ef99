"""The rulebook's turn, our rulings where it is silent, and worked examples of the flags."""

from fractions import Fraction

import pytest

from companion.core.conversation import Grade, Refused
from companion.core.session import Session
from tests.games.campanile.rules.staging import STYLES, say, seated, stage
from tests.games.questions import allowed, asked, refusal

FLAT = {"beige": 3, "blue": 2, "brown": 1, "yellow": 1, "red": 1}


def without_marker(session: Session, build: str, shown: str) -> None:
    """A whole turn: what is built, as in `red 2`, and the card turned up at its end."""
    style, floors = build.split()
    say(session, f"tower {style} floors {floors}")
    if asked(session) == "marker":
        say(session, "marker none")
    say(session, f"take {session.result['display'][0]} show {shown}")


def grade(session: Session, key: str, word: str) -> Grade | None:
    objection = session.judge(session.read_pair(key, word))
    return objection.grade if objection is not None else None


def influence(session: Session, style: str) -> list[tuple[str, list[int]]]:
    (tower,) = (each for each in session.result["towers"] if each["style"] == style)
    return [(row["player"], row["markers"]) for row in tower["influence"]]


# A turn ---------------------------------------------------------------------------------------


def test_a_card_is_taken_from_the_open_ones() -> None:
    session = seated(["A", "B"], open_="blue,red,red")
    say(session, "tower brown floors 2 marker none")
    assert allowed(session) == {("take", "blue"), ("take", "red")}
    assert refusal(session, "take", "brown") == "not-open"


def test_a_tower_grows_by_one_two_or_three_floors() -> None:
    session = seated(["A", "B"], open_="blue,red,red")
    say(session, "tower brown")
    assert allowed(session) == {("floors", "1"), ("floors", "2"), ("floors", "3")}
    with pytest.raises(Refused) as refused:
        session.answer_pair("floors", "4")
    assert refused.value.objection.values["choices"] == ("1", "2", "3")


def test_all_towers_begin_without_floors_and_the_first_named_begins() -> None:
    session = seated(["A", "B", "C"], open_="blue,red,red")
    assert [tower["floors"] for tower in session.result["towers"]] == [0] * 5
    assert session.table.player.name == "A"


# Intermezzo and Finito ------------------------------------------------------------------------


def test_after_intermezzo_the_display_is_refilled_and_the_next_player_is_up() -> None:
    session = stage(["A", "B", "C"], STYLES, FLAT, {"red": [("A", [1])]}, show="intermezzo")
    pile, seat = session.result["pile"], session.table.seat
    assert asked(session) == "show"
    assert refusal(session, "show", "intermezzo") == "seen-before"
    assert grade(session, "show", "intermezzo") is Grade.RULE
    say(session, "show red")
    assert session.result["pile"] == pile - 1
    assert len(session.result["display"]) == 3
    assert session.table.seat == (seat + 1) % 3


def test_finito_can_follow_intermezzo_at_once_in_a_pile_built_well() -> None:
    # Two players: with 14 tower cards above Intermezzo the refill is the first of the last eleven.
    session = seated(["A", "B"], open_="blue,red,yellow")
    for turn in range(11):
        without_marker(session, f"{STYLES[turn % 5]} 1", STYLES[turn % 5])
    say(session, f"tower red floors 1 marker none take {session.result['display'][0]}")
    assert refusal(session, "show", "intermezzo") is None
    say(session, "show intermezzo")
    assert refusal(session, "show", "finito") is None
    assert session.table.pile.forecast_finito().chance == Fraction(1, 11)
    say(session, "show finito")
    assert session.result["notes"] == []
    assert len(session.result["scorings"]) == 2


def test_finito_before_intermezzo_is_the_final_scoring_alone_with_a_note() -> None:
    session = seated(["A", "B"], open_="blue,red,yellow")
    for turn in range(12):
        without_marker(session, f"{STYLES[turn % 5]} 1", STYLES[turn % 5])
    say(session, f"tower red floors 1 marker none take {session.result['display'][0]}")
    assert refusal(session, "show", "finito") == "finito-first"
    assert grade(session, "show", "finito") is Grade.UNLIKELY
    say(session, "show finito")
    assert [scoring["name"] for scoring in session.result["scorings"]] == ["finito"]
    assert session.result["notes"] == ["finito-first"]


def test_an_early_finito_is_doubted_accepted_and_noted() -> None:
    session = seated(["A", "B"], open_="blue,red,yellow")
    say(session, "tower red floors 1 marker none take red")
    assert refusal(session, "show", "finito") == "finito-early"
    assert grade(session, "show", "finito") is Grade.UNLIKELY
    say(session, "show finito")
    assert session.result["notes"] == ["finito-early"]
    assert session.result["state"] == "finished"


def test_an_early_intermezzo_is_doubted_accepted_and_noted() -> None:
    session = seated(["A", "B"], open_="blue,red,yellow")
    say(session, "tower red floors 1 marker none take red")
    assert refusal(session, "show", "intermezzo") == "intermezzo-early"
    assert grade(session, "show", "intermezzo") is Grade.UNLIKELY
    say(session, "show intermezzo")
    assert session.result["notes"] == ["intermezzo-early"]


def test_neither_scoring_card_lies_in_the_opening_display() -> None:
    session = seated(["A", "B"], open_="blue,red,yellow")
    session.undo()
    for card in ("intermezzo", "finito"):
        assert refusal(session, "open", f"blue,{card},red") == "not-a-choice"


def test_after_finito_nothing_can_be_said() -> None:
    session = seated(["A", "B"], open_="blue,red,yellow")
    say(session, "tower red floors 1 marker none take red show finito")
    for key, word in [("tower", "red"), ("correct cards", "unknown")]:
        with pytest.raises(Refused) as refused:
            session.answer_pair(key, word)
        assert refused.value.objection.reason == "game-over"


# Moving a marker, for two ---------------------------------------------------------------------


def two(open_: str = "red,red,blue") -> Session:
    """X has a 2 and a 1 under red, Y a 2 behind it; X is to move."""
    session = seated(["X", "Y"], open_=open_, moving=True)
    say(session, "tower brown floors 2 marker red take blue show yellow")
    say(session, "tower brown floors 2 marker red take yellow show yellow")
    say(session, "tower blue floors 1 marker red take yellow show yellow")
    say(session, "tower yellow floors 1 marker none take red show blue")
    return session


def test_only_a_2_marker_moves_and_only_after_two_floors() -> None:
    session = two()
    say(session, "tower yellow floors 1")
    assert refusal(session, "move", "red") == "move-needs-two"
    session.undo()
    say(session, "floors 2")
    assert refusal(session, "move", "blue") == "no-marker-there"
    assert refusal(session, "move", "red") is None


def test_a_marker_moves_to_another_tower_that_lies_open() -> None:
    session = two()
    say(session, "tower yellow floors 2 move red")
    assert refusal(session, "to", "red") == "same-tower"
    assert refusal(session, "to", "beige") == "not-open"
    assert allowed(session) == {("to", style) for style in {*session.result["display"]} - {"red"}}


def test_where_only_its_own_tower_lies_open_a_marker_can_not_move() -> None:
    session = seated(["X", "Y"], open_="red,red,red", moving=True)
    say(session, "tower brown floors 2 marker red take red show red")
    say(session, "tower brown floors 1 marker none take red show red")
    say(session, "tower blue floors 2")
    assert refusal(session, "move", "red") == "nowhere-to-move"


def test_without_a_2_in_stock_moving_is_still_asked_for() -> None:
    session = seated(["X", "Y"], open_="red,red,blue", moving=True)
    for style in ("brown", "blue", "beige"):
        say(session, f"tower {style} floors 2 marker red take red show red")
        without_marker(session, "yellow 1", "blue")
    say(session, "tower yellow floors 2")
    assert session.table.player.stock[2] == 0
    assert asked(session) == "marker"
    assert refusal(session, "marker", "red") == "marker-spent"
    assert refusal(session, "move", "red") is None


def test_without_the_variant_a_marker_never_moves() -> None:
    session = seated(["X", "Y"], open_="red,red,blue")
    say(session, "tower brown floors 2 marker red take red show red")
    say(session, "tower brown floors 1 marker none take red show red")
    say(session, "tower blue floors 2")
    assert {key for key, _ in allowed(session)} == {"marker"}
    assert session.question is not None
    assert not session.question.accepts_key("move")
    with pytest.raises(Refused):
        session.answer_pair("move", "red")


@pytest.mark.parametrize("players", [3, 4, 5])
def test_moving_markers_is_for_two_players(players: int) -> None:
    session = seated(["A", "B", "C", "D", "E"][:players], open_="red,red,blue")
    session.undo(2)
    assert asked(session) == "variant"
    assert refusal(session, "variant", "move-markers") == "variant-two-players"


# Worked examples ---------------------------------------------------------------------------------

ALBERT, BIRGIT, FRANZISKA, HELMUT = "Albert", "Birgit", "Franziska", "Helmut"


def awards(session: Session, name: str) -> dict[str, tuple[list[int], dict[str, int]]]:
    """By tower, from the lowest flag up: the flag, and who took which chip."""
    (scoring,) = (each for each in session.result["scorings"] if each["name"] == name)
    return {each["tower"]: (each["flag"], dict(each["chips"])) for each in scoring["awards"]}


def points(session: Session) -> dict[str, int]:
    return {player["name"]: player["points"] for player in session.result["players"]}


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
