"""Die Türme von Bologna at the device: its setup, a turn in few presses, refusals, its scorings."""

from dataclasses import replace

import pytest

from companion.app.demo.rig import Rig
from companion.app.strokes import stroke_bounds
from companion.core.conversation import Answer
from companion.core.game_base import SeatingReason
from companion.core.interfaces import Tune
from companion.games import load_plugin
from companion.games.bologna.input.board import BoardPicker, CursorMode
from companion.games.bologna.rules.board import BoardField
from companion.ui.input.choice import BoardSource, ChoicePicker
from companion.ui.input.context import InputContext
from companion.ui.input.entry import Answered
from companion.ui.input.guide import Guide, Winner
from companion.ui.input.menu import Menu
from tests import depth
from tests.app.journeys import begin, cut, go_home, journey, new_game, resumed, stands
from tests.app.reading import asked, kept, playing, pointed_at
from tests.buttons import BACK, DOWN, LEFT, NEXT, OK, PREVIOUS, RIGHT, UP
from tests.entries import entry_for
from tests.games.bologna.journeys import GAME, SETUP, refusal, to_the_map
from tests.games.bologna.rules.staging import MAP, say, seated, standing
from tests.shipped import read_shipped

TURN = "build 4-4 to 4-7  kind noble  take 2,6  show 3  show 4\n"


def test_what_is_chosen_already_is_ticked_and_not_chosen_twice() -> None:
    session = seated(variants=("secure-built", "cards-96"), open_="5,5,5,5")
    session.undo(sum(answer.key in ("kinds", "open") for answer in session.answers) + 1)
    menu = entry_for(session, InputContext())
    assert isinstance(menu, Menu)
    none, chosen = Answer("variant", ""), ("secure-built", "cards-96")
    assert (menu.chosen, menu.item) == (chosen, none)
    assert [item.word for item in menu.items[: menu.at]] == [*chosen]
    refused = replace(menu, at=0).press(OK)
    assert isinstance(refused, Menu)
    assert refused.refused is not None
    assert refused.refused.reason is SeatingReason.VARIANT_TWICE


BEFORE_THE_END = 170
"""Answers of the shipped game after which one scoring is left."""


@pytest.mark.usefixtures("undrawn")
def test_the_shipped_game_from_home_to_the_winner_page_by_page(rig: Rig) -> None:
    record = read_shipped(GAME)
    scorings = depth.at_depth(1, 3)
    if depth.is_soak():
        new_game(rig, record)
    else:
        resumed(rig, cut(record, next(at for at in stroke_bounds(record) if at > BEFORE_THE_END)))
    pages = (rig.entry for _ in stands(rig, record) if isinstance(rig.entry, Guide))
    told = [asked(page) for page in pages]
    seen = [page.removeprefix("page ") for page in told]
    scoring = ["scoring", *["award"] * 3, "Standings"]
    assert seen == [*scoring * scorings, "Winner"]
    assert isinstance(rig.entry, Guide)
    assert isinstance(rig.entry.page, Winner)
    assert rig.entry.page.event.seats == (1,)
    assert kept(rig).result == record.result
    assert Tune.GAME_OVER in rig.chime.history
    journey(rig, ("page Winner", OK), ("home",))


def test_a_first_turn_on_the_stick(stick: Rig) -> None:
    journey(stick, ("home", OK), ("game", UP, UP, OK), ("players", OK))
    journey(stick, ("player 1", OK), ("player 2", OK), ("player 3", OK))
    journey(stick, ("variant", OK), ("kinds", OK))
    journey(stick, ("open 1", OK), ("open 2", RIGHT, OK), ("open 3", RIGHT, UP, OK))
    journey(stick, ("open 3", RIGHT, OK), ("open 4", LEFT, LEFT, OK), ("open 4", OK))
    assert playing(stick).answers[-1] == Answer("open", ("5", "6", "plague-6", "fire-5"))
    journey(stick, ("build field", LEFT, OK), ("build end", LEFT, OK), ("kind", UP, LEFT, OK))
    journey(stick, ("take", OK), ("show 1", LEFT, OK), ("show 1", UP, RIGHT, OK))
    journey(stick, ("show 1", BACK), ("show 1", OK), ("show 1", OK), ("build field",))
    said = [(answer.key, answer.word) for answer in playing(stick).answers[-6:]]
    assert said == [
        ("build", "4-4"),
        ("to", "4-2"),
        ("kind", "merchant"),
        ("take", "plague-6,fire-5"),
        ("show", "4"),
        ("show", "plague-5"),
    ]


