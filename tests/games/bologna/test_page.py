"""Bologna's table as data and as a drawing for the phone page."""

import pytest

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

GAME = "bologna-towers"
STORED = sorted(path.stem for path in PLAYTHROUGHS.glob("bologna-*.game"))
PLAGUE, FINISHED = (
    "bologna-four-players-before-the-fire",
    "bologna-three-players-ended-by-towers-of-six",
)


@pytest.mark.sample(2)
@pytest.mark.usefixtures("undrawn")
@pytest.mark.parametrize("name", STORED)
def test_every_state_is_drawn_and_tells_no_points(name: str) -> None:
    words = [words_in(language).of(GAME) for language in LANGUAGES]
    for number, (_, table) in enumerate(states(name)):
        assert not {"points", "awards", "bonus", "unbuilt"} & set(keys_of(table))
        check_drawing(draw(GAME, table, words[number % len(words)]), GAME)


def test_the_board_is_whole_and_in_its_order() -> None:
    table = describe(replay(PLAGUE))
    fields = [field["field"] for row in table["board"] for field in row]
    assert fields == [f"{row}-{column}" for row in range(2, 9) for column in range(2, 9)]
    by_name = {field["field"]: field for row in table["board"] for field in row}
    assert by_name["5-5"]["basilica"]
    assert by_name["7-4"] == {
        "field": "7-4",
        "basilica": False,
        "stones": ["Jörg", "Zoë O'Neill", "#1", "Zoë O'Neill", "Ana María", "Ana María"],
        "roof": "Ana María",
        "kind": None,
        "plague": True,
    }
    assert [each for each in by_name if by_name[each]["plague"]] == table["plague"]


def test_names_are_no_markup() -> None:
    drawn = draw(GAME, describe(replay(PLAGUE, names=HOSTILE)))
    check_drawing(drawn, GAME)
    assert "<b>" not in drawn
    assert "&lt;b&gt;&amp;" in drawn


def test_each_tower_is_said_field_by_field() -> None:
    table = describe(replay(PLAGUE))
    drawn = draw(GAME, table)
    said = "7-4: 6 stones, Ana María on top; bottom to top: Jörg, Zoë O&#x27;Neill, #1,"
    assert (
        f"<li>{said} Zoë O&#x27;Neill, Ana María, Ana María; roof: Ana María; plague</li>" in drawn
    )
    assert "<li>5-3: 1 stone, Ana María; Merchant</li>" in drawn
    built = sum(bool(field["stones"]) for row in table["board"] for field in row)
    assert drawn.count(" on top;") + drawn.count(": 1 stone, ") == built


@pytest.mark.parametrize("name", [PLAGUE, FINISHED])
def test_the_drawing_is_the_stored_one(name: str) -> None:
    assert_markup(draw(GAME, describe(replay(name))), name)
