"""Saved games and figures at the table's socket: one replay at a step, no points too early."""

import json
import logging
from collections.abc import Iterator
from contextlib import closing
from datetime import datetime
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from companion.app.api import history
from companion.app.api.history import MOST_BYTES, MOST_GAMES, GamesSource
from companion.app.demo.rig import DEMO_STARTED_AT
from companion.core.languages import LANGUAGES
from companion.games import read_record, words_in
from companion.outlets.protocol import Topic
from companion.store.journal import Journal, JournalReader, StoredGame
from companion.store.saved_games import (
    GameSummaries,
    ReplayedGame,
    SavedGameState,
    export_game,
    replay_game,
    replay_stored,
)
from companion.store.saved_stories import SavedStories
from companion.store.unnamed import UnnamedPlayers
from tests import depth
from tests.app.api.described import BOX
from tests.app.api.messages import fits
from tests.app.api.saved import FEWER, import_records, reply, steps
from tests.app.api.saved import RECORDS as ALL
from tests.app.recent_games import keep
from tests.store.history import stored

LINE = 256 * 1024
"""Bytes of the longest reply."""
POINTS = {"points", "standings", "winners"}
RECORDS = ALL if depth.is_soak() else FEWER
NUMBERS = range(1, len(RECORDS) + 1)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A journal with all records, the last of them those that come with the games."""
    place = tmp_path_factory.mktemp("state")
    import_records(place, RECORDS)
    return place


@pytest.fixture
def replayed(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The numbers of the games that are replayed."""
    numbers: list[int] = []

    def note(journal: JournalReader, game: StoredGame) -> ReplayedGame:
        numbers.append(game.number)
        return replay_stored(journal, game)

    for module in ("companion.store.saved_games", "companion.app.api.history"):
        monkeypatch.setattr(f"{module}.replay_stored", note)
    return numbers


def values(data: Any, key: str) -> Iterator[Any]:
    """Everything that stands under a key, however deep."""
    if isinstance(data, dict):
        yield from (value for name, value in data.items() if name == key)
        data = list(data.values())
    if isinstance(data, list):
        for each in data:
            yield from values(each, key)


# Saved games ------------------------------------------------------------------------------------


def test_games_are_listed_the_latest_first_each_with_how_it_stands(folder: Path) -> None:
    games = reply(folder, "games")["games"]
    journal = JournalReader(folder, UnnamedPlayers(words_in("en")))
    assert [game["number"] for game in games] == [each.number for each in journal.games()][::-1]
    for game in games:
        play = replay_game(journal, game["number"])
        assert (game["state"] == "finished") == (play.outcome is not None)
        assert bool(game["winners"]) == (play.outcome is not None)
        assert [player["name"] for player in game["players"]] == play.players
        assert game["status"]
    assert {game["state"] for game in games} == {"playing", "finished"}
    assert games[0]["when"].startswith("2009-")


def test_a_list_says_who_has_won_and_whose_turn_it_is(tmp_path: Path) -> None:
    keep(tmp_path, "three-players", "five-players-mid-turn")
    with closing(Journal.open(tmp_path, DEMO_STARTED_AT)) as journal:
        for game in ("campanile-2009", "campanile-1492"):
            number = journal.begin(game, 2, DEMO_STARTED_AT)
            journal.append(number, [("player", "Ada")], DEMO_STARTED_AT)
    found = {game["number"]: game for game in reply(tmp_path, "games", language="de")["games"]}
    english = {game["number"]: game for game in reply(tmp_path, "games")["games"]}
    assert english[1]["status"] == "won by Zoë O'Neill"
    assert english[2]["status"] == "turn 37: #1"
    assert english[3]["state"] == "setup"
    assert (english[4]["state"], english[4]["status"]) == ("unreadable", "from another version")
    assert found[1]["status"] != english[1]["status"]
    assert all(
        state.value in {game["state"] for game in found.values()} for state in SavedGameState
    )


def test_unnamed_players_are_called_in_the_language_of_who_asks(tmp_path: Path) -> None:
    pairs = [("player", "Blue"), ("colour", "blue"), ("player", "Ada"), ("colour", "red")]
    with closing(Journal.open(tmp_path, DEMO_STARTED_AT)) as journal:
        journal.append(journal.begin("campanile-2009", 2, DEMO_STARTED_AT), pairs, DEMO_STARTED_AT)
    for language in LANGUAGES:
        first = words_in(language).say("seat.unnamed", number=1)
        (game,) = reply(tmp_path, "games", language=language)["games"]
        assert [player["name"] for player in game["players"]] == [first, "Ada"]
        game = reply(tmp_path, "game", 1, language)["game"]
        assert [player["name"] for player in game["players"]] == [first, "Ada"]


