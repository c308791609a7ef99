"""Where the rulebook is silent or could be read in two ways, and worked examples of lines."""

import pytest

from companion.core.conversation import Grade
from companion.core.session import Session
from companion.games import replay_session, start_session
from companion.games.bologna.rules.board import BoardField, Direction, FieldKind
from companion.games.bologna.rules.scoring import FIRST_SCORING, SECOND_SCORING, set_bonus
from companion.games.bologna.rules.state import KindCollected, StonesBurnt, TowerSecured
from companion.games.bologna.rules.table import BolognaTable
from tests.games.bologna.rules import second
from tests.games.bologna.rules.staging import MAP, legal, light, say, seated, standing, tower
from tests.games.questions import asked, objection, refusal

# Setup ------------------------------------------------------------------------------------------


def test_three_or_four_play() -> None:
    session = start_session("bologna-towers")
    for name, colour in (("A", "red"), ("B", "blue")):
        session.answer_pair("player", name)
        session.answer_pair("colour", colour)
    assert refusal(session, "player", "") == "name-length"
    session.answer_pair("player", "C")
    session.answer_pair("colour", "black")
    session.answer_pair("player", "D")
    session.answer_pair("colour", "green")
    assert asked(session) == "variant"


@pytest.mark.parametrize(
    ("players", "variants", "cards"),
    [("RBG", (), 81), ("RBGY", (), 78), ("RBG", ("cards-96",), 83), ("RBGY", ("cards-96",), 80)],
)
def test_the_pile_begins_with_what_hands_and_display_leave(
    players: str, variants: tuple[str, ...], cards: int
) -> None:
    assert seated(players, variants).result["pile"] == cards


@pytest.mark.parametrize(
    ("written", "reason"),
    [
        ("mchnfs.", "map-shape"),
        (MAP + "/.......", "map-shape"),
        (MAP.replace("m", "x"), "map-letter"),
        ("/".join(["mmmmmmm"] * 7), "map-basilica"),
    ],
)
def test_a_map_that_can_not_be_is_refused(written: str, reason: str) -> None:
    session = seated()
    session.undo(2)
    assert asked(session) == "kinds"
    assert refusal(session, "kinds", written) == reason


# Kinds ------------------------------------------------------------------------------------------


def test_with_a_map_the_kind_is_collected_without_a_question() -> None:
    session = seated(kinds=MAP, variants=("light",))
    say(session, "build 2-2 to 2-5")
    assert session.events == [KindCollected(0, session.table.players[0].kinds[0])]
    assert session.result["players"][0]["kinds"] == ["merchant"]
    assert asked(session) == "show"


# Building ---------------------------------------------------------------------------------------


def test_no_stone_on_basilica_plague_roof_or_a_full_tower() -> None:
    session = light({"2-2": "RRRR", "3-3": "RBGRBG"}, roofs={"2-2": "R"})
    session.answer_pair("correct plague", "7-7:8-8")
    for field, reason in {
        "5-5": "basilica",
        "7-8": "plagued",
        "2-2": "roofed",
        "3-3": "tower-full",
        "2-3": None,
    }.items():
        assert refusal(session, "build", field) == reason


def test_the_stock_ends_a_line() -> None:
    session = light({})
    session.answer_pair("correct stones", "Rosa:2")
    say(session, "build 8-2")
    assert legal(session) == {"8-2", "8-3", "7-2"}
    assert refusal(session, "to", "8-4") == "no-stones"
    session.answer_pair("correct stones", "Rosa:0")
    session.undo(2)
    session.answer_pair("correct stones", "Rosa:0")
    assert refusal(session, "build", "8-2") == "no-stones"


# Roofs ------------------------------------------------------------------------------------------


def test_a_tower_of_four_with_two_own_stones_on_top_can_be_secured_on_any_own_turn() -> None:
    session = light({"2-2": "BBRR", "3-3": "BBBR", "4-4": "RRR", "6-6": "GRRBB"})
    say(session, "build 8-8 to 8-8 kind none")
    assert asked(session) == "secure"
    assert legal(session) == {"none", "2-2"}
    assert refusal(session, "secure", "6-6") == "not-securable"
    say(session, "secure 2-2")
    assert tower(session, "2-2") == "BBRR'R"
    assert session.events == [TowerSecured(BoardField("2-2"), 0)]
    assert asked(session) == "show"


