"""The outbox: what is new, what was taken back, and what is dropped; over restarts."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from companion.outlets.mqtt.outbox import MOST_GAMES, MOST_WAITING, NAME, Outbox
from tests.outlets.mqtt.following import event

BOX = "0123456789ab"


def told(*kinds: str, game: str = "7", answers: int | None = None) -> dict[str, Any]:
    """What the box tells: events of these kinds, one at each answer."""
    events = [{**event(kind), "answer": number} for number, kind in enumerate(kinds, 1)]
    return {"game": game, "answers": len(kinds) if answers is None else answers, "list": events}


def drain(outbox: Outbox) -> list[Any]:
    """All that waits, acknowledged one after the other."""
    drained = []
    while (first := outbox.first()) is not None:
        drained.append(json.loads(first.payload))
        outbox.acknowledge(first)
    return drained


@pytest.fixture
def outbox(tmp_path: Path) -> Any:
    with closing(Outbox(tmp_path, 1)) as opened:
        yield opened


def test_events_of_before_the_game_was_known_are_not_sent(outbox: Outbox) -> None:
    outbox.record(BOX, told("begun", "turn"))
    assert outbox.first() is None
    assert outbox.last_number is None
    outbox.record(BOX, told("begun", "turn", "award"))
    (sent,) = drain(outbox)
    assert (sent["number"], sent["kind"], sent["table"], sent["game"]) == (1, "award", BOX, "7")
    assert outbox.last_number == 1


def test_no_game_has_no_events(outbox: Outbox) -> None:
    outbox.record(BOX, {"game": None, "answers": 0, "list": []})
    assert outbox.first() is None


def test_an_event_waits_until_it_is_acknowledged(outbox: Outbox) -> None:
    outbox.record(BOX, told())
    outbox.record(BOX, told("begun"))
    first = outbox.first()
    assert first is not None
    assert outbox.first() == first
    outbox.acknowledge(first)
    outbox.acknowledge(first)
    assert outbox.first() is None


def test_numbers_go_on_after_a_restart_and_nothing_is_told_twice(tmp_path: Path) -> None:
    told_so_far: list[str] = []
    numbers = []
    for kind in ("begun", "turn", "turn", "award"):
        with closing(Outbox(tmp_path, 1)) as outbox:
            outbox.record(BOX, told(*told_so_far))
            told_so_far.append(kind)
            outbox.record(BOX, told(*told_so_far))
            numbers += [each["number"] for each in drain(outbox)]
    assert numbers == [1, 2, 3, 4]


def test_the_same_event_in_another_language_is_not_another_one(outbox: Outbox) -> None:
    outbox.record(BOX, told())
    outbox.record(BOX, told("begun"))
    again = told("begun")
    again["list"][0] |= {"text": "Es beginnt", "lines": ["Warum"]}
    outbox.record(BOX, again)
    assert len(drain(outbox)) == 1


def test_an_amended_answer_takes_back_what_follows_and_tells_it_anew(outbox: Outbox) -> None:
    outbox.record(BOX, told())
    outbox.record(BOX, told("begun", "turn", "award", "turn"))
    drain(outbox)
    outbox.record(BOX, told("begun", "turn", "scoring", "turn"))
    taken_back, *anew = drain(outbox)
    assert (taken_back["kind"], taken_back["numbers"]) == ("taken-back", [3, 4])
    assert [(each["number"], each["kind"]) for each in anew] == [
        (6, "scoring"),
        (7, "turn"),
    ]


def test_pages_that_are_shown_once_more_after_a_restart_take_nothing_back(outbox: Outbox) -> None:
    outbox.record(BOX, told())
    outbox.record(BOX, told("begun", "scoring", "award", "award"))
    drain(outbox)
    # All answers are there still, and the awards come again page by page.
    for kinds in (("begun", "scoring"), ("begun", "scoring", "award")):
        outbox.record(BOX, told(*kinds, answers=4))
    outbox.record(BOX, told("begun", "scoring", "award", "award", "turn"))
    assert [each["kind"] for each in drain(outbox)] == ["turn"]


def test_what_was_never_sent_is_not_taken_back(outbox: Outbox) -> None:
    outbox.record(BOX, told("begun", "turn"))
    outbox.record(BOX, told("begun"))
    assert outbox.first() is None


def test_two_games_in_turns_are_both_known(outbox: Outbox) -> None:
    outbox.record(BOX, told("begun", game="1"))
    outbox.record(BOX, told("begun", "turn", game="2"))
    outbox.record(BOX, told("begun", "turn", game="1"))
    outbox.record(BOX, told("begun", "turn", "turn", game="2"))
    assert [(each["game"], each["number"]) for each in drain(outbox)] == [("1", 1), ("2", 2)]


def test_the_game_played_longest_ago_is_forgotten(outbox: Outbox) -> None:
    for number in range(MOST_GAMES + 1):
        outbox.record(BOX, told("begun", game=str(number)))
    outbox.record(BOX, told("begun", "turn", game="0"))
    assert outbox.first() is None
    outbox.record(BOX, told("begun", "turn", game="2"))
    assert [each["game"] for each in drain(outbox)] == ["2"]


def test_beyond_the_bound_the_oldest_go_and_the_next_one_says_how_many(outbox: Outbox) -> None:
    outbox.record(BOX, told())
    outbox.record(BOX, told(*["turn"] * (MOST_WAITING + 7)))
    first = outbox.first()
    assert first is not None
    assert (first.number, first.missed) == (8, 7)
    # While it is on its way two more happen, and it is dropped itself.
    outbox.record(BOX, told(*["turn"] * (MOST_WAITING + 9)))
    outbox.acknowledge(first)
    sent = drain(outbox)
    assert len(sent) == MOST_WAITING
    assert sent[0]["number"] == 10
    assert sent[0]["missed"] == 1  # number 9; the broker has number 8
    assert not any("missed" in each for each in sent[1:])


def test_a_damaged_file_starts_anew(tmp_path: Path) -> None:
    (tmp_path / NAME).write_bytes(b"no database at all" * 100)
    with closing(Outbox(tmp_path, 50)) as outbox:
        outbox.record(BOX, told())
        outbox.record(BOX, told("begun"))
        assert [each["number"] for each in drain(outbox)] == [50]


def test_an_event_that_can_not_be_written_is_told_by_the_next_change(outbox: Outbox) -> None:
    outbox.record(BOX, told())
    outbox._db.execute("PRAGMA query_only = ON")
    with pytest.raises(sqlite3.Error):
        outbox.record(BOX, told("begun"))
    outbox._db.execute("PRAGMA query_only = OFF")
    outbox.record(BOX, told("begun", "turn"))
    assert [each["number"] for each in drain(outbox)] == [1, 2]


def test_the_files_stay_small_however_much_happens(outbox: Outbox, tmp_path: Path) -> None:
    outbox.record(BOX, told())
    for count in range(1, 400):
        outbox.record(BOX, told(*["turn"] * count))
    drain(outbox)
    assert sum(each.stat().st_size for each in tmp_path.iterdir()) < 400_000


def test_a_full_disk_loses_nothing_that_is_told_again(outbox: Outbox) -> None:
    outbox.record(BOX, told())
    (pages,) = outbox._db.execute("PRAGMA page_count").fetchone()
    outbox._db.execute(f"PRAGMA max_page_count = {pages + 2}")
    events = ["turn"] * 200
    with pytest.raises(sqlite3.OperationalError, match="full"):
        outbox.record(BOX, told(*events))
    outbox._db.execute(f"PRAGMA max_page_count = {pages + 200}")
    outbox.record(BOX, told(*events))
    assert [each["number"] for each in drain(outbox)] == list(range(1, 201))
