"""The data for BG Stats: complete, in UTC, stable, and short enough for every phone."""

import json
from datetime import timedelta, timezone
from typing import Any
from urllib.parse import parse_qs, urlsplit

from companion.history.bgstats import bg_stats_link, play_data
from companion.history.play import replay
from tests.history import BEGUN, played, renamed, stored, timed_answers

QR_HOLDS = 2953
"""Bytes in the largest QR code, at the lowest correction."""


def handed_over(address: str) -> Any:
    """The JSON in the link."""
    parts = urlsplit(address)
    assert (parts.scheme, parts.netloc) == ("https", "app.bgstatsapp.com")
    assert parts.path == "/createPlay.html"
    [data] = parse_qs(parts.query, strict_parsing=True)["data"]
    return json.loads(data)


def test_a_finished_game_has_all_its_data() -> None:
    play = played(stored("three-players"), number=4)
    data = handed_over(bg_stats_link(play, "Campanile"))
    assert data == play_data(play, "Campanile")
    assert data["sourceName"] == "Campanile Companion"
    assert data["sourcePlayId"] == "20261120193000-4"
    assert data["playDate"] == "2026-11-20 19:52:38"
    assert data["durationMin"] == 23
    assert data["game"] == {
        "name": "Campanile",
        "sourceGameId": "campanile-2009",
        "highestWins": True,
        "noPoints": False,
    }
    assert [player["score"] for player in data["players"]] == [11, 18, 9]
    assert [player["winner"] for player in data["players"]] == [False, True, False]
    assert [player["startPlayer"] for player in data["players"]] == [True, False, False]


def test_a_tie_says_who_has_won() -> None:
    data = play_data(played(stored("bologna-three-players-share-the-win")), "x")
    assert [(p["score"], p["winner"]) for p in data["players"]] == [
        (60, False),
        (81, True),
        (81, True),
    ]


def test_the_end_is_in_utc_wherever_the_table_stands() -> None:
    session = stored("three-players")
    east = timezone(timedelta(hours=9))
    here = [each._replace(at=each.at.astimezone(east)) for each in timed_answers(session)]
    assert play_data(replay(1, session.name, BEGUN.astimezone(east), here), "x") == play_data(
        played(session), "x"
    )


def test_a_game_without_times_has_no_duration() -> None:
    assert "durationMin" not in play_data(played(stored("three-players"), gap=0), "x")


def test_the_longest_names_fit_a_link_and_a_qr_code() -> None:
    names = [f"{chr(0x1F600 + at) * 12}" for at in range(5)]
    play = played(renamed(stored("five-players"), *names))
    address = bg_stats_link(play, "Die Türme von Bologna")
    assert [player["name"] for player in handed_over(address)["players"]] == names
    assert len(address) < QR_HOLDS