def test_with_secure_built_only_towers_built_on_this_turn_are_secured() -> None:
    session = seated(variants=("light", "secure-built"))
    standing(session, {"2-2": "BBRR", "2-3": "GGGR"})
    say(session, "build 2-3 to 2-3 kind none")
    assert refusal(session, "secure", "2-2") == "not-built-now"
    assert legal(session) == {"none", "2-3"}


def roofs_spent() -> Session:
    """Rosa has all her roofs on towers, and one more tower to secure."""
    own = {"2-2": "RRRR", "2-4": "RRRR", "2-6": "RRRR", "2-8": "RRRR"}
    session = light(own | {"8-8": "BBBR"}, roofs=dict.fromkeys(own, "R"))
    say(session, "build 8-8 to 8-8 kind none")
    return session


def test_with_no_roof_left_one_is_moved_and_its_tower_is_open_again() -> None:
    session = roofs_spent()
    say(session, "secure 8-8")
    assert asked(session) == "from"
    assert refusal(session, "from", "8-7") == "no-roof-there"
    say(session, "from 2-4")
    assert tower(session, "8-8") == "BBBRR'R"
    assert tower(session, "2-4") == "RRRR"
    assert asked(session) == "show"
    say(session, "show .")
    assert refusal(session, "build", "2-4") is None


def test_a_tower_that_has_just_lent_its_roof_waits_a_turn() -> None:
    session = roofs_spent()
    standing(session, {"4-4": "RRRR"})
    say(session, "secure 8-8 from 2-4")
    assert refusal(session, "secure", "2-4") == "roof-just-left"
    assert legal(session) == {"none", "4-4"}


def test_on_its_owners_next_turn_it_waits_no_more() -> None:
    session = roofs_spent()
    say(session, "secure 8-8 from 2-4 show . pass yes show . pass yes show . pass yes")
    assert legal(session) == {"none", "2-4"}


def test_six_stones_without_a_roof_are_full_but_burn() -> None:
    own = {"2-2": "RRRR", "2-4": "RRRR", "2-6": "RRRR", "2-8": "RRRR"}
    session = light(own | {"8-8": "BGBGB"}, roofs=dict.fromkeys(own, "R"))
    say(session, "build 8-8 to 8-8 kind none")
    assert tower(session, "8-8") == "BGBGBR"
    assert legal(session) == {"none", "8-8"}
    say(session, "secure none show .")
    assert refusal(session, "build", "8-8") == "tower-full"
    say(session, "fire 8-8 to 7-7")
    assert tower(session, "8-8") == "BGBGB"


# Plague and fire --------------------------------------------------------------------------------


def test_a_fire_takes_top_stones_also_single_ones_also_in_the_plague_but_not_under_a_roof() -> None:
    session = light({"2-2": "R", "2-3": "RB", "3-2": "RRRR", "3-3": "GG"}, roofs={"3-2": "R"})
    session.answer_pair("correct plague", "2-2:3-3")
    before = [player["stones"] for player in session.result["players"]]
    say(session, "fire 2-2 to 3-3")
    assert [tower(session, at) for at in ("2-2", "2-3", "3-2", "3-3")] == ["", "R", "RRRR'R", "G"]
    after = [player["stones"] for player in session.result["players"]]
    assert [b - a for a, b in zip(before, after, strict=True)] == [1, 1, 1]
    (event,) = session.events
    assert isinstance(event, StonesBurnt)
    assert event.stones == (("2-2", 0), ("2-3", 1), ("3-3", 2))


def test_plague_and_fire_may_start_where_nothing_can_be_built_but_never_at_the_basilica() -> None:
    session = light({"2-2": "RRRR"}, roofs={"2-2": "R"})
    assert refusal(session, "fire", "2-2") is None
    assert refusal(session, "plague", "2-2") is None
    assert refusal(session, "fire", "5-5") == "always-heals"
    assert refusal(session, "plague", "5-5") == "always-heals"


def test_healing_where_there_is_no_plague_is_doubted_and_noted() -> None:
    session = light({})
    found = objection(session, "heal", "5-5")
    assert found is not None
    assert (found.reason, found.grade) == ("no-plague", Grade.UNLIKELY)
    say(session, "heal 5-5 show .")
    assert session.result["notes"] == ["no-plague"]


# Scorings and ends ------------------------------------------------------------------------------


