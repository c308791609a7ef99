"""The record that `companion demo` plays: a whole game, with every kind of decision."""

from tests.shipped import read_shipped


def test_the_record_comes_to_its_end() -> None:
    session = read_shipped("capitol")
    assert session.question is None
    players = {each["name"]: each["points"] for each in session.result["players"]}
    assert players == {"Livia": 42, "Marcus": 45}
    assert session.result["winners"] == ["Marcus"]
    assert session.result["notes"] == []


def test_it_has_every_kind_of_decision() -> None:
    session = read_shipped("capitol")
    decided = {each.decided_by for scoring in session.table.scorings for each in scoring.majorities}
    assert decided >= {"nobody", "alone", "blocks", "tallest"}
    assert {each.won_by for each in session.table.auctions} == {"bid", "score", "nobody-bid"}
    assert {each.building for each in session.table.auctions if each.winner is not None} == {
        "fountain",
        "amphitheatre",
        "temple",
    }
