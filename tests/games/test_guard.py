"""Every facet of a plugin has its guard: what it is, what it gives, what stands in for it."""

from dataclasses import fields

import pytest
from PIL import Image

from companion.core import guard
from companion.core.conversation import Answer, Question, accept_any
from companion.core.game_history import GameHistory
from companion.core.snapshot import TableSnapshot
from companion.core.story import GameStory
from companion.games import BUILT_IN, load_plugin, start_session, words_in
from companion.games.fallbacks import FALLBACKS
from companion.games.guard import FACETS, guard_facet, judge_plugin
from companion.games.plugin import GamePlugin
from companion.games.table_drawing import Layout, TableDrawing, TablePicture, guard_page
from companion.ui.input.context import GameInput
from companion.ui.markup import Markup
from companion.ui.screens.drawing import blank_image
from companion.ui.screens.view import GameScreens, View
from tests.entries import view_of
from tests.fakes.nim.nim_game.input import StonePicker


def test_no_facet_is_forgotten() -> None:
    every = {each.name for each in fields(GamePlugin)}
    every |= {f"input.{each.name}" for each in fields(GameInput)}
    every |= {f"screens.{each}" for each in GameScreens._fields}
    every |= {f"history.{each.name}" for each in fields(GameHistory)}
    every |= {f"story.{each.name}" for each in fields(GameStory)}
    assert set(FACETS) == every
    assert {part for part, facet in FACETS.items() if facet.check} == set(FALLBACKS)


@pytest.mark.parametrize("name", BUILT_IN)
def test_the_built_in_games_are_judged_as_well(name: str) -> None:
    assert judge_plugin(load_plugin(name), name, "") == []


@pytest.mark.usefixtures("unstrict")
@pytest.mark.parametrize(
    "drawn", [None, TableDrawing((TablePicture((), Markup("?" * 10**7), Layout.BROAD),))]
)
def test_a_table_that_cannot_be_drawn_is_told_in_words_alone(drawn: TableDrawing) -> None:
    draw = guard_page("nim", lambda _table, _words: drawn)
    assert draw(TableSnapshot(()), words_in()) == TableDrawing()
    assert [each.part for each in guard.list_faults()] == ["page"]


@pytest.mark.usefixtures("unstrict")
def test_a_picture_that_fails_at_one_question_is_drawn_at_another() -> None:
    drawn: list[str] = []

    def draw(_image: Image.Image, _view: View, entry: StonePicker) -> None:
        drawn.append(entry.question.key)
        if entry.question.key != "stones":
            raise MemoryError  # then it is not tried again

    session = start_session("campanile-2009")
    guarded = guard_facet("nim", "screens.entries", draw, "[StonePicker]")
    for key in ("heap", "pile", "heap", "stones"):
        question = Question(key, None, (Answer(key, 1),), accept_any)
        entry = StonePicker(question=question, left=5)
        guarded(blank_image(), view_of(entry, session, words_in()), entry)
    assert drawn == ["heap", "pile", "stones"]
    part = "screens.entries[StonePicker] at"
    assert [each.part for each in guard.list_faults()] == [f"{part} heap", f"{part} pile"]
