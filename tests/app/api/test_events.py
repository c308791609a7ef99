"""The events of stored games: a function of their answers, and no award before its page."""

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Any

import pytest

from companion.app.api.events import EventLog
from companion.app.demo.rig import DEMO_STARTED_AT
from companion.core.conversation import is_correction
from companion.core.events import AWARD
from companion.core.languages import LANGUAGES
from companion.core.session import Session
from companion.games import BUILT_IN, load_plugin, read_record, start_session, words_in
from companion.games.plugin import GamePlugin
from companion.store.history.play import TurnLog
from companion.store.journal import TimedAnswer
from companion.ui.input.guide import NO_PAGE, Winner
from tests.app.api.described import RECORDS, stored
from tests.app.api.messages import validator
from tests.entries import guide_for, install
from tests.fakes.nim.nim_game.plugin import PLUGIN
from tests.fakes.nim.nim_game.rules import Nim

SAMPLE = pytest.mark.sample(2)
ONE_OF_EACH = ("three-players", "1996-two-players", "bologna-taken-over", "capitol-three-players")


def events_of(record: Session, language: str = "en") -> list[dict[str, Any]]:
    log = EventLog(record.name)
    log.follow(record.answers)
    return log.list_events(words_in(language), None)


def at_each_answer(record: Session) -> Iterator[tuple[Session, EventLog]]:
    """A game as it is played, and the log that follows it."""
    session, log = start_session(record.name), EventLog(record.name)
    for answer in record.answers:
        session.answer(answer)
        log.follow(session.answers)
        yield session, log


def of_kind(events: Sequence[dict[str, Any]], kind: str) -> list[dict[str, Any]]:
    return [each for each in events if each["kind"] == kind]


@SAMPLE
@pytest.mark.parametrize("name", RECORDS)
def test_every_event_is_as_the_schema_has_it(name: str) -> None:
    record = stored(name)
    for event in events_of(record):
        validator("event")(event)
    assert bool(events_of(record)) == record.table.started


@SAMPLE
@pytest.mark.parametrize("name", RECORDS)
def test_each_answer_adds_events_and_changes_none(name: str) -> None:
    record, before = stored(name), list[dict[str, Any]]()
    for session, log in at_each_answer(record):
        now = log.list_events(words_in(), None)
        assert now[: len(before)] == before
        assert {each["answer"] for each in now[len(before) :]} <= {len(session.answers)}
        before = now
    assert before == events_of(record)


