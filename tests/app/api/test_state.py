"""The state of the table: of every screen there is, and of whole games played by named answers."""

import json
from collections.abc import Iterator
from dataclasses import replace
from itertools import chain, islice
from typing import Any

import pytest

from companion.app.announcer import describe_page_aloud
from companion.app.api.state import StateSource, TableStates
from companion.app.strokes import StrokeLog, stroke_bounds
from companion.core.conversation import CARDS_UNKNOWN, Answer, is_correction
from companion.core.languages import LANGUAGES
from companion.core.session import Session
from companion.games import load_plugin, start_session, words_in
from companion.outlets.web.table_page import Role, TableContent
from companion.ui.input.box_pages import Peek
from companion.ui.input.context import InputContext
from companion.ui.input.entry import Answered, Doubt, Entry, Step
from companion.ui.input.guide import Guide, Standings, Winner
from companion.ui.input.hints import Hints
from companion.ui.input.menu import ListMenu
from companion.ui.input.open_entry import open_entry
from companion.ui.input.remote import answer_remotely, press_remotely, question_of
from companion.ui.screens.view import View
from tests import depth
from tests.app.api.described import BOX, FRAME, RECORDS, at_question, before, state_of, stored
from tests.app.api.messages import fits, validator
from tests.app.test_speech import pages
from tests.buttons import OK, RIGHT
from tests.entries import guide_for
from tests.ui.screens.every import STAGES, staged

LANGUAGES_TRIED = LANGUAGES if depth.SOAK else ("en", "de")
SHOWN_POINTS = (Standings, Winner)


# Every screen --------------------------------------------------------------------------------


@pytest.mark.sample(10)
@pytest.mark.parametrize("stage", STAGES)
def test_every_screen_has_a_state(stage: str) -> None:
    view = staged(stage)
    states = TableStates(words_in, BOX).describe(
        StateSource(view, LANGUAGES_TRIED, frame=FRAME, resting=True, phones=0)
    )
    for language, state in states.items():
        validator("state")(json.loads(json.dumps(state)))
        assert state["language"] == language
        assert state["open"]["text"] or state["open"]["lines"]
        assert state["open"]["lines"] != [words_in(language).say("open.page")]
    numbers = {(state["number"], state["open"]["number"]) for state in states.values()}
    assert len(numbers) == 1


# Whole games ---------------------------------------------------------------------------------


def entries_of(session: Session) -> Iterator[tuple[Session, Entry, Answer]]:
    """Each answer of a game before it is given, and the entry that asks for it."""
    again = start_session(session.name)
    for answer in session.answers:
        entry = open_entry(again, load_plugin(again.name).input, InputContext())
        yield again, entry, answer
        again.answer(answer)


def is_offered(opened: dict[str, Any], answer: Answer) -> bool:
    """Whether a phone can choose the answer, or its first item."""
    if opened["free"] is not None:
        return True
    word = answer.value[0] if isinstance(answer.value, tuple) else answer.word
    return any(
        (option["key"], str(option["value"])) == (answer.key, word)
        and (option["refused"] or {"grade": ""})["grade"] != "rule"
        for option in opened["options"]
    )


def given_by_name(entry: Entry, answer: Answer) -> Step:
    """The step that the answer leads to, a list item by item; the last may go without saying."""
    if not isinstance(answer.value, tuple):
        return answer_remotely(entry, answer.key, answer.value)
    step: Step = entry
    for item in answer.value:
        if isinstance(step, Entry):
            step = answer_remotely(step, answer.key, item)
    return step


def answers_in(step: Step) -> tuple[Answer, ...]:
    """The answers of a step, confirmed where that is asked."""
    if isinstance(step, Doubt):
        step = press_remotely(step, OK)
    assert isinstance(step, Answered), step
    return step.answers


def is_given_unasked(entry: Entry, session: Session, answer: Answer) -> bool:
    """Whether the entry asks for what comes after the answer, as light play does for a tower."""
    question = question_of(entry)
    assert session.question is not None
    assert question is not None
    return question.key != session.question.key and answer == session.question.default


@pytest.mark.sample(1)
@pytest.mark.parametrize("name", RECORDS)
def test_a_stored_game_can_be_played_by_named_answers(name: str) -> None:
    states = TableStates(words_in, BOX)
    played = 0
    for session, entry, answer in entries_of(stored(name)):
        if is_correction(answer) or is_given_unasked(entry, session, answer):
            continue
        view = at_question(session, entry)
        opened = states.describe(StateSource(view, [""], FRAME))[""]["open"]
        assert is_offered(opened, answer), (opened["key"], answer)
        *before, given = answers_in(given_by_name(entry, answer))
        assert session.question is not None
        assert session.question.canonical(given) == answer
        assert set(before) <= {CARDS_UNKNOWN, session.question.overruling}
        played += 1
    assert played


def test_light_play_answers_that_the_card_was_ordinary() -> None:
    session = stored("four-players-light")
    for again, entry, answer in entries_of(session):
        if answer.key == "show" and is_given_unasked(entry, again, answer):
            break
    (first, tower) = answers_in(answer_remotely(entry, "tower", "red"))
    assert first == answer
    assert tower == Answer("tower", "red")
    again.answer(first)
    again.answer(tower)
    assert again.question is not None
    assert again.question.key == "floors"


def has_points(part: object) -> bool:
    """Whether anything in it is called points."""
    match part:
        case dict():
            return "points" in part or any(map(has_points, part.values()))
        case list():
            return any(map(has_points, part))
    return False


