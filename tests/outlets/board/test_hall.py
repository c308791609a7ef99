"""The hall: tables appear, are marked and vanish; results come, stay and are taken back."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.outlets.board.hall import GONE_TIME, MOST_GAMES, MOST_TABLES, SILENCE
from companion.outlets.board.reports import BoardResult, read_result
from companion.outlets.board.serve import CHECK_TIME, keep_checking
from companion.outlets.protocol import MOST_RESULTS
from tests import depth
from tests.outlets.board.messages import HallRig, event, game, result, results, state
from tests.outlets.board.test_evening import rank

Restart = Callable[..., HallRig]


def names(hall: HallRig) -> list[str]:
    return [table.name for table in hall.hall.tables]


def marked(hall: HallRig) -> list[str]:
    return [table.name for table in hall.hall.tables if table.gone]


def scores(hall: HallRig) -> dict[str, dict[str, int]]:
    """The points of each game that is over."""
    found = {each.id: each.players for each in hall.hall.find_results()}
    return {key: {each.name: each.points for each in its} for key, its in found.items()}


# Tables come and go -----------------------------------------------------------------------------


def test_a_table_appears_with_its_first_state(hall: HallRig) -> None:
    hall.hear(1, "status", "online")
    assert names(hall) == []
    hall.hear(1, "state", state(1))
    assert names(hall) == ["Table 1"]
    assert marked(hall) == []


def test_tables_stand_in_the_order_of_their_numbers(hall: HallRig) -> None:
    for number in (10, 2, 1):
        hall.add(number)
    assert names(hall) == ["Table 1", "Table 2", "Table 10"]


def test_a_table_may_be_called_by_any_sign_for_a_number(hall: HallRig) -> None:
    for number, name in enumerate(["10²", "①", "٣"], 1):
        hall.add(number, name=name)
    assert sorted(names(hall)) == ["10²", "٣", "①"]


def test_a_table_whose_will_says_so_is_marked_at_once(hall: HallRig) -> None:
    hall.add(1)
    hall.hear(1, "status", "offline")
    assert marked(hall) == ["Table 1"]
    hall.hear(1, "status", "online")
    assert marked(hall) == []


def test_a_silent_table_is_marked_within_a_minute(hall: HallRig) -> None:
    hall.add(1)
    hall.add(2)
    for _ in range(6):
        hall.pass_time(10)
        hall.hear(2, "status", "online")
    assert marked(hall) == ["Table 1"]
    assert SILENCE < 60


async def test_silent_tables_are_marked_while_nothing_comes(hall: HallRig) -> None:
    hall.add(1)
    slept: list[float] = []

    async def sleep(seconds: float) -> None:
        hall.clock.now += seconds
        slept.append(seconds)
        if len(slept) > SILENCE + 1:
            raise asyncio.CancelledError

    with pytest.raises(asyncio.CancelledError):
        await keep_checking(hall.hall, sleep)
    assert marked(hall) == ["Table 1"]
    assert set(slept) == {CHECK_TIME}


async def test_what_can_t_be_looked_at_once_is_looked_at_again(
    hall: HallRig, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    slept: list[float] = []

    async def sleep(seconds: float) -> None:
        slept.append(seconds)
        if len(slept) > 3:
            raise asyncio.CancelledError

    def fail() -> int:
        raise sqlite3.OperationalError("disk I/O error")

    monkeypatch.setattr(hall.store, "count_foreign_changes", fail)
    with pytest.raises(asyncio.CancelledError):
        await keep_checking(hall.hall, sleep)
    assert len(slept) == 4
    assert len(caplog.messages) == 1


def test_all_are_marked_when_nothing_is_heard(hall: HallRig) -> None:
    hall.add(1)
    hall.add(2)
    hall.hall.connect(False)
    hall.pass_time(SILENCE + 1)
    assert marked(hall) == ["Table 1", "Table 2"]


def test_what_the_broker_kept_is_no_sign_of_life(hall: HallRig) -> None:
    hall.add(1)
    hall.pass_time(SILENCE + 1)
    hall.hear(1, "status", "online", retained=True)
    hall.hear(1, "state", state(1), retained=True)
    assert marked(hall) == ["Table 1"]
    hall.hear(1, "status", "online")
    assert marked(hall) == []


def test_a_board_that_starts_believes_what_the_broker_kept_for_a_minute(hall: HallRig) -> None:
    hall.hear(1, "state", state(1), retained=True)
    assert names(hall) == []  # nobody knows whether it is there
    hall.hear(1, "status", "online", retained=True)
    assert (names(hall), marked(hall)) == (["Table 1"], [])
    hall.pass_time(SILENCE + 1)
    assert marked(hall) == ["Table 1"]


def test_a_table_that_leaves_vanishes(hall: HallRig) -> None:
    hall.add(1)
    hall.hear(1, "result", results(1, result({"Anna": 2, "Ben": 1})))
    for kind in ("state", "result", "status"):
        hall.hear(1, kind, "")
    assert names(hall) == []
    assert scores(hall) == {"g1": {"Anna": 2, "Ben": 1}}


def test_a_table_that_is_gone_for_long_vanishes(hall: HallRig) -> None:
    hall.add(1)
    hall.hear(1, "status", "offline")
    hall.pass_time(GONE_TIME.total_seconds() - 1)
    assert names(hall) == ["Table 1"]
    before = hall.hall.version
    hall.pass_time(1)
    assert names(hall) == []
    assert hall.hall.version > before  # whoever looks at the page sees it
    hall.hear(1, "status", "online")
    assert names(hall) == ["Table 1"]


def test_no_more_tables_than_a_hall_holds(hall: HallRig) -> None:
    for number in range(MOST_TABLES + 1):
        hall.hear(number, "status", "online")
    hall.add(MOST_TABLES + 1)
    assert names(hall) == []


def test_what_is_no_report_changes_nothing(hall: HallRig) -> None:
    hall.add(1)
    before = hall.hall.version
    hall.hear(1, "state", state(1, waiting="yes"))
    hall.hear(1, "event", b"\xff")
    assert hall.hall.version == before


def test_the_same_again_is_no_change(hall: HallRig) -> None:
    hall.add(1)
    before = hall.hall.version
    hall.add(1)
    assert hall.hall.version == before


# A scoring --------------------------------------------------------------------------------------


def shown(hall: HallRig) -> str:
    its = hall.hall.tables[0].shown_event
    return its.text if its else ""


def test_an_award_is_shown_while_the_table_waits(hall: HallRig) -> None:
    hall.add(1, waiting=True)
    hall.hear(1, "event", event(1, text="Anna 3"))
    assert shown(hall) == "Anna 3"
    hall.hear(1, "state", state(1, waiting=False))
    assert shown(hall) == ""


@pytest.mark.parametrize(
    "later",
    [event(1, text="Anna 3"), event(1, number=30, text="older"), event(1, number=40, kind="turn")],
)
def test_an_event_counts_once_and_forward(hall: HallRig, later: Any) -> None:
    hall.add(1, waiting=True)
    hall.hear(1, "event", event(1, text="Anna 3"))
    hall.hear(1, "event", later)
    assert shown(hall) == "Anna 3"


def test_an_award_that_was_taken_back_is_not_shown(hall: HallRig) -> None:
    hall.add(1, waiting=True)
    hall.hear(1, "event", event(1))
    hall.hear(1, "event", event(1, number=32, kind="taken-back", numbers=[31], lines=None))
    assert shown(hall) == ""


def test_an_award_of_another_game_is_not_shown(hall: HallRig) -> None:
    hall.add(1, waiting=True, game=game(id="g2"))
    hall.hear(1, "event", event(1))
    assert shown(hall) == ""


def test_the_winner_s_page_is_no_scoring(hall: HallRig) -> None:
    over = game(finished=True)
    hall.add(1, waiting=True, game=over)  # the last scoring is shown when the game is over
    hall.hear(1, "event", event(1))
    assert hall.hall.tables[0].is_scoring
    hall.hear(1, "event", event(1, number=32, kind="winner", text="Anna wins"))
    assert not hall.hall.tables[0].is_scoring


def test_a_table_that_is_gone_waits_for_nobody(hall: HallRig) -> None:
    hall.add(1, waiting=True)
    hall.hear(1, "status", "offline")
    assert not hall.hall.tables[0].is_scoring


# Results ----------------------------------------------------------------------------------------


def test_a_result_that_was_amended_is_replaced(hall: HallRig) -> None:
    hall.hear(1, "result", results(1, result({"Anna": 2, "Ben": 1})))
    hall.hear(1, "result", results(1, result({"Anna": 2, "Ben": 3})))
    assert scores(hall) == {"g1": {"Anna": 2, "Ben": 3}}


def test_a_result_that_was_taken_back_goes(hall: HallRig) -> None:
    one, two = result({"Anna": 2, "Ben": 1}, id="a"), result({"Anna": 2}, id="b", ended=2)
    hall.hear(1, "result", results(1, one, two))
    hall.hear(1, "result", results(1, one, unfinished=["b", "c"]))
    assert list(scores(hall)) == ["a"]
    hall.hear(1, "result", results(1, unfinished=["a"]))
    assert scores(hall) == {}


@pytest.mark.parametrize("listed", [0, 1, MOST_RESULTS])
def test_a_result_that_a_table_lists_no_more_stays(hall: HallRig, listed: int) -> None:
    """A list may be short because it would be too long, or begin with old games just imported."""
    games = [result({"Anna": 2}, id=f"g{at}", ended=at / 10) for at in range(MOST_RESULTS + 1)]
    hall.hear(1, "result", results(1, *games[1:]))
    hall.hear(1, "result", results(1, *games[:listed]))
    assert {each["game"] for each in games[1:]} <= scores(hall).keys()


def test_a_new_evening_is_to_be_seen_when_it_begins(hall: HallRig) -> None:
    hall.hear(1, "result", results(1, result({"Anna": 4, "Ben": 3})))
    hall.pass_time(1)
    version = hall.hall.version
    hall.pass_time(24 * 3600)
    assert hall.hall.evening.games == []
    assert hall.hall.version > version


def test_two_tables_may_have_games_of_the_same_id(hall: HallRig) -> None:
    hall.hear(1, "result", results(1, result({"Anna": 2})))
    hall.hear(2, "result", results(2, result({"Ben": 2})))
    assert len(hall.hall.find_results()) == 2


def test_a_table_s_games_are_bounded(hall: HallRig) -> None:
    games = [
        result({"Anna": 2}, id=f"g{at}", ended=at / 100) for at in range(MOST_GAMES + MOST_RESULTS)
    ]
    for at in range(len(games) - MOST_RESULTS + 1):
        hall.hear(1, "result", results(1, *games[at : at + MOST_RESULTS]))
    assert len(hall.hall.find_results()) == MOST_GAMES
    assert "g0" not in scores(hall)


LISTS = st.lists(
    st.tuples(st.integers(1, 3), st.lists(st.integers(0, 5), max_size=4, unique=True)), max_size=6
)


@settings(max_examples=depth.at_depth(6, 25))
@given(LISTS, st.integers(0, 6))
def test_two_boards_agree_whenever_they_started(
    tmp_path_factory: pytest.TempPathFactory, said: list[tuple[int, list[int]]], joins: int
) -> None:
    with (
        closing(HallRig(tmp_path_factory.mktemp("first"))) as first,
        closing(HallRig(tmp_path_factory.mktemp("second"))) as second,
    ):
        hear_both(first, second, said, joins)
        ours, theirs = set(first.hall.find_results()), set(second.hall.find_results())
    assert ours == theirs


def hear_both(
    first: HallRig, second: HallRig, said: list[tuple[int, list[int]]], joins: int
) -> None:
    """Let two boards hear what tables said; the second joins later, and hears what was kept."""
    last: dict[int, Any] = {}
    for at, (number, games) in enumerate(said):
        if at == joins:
            for table, message in last.items():
                second.hear(table, "result", message, retained=True)
        before = {each["game"] for each in last[number]["results"]} if number in last else set()
        listed = [result({"Anna": id_, "Ben": 3}, id=f"g{id_}", ended=id_) for id_ in sorted(games)]
        undone = before - {each["game"] for each in listed}
        last[number] = results(number, *listed, unfinished=sorted(undone))
        first.hear(number, "result", last[number])
        if at >= joins:
            second.hear(number, "result", last[number])
    if len(said) <= joins:
        for table, message in last.items():
            second.hear(table, "result", message, retained=True)


# A restart --------------------------------------------------------------------------------------


@pytest.fixture
def restart(hall: HallRig, tmp_path: Path) -> Iterator[Restart]:
    """End the board, and start another before the same file, some seconds later."""
    with ExitStack() as running:

        def start(seconds: float = 60) -> HallRig:
            hall.close()
            again = running.enter_context(closing(HallRig(tmp_path)))
            again.clock.now = seconds
            return again

        yield start


def test_a_restart_keeps_games_and_tables(hall: HallRig, restart: Restart) -> None:
    hall.add(1, waiting=True)
    hall.hear(1, "event", event(1))
    hall.hear(1, "result", results(1, result({"Anna": 2, "Ben": 1})))
    kept = hall.hall.find_results()
    again = restart()
    assert again.hall.find_results() == kept != []
    assert (names(again), marked(again)) == (["Table 1"], ["Table 1"])
    again.hear(1, "status", "online", retained=True)
    assert marked(again) == []
    assert shown(again) == shown(hall) != ""


def test_a_start_reads_the_evening_s_games_and_others_once_their_table_tells_some(
    hall: HallRig, restart: Restart, monkeypatch: pytest.MonkeyPatch
) -> None:
    old, new = result({"Anna": 2}, id="old", ended=-30), result({"Ben": 2}, id="new")
    hall.hear(1, "result", results(1, old, new))
    hall.hear(2, "result", results(2, old))
    hall.add(1, game=game(id="new", finished=True))
    read = list[str]()

    def note(table: str, text: str, now: datetime) -> BoardResult:
        found = read_result(table, text, now)
        read.append(found.id)
        return found

    monkeypatch.setattr("companion.outlets.board.store.read_result", note)
    again = restart()
    assert [each.id for each in again.hall.evening.games] == read == ["new"]
    assert again.hall.find_result(again.hall.tables[0]) is not None
    again.hear(1, "result", results(1, new))
    assert read == ["new"] * 3
    again.hear(1, "result", results(1, result({"Cleo": 2}, id="third")))
    assert sorted(read) == ["new"] * 4 + ["old"]
    assert sorted(scores(again)) == ["new", "old", "third"]
    again.hear(1, "result", results(1, unfinished=["old", "new"]))
    assert sorted(scores(again)) == ["old", "third"]


def test_what_went_is_not_there_after_a_restart(hall: HallRig, restart: Restart) -> None:
    hall.add(1)
    hall.hear(1, "result", results(1, result({"Anna": 2, "Ben": 1})))
    hall.hear(1, "result", results(1, unfinished=["g1"]))
    hall.hear(1, "status", "")
    again = restart()
    assert (names(again), again.hall.find_results()) == ([], [])


def test_a_table_of_last_week_is_not_shown(hall: HallRig, restart: Restart) -> None:
    hall.add(1)
    again = restart(timedelta(days=7).total_seconds())
    again.hear(1, "status", "offline", retained=True)
    again.hear(1, "state", state(1), retained=True)
    assert names(again) == []


def test_a_store_that_can_t_be_written_is_one_line_and_the_board_goes_on(
    hall: HallRig, caplog: pytest.LogCaptureFixture
) -> None:
    hall.store._file.execute("PRAGMA query_only = ON")
    hall.add(1)
    hall.hear(1, "result", results(1, result({"Anna": 2, "Ben": 1})))
    assert [each.name for each in rank(hall.hall.find_results())] == ["Anna", "Ben"]
    assert len(caplog.records) == 1
    hall.store._file.execute("PRAGMA query_only = OFF")


def test_a_store_that_can_t_be_read_is_one_line_and_the_board_goes_on(
    hall: HallRig, caplog: pytest.LogCaptureFixture
) -> None:
    hall.store._file.execute("ALTER TABLE game RENAME TO lost")
    for number in (1, 2):
        hall.add(number)
        hall.hear(number, "result", results(number, result({"Anna": 2, "Ben": 1})))
    assert [each.games for each in hall.hall.evening.places()] == [2, 2]
    assert sum("can't be read" in line for line in caplog.messages) == 1


def test_a_damaged_line_of_the_store_is_left_out(hall: HallRig, restart: Restart) -> None:
    hall.hear(1, "result", results(1, result({"Anna": 2}), result({"Ben": 2}, id="b")))
    hall.store._file.execute("UPDATE game SET text = '{}' WHERE id = 'b'")
    hall.store._file.execute("INSERT INTO box VALUES ('000000000009', 0, X'78', X'')")
    assert list(scores(restart())) == ["g1"]


def test_a_file_that_is_no_board_s_is_refused(tmp_path: Path) -> None:
    (tmp_path / "board.sqlite").write_bytes(b"no database at all, but long enough" * 40)
    with pytest.raises(OSError, match="not a database"):
        HallRig(tmp_path)


# Clocks that are wrong ----------------------------------------------------------------------------


@pytest.mark.parametrize("ended", ["9999-12-31T23:59:59+00:00", "0001-01-01T00:00:00+00:00"])
def test_a_game_at_an_impossible_time_is_left_out_and_logged_once(
    hall: HallRig, ended: str, caplog: pytest.LogCaptureFixture
) -> None:
    bad = {**result({"Anna": 3, "Ben": 2}, id="bad"), "ended": ended}
    for _ in range(2):
        hall.hear(1, "result", results(1, bad, result({"Anna": 2, "Ben": 1})))
    assert list(scores(hall)) == ["g1"]
    (line,) = caplog.messages
    assert "game bad: no clock that is right says" in line


def test_what_the_file_has_is_judged_again_and_logged_once(
    restart: Restart, hall: HallRig, caplog: pytest.LogCaptureFixture
) -> None:
    hall.hear(1, "result", results(1, result({"Anna": 2, "Ben": 1})))
    with closing(sqlite3.connect(hall.store.path)) as file, file:
        late = "replace(text, '2025-', '9999-')"
        file.execute(f"INSERT INTO game SELECT box, 'bad', {late} FROM game")
    again = restart()
    for _ in range(2):
        assert list(scores(again)) == ["g1"]
    (line,) = caplog.messages
    assert "no clock that is right says 9999-" in line


def test_a_game_of_a_clock_that_runs_ahead_counts_by_when_it_was_heard_of(
    restart: Restart, hall: HallRig, caplog: pytest.LogCaptureFixture
) -> None:
    late = result({"Anna": 2, "Ben": 1}, ended=8)  # now is the third hour of the evening
    hall.hear(1, "result", results(1, late))
    heard = hall.now()
    hall.pass_time(60)
    hall.hear(1, "result", results(1, late))
    for games in (hall.hall.find_results(), restart().hall.find_results()):
        (known,) = games
        assert (known.ended, known.is_ahead) == (heard, True)
    assert caplog.messages == ["'Table 1': the clock of its box runs ahead"]
