"""A table that no game draws: headings and lists of whatever parts it has."""

from companion.core.conversation import Answer
from companion.core.session import Session
from companion.core.snapshot import (
    Count,
    Pieces,
    Place,
    Places,
    PlayerSnapshot,
    Seats,
    Standing,
    TableSnapshot,
    take_snapshot,
)
from companion.games import words_in
from companion.games.table_drawing import Layout, TableDrawing, TablePicture
from companion.outlets.web.table_parts import draw_snapshot
from companion.text.snapshot_text import word_snapshot
from companion.ui.markup import Markup, element
from tests.fakes.nim.nim_game.rules import Nim
from tests.games.tables import check_drawing

HILLS = Places(
    "hills",
    (
        Place("<b>", 3, (Standing(0, 2, 1), Standing(1, 1, 2)), 0, "most"),
        Place("low", holds=(Count("guarded", True),)),
    ),
)
PLAYERS = (PlayerSnapshot(0, "<b>&"), PlayerSnapshot(1, "Bob", "red", holds=(Count("gold", 3),)))


def draw(table: TableSnapshot, drawing: TableDrawing | None = None) -> Markup:
    drawn = draw_snapshot(word_snapshot(table, words_in()), drawing or TableDrawing(), words_in())
    check_drawing(drawn)
    return drawn


def test_parts_are_told_in_their_order_and_are_no_markup() -> None:
    drawn = draw(TableSnapshot(PLAYERS, (Seats("first", (0,)), HILLS, Pieces("shown", ()))))
    for before, after in (("First", "Hills"), ("Hills", "Shown"), ("Shown", "Gold: 3")):
        assert drawn.index(before) < drawn.index(after)
    assert "<h4>&lt;b&gt;: 3</h4>" in drawn
    assert " 1. &lt;b&gt;&amp;: 2</li>" in drawn
    assert "<li>Guarded</li>" in drawn
    assert "<b>" not in drawn


def test_a_grid_tells_its_empty_fields_together() -> None:
    fields = (Place("1-1", 2), Place("1-2"), Place("2-1", holds=(Count("kind", "wood"),)))
    drawn = draw(TableSnapshot(PLAYERS, (Places("fields", fields, columns=2),)))
    assert "<li>1-1: 2</li><li>Empty: 2-1 (Kind: wood)</li>" in drawn


def test_words_stand_beside_a_picture_for_whoever_does_not_see_it() -> None:
    picture = element("svg", role="img", aria_label="Hills")
    table = TableSnapshot(PLAYERS, (HILLS, Pieces("shown", ())))
    for tells_all, words in ((True, '<ul class="for-screen-readers">'), (False, "<article>")):
        shown = TablePicture(("hills",), picture, Layout.BROAD, tells_all=tells_all)
        drawn = draw(table, TableDrawing([shown]))
        assert f'<div class="picture broad">{picture}</div>' in drawn
        assert words in drawn


def test_nothing_lies_there_before_a_game_has_begun() -> None:
    session = Session(Nim)
    assert not draw(take_snapshot(session.table))


def test_whoever_has_won_is_told_where_a_game_tells_nothing_else() -> None:
    session = Session(Nim)
    for key, value in (("player", "Ann"), ("colour", "red"), ("player", "Bob"), ("colour", "blue")):
        session.answer(Answer(key, value))
    session.answer(Answer("player", ""))
    for taken in (3, 3, 3, 1):
        session.answer(Answer("stones", taken))
    assert "Bob has won" in draw(take_snapshot(session.table))
