"""The data for BG Stats: complete, in UTC, stable, and short enough for every phone."""

import json
from datetime import datetime, timedelta, timezone
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest

from companion.store import PAUSE
from companion.store.history.exports import bg_stats_link, play_data
from companion.store.history.play import playing_time, replay
from tests.store.history import BEGUN, played, renamed, stored, timed_answers

UNKNOWN = timedelta()
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
    data = handed_over(bg_stats_link(play, "Campanile", timedelta(minutes=23)))
    assert data == play_data(play, "Campanile", timedelta(minutes=23))
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


def test_a_game_has_its_number_at_boardgamegeek_only_where_that_is_known() -> None:
    capitol = play_data(played(stored("capitol-three-players")), "Capitol", UNKNOWN)
    assert capitol["game"]["bggId"] == 1155
    assert "bggId" not in play_data(played(stored("three-players")), "x", UNKNOWN)["game"]


def test_a_tie_says_who_has_won() -> None:
    data = play_data(played(stored("bologna-three-players-share-the-win")), "x", UNKNOWN)
    assert [(p["score"], p["winner"]) for p in data["players"]] == [
        (60, False),
        (81, True),
        (81, True),
    ]


def test_the_end_is_in_utc_wherever_the_table_stands() -> None:
    session = stored("three-players")
    east = timezone(timedelta(hours=9))
    here = [each._replace(at=each.at.astimezone(east)) for each in timed_answers(session)]
    away = replay(1, session.name, BEGUN.astimezone(east), here)
    assert play_data(away, "x", UNKNOWN) == play_data(played(session), "x", UNKNOWN)


@pytest.mark.parametrize(
    ("seconds", "minutes"), [(0, None), (1, 1), (29, 1), (89, 1), (91, 2), (3600, 60), (4529, 75)]
)
def test_the_duration_is_in_whole_minutes_and_missing_if_unknown(
    seconds: int, minutes: int | None
) -> None:
    data = play_data(played(stored("three-players")), "x", timedelta(seconds=seconds))
    assert data.get("durationMin") == minutes


def test_pauses_and_a_clock_put_back_are_no_playing_time() -> None:
    pause = int(PAUSE.total_seconds())

    def at(*seconds: int) -> list[datetime]:
        return [BEGUN + timedelta(seconds=each) for each in seconds]

    assert playing_time(at(0, 60, 60 + pause)) == timedelta(seconds=60 + pause)
    assert playing_time(at(0, 60, 61 + pause, 71 + pause)) == timedelta(seconds=70)
    assert playing_time(at(0, 60, -9999, -9990)) == timedelta(seconds=69)
    assert playing_time(at(0, 0, 0)) == playing_time(at(5)) == playing_time([]) == UNKNOWN


def test_the_longest_names_fit_a_link_and_a_qr_code() -> None:
    names = [f"{chr(0x1F600 + at) * 12}" for at in range(5)]
    play = played(renamed(stored("five-players"), *names))
    address = bg_stats_link(play, "Die Türme von Bologna", timedelta(hours=9))
    assert [player["name"] for player in handed_over(address)["players"]] == names
    assert len(address) < QR_HOLDS