@SAMPLE
@pytest.mark.parametrize("name", RECORDS)
def test_what_is_taken_back_is_gone_and_comes_back_as_it_was(name: str) -> None:
    record = stored(name)
    log, whole = EventLog(record.name), events_of(record)
    for count in (len(record.answers), len(record.answers) // 2, 0, len(record.answers)):
        log.follow(record.answers[:count])
        assert log.list_events(words_in(), None) == [
            each for each in whole if each["answer"] <= count
        ]


def test_after_another_answer_the_events_are_those_of_the_other_game() -> None:
    one, other = stored("three-players"), stored("three-players-at-intermezzo")
    log = EventLog(one.name)
    for record in (one, other, one):
        log.follow(record.answers)
        assert log.list_events(words_in(), None) == events_of(record)


@SAMPLE
@pytest.mark.parametrize("name", RECORDS)
def test_the_awards_are_the_points(name: str) -> None:
    """Nothing that a page gives is left out, and the winner's points are everybody's."""
    record = stored(name)
    events, players = events_of(record), record.table.players
    won = [
        [each["seat"], each["points"]] for at in of_kind(events, "winner") for each in at["points"]
    ]
    finished = record.table.outcome is not None
    assert won == ([[seat, each.points] for seat, each in enumerate(players)] if finished else [])
    assert [at["seats"] for at in of_kind(events, "winner")] == (
        [list(record.table.outcome.winners)] if finished else []
    )
    assert len(of_kind(events, "scoring")) == len(record.table.scorings)
    if any(map(is_correction, record.answers)):
        return
    awarded = [0] * len(players)
    for award in of_kind(events, "award"):
        for each in award["points"]:
            awarded[each["seat"]] += each["points"]
    assert awarded == [each.points for each in players]


@SAMPLE
@pytest.mark.parametrize("name", RECORDS)
def test_a_page_that_was_not_shown_is_no_event(name: str) -> None:
    for session, log in at_each_answer(stored(name)):
        guide = guide_for(session)
        pages = guide.pages if guide is not None else ()
        places = guide.events if guide is not None else ()
        for shown in range(NO_PAGE, len(pages)):
            fresh = [
                e for e in log.list_events(words_in(), shown) if e["answer"] == len(session.answers)
            ]
            known = [each.name for each in places[: shown + 1] if each and each.kind is AWARD]
            assert [each["name"] for each in of_kind(fresh, "award")] == known
            told = any(isinstance(page, Winner) for page in pages[: shown + 1])
            assert bool(of_kind(fresh, "winner")) == told
            assert bool(of_kind(fresh, "scoring")) <= (shown >= 0)
        assert log.list_events(words_in(), len(pages)) == log.list_events(words_in(), None)


@SAMPLE
@pytest.mark.parametrize("name", RECORDS)
def test_every_turn_is_told_once_when_it_is_over(name: str) -> None:
    record = stored(name)
    turns = of_kind(events_of(record), "turn")
    assert all(one["turn"] < other["turn"] for one, other in pairwise(turns))
    assert all("points" not in each["text"] for each in turns)
    log = TurnLog(record.name)
    for answer in record.answers:
        log.add(TimedAnswer(answer.key, answer.word, DEMO_STARTED_AT, None))
    log.end_turn()
    played = [turn.number for turn in log.turns if turn.number]
    assert [each["turn"] for each in turns] == (played if log.is_at_end else played[:-1])


@pytest.mark.sample(4)
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", ONE_OF_EACH)
def test_the_words_are_the_reader_s_and_the_rest_is_the_same(name: str, language: str) -> None:
    wordless = [
        [{**each, "text": "", "lines": len(each["lines"])} for each in events_of(stored(name), its)]
        for its in ("en", language)
    ]
    assert wordless[0] == wordless[1]


@pytest.mark.parametrize("game", BUILT_IN)
def test_a_shipped_game_has_an_event_of_each_kind(game: str) -> None:
    path = load_plugin(game).record
    assert path is not None
    record = read_record(path.read_text("utf-8"))
    kinds = {each["kind"] for each in events_of(record)}
    assert kinds == {"begun", "turn", "scoring", "award", "winner"}


def test_the_reasons_of_a_flag_are_those_of_its_pages() -> None:
    record = stored("three-players-at-intermezzo")
    award = of_kind(events_of(record), "award")[0]
    assert award["lines"][0].endswith(" tower is the red one.")
    assert award["points"]


def test_a_game_with_rules_alone_has_turns_and_a_winner(monkeypatch: pytest.MonkeyPatch) -> None:
    install(monkeypatch, GamePlugin(rules=Nim, title="Nim"))
    assert PLUGIN.record is not None
    events = events_of(read_record(PLUGIN.record.read_text("utf-8")))
    kinds = [each["kind"] for each in events]
    assert (kinds[0], kinds[-2:]) == ("begun", ["turn", "winner"])
    assert set(kinds) == {"begun", "turn", "winner"}


def test_a_correction_says_what_was_corrected_and_never_to_what() -> None:
    record = stored("1996-taken-over")
    given = [answer for answer in record.answers if is_correction(answer)]
    told = of_kind(events_of(record), "correction")
    assert [each["name"] for each in told] == [each.key.split()[1] for each in given]
    assert {each["text"] for each in told if each["name"] == "pile"} == {
        "corrected: cards face down"
    }
    assert {(*each["lines"], *each["points"]) for each in told} == {()}