# One game ---------------------------------------------------------------------------------------


@pytest.mark.sample(6)
@pytest.mark.parametrize("number", NUMBERS, ids=[path.stem for path in RECORDS])
def test_a_game_is_told_turn_by_turn(folder: Path, number: int) -> None:
    play = replay_game(JournalReader(folder), number)
    game = reply(folder, "game", number)["game"]
    turns = [turn for turn in play.turns if turn.number and turn.answers]
    assert [turn["number"] for turn in game["turns"]] == [turn.number for turn in turns]
    gains = [gain for turn in game["turns"] for gain in turn["scorings"]]
    assert len(gains) == len(play.gains) == len(game["chart"]["scorings"])
    if play.outcome is not None:
        assert [gain["points"] for gain in gains] == [list(gain.points) for gain in play.gains]
        table = {line["seat"]: line["points"] for line in game["standings"]}
        assert table == {seat: each.points for seat, each in enumerate(play.table.players)}
        heights, points = game["chart"]["charts"]
        assert [line["values"][-1] for line in points["lines"]] == [
            table[seat] for seat in range(len(table))
        ]
        assert [line["values"][-1] for line in heights["lines"]] == [
            *play.turns[-1].heights.values()
        ]


@pytest.mark.sample(6)
@pytest.mark.parametrize("number", NUMBERS, ids=[path.stem for path in RECORDS])
def test_no_points_of_an_unfinished_game_leave_the_box(folder: Path, number: int) -> None:
    game = reply(folder, "game", number)["game"]
    if game["state"] == "finished":
        return
    assert not any(value for key in POINTS for value in values(game, key))
    assert [chart["key"] for chart in game["chart"]["charts"]] in ([], ["heights"])


def test_corrected_points_of_an_unfinished_game_do_not_leave_the_box(tmp_path: Path) -> None:
    session = stored("capitol-three-players")
    pairs = [(each.key, each.word) for each in session.answers[:120]]
    pairs.append(("correct points", f"{session.table.players[0].name}:14"))
    with closing(Journal.open(tmp_path, DEMO_STARTED_AT)) as journal:
        journal.append(journal.begin("capitol", None, DEMO_STARTED_AT), pairs, DEMO_STARTED_AT)
    game = reply(tmp_path, "game", 1)["game"]
    assert game["state"] != "finished"
    assert game["turns"]
    assert "corrected" not in json.dumps(game)


def test_a_finished_game_tells_its_corrections(tmp_path: Path) -> None:
    keep(tmp_path, "three-players-cards-unknown")
    assert "corrected" in json.dumps(reply(tmp_path, "game", 1)["game"]["turns"])


def test_thinking_times_are_those_of_the_boxs_pages(tmp_path: Path) -> None:
    keep(tmp_path, "three-players", "capitol-three-players")
    assert reply(tmp_path, "game", 1)["game"]["turns"][1]["time"] == "0:35"
    capitol = reply(tmp_path, "game", 2)["game"]["turns"]
    assert {turn["time"] for turn in capitol if turn["seat"] is None} == {""}


@pytest.mark.parametrize("number", [0, -1, 999, 2**53, None])
def test_an_unknown_game_is_refused(folder: Path, number: int | None) -> None:
    assert reply(folder, "game", number)["refused"]["reason"] == "unknown-game"


def test_a_game_of_other_rules_is_refused(tmp_path: Path) -> None:
    with closing(Journal.open(tmp_path, DEMO_STARTED_AT)) as journal:
        number = journal.begin("campanile-1492", 2, DEMO_STARTED_AT)
        journal.append(number, [("player", "Ada")], DEMO_STARTED_AT)
    refused = reply(tmp_path, "game", 1)["refused"]
    assert refused["reason"] == "unreadable"
    assert "1" in refused["text"]


# Players' figures -------------------------------------------------------------------------------


def test_figures_stand_as_numbers_and_in_words(tmp_path: Path) -> None:
    keep(
        tmp_path, "three-players", "four-players", "capitol-three-players", "five-players-mid-turn"
    )
    players = reply(tmp_path, "players")["players"]
    (zoe,) = (each for each in players if "Zoë" in each["name"] and each["game"] != "capitol")
    assert zoe["games"] == 2
    shown = {each["text"]: each["shown"] for each in zoe["figures"]}
    assert shown["Won"] == "2"
    assert shown["Average"] == "16.5"
    assert shown["Time a turn"] == "0:33"
    assert (shown["Intermezzo"], shown["Finito"]) == ("27 %", "73 %")
    assert shown["2-marker"] == "3.6"
    numbers = {each["text"]: each["value"] for each in zoe["figures"]}
    assert (numbers["Average"], numbers["Time a turn"], numbers["Finito"]) == (16.5, 33, 73)
    capitol = [each for each in players if each["game"] == "capitol"]
    assert {len(each["figures"]) for each in capitol} == {len(capitol[0]["figures"])}


