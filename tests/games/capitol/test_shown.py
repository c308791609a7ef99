"""The game that is shown to whoever wants to see one: it is whole, and shows what there is."""

from pathlib import Path

import companion
from companion.core.record import decode_record
from companion.games import read_record

RECORD = Path(companion.__file__).parent / "games" / "capitol" / "records" / "capitol.game"


def test_the_shown_game_comes_to_its_end() -> None:
    session = read_record(decode_record(RECORD.read_bytes()))
    assert session.question is None
    players = {each["name"]: each["points"] for each in session.result["players"]}
    assert players == {"Livia": 42, "Marcus": 45}
    assert session.result["winners"] == ["Marcus"]
    assert session.result["notes"] == []


def test_it_shows_every_kind_of_decision() -> None:
    session = read_record(decode_record(RECORD.read_bytes()))
    decided = {each.decided_by for scoring in session.table.scorings for each in scoring.majorities}
    assert decided >= {"nobody", "alone", "blocks", "tallest"}
    assert {each.won_by for each in session.table.auctions} == {"bid", "score", "nobody-bid"}
    assert {each.building for each in session.table.auctions if each.winner is not None} == {
        "fountain",
        "amphitheatre",
        "temple",
    }