def test_a_third_scoring_card_is_refused_and_an_early_one_doubted() -> None:
    session = light({})
    say(session, "pass yes")
    found = objection(session, "show", "scoring")
    assert found is not None
    assert (found.reason, found.grade) == ("scoring-early", Grade.UNLIKELY)
    say(session, "show scoring show scoring")
    assert session.result["notes"] == ["scoring-early", "scoring-early"]
    assert refusal(session, "show", "scoring") == "scoring-seen"


def test_that_the_row_can_not_be_refilled_is_doubted_while_the_pile_holds_cards() -> None:
    session = light({})
    say(session, "pass yes")
    found = objection(session, "show", "none")
    assert found is not None
    assert (found.reason, found.grade) == ("pile-not-empty", Grade.UNLIKELY)
    say(session, "show none")
    assert session.result["state"] == "finished"
    assert [each["name"] for each in session.result["scorings"]] == ["final"]


def test_the_end_at_an_empty_pile_is_asked_for_when_the_count_says_so() -> None:
    session = seated(variants=("light", "end-at-empty-pile"))
    session.answer_pair("correct pile", "2")
    say(session, "pass yes show .")
    assert asked(session) == "pile"
    again = replay_session("bologna-towers", [(a.key, a.word) for a in session.answers])
    say(session, "pile empty")
    assert session.result["state"] == "finished"
    say(again, "pile left pass yes show none")
    assert again.result["state"] == "finished"


def test_without_that_reading_the_last_card_ends_nothing() -> None:
    session = light({})
    session.answer_pair("correct pile", "2")
    say(session, "pass yes show .")
    assert asked(session) == "build"


def test_how_far_a_line_can_go_is_told_for_every_direction() -> None:
    table: BolognaTable = light({"2-4": "RRRR"}, roofs={"2-4": "R"}).table
    lines = {
        direction.name: table.longest_line(BoardField("2-2"), direction) for direction in Direction
    }
    told = {name: (len(line.fields), line.stop) for name, line in lines.items()}
    assert told["RIGHT"][0] == 2
    assert told["DOWN"] == (4, None)
    assert told["UP"][0] == told["LEFT"][0] == 1


# Worked examples ---------------------------------------------------------------------------------


def test_b3_the_basilica_the_edge_and_nothing_ends_a_line() -> None:
    table: BolognaTable = seated().table

    def line(field: str, direction: Direction) -> tuple[int, str | None]:
        fields, stop = table.longest_line(BoardField(field), direction)
        return len(fields), stop and stop.reason

    assert line("5-3", Direction.RIGHT) == (2, "basilica")
    assert line("7-7", Direction.DOWN) == (2, "board-edge")
    assert line("8-2", Direction.RIGHT) == (4, None)


def test_b4_a_roof_and_the_plague_end_a_line() -> None:
    session = light({"4-4": "RRRR"}, roofs={"4-4": "R"})
    session.answer_pair("correct plague", "3-6:2-7")
    table: BolognaTable = session.table
    to_the_roof = table.longest_line(BoardField("4-2"), Direction.RIGHT)
    assert (len(to_the_roof.fields), to_the_roof.stop and to_the_roof.stop.reason) == (2, "roofed")
    to_the_plague = table.longest_line(BoardField("3-4"), Direction.RIGHT)
    assert len(to_the_plague.fields) == 2
    assert to_the_plague.stop is not None
    assert to_the_plague.stop.reason == "plagued"
    assert to_the_plague.stop.values == {"field": "3-6"}


COLLECTIONS = {
    "": 0,
    "KB": 0,
    "KBH": 5,
    "KBHA": 10,
    "KBHF": 5,
    "KBHFS": 5,
    "KBHAF": 15,
    "KBHAS": 10,
    "KBHAFS": 25,
    "AFS": 0,
    "BHAFS": 0,
}


@pytest.mark.parametrize(("letters", "expected"), COLLECTIONS.items())
def test_only_the_chain_from_the_merchant_on_gives_extra_points(
    letters: str, expected: int
) -> None:
    kinds = {[*FieldKind]["KBHAFS".index(letter)] for letter in letters}
    assert set_bonus(kinds) == expected
    assert second.extra({kind.value for kind in kinds}) == expected


def test_the_scorings_are_named_in_their_order() -> None:
    session = seated(variants=("light",))
    say(session, "build 2-2 to 2-2 kind none show scoring show scoring show .")
    assert [each.name for each in session.table.scorings] == [FIRST_SCORING, SECOND_SCORING]
