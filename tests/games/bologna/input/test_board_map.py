"""The map of a board of Bologna, entered at the device, kept and offered again."""

from companion.app.demo.rig import Rig
from companion.core.conversation import Answer
from companion.games.bologna.input.board import MapEditor
from companion.games.bologna.rules.board import FIELDS
from tests.app.journeys import begin, go_home, journey
from tests.app.reading import asked, playing, pointed_at
from tests.buttons import BACK, DOWN, LEFT, NEXT, OK, PREVIOUS, RIGHT, UP
from tests.games.bologna.journeys import SETUP, SHUFFLED, refusal, to_the_map
from tests.games.bologna.rules.staging import MAP


def test_a_map_is_entered_once_and_then_offered(rig: Rig) -> None:
    mapped = SETUP.replace("open", f"kinds {MAP}\nopen")
    begin(rig, mapped)
    go_home(rig)
    presses = rig.presses
    to_the_map(rig)
    assert asked(rig.entry) == "kinds"
    assert pointed_at(rig.entry) == "again"
    rig.press(OK)
    assert playing(rig).answers[-1] == Answer("kinds", MAP)
    assert rig.presses - presses < 30
    journey(rig, ("open 1", BACK), ("kinds", BACK), ("variant",))


def test_the_map_is_entered_on_the_board(stick: Rig) -> None:
    to_the_map(stick)
    journey(stick, ("kinds", DOWN, OK), ("map field", OK), ("kind of 2-2", LEFT, OK))
    journey(stick, ("kind of 2-3", UP, LEFT, OK), ("kind of 2-4", BACK), ("map field", DOWN))
    assert pointed_at(stick.entry) == ("3-4",)
    journey(stick, ("map field", OK), ("kind of 3-4", RIGHT, OK), ("kind of 3-5", BACK))
    journey(stick, ("map field", UP, LEFT, LEFT, OK), ("kind of 2-3", RIGHT, OK))
    journey(stick, ("kind of 2-4", BACK), ("map field", LEFT, LEFT, LEFT), ("map done", DOWN))
    journey(stick, ("map done", OK), ("open 1", BACK), ("map done", OK), ("open 1",))
    kinds = playing(stick).table.kinds
    told = {at: kind for at, kind in kinds.items() if kind is not None}
    assert told == {"2-2": "craftsman", "2-3": "citizen", "3-4": "noble"}


def test_the_map_is_entered_with_one_axis_row_and_column_first(four: Rig) -> None:
    to_the_map(four)
    journey(four, ("kinds", NEXT, OK), ("map row", NEXT, OK), ("map column", NEXT, OK))
    journey(four, ("kind of 3-3", PREVIOUS, OK), ("kind of 3-4", BACK), ("map column", BACK))
    journey(four, ("map row", PREVIOUS, PREVIOUS), ("map done", PREVIOUS), ("map row", OK))
    journey(four, ("map column", PREVIOUS, OK), ("kind of 8-8", NEXT, OK), ("map done", OK))
    journey(four, ("open 1",))
    assert playing(four).table.kinds["3-3"] == "craftsman"
    assert playing(four).table.kinds["8-8"] == "noble"


def test_behind_each_field_comes_the_next_but_for_the_basilica(rig: Rig) -> None:
    to_the_map(rig)
    rig.press(NEXT if rig.board.name == "four-buttons" else DOWN, OK, OK)
    rig.press(*[OK] * (rig.board.name == "four-buttons"))
    fields = []
    while asked(rig.entry).startswith("kind of"):
        fields.append(asked(rig.entry).removeprefix("kind of "))
        rig.press(OK)
    assert fields == [at for at in FIELDS if at != "5-5"]
    journey(rig, ("map done", OK), ("open 1",))


def test_the_basilica_has_no_kind(stick: Rig) -> None:
    to_the_map(stick)
    journey(stick, ("kinds", DOWN, OK), ("map field", RIGHT, RIGHT, RIGHT, DOWN, DOWN, DOWN))
    assert refusal(stick, OK) == "map-basilica"
    journey(stick, ("map field", LEFT, OK), ("kind of 5-4",))


def test_back_from_the_map_loses_nothing_of_it(stick: Rig) -> None:
    to_the_map(stick)
    journey(stick, ("kinds", DOWN, OK), ("map field", OK), ("kind of 2-2", UP, OK))
    journey(stick, ("kind of 2-3", BACK), ("map field", BACK), ("kinds", OK), ("map field", LEFT))
    assert isinstance(stick.entry, MapEditor)
    assert stick.entry.letters.startswith("c.")


def test_one_field_of_a_known_map_is_changed(stick: Rig) -> None:
    begin(stick, SETUP.replace("open", f"kinds {MAP}\nopen"))
    go_home(stick)
    to_the_map(stick)
    journey(
        stick, ("kinds", UP, OK), ("map field", DOWN, RIGHT, OK), ("kind of 3-3", DOWN, DOWN, OK)
    )
    journey(stick, ("kind of 3-4", BACK), ("map field", *[RIGHT] * 5), ("map done", OK))
    assert playing(stick).answers[-1] == Answer("kinds", MAP.replace("/mc", "/mf", 1))


def test_a_whole_map_takes_some_three_presses_a_field(rig: Rig) -> None:
    to_the_map(rig)
    presses = rig.presses
    rig.say([Answer("kinds", SHUFFLED)])
    assert playing(rig).answers[-1] == Answer("kinds", SHUFFLED)
    assert rig.presses - presses <= (120 if rig.board.name == "bonnet" else 155)
