"""Worked examples of the flags: ties below the last chip, chips that are left, markers in stock."""

from companion.core.session import Session
from tests.games.campanile.rules.staging import say, seated
from tests.games.questions import allowed, refusal

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