def test_a_first_turn_on_four_buttons(four: Rig) -> None:
    begin(four, SETUP)
    journey(four, ("build row", PREVIOUS, OK), ("build column", PREVIOUS, OK), ("build end", OK))
    journey(four, ("kind", *[PREVIOUS] * 4, OK), ("take", OK), ("show 1", NEXT, OK))
    journey(four, ("show 1", *[PREVIOUS] * 5, OK), ("show 1", OK), ("build row",))
    said = [(answer.key, answer.word) for answer in playing(four).answers[-6:]]
    assert said == [
        ("build", "4-4"),
        ("to", "4-7"),
        ("kind", "shepherd"),
        ("take", "2,fire-8"),
        ("show", "6"),
        ("show", "plague-5"),
    ]


def test_a_push_throws_the_line_and_the_other_way_takes_stones_back(stick: Rig) -> None:
    begin(stick, SETUP)
    journey(stick, ("build field", OK, RIGHT))
    assert pointed_at(stick.entry) == ("4-5", "4-6", "4-7", "4-8")
    journey(stick, ("build end", LEFT, LEFT))
    assert pointed_at(stick.entry) == ("4-5", "4-6")
    journey(stick, ("build end", RIGHT))
    assert pointed_at(stick.entry) == ("4-5", "4-6", "4-7")
    journey(stick, ("build end", UP))
    assert pointed_at(stick.entry) == ("4-5", "3-5", "2-5")
    journey(stick, ("build end", DOWN, DOWN))
    assert pointed_at(stick.entry) == ("4-5",)
    assert refusal(stick, DOWN) == "basilica"
    journey(stick, ("build end", RIGHT))
    assert refusal(stick, RIGHT) is None, "four stones are all that a turn may lay"
    journey(stick, ("build end", BACK), ("build field",))


def test_with_one_axis_the_longest_lines_come_first_and_one_stone_is_a_step_back(four: Rig) -> None:
    begin(four, SETUP)
    journey(four, ("build row", PREVIOUS, OK), ("build column", OK), ("build end",))
    ends = []
    for _ in range(3):
        ends.append(len(cursor(four)))
        four.press(NEXT)
    four.press(PREVIOUS, PREVIOUS, PREVIOUS, PREVIOUS)
    assert ends == [4, 4, 3]
    assert cursor(four) == ("4-5",)


def cursor(rig: Rig) -> tuple[str, ...]:
    assert isinstance(rig.entry, BoardPicker)
    return tuple(map(str, rig.entry.area))


def test_plague_fire_and_passing_lie_past_the_boards_edge(stick: Rig) -> None:
    begin(stick, SETUP)
    journey(stick, ("build field", RIGHT, RIGHT, RIGHT, RIGHT), ("plague", RIGHT), ("fire", RIGHT))
    journey(stick, ("pass", RIGHT), ("build field", LEFT, LEFT, OK), ("fire field",))
    journey(stick, ("fire field", BACK), ("fire", LEFT, OK), ("plague field", OK), ("plague end",))
    area = set(cursor(stick))
    journey(stick, ("plague end", DOWN if "3-5" in area else UP), ("plague end", BACK))
    journey(stick, ("plague field", BACK), ("plague", OK), ("plague field", OK))
    journey(stick, ("plague end", OK), ("with", OK), ("take",))


def test_the_basilica_heals(rig: Rig) -> None:
    begin(rig, SETUP + "plague 4-6 to 5-7  take 2,6  show 3  show 4\n")
    rig.say([Answer("heal", "5-5")])
    assert asked(rig.entry) == "with"
    rig.press(BACK)
    assert pointed_at(rig.entry) == ("5-5",)
    rig.press(OK, OK)
    assert playing(rig).table.board.plague == ()


