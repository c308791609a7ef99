"""The state of the table in words: its questions, options, refusals and pages."""

import re

import pytest

from companion.core.conversation import Answer
from companion.core.interfaces import Press
from companion.core.languages import LANGUAGES
from companion.core.session import Session
from companion.games import load_plugin, start_session, words_in
from companion.ui.input.amendment import UNDONE, UndoNotice, action_of
from companion.ui.input.commands import HostCommand
from companion.ui.input.context import InputContext
from companion.ui.input.entry import Doubt, Entry
from companion.ui.input.hints import Hints
from companion.ui.input.history import Counting
from companion.ui.input.menu import ListMenu, UndoConfirm, menu_of
from companion.ui.input.open_entry import open_entry
from companion.ui.input.remote import answer_remotely, press_remotely
from tests.app.api.described import RECORDS, at_question, before, state_of, stored
from tests.buttons import BACK, OK
from tests.entries import view_of


def test_german_has_no_english_left() -> None:
    session = before("three-players", "marker", 8)
    state = state_of(at_question(session), "de")
    opened = state["open"]
    assert opened["text"] == "Wohin kommt der Marker?"
    assert {option["text"] for option in opened["options"]} > {"Kein Marker", "Rot"}
    assert state["game"]["progress"].startswith("Zug ")
    assert all(" floor" not in each and "takes" not in each for each in state["actions"])


def ways_to_ask(key: str) -> list[str]:
    return [f"question.{key}", f"question.{key}.1", f"menu.{key}"]


def test_every_question_of_every_game_has_words_of_its_own() -> None:
    silent = set()
    for name in RECORDS:
        session = stored(name)
        words = words_in().of(session.name)
        asked = {question.key for question in session.asked}
        silent |= {key for key in asked if not any(map(words.has, ways_to_ask(key)))}
    assert silent == set()


@pytest.mark.sample(1)
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_example_of_a_text_is_one(language: str) -> None:
    for name, key, rows in (("capitol", "prefecture", 1), ("bologna-towers", "kinds", 7)):
        session = asking(name, key)
        assert session.question is not None
        free = state_of(at_question(session), language)["open"]["free"]
        example = "/".join([free["hint"].split()[-1]] * rows)
        assert session.question.judge(Answer(key, example)) is None


def asking(name: str, key: str) -> Session:
    """A new game of that name, at its first question of this key."""
    record = next(each for each in map(stored, RECORDS) if each.name == name)
    session = start_session(name)
    for answer in record.answers:
        if session.question is not None and session.question.key == key:
            break
        session.answer(answer)
    return session


@pytest.mark.sample(1)
@pytest.mark.parametrize("language", LANGUAGES)
def test_no_answer_to_choose_is_called_as_a_record_has_it(language: str) -> None:
    texts = set()
    for record in map(stored, RECORDS):
        known = InputContext(board=tuple(record.answers), place_names=("Aventine",))
        session, seen = start_session(record.name), set()
        for answer in record.answers:
            if session.question is not None and session.question.key not in seen:
                seen.add(session.question.key)
                entry = open_entry(session, load_plugin(session.name).input, known)
                opened = state_of(at_question(session, entry), language)["open"]
                free = opened["free"] or {"suggestions": []}
                texts |= {each["text"] for each in (*opened["options"], *free["suggestions"])}
            session.answer(answer)
    assert len(texts) > 100
    assert {text for text in texts if re.search(r":\S|/|light-", text)} == set()


def test_a_list_shows_what_may_come_next_and_what_not() -> None:
    entry = at_question(before("three-players", "row")).entry
    step = answer_remotely(entry, "row", "red")
    assert isinstance(step, ListMenu)
    opened = state_of(at_question(before("three-players", "row"), step))["open"]
    assert opened["list"] == {"items": 5, "chosen": ["red"]}
    refused = [option["value"] for option in opened["options"] if option["refused"]]
    assert refused == ["red"]


def test_names_are_suggested_and_that_of_the_seat_behind_them() -> None:
    session = start_session("campanile-2009")
    context = InputContext(people=(("Anna", "red"),), seat_names=("Spieler 1", "Spieler 2"))
    entry = open_entry(session, load_plugin(session.name).input, context)
    opened = state_of(at_question(session, entry))["open"]
    names = [{"value": name, "text": name} for name in ("Anna", "Spieler 1")]
    assert opened["free"]["suggestions"] == names
    assert opened["text"] == "Who begins?"


def test_a_refusal_and_an_undo_are_told() -> None:
    session = before("three-players", "take", 5)
    view = at_question(session)
    refused = answer_remotely(view.entry, "take", "gold")
    assert isinstance(refused, Entry)
    state = state_of(at_question(session, refused))
    assert state["notice"].startswith("not one of ")
    assert state["announcement"].startswith("Not one of ")
    last = action_of(session.asked[-1:], session.answers[-1:], session.table.players)
    undone = state_of(view._replace(undo_notice=UndoNotice(UNDONE, last)))
    assert undone["notice"].startswith("undone – ")


def test_a_doubt_says_why_and_what_the_buttons_do() -> None:
    session = before("three-players", "show", 3)
    view = at_question(session)
    doubt = answer_remotely(view.entry, "show", "finito")
    assert isinstance(doubt, Doubt)
    opened = state_of(at_question(session, doubt))["open"]
    assert opened["kind"] == "confirm"
    assert opened["lines"] == ["Finito should be among the last 11 cards"]
    assert [press["press"] for press in opened["presses"]] == ["ok", "back"]
    assert opened["presses"][0]["text"] == "Go on anyway"


def test_back_at_a_confirmation_of_an_undo_leads_below() -> None:
    below = menu_of("home", {"new": HostCommand.CHOOSE_GAME})
    asks = UndoConfirm(key="undo-change", command=HostCommand.UNDO, below=below)
    assert press_remotely(asks, BACK) is below
    assert press_remotely(asks, OK) is HostCommand.UNDO
    assert asks.press(Press.BACK) is asks


def test_the_home_menu_lists_what_can_be_done() -> None:
    view = view_of(menu_of("home", {"new": HostCommand.CHOOSE_GAME}), None, words_in())
    state = state_of(view)
    assert (state["game"], state["table"], state["players"]) == (None, None, [])
    assert state["open"]["options"] == [
        {"key": "home", "value": "new", "text": "New game", "refused": None}
    ]


def test_from_home_back_leads_to_the_game_that_was_left_and_else_nowhere() -> None:
    home, session = menu_of("home", {"new": HostCommand.CHOOSE_GAME}), stored("two-players")
    nowhere = state_of(view_of(home, None, words_in()))["open"]
    assert nowhere["presses"] == []
    to_game = view_of(home, session, words_in())._replace(answers=tuple(session.answers))
    assert [press["press"] for press in state_of(to_game)["open"]["presses"]] == ["back"]


def test_the_outlook_is_in_sentences_unless_there_are_no_hints() -> None:
    session = before("three-players", "tower", 30)
    told = state_of(at_question(session))["outlook"]
    assert told[0].endswith("on average.")
    assert state_of(at_question(session, hints=Hints.DECK))["outlook"] == told
    assert state_of(at_question(session, hints=Hints.NONE))["outlook"] == []


def test_under_the_history_the_game_keeps_its_words() -> None:
    view = at_question(before("three-players", "tower", 30))
    state = state_of(view)
    assert state["outlook"]
    counting = Counting(below=view.entry, done=0, games=3)
    under = state_of(view._replace(entry=counting))
    assert under["open"]["kind"] == "box"
    assert (under["outlook"], under["actions"]) == (state["outlook"], state["actions"])
