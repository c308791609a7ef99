"""Bologna's table as a snapshot and as a drawing for the phone page."""

import pytest

from companion.core.snapshot import Pieces, Places
from tests.games.tables import draw, find_places, replay, take_snapshot
from tests.markup_check import assert_markup

GAME = "bologna-towers"
PLAGUE, FINISHED = (
    "bologna-four-players-before-the-fire",
    "bologna-three-players-ended-by-towers-of-six",
)


def test_the_board_is_whole_and_in_its_order() -> None:
    session = replay(PLAGUE)
    table, names = take_snapshot(session), [player.name for player in session.table.players]
    board = table.find("fields", Places)
    assert board
    assert board.columns == 7
    fields = find_places(table, "fields")
    assert list(fields) == [f"{row}-{column}" for row in range(2, 9) for column in range(2, 9)]
    tower = fields["7-4"]
    stones = [names[stone.seat] for stone in tower.pieces if stone.seat is not None]
    assert stones == ["Jörg", "Zoë O'Neill", "#1", "Zoë O'Neill", "Ana María", "Ana María"]
    assert (tower.size, tower.leader) == (6, names.index("Ana María"))
    assert [(part.label, part.text) for part in tower.holds] == [("Roof", "Ana María")]
    plague = table.find("plague", Pieces)
    assert plague
    assert plague.text == ", ".join(session.result["plague"])


def test_each_tower_is_said_field_by_field() -> None:
    table = take_snapshot(replay(PLAGUE))
    drawn = draw(GAME, table)
    said = "7-4: 6 stones; Stones, bottom to top: Jörg, Zoë O&#x27;Neill, #1, Zoë O&#x27;Neill,"
    assert f"<li>{said} Ana María, Ana María; Roof: Ana María</li>" in drawn
    assert "<li>5-3: 1 stone; Stones, bottom to top: Ana María; Type: Merchant</li>" in drawn
    assert "<li>Plague: 6-4, 6-5, 7-4, 7-5</li>" in drawn
    built = sum(bool(field.pieces) for field in find_places(table, "fields").values())
    assert drawn.count("bottom to top") == built


@pytest.mark.parametrize("name", [PLAGUE, FINISHED])
def test_the_drawing_is_the_stored_one(name: str) -> None:
    assert_markup(draw(GAME, take_snapshot(replay(name))), name)