def test_without_finished_games_there_are_no_figures(tmp_path: Path) -> None:
    keep(tmp_path, "five-players-mid-turn")
    assert reply(tmp_path, "players") == {"players": []}


# A little at a time -----------------------------------------------------------------------------


@pytest.mark.parametrize("what", ["games", "players", "game"])
def test_a_step_replays_one_game_at_most(tmp_path: Path, replayed: list[int], what: str) -> None:
    keep(tmp_path, *["1996-two-players"] * 5)
    counts = [0]
    counts += [len(replayed) for _ in steps(JournalReader(tmp_path), what, 3)]
    assert max(after - before for before, after in pairwise(counts)) == 1
    assert counts[-1] == (1 if what == "game" else 5)


def test_what_was_counted_is_not_counted_again(tmp_path: Path, replayed: list[int]) -> None:
    keep(tmp_path, *["1996-two-players"] * 3)
    journal = JournalReader(tmp_path)
    summaries = GameSummaries(journal)
    for what in ("games", "players", "games"):
        assert [*steps(journal, what, summaries=summaries)][-1]
    assert sorted(replayed) == [1, 2, 3]
    keep(tmp_path, "1996-two-players")
    assert [*steps(journal, "players", summaries=summaries)][-1]
    assert sorted(replayed) == [1, 2, 3, 4]


def test_a_game_that_goes_on_is_counted_again(tmp_path: Path, replayed: list[int]) -> None:
    keep(tmp_path, "five-players-mid-turn")
    journal = JournalReader(tmp_path)
    summaries = GameSummaries(journal)
    list(steps(journal, "games", summaries=summaries))
    with closing(Journal.open(tmp_path, DEMO_STARTED_AT)) as writer:
        writer.undo(1, 1, DEMO_STARTED_AT)
    list(steps(journal, "games", summaries=summaries))
    assert replayed == [1, 1]


