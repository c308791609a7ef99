"""Players' figures, compared with figures counted from the stored results."""

import csv
import json
from collections.abc import Mapping
from datetime import timedelta
from io import StringIO
from typing import Any
from unicodedata import normalize

import pytest

from companion.games.unnamed import is_unnamed
from companion.store.history import exports
from companion.store.history.statistics import PlayerGame, Totals, player_games, totals
from tests.shipped import read_file
from tests.store.history import STORED, played, renamed, stored

FINISHED = [
    path
    for path in STORED
    if json.loads(path.with_suffix(".json").read_text("utf-8"))["state"] == "finished"
]
Result = Mapping[str, Any]


def sat(name: str) -> list[PlayerGame]:
    return player_games(played(stored(name)))


def gained(result: Result, name: str) -> list[int]:
    """What each scoring gave a player, counted from the result."""
    found = []
    for scoring in result["scorings"]:
        if "points" in scoring:  # Capitol
            found.append(dict(scoring["points"])[name])
        elif "chips" in scoring["awards"][0]:  # Campanile
            chips = [chip for award in scoring["awards"] for chip in award["chips"]]
            found.append(sum(value for winner, value in chips if winner == name))
        else:  # Bologna
            found += [each["points"] for each in scoring["awards"] if each["player"] == name]
    return found


@pytest.mark.sample(5)
@pytest.mark.parametrize("path", FINISHED, ids=lambda path: path.stem)
def test_points_winners_ranks_and_scorings_are_the_results(path: Any) -> None:
    session = read_file(path)
    result, found = session.result, player_games(played(session))
    best = max(each.points for each in found)
    for each, player in zip(found, result["players"], strict=True):
        name = player["name"]
        assert each.name == ("" if is_unnamed(name, session.name) else name)
        assert each.points == player["points"]
        assert each.won == (name in result["winners"]) == (each.rank == 1)
        assert each.shared == (each.won and len(result["winners"]) > 1)
        assert list(each.gains.values()) == gained(result, name)
        assert each.won or each.rank > 1
        assert not each.won or each.points == best
        better = [other for other in found if other.rank < each.rank]
        assert len(better) == each.rank - 1
        assert all(other.won or other.points > each.points for other in better)


@pytest.mark.sample(5)
@pytest.mark.parametrize("path", FINISHED, ids=lambda path: path.stem)
def test_the_points_of_all_markers_are_those_of_the_flags(path: Any) -> None:
    session = read_file(path)
    if not session.name.startswith("campanile"):
        assert all(each.markers == {} for each in player_games(played(session)))
        return
    for each in player_games(played(session)):
        brought = sum(of_value.points for of_value in each.markers.values())
        assert brought == pytest.approx(sum(each.gains.values()))
        placed = [
            marker
            for tower in session.result["towers"]
            for row in tower["influence"]
            if row["player"] == each.name
            for marker in row["markers"]
        ]
        assert {value: y.placed for value, y in each.markers.items()} == {
            value: placed.count(value) for value in (1, 2, 3)
        }


def test_a_chip_is_shared_by_the_markers_of_its_row_as_they_lay_at_the_scoring() -> None:
    """At Intermezzo each player's chips; Finito's rows may hold markers placed later."""
    for gain in played(stored("four-players")).gains:
        each = [sum(by_value.values()) for by_value in gain.markers]
        assert each == pytest.approx(list(gain.points))


def test_an_unfinished_game_counts_for_nothing() -> None:
    assert sat("five-players-mid-turn") == []


def test_totals_add_up_over_games() -> None:
    first, second = sat("four-players"), sat("three-players")
    both = totals([*first, *second])
    zoe = next(each for each in both if each.name == "Zoë O'Neill")
    assert (zoe.games, zoe.wins, zoe.points, zoe.best) == (2, 2, 33, 18)
    assert zoe.average == 16.5
    assert zoe.share(("intermezzo", None)) == pytest.approx((4 + 5) / 33)
    turns = sum(each.turns for each in zoe.player_games)
    assert (
        zoe.turn_time == sum((each.thought for each in zoe.player_games), start=timedelta()) / turns
    )
    assert [each.average for each in both] == sorted((e.average for e in both), reverse=True)
    assert zoe.markers[2].placed == sum(each.markers[2].placed for each in zoe.player_games) == 6
    assert zoe.markers[2].each == pytest.approx((14 + 23 / 3) / 6)


def test_all_spellings_of_a_name_are_one_player_called_as_in_the_last_game() -> None:
    spellings = [normalize("NFC", "Zoë"), normalize("NFD", "Zoë"), "ZOË"]
    games = [renamed(stored("1996-two-players"), name, "Ben") for name in spellings]
    found = totals(each for game in games for each in player_games(played(game)))
    assert {each.name: each.games for each in found} == {"ZOË": 3, "Ben": 3}


def test_games_are_not_mixed() -> None:
    found = totals([*sat("four-players"), *sat("capitol-three-players"), *sat("three-players")])
    assert [each.game for each in found] == sorted(each.game for each in found)
    assert {each.game for each in found if each.name == "#1"} == {"campanile-2009", "capitol"}


def test_without_times_there_is_no_time_a_turn() -> None:
    still = player_games(played(stored("three-players"), gap=0))
    assert [Totals(each.name, each.game, [each]).turn_time for each in still] == [None] * 3
    timed = sat("three-players")
    both = Totals("Édouard", "campanile-2009", [still[0], timed[0]])
    assert both.turn_time == Totals("Édouard", "campanile-2009", [timed[0]]).turn_time


def test_without_points_there_is_no_share() -> None:
    nothing = [each for each in sat("1996-five-players-all-that-is-offered") if not each.points]
    assert Totals("x", "campanile-1996", nothing).share(("final", None)) is None


def test_rows_of_results_and_of_turns() -> None:
    play = played(stored("three-players"))
    heading, *body = exports.result_rows(player_games(play))
    assert heading[:4] == ["number", "game", "ended", "player"]
    assert [len(row) for row in body] == [len(heading)] * 3
    assert [row[7] for row in body] == [int(name == "Zoë O'Neill") for name in play.players]
    text = StringIO()
    csv.writer(text).writerows(exports.turn_rows(play))
    told = list(csv.DictReader(StringIO(text.getvalue())))
    assert len(told) == len(play.turns) - 1
    assert told[0]["said"].startswith("tower ")
    assert [told[-1][f"points {name}"] for name in play.players] == ["11", "18", "9"]
    assert int(told[-1]["height yellow"]) == play.turns[-1].heights["yellow"]


def test_a_spreadsheet_makes_no_formula_of_a_name() -> None:
    play = played(renamed(stored("1996-two-players"), "@SUM(A1)", "007"))
    harmless = {"player", "'@SUM(A1)", "'007"}
    assert {row[3] for row in exports.result_rows(player_games(play))} == harmless
    assert {row[1] for row in exports.turn_rows(play)} == harmless


def test_auctions_and_draws_are_nobodys_rows() -> None:
    play = played(stored("capitol-three-players"))
    for turn, row in zip(play.turns[1:], list(exports.turn_rows(play))[1:], strict=True):
        assert bool(row[1]) == (turn.answers[0].answer.key in ("play", "blank"))
