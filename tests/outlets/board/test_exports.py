"""The evening as CSV and for BG Stats."""

from __future__ import annotations

import csv
import json
from dataclasses import replace
from datetime import UTC, datetime, time
from io import StringIO

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.outlets.board.exports import (
    EXPORTS,
    GAME_COLUMNS,
    export_evening,
    write_bg_stats,
    write_games_csv,
    write_places_csv,
)
from tests.outlets.board.messages import HallRig, fill, result, results
from tests.outlets.board.test_evening import played, rank


def read_csv(text: str) -> list[list[str]]:
    return list(csv.reader(StringIO(text)))


def test_each_player_of_each_game_is_a_row() -> None:
    head, *rows = read_csv(write_games_csv(played({"Anna": 4, "Ben": 3}, {"Ben": 8, "Cleo": 0})))
    assert head == list(GAME_COLUMNS)
    assert rows[1] == [
        *("Table 1", "campanile-2009", "2025-11-28T18:10:00Z", "2025-11-28T19:00:00Z"),
        *("Ben", "blue", "2", "3", "0", "2", "0.7500", "g0", "1", ""),
    ]
    assert len(rows) == 4


def test_the_standings() -> None:
    text = write_places_csv(rank(played({"Anna": 4, "Ben": 3})))
    assert text == (
        "place,player,wins,games,points,share,rate\n"
        "1,Anna,1,1,4,1.0000,1.0000\n2,Ben,0,1,3,0.7500,0.0000\n"
    )


@pytest.mark.parametrize(
    "name",
    [
        *("=1+1", "+41", "-1", "@SUM(A1)", " =1+1", "\N{NO-BREAK SPACE}=1", "＝1+1"),
        *("007", "12345678901234567890", "1e5", "3E-2", "1.5", "1/2", "3-4", "1.5.2026", "12:30"),
        *("Jan 2", "2. Mai", "April 3", "(5)", "5 %", "$5", ".5", "1 1/2", "8:30 pm", "TRUE"),
    ],
)
def test_a_spreadsheet_makes_nothing_else_of_a_name(name: str) -> None:
    games = played({name: 4, "Ben": 3})
    assert read_csv(write_games_csv(games))[1][4] == f"'{name}"
    assert read_csv(write_places_csv(rank(games)))[1][1] == f"'{name}"


def test_nothing_else_of_a_table_becomes_a_formula() -> None:
    (game,) = played({"Anna": 4, "Ben": 3})
    anna, ben = game.players
    hostile = replace(game, id='=HYPERLINK("x")', players=(replace(anna, colour="-1"), ben))
    row = read_csv(write_games_csv([hostile]))[1]
    assert (row[5], row[11]) == ("'-1", '\'=HYPERLINK("x")')


@pytest.mark.parametrize(
    "name", ['A, "B"', "Zoë; Ben", "Anna 2", "Maria 2", "2nd Ben", "Jan", "'07"]
)
def test_a_name_of_words_comes_back_as_it_is(name: str) -> None:
    assert read_csv(write_games_csv(played({name: 4, "Ben": 3})))[1][4] == name


@given(st.text(st.characters(exclude_categories=["Cc", "Cs"]), min_size=1))
def test_any_name_is_one_cell(name: str) -> None:
    text = write_places_csv(rank(played({name: 4, "Benedetta": 3})))
    assert {row[1].removeprefix("'") for row in read_csv(text)[1:]} <= {
        name.removeprefix("'"),
        "Benedetta",
    }
    assert '"' in text or ";" not in text  # which LibreOffice takes for a comma


def test_bg_stats_gets_every_play_with_its_players() -> None:
    data = json.loads(write_bg_stats(played({"Anna": 4, "Ben": 3}, {"anna": 2, "Cleo": 1})))
    people = {each["id"]: each["name"] for each in data["players"]}
    assert len(people) == 3
    assert [each["name"] for each in data["games"]] == ["Campanile"]
    first = data["plays"][0]
    assert first["playDate"] == "2025-11-28 19:00:00"
    assert first["durationMin"] == 50
    assert [
        (people[each["playerRefId"]], each["score"], each["winner"])
        for each in first["playerScores"]
    ] == [
        ("anna", "4", True),
        ("Ben", "3", False),
    ]
    ids = {each["id"] for each in data["games"]}
    assert all(play["gameRefId"] in ids for play in data["plays"])


def test_the_ids_of_bg_stats_stay_the_same() -> None:
    games = played({"Anna": 4, "Ben": 3}, {"Cleo": 2, "Anna": 1})
    both, one = json.loads(write_bg_stats(games)), json.loads(write_bg_stats(games[1:]))
    assert both["plays"][1]["uuid"] == one["plays"][0]["uuid"]
    uuids = {each["name"]: each["uuid"] for each in both["players"]}
    assert all(uuids[each["name"]] == each["uuid"] for each in one["players"])


def test_a_game_that_nobody_knows_is_called_as_it_calls_itself() -> None:
    data = json.loads(write_bg_stats(played({"Anna": 4}, name="os")))
    assert [(each["name"], "bggId" in each) for each in data["games"]] == [("os", False)]


@pytest.mark.parametrize("kind", EXPORTS)
def test_an_export_has_the_games_of_the_evening(hall: HallRig, kind: str) -> None:
    fill(hall)
    hall.hear(2, "result", results(2, result({"Zeno": 3}, ended=-24)))
    text = export_evening(hall.store, kind, time(12), hall.now())
    assert "Maximiliane" in text
    assert "Zeno" not in text
    before = datetime(2025, 11, 1, tzinfo=UTC)
    assert "Zeno" in export_evening(hall.store, kind, before, hall.now())