def test_the_latest_games_are_listed_and_no_reply_is_too_long(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As many games as there may be, each with the longest players' names."""
    keep(tmp_path, "five-players")
    stored, summary = JournalReader(tmp_path).games()[0], GameSummaries(JournalReader(tmp_path))
    one = summary.of(stored)
    long = one._replace(players=tuple(each._replace(name="名" * 12) for each in one.players))
    many = [stored._replace(number=number) for number in range(1, MOST_GAMES + 3)]
    monkeypatch.setattr(JournalReader, "games", lambda _self: many)
    monkeypatch.setattr(GameSummaries, "of", lambda _self, _game: long)
    games = reply(tmp_path, "games")["games"]
    assert len(json.dumps({"id": 1, "games": games}).encode()) < LINE
    assert games[0]["number"] == MOST_GAMES + 2
    numbers = [game["number"] for game in games]
    assert numbers == sorted(numbers, reverse=True)
    assert 100 < len(numbers) <= MOST_GAMES


def test_only_what_fits_is_told() -> None:
    items = [{"number": number, "text": "x" * 1000} for number in range(1000)]
    fitting = history._fit(items)
    assert fitting == items[: len(fitting)]
    assert MOST_BYTES - 2000 < len(json.dumps(fitting)) <= MOST_BYTES
    assert history._fit([]) == []


@pytest.mark.sample(2)
@pytest.mark.parametrize("number", NUMBERS, ids=[path.stem for path in RECORDS])
def test_every_reply_is_json_of_bounded_length_in_every_language(folder: Path, number: int) -> None:
    for language in LANGUAGES:
        assert len(json.dumps(reply(folder, "game", number, language)).encode()) < LINE


@pytest.mark.sample(2)
@pytest.mark.parametrize("what", ["games", "players", "game", "unknown"])
def test_replies_are_what_the_schema_says(folder: Path, what: str) -> None:
    numbers = NUMBERS if what == "game" else [0]
    for number in numbers:
        data = reply(folder, "game" if what == "unknown" else what, number)
        assert fits("refused" if what == "unknown" else what, {"id": 1, **data})


# Faults -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("what", ["games", "players", "game"])
def test_a_damaged_journal_is_refused_in_words(
    tmp_path: Path, what: str, caplog: pytest.LogCaptureFixture
) -> None:
    keep(tmp_path, "three-players")
    file = tmp_path / "games.sqlite"
    file.write_bytes(b"no journal" + file.read_bytes()[10:])
    with caplog.at_level(logging.ERROR):
        refused = reply(tmp_path, what, 1)["refused"]
    assert refused == {"reason": "unreadable", "text": words_in().say("notice.unread")}
    assert "Traceback" not in caplog.text
    assert len(caplog.records) == 1


# Results ----------------------------------------------------------------------------------------


def test_the_results_are_those_of_the_records(folder: Path) -> None:
    told = reply(folder, "results")
    results = told["results"]
    journal = JournalReader(folder)
    finished = [
        each.number for each in journal.games() if replay_game(journal, each.number).outcome
    ]
    assert [each["game"] for each in results] == [f"{BOX}-{number}" for number in finished[-12:]]
    for each, number in zip(results, finished[-12:], strict=True):
        record = read_record(export_game(journal, number))
        assert each["result"] == json.loads(json.dumps(record.result))
        assert datetime.fromisoformat(each["began"]) == DEMO_STARTED_AT
        assert datetime.fromisoformat(each["ended"]).tzinfo is not None
    assert fits("results", {"id": 1, **json.loads(json.dumps(told))})


def test_a_game_whose_winner_is_not_shown_has_no_result(folder: Path) -> None:
    journal = JournalReader(folder)
    last = reply(folder, "results")["results"][-1]["game"]
    untold = int(last.rpartition("-")[2])
    source = GamesSource(journal, words_in(), GameSummaries(journal), untold, BOX)
    *_, without = source.answer(Topic.RESULTS, None)
    assert without is not None
    assert last not in [each["game"] for each in without["results"]]
    assert last in without["unfinished"]
    assert len(without["results"]) == 12


def test_a_game_whose_end_was_undone_is_told_not_to_be_over(tmp_path: Path) -> None:
    keep(tmp_path, "three-players")
    assert reply(tmp_path, "results")["unfinished"] == []
    with closing(Journal.open(tmp_path, DEMO_STARTED_AT)) as journal:
        journal.undo(1, 1, DEMO_STARTED_AT)
    assert reply(tmp_path, "results") == {"results": [], "unfinished": [f"{BOX}-1"]}


def test_a_list_too_long_for_a_reply_says_of_no_game_that_it_goes_on(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = reply(folder, "results")
    monkeypatch.setattr("companion.app.api.history.MOST_BYTES", 20_000)
    short = reply(folder, "results")
    assert 0 < len(short["results"]) < len(whole["results"])
    assert short["unfinished"] == whole["unfinished"]


def test_one_game_is_replayed_at_a_step_for_the_results(folder: Path, replayed: list[int]) -> None:
    journal = JournalReader(folder)
    for _ in steps(journal, "results", summaries=GameSummaries(journal)):
        assert len(replayed) <= 1
        replayed.clear()


def test_how_a_game_went_is_told_once_its_winner_was_shown(tmp_path: Path) -> None:
    keep(tmp_path, "three-players", "five-players-mid-turn")
    journal = JournalReader(tmp_path)
    source = GamesSource(
        journal, words_in(), GameSummaries(journal), box=BOX, stories=SavedStories(journal.folder)
    )
    told, untold, unfinished = (
        [*each.answer(Topic.GAME, number)][-1]
        for number, each in ((1, source), (1, source._replace(untold=1)), (2, source))
    )
    assert told is not None
    story = told["game"]["story"]
    assert story["said"]
    assert len(story["best"]) == 3
    chart = story["chart"]
    assert {mark["turn"] for mark in chart["scorings"]}
    for line in chart["lines"]:
        pairs = zip(line["values"], line["bands"], strict=True)
        assert all(low <= value <= high for value, (low, high) in pairs)
        assert all(0 < value < 100 for value in line["values"][:-1]), "before it is decided"
    for each in (untold, unfinished):
        assert each is not None
        assert each["game"]["story"] is None
    assert fits("game", {"id": 7, **json.loads(json.dumps(told))})


def test_the_newest_result_has_the_best_moment_of_who_has_won(tmp_path: Path) -> None:
    keep(tmp_path, "capitol-three-players", "three-players")
    journal = JournalReader(tmp_path)
    source = GamesSource(
        journal, words_in(), GameSummaries(journal), box=BOX, stories=SavedStories(journal.folder)
    )
    *_, told = source.answer(Topic.RESULTS, None)
    assert told is not None
    older, newest = told["results"]
    assert "moment" not in older
    (winner,) = newest["result"]["winners"]
    assert newest["moment"].startswith(f"Best for {winner}: turn ")
    assert fits("results", {"id": 1, **json.loads(json.dumps(told))})
    *_, hidden = source._replace(untold=2).answer(Topic.RESULTS, None)
    assert hidden is not None
    assert [each["game"] for each in hidden["results"]] == [older["game"]]