def test_to_heal_nothing_is_doubted(stick: Rig) -> None:
    begin(stick, SETUP)
    journey(stick, ("build field", DOWN, OK), ("doubt no-plague", BACK))
    journey(stick, ("build field", OK), ("doubt no-plague", OK), ("with",))


def test_a_blocked_field_says_why(rig: Rig) -> None:
    begin(rig, SETUP + "plague 4-6 to 3-7  take 2,6  show 3  show 4\n")
    rows = {"bonnet": [UP, UP, RIGHT], "four-buttons": [PREVIOUS, OK, *[NEXT] * 3]}
    rig.press(*rows[rig.board.name])
    assert cursor(rig) == ("4-6",)
    assert refusal(rig, OK) == "plagued"
    assert rig.chime.history[-1] is Tune.REFUSAL
    assert asked(rig.entry) in ("build field", "build column")


HELD = "".join(
    f"build {field} to {field}  take {take}  show 3  show 4\n"
    for field, take in (
        ("2-2", "5,6"),
        ("2-3", "2,fire-8"),
        ("2-4", "3,4"),
        ("3-5", "3,4"),
        ("2-4", "3,4"),
        ("3-4", "3,4"),
    )
)


def test_what_the_hand_cannot_hold_is_doubted_and_the_table_is_right(rig: Rig) -> None:
    """Red was dealt 2, 2 and 3: there can be no 7 and no 8."""
    begin(rig, SETUP + HELD)
    assert isinstance(rig.entry, BoardPicker)
    wanted = [Answer("correct cards", "unknown"), Answer("build", "7-8"), Answer("to", "7-8")]
    rig.say(wanted)
    assert playing(rig).answers[-3:] == wanted
    rig.press(BACK)
    assert cursor(rig) == ("7-8",)
    rig.press(OK)
    assert asked(rig.entry) == "doubt cards-not-held"


def test_for_a_roof_towers_built_on_now_come_first_and_older_ones_last() -> None:
    session = standing(seated(), {"3-3": "RBR", "7-7": "BBRR"})
    say(session, "build 3-3 to 3-3 kind none")
    entry = entry_for(session, InputContext())
    assert isinstance(entry, ChoicePicker)
    assert [choice.word for choice in entry.choices] == ["3-3", "none", "7-7"]


def test_a_light_game_asks_for_no_cards(rig: Rig) -> None:
    light = SETUP.replace("open 5,6,2,fire-8", "variant light")
    begin(rig, light + "build 5-4 to 5-4  kind none\n")
    assert asked(rig.entry) == "show"
    rig.press(OK)
    assert playing(rig).table.seat == 1
    assert asked(rig.entry).startswith("build")


def test_plague_and_fire_begin_with_the_heaviest_block() -> None:
    session = standing(seated(), {"3-3": "RBR", "6-7": "BBRR"})
    entry = entry_for(session, InputContext(1))
    assert isinstance(entry, BoardPicker)
    plague = replace(entry, action="plague", at=BoardField("7-6"), mode=CursorMode.COLUMN).press(OK)
    assert isinstance(plague, BoardPicker)
    assert plague.end == "6-7"


def test_two_cards_given_away_may_come_in_any_order(stick: Rig) -> None:
    begin(stick, SETUP)
    journey(stick, ("build field", *[LEFT] * 4), ("pass", OK))
    journey(stick, ("discard 1", RIGHT, OK), ("discard 2", BACK), ("discard 1", OK))
    journey(stick, ("discard 2", LEFT, LEFT, OK), ("take",))
    assert playing(stick).answers[-1] == Answer("discard", ("4", "6"))


def test_without_a_map_last_time_none_is_offered(stick: Rig) -> None:
    begin(stick, SETUP)
    go_home(stick)
    to_the_map(stick)
    assert pointed_at(stick.entry) == "without"


