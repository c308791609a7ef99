"""Campanile's table as a snapshot and as a drawing for the phone page; two as reference files."""

from xml.etree.ElementTree import Element

import pytest

from companion.core.snapshot import Pieces, Pile, Places
from tests.games.tables import draw, find_places, states, take_snapshot
from tests.markup_check import assert_markup, parse_markup
from tests.store.history import STORED, stored

GAMES = [path.stem for path in STORED if not path.stem.startswith(("bologna", "capitol"))]


@pytest.mark.sample(1)
@pytest.mark.parametrize("name", GAMES)
def test_the_snapshot_tells_who_leads_and_what_is_left(name: str) -> None:
    """Its towers are those of the result, which the playouts hold."""
    for session in states(name):
        result, told = session.result, take_snapshot(session)
        if not session.table.row:
            assert told.find("towers", Places) is None
            continue
        for tower in find_places(told, "towers").values():
            most = max((row.value for row in tower.standing), default=0)
            first = next((row.seat for row in tower.standing if row.value == most), None)
            assert tower.leader == first
        if session.table.started:
            piles = [part.left for part in told.parts if isinstance(part, Pile)]
            pile = result["pile"]
            assert piles == (pile if isinstance(pile, list) else [pile])


def test_open_cards_are_unknown_in_light_play() -> None:
    told = take_snapshot(stored("four-players-light"))
    opened = told.find("open", Pieces)
    assert opened is not None
    assert opened.pieces is None
    assert "<li>Open cards: unknown</li>" in draw("campanile-2009", told)


def test_flags_are_those_of_the_next_scoring() -> None:
    told = [take_snapshot(session) for session in states("four-players")]
    keys = [part.key for table in told for part in table.parts if part.key.endswith("-flags")]
    assert list(dict.fromkeys(keys)) == ["intermezzo-flags", "finito-flags"]
    assert not [part for part in told[-1].parts if part.key in keys], "the game is over"
    finito = next(part for table in told for part in table.parts if part.key == "finito-flags")
    assert isinstance(finito, Places)
    said = [(place.label, place.holds[0].text) for place in finito.places]
    assert said[0] == ("highest", "6, 4, 2")
    assert said[-1] == ("lowest", "2")


def titles(drawn: str) -> list[str]:
    """The text in the pictures, in order."""
    elements: list[Element] = [*parse_markup(drawn).iter("text")]
    return [each.text or "" for each in elements]


def test_towers_stand_as_the_table_sees_them() -> None:
    record = stored("four-players")
    styles = [key.title() for key in find_places(take_snapshot(record), "towers")]
    for mirrored, expected in ((False, styles), (True, styles[::-1])):
        drawn = draw(record.name, take_snapshot(record, mirrored=mirrored))
        assert [each for each in titles(drawn) if each in styles][:5] == expected


@pytest.mark.parametrize(
    ("name", "turn"), [("five-players-mid-turn", 20), ("1996-five-players-all-that-is-offered", 25)]
)
def test_the_page_is_its_reference(name: str, turn: int) -> None:
    session = next(each for each in states(name) if each.table.progress == ("turn", turn))
    assert_markup(draw(session.name, take_snapshot(session)), name)