@pytest.mark.sample(1)
@pytest.mark.parametrize("name", RECORDS)
def test_points_are_hidden_until_the_screen_shows_them(name: str) -> None:
    states, shown, record = TableStates(words_in, BOX), 0, stored(name)
    for session, entry in chain(
        ((now, its) for now, its, _ in entries_of(record)), [(record, None)]
    ):
        guide = guide_for(session)
        pages = [] if guide is None else [replace(guide, at=at) for at in range(len(guide.pages))]
        for each in (*pages, *filter(None, [entry])):
            view = at_question(session, each)
            state = states.describe(StateSource(view, [""], FRAME))[""]
            assert not has_points([state["players"], state["table"]])
            are_shown = isinstance(each, Guide) and isinstance(each.page, SHOWN_POINTS)
            assert (state["standings"] is not None) == are_shown
            shown += are_shown
    assert shown or record.question is not None


def test_points_are_shown_while_ok_is_held() -> None:
    peek = staged("peek-open")
    assert isinstance(peek.entry, Peek)
    shown = [tuple(each.values()) for each in state_of(peek)["standings"]]
    assert shown == [*peek.entry.standings]
    assert state_of(staged("peek"))["standings"] is None


# What changes the number of what is open ------------------------------------------------------


def test_a_moved_cursor_opens_nothing_else() -> None:
    session, states = before("three-players", "tower"), TableStates(words_in, BOX)
    view = at_question(session)
    numbers = []
    for _ in range(3):
        (state,) = states.describe(StateSource(view, [""], FRAME)).values()
        numbers.append((state["number"], state["open"]["number"]))
        step = view.entry.press(RIGHT)
        assert isinstance(step, Entry)
        view = view._replace(entry=step)
    assert numbers == [(1, 1), (2, 1), (3, 1)]


def test_an_answer_a_page_a_list_item_and_a_language_open_something_else() -> None:
    states = TableStates(words_in, BOX)

    def number(view: View, *languages: str) -> int:
        found = states.describe(StateSource(view, languages or [""], FRAME))
        (one,) = {state["open"]["number"] for state in found.values()}
        return int(one)

    session = before("three-players", "row")
    first = at_question(session)
    assert number(first) == 1
    chosen = answer_remotely(first.entry, "row", "red")
    assert isinstance(chosen, ListMenu)
    assert number(at_question(session, chosen)) == 2
    assert number(first) == 3
    whole = stored("three-players-at-intermezzo")
    guide = guide_for(whole)
    assert guide is not None
    assert number(at_question(whole, guide)) == 4
    assert number(at_question(whole, replace(guide, at=1))) == 5
    assert number(at_question(whole, replace(guide, at=1)), "de", "en", "fr") == 5


# The last actions ----------------------------------------------------------------------------


@pytest.mark.sample(4)
@pytest.mark.parametrize("name", RECORDS)
def test_strokes_that_are_followed_are_those_found_at_once(name: str) -> None:
    record, log = stored(name), StrokeLog()
    session = start_session(record.name)
    for answer in record.answers:
        session.answer(answer)
        log.follow(session)
    assert log.follow(session) == stroke_bounds(session)
    session.undo(7)
    assert log.follow(session) == stroke_bounds(session)
    other = stored("1996-two-players")
    assert log.follow(other) == stroke_bounds(other)


@pytest.mark.sample(1)
@pytest.mark.parametrize("hints", Hints)
def test_without_all_hints_no_option_tells_what_a_hand_holds(hints: Hints) -> None:
    """What counted cards prove is a hint; the box says it too, but once such an answer is given."""
    record, grades = stored("three-players"), set[str]()
    session = start_session(record.name)
    for number, answer in enumerate(record.answers):
        if number % depth.at_depth(4, 1) == 0:
            options = state_of(at_question(session, hints=hints))["open"]["options"]
            grades |= {each["refused"]["grade"] for each in options if each["refused"]}
        session.answer(answer)
    assert grades == ({"rule", "count", "unlikely"} if hints is Hints.ALL else {"rule"})


# What is announced ---------------------------------------------------------------------------


@pytest.mark.sample(1)
@pytest.mark.parametrize("language", LANGUAGES_TRIED)
@pytest.mark.parametrize("name", ["three-players-at-intermezzo", "two-players"])
def test_a_page_is_announced_as_the_voice_says_it(name: str, language: str) -> None:
    heard = 0
    for page, view in islice(pages(stored(name)), 0, None, depth.at_depth(3, 1)):
        assert view.session is not None
        words = words_in(language).of(view.session.name)
        said = describe_page_aloud(page, view._replace(words=words))
        if said:
            assert state_of(view, language)["announcement"] == said
            heard += 1
    assert heard


def test_while_the_box_tells_how_a_game_went_everybody_sees_the_chances() -> None:
    view = staged("story-whole")
    state = state_of(view)
    assert fits("stateLine", {"state": json.loads(json.dumps(state))})
    assert state["open"]["kind"] == "page"
    assert state["open"]["lines"]
    assert state["open"]["presses"]
    assert len(state["chart"]["lines"]) == 3
    assert "chart" not in state_of(view._replace(entry=view.entry.below))  # type: ignore[attr-defined]  # a layer
    page = TableContent(state, words_in()).draw(Role.TV)
    for sentence in state["open"]["lines"]:
        assert sentence in page
    assert page.count("<svg") == 1