def test_a_map_from_a_file_comes_before_the_one_of_last_time() -> None:
    session = seated()
    session.undo(len(session.answers) - session.answers.index(Answer("kinds", "")))
    other = MAP.replace("m", "n")
    context = InputContext(printed=(Answer("kinds", MAP),), board=(Answer("kinds", other),))
    entry = entry_for(session, context)
    assert isinstance(entry, BoardSource)
    assert [name for name, _ in entry.choices] == ["printed", "again", "without", "enter"]
    assert entry.press(OK) == Answered((Answer("kinds", MAP),))


def test_without_stones_the_cursor_starts_on_passing() -> None:
    session = seated()
    session.answer_pair("correct stones", "Rosa:0")
    entry = entry_for(session, InputContext())
    assert isinstance(entry, BoardPicker)
    assert entry.sign == "pass"


def test_of_four_cards_the_other_two_are_one_push_away() -> None:
    session = seated(open_="2,3,4,5")
    say(session, "build 3-3 to 3-3 kind none")
    entry = entry_for(session, InputContext())
    assert isinstance(entry, ChoicePicker)
    assert entry.choice.value == ("4", "5")
    other = entry.press(UP)
    assert isinstance(other, ChoicePicker)
    assert other.choice.value == ("2", "3")
    assert len(entry.choices) == 6


def test_to_pass_with_cards_to_play_is_doubted(stick: Rig) -> None:
    begin(stick, SETUP + HELD)
    journey(stick, ("build field",))
    stick.say([Answer("pass", "yes")])
    assert asked(stick.entry) == "discard 1"
    stick.press(BACK)
    journey(stick, ("pass", OK), ("doubt can-act", OK), ("discard 1",))


def test_in_a_light_game_no_cursor_starts_on_the_end_whatever_the_count_leaves() -> None:
    session = seated(variants=("light", "end-at-empty-pile"))
    session.answer_pair("correct pile", "1")
    say(session, "build 3-3 to 3-3 kind none")
    entry = entry_for(session, InputContext())
    assert isinstance(entry, ChoicePicker)
    assert entry.choice.word == "ordinary"
    say(session, "show .")
    entry = entry_for(session, InputContext())
    assert isinstance(entry, ChoicePicker)
    assert entry.choice == Answer("pile", "left")


@pytest.mark.parametrize("axes", [1, 2])
def test_no_cursor_starts_on_the_stone_that_overbuilds(axes: int) -> None:
    """A fourth tower of six ends the game; fields of five lie all about the Basilica."""
    full = dict.fromkeys(("2-2", "2-3", "2-4"), "RRRRRR")
    nearly = {f"{row}-{column}": "GGGBB" for row in (4, 5, 6) for column in (4, 5, 6)}
    del nearly["5-5"]
    session = standing(seated(variants=("light",)), {**full, **nearly})
    entry = entry_for(session, InputContext(axes))
    assert isinstance(entry, BoardPicker)
    assert not set(entry.area) & set(nearly) or axes == 1
    ends = load_plugin(GAME).input.ends_or_scores
    assert ends is not None
    field = replace(entry, at=BoardField("3-4"), mode=CursorMode.COLUMN)
    chosen = field.press(OK)
    assert isinstance(chosen, BoardPicker)
    said = chosen.press(OK)
    assert isinstance(said, Answered)
    assert not ends(session.table, said.answers)
    assert ends(session.table, [Answer("build", "3-4"), Answer("to", "4-4")])


def test_a_plague_that_leaves_a_fourth_tower_of_six_ends_the_game() -> None:
    session = seated(variants=("light",))
    session.answer_pair("correct plague", "2-2:3-3")
    standing(session, {"2-2": "RRRRRR", "2-4": "BBBBBB", "4-2": "GGGGGG", "4-4": "RRRRRR"})
    ends = load_plugin(GAME).input.ends_or_scores
    assert ends is not None
    assert ends(session.table, [Answer("heal", "5-5")])
    assert ends(session.table, [Answer("plague", "7-7"), Answer("to", "8-8")])
    assert not ends(session.table, [Answer("plague", "4-4"), Answer("to", "3-3")])
    say(session, "heal 5-5")
    assert session.result["state"] == "finished"
