"""Worked examples of the flags: ties below the last chip, chips left over, wins that are shared."""

from companion.core.game_table import DecidedBy, decide_by_points
from companion.core.session import Session
from companion.games.campanile.rules.tie_breaks import BY_CHIPS
from companion.games.campanile.rules.towers import CampanilePlayer
from tests.games.campanile.rules.staging import say, seated
from tests.games.questions import allowed, refusal

ALBERT, BIRGIT, FRANZISKA, HELMUT = "Albert", "Birgit", "Franziska", "Helmut"


def awards(session: Session, name: str) -> dict[str, tuple[list[int], dict[str, int]]]:
    """By tower, from the lowest flag up: the flag, and who took which chip."""
    (scoring,) = (each for each in session.result["scorings"] if each["name"] == name)
    return {each["tower"]: (each["flag"], dict(each["chips"])) for each in scoring["awards"]}


def points(session: Session) -> dict[str, int]:
    return {player["name"]: player["points"] for player in session.result["players"]}


def winners(*chips: list[int]) -> tuple[tuple[int, ...], str]:
    players = [CampanilePlayer(str(seat)) for seat in range(len(chips))]
    for player, own in zip(players, chips, strict=True):
        player.win(*own)
    outcome = decide_by_points(players, BY_CHIPS)
    return outcome.winners, outcome.decided_by


def test_a6_equal_points_are_won_by_the_highest_single_chip() -> None:
    assert winners([6, 4, 2], [5, 4, 3]) == ((0,), BY_CHIPS.decided_by)
    assert winners([5, 4, 3], [2, 6, 4]) == ((1,), BY_CHIPS.decided_by)


def test_a7_equal_points_and_equal_best_chips_share_the_win_whatever_the_second_chips() -> None:
    assert winners([4, 3, 2], [4, 4, 1], [3, 2]) == ((0, 1), DecidedBy.SHARED)


def test_the_best_chip_counts_only_among_those_level_on_points() -> None:
    assert winners([4, 4], [5, 3], [6, 1]) == ((1,), BY_CHIPS.decided_by)
    assert winners([1, 1, 1], [2]) == ((0,), DecidedBy.POINTS)


def test_with_no_chip_won_by_anyone_all_share() -> None:
    assert winners([], [], []) == ((0, 1, 2), DecidedBy.SHARED)


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
