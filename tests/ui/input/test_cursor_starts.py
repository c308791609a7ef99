"""Where a cursor starts at every question of random games, and what nothing but OK says there."""

from collections import deque
from collections.abc import Iterator, Sequence
from itertools import chain
from typing import Any

import pytest

from companion.app.demo.rig import FOUR_BUTTONS, STICK
from companion.core.conversation import Answer, Conversation, Event
from companion.core.events import GameEvent, tell_scoring
from companion.core.game_table import GameTable
from companion.core.interfaces import Press
from companion.core.session import Session
from companion.games import load_plugin
from companion.ui.input.choice import ChoicePicker
from companion.ui.input.context import GameInput, InputContext
from companion.ui.input.entry import Answered, Doubt, Entry, Step
from companion.ui.input.menu import Menu
from companion.ui.input.open_entry import open_entry
from tests import depth
from tests.entries import entry_for
from tests.fakes.nim.nim_game.rules import STONES, Nim
from tests.games.random_tables import RANDOM_TABLES, random_questions

SEEDS = range(4)
IN_RANDOM_GAMES = [
    pytest.mark.sample(3),
    pytest.mark.parametrize("seed", SEEDS),
    pytest.mark.parametrize("kind", RANDOM_TABLES),
]


def each_entry(kind: str, seed: int) -> Iterator[tuple[Session, Entry, int]]:
    """The session, its entry and the axes, at each question of the game that is under way.

    `make test` tries one number of axes at a question, in turn.
    """
    for number, session in enumerate(random_questions(kind, seed)):
        for axes in (1, 2) if depth.SOAK else (1 + number % 2,):
            yield session, entry_for(session, InputContext(axes)), axes


def press_ok(entry: Entry) -> Step:
    """What OK alone leads to: answers, or where it leads no further."""
    step: Step = entry
    while isinstance(step, Entry) and not isinstance(step, Doubt):
        after = step.press(Press.OK)
        if after == step or (isinstance(after, Entry) and after.refused is not None):
            return step
        step = after
    return step


def ends_or_scores(session: Session, answers: Sequence[Answer]) -> bool:
    """Whether the game is over or a scoring has been held after these answers."""
    after = Session(session.rules)
    after.replay([*session.answers, *answers])
    outcome, scorings = after.table.outcome, len(after.table.scorings)
    return outcome is not None or scorings > len(session.table.scorings)


def each_answer(entry: Entry, axes: int) -> Iterator[Sequence[Answer]]:
    """All that can be said at an entry, the nearest first."""
    ahead: deque[Entry] = deque([entry])
    seen: set[Step] = {entry}
    while ahead:
        before = ahead.popleft()
        for press in STICK if axes == 2 else FOUR_BUTTONS:
            step = before.press(press)
            if isinstance(step, Answered):
                yield step.answers
            elif isinstance(step, Entry) and not isinstance(step, Doubt) and step not in seen:
                seen.add(step)
                ahead.append(step)


def in_random_games(test: Any) -> Any:
    for mark in IN_RANDOM_GAMES:
        test = mark(test)
    return test


@in_random_games
@pytest.mark.sample(2)
def test_nothing_but_ok_ends_no_game_and_starts_no_scoring(kind: str, seed: int) -> None:
    """Unless whatever can be said there does."""
    for session, entry, axes in each_entry(kind, seed):
        step = press_ok(entry)
        if isinstance(step, Answered) and ends_or_scores(session, step.answers):
            all_that_can_be_said = each_answer(entry, axes)
            assert all(ends_or_scores(session, each) for each in all_that_can_be_said), step


@in_random_games
def test_the_games_say_themselves_which_answers_end_or_score(kind: str, seed: int) -> None:
    """What OK says at the start is none of these; nor, where it is known at once, is it wrong."""
    ends = load_plugin(RANDOM_TABLES[kind].game).input.ends_or_scores
    assert ends is not None
    for session, entry, _ in each_entry(kind, seed):
        step = press_ok(entry)
        if isinstance(step, Answered):
            assert not ends(session.table, step.answers)


@in_random_games
def test_a_markers_cursor_starts_on_none_and_nothing_is_offered_twice(kind: str, seed: int) -> None:
    for _, entry, _ in each_entry(kind, seed):
        if isinstance(entry, ChoicePicker) and entry.question.key == "marker":
            assert entry.choice.word == "none"
        for several in ("choices", "items", "places"):
            offered = getattr(entry, several, ())
            assert len(set(offered)) == len(offered)


def test_of_a_game_that_says_nothing_an_answer_that_ends_it_is_found_on_a_copy() -> None:
    session = begun_nim()
    for _ in range(2):
        session.answer(Answer("stones", 3))
    session.answer(Answer("stones", 2))
    before = list(session.answers)
    entry = open_entry(session, GameInput(), InputContext(), [Answer("stones", 2)])
    assert isinstance(entry, Menu)
    assert entry.item == Answer("stones", 1), "two would be the last ones"
    assert session.answers == before


class FirstStonesTaken(Event):
    """Some of the ten stones have been taken."""


class ScoringNim(Nim):
    """Nim in which the first stone alone starts a scoring."""

    def play_turn(self) -> Conversation:
        yield from super().play_turn()
        if self.table.left == STONES - 1:
            self.table.events.append(FirstStonesTaken())


def test_an_answer_that_starts_a_scoring_is_found_on_a_copy() -> None:
    def tell(_event: Event, table: GameTable) -> list[GameEvent]:
        return tell_scoring("first", [], table.players)

    entry = open_entry(begun_nim(ScoringNim), GameInput(), InputContext(), (), tell)
    assert isinstance(entry, Menu)
    assert entry.item == Answer("stones", 2)


@pytest.mark.usefixtures("unstrict")
def test_an_entry_opens_where_an_answer_tried_for_its_cursor_can_not_be_told() -> None:
    def tell(_event: Event, _table: GameTable) -> list[GameEvent]:
        raise KeyError

    entry = open_entry(begun_nim(ScoringNim), GameInput(), InputContext(), (), tell)
    assert isinstance(entry, Menu)
    assert entry.item == Answer("stones", 1)


def begun_nim(rules: type[Nim] = Nim) -> Session:
    session = Session(rules)
    for key, word in (("player", "A"), ("colour", "red"), ("player", "B"), ("colour", "blue")):
        session.answer_pair(key, word)
    if session.question is not None and session.question.key == "player":
        session.answer_pair("player", "")
    return session


def test_a_plain_list_starts_on_what_ends_nothing() -> None:
    session = begun_nim()
    one = Answer("stones", 1)
    plain = open_entry(session, GameInput(), InputContext())
    assert isinstance(plain, Menu)
    assert plain.item == one
    game = GameInput(ends_or_scores=lambda _table, stroke: one in chain(stroke))
    careful = open_entry(session, game, InputContext())
    assert isinstance(careful, Menu)
    assert careful.item == Answer("stones", 2)
    again = open_entry(session, game, InputContext(), [one])
    assert again == careful, "nor where it was undone"
