"""Where the cursor starts on Bologna's board: the cards known of a hand, and the rules."""

from dataclasses import replace

import pytest

from companion.core.interfaces import Press
from companion.core.session import Session
from companion.games.bologna.input.board import BoardPicker
from companion.games.bologna.input.likely import estimate_fields
from companion.games.bologna.rules.board import BASILICA, FIELDS
from companion.games.bologna.rules.table import BUILD
from companion.ui.input.choice import ChoicePicker
from companion.ui.input.context import InputContext
from companion.ui.input.hints import Hints
from tests.entries import entry_for
from tests.games.bologna.rules.staging import say, seated
from tests.games.random_tables import random_questions


def test_cards_just_taken_make_their_fields_likely() -> None:
    session = cards_taken()
    chances = estimate_fields(session.table, BUILD, FIELDS)
    assert max(chances, key=chances.__getitem__) in ("7-8", "8-7")
    assert chances[BASILICA] == 0
    assert sum(chances.values()) == pytest.approx(1)
    entry = entry_for(session, InputContext())
    assert isinstance(entry, BoardPicker)
    assert entry.at in ("7-8", "8-7")


@pytest.mark.parametrize("axes", [1, 2])
def test_without_hints_the_cursor_shows_nothing_of_the_hand(axes: int) -> None:
    session, unknown = cards_taken(), cards_taken()
    unknown.table.cards = None
    with_hints = entry_for(session, InputContext(axes))
    without = entry_for(session, InputContext(axes, hints=Hints.NONE))
    assert isinstance(with_hints, BoardPicker)
    assert isinstance(without, BoardPicker)
    assert with_hints.at != without.at
    assert without.at == replace(with_hints, table=unknown.table).start().at
    with_plague = [replace(each, sign="plague").press(Press.OK) for each in (with_hints, without)]
    assert with_plague[0].at != with_plague[1].at  # type: ignore[union-attr]  # both pick a field


def test_without_hints_no_pair_comes_before_the_others() -> None:
    sessions = random_questions("Bologna", 0)
    for session in sessions:
        question = session.question
        if (
            question
            and question.key == "with"
            and question.default not in (None, question.options[0])
        ):
            break
    assert question is not None
    for hints, first in ((Hints.ALL, question.default), (Hints.NONE, question.options[0])):
        entry = entry_for(session, InputContext(hints=hints))
        assert isinstance(entry, ChoicePicker)
        assert (entry.choices[0], entry.choice) == (first, first)


def cards_taken() -> Session:
    """Anna has taken a seven and an eight, and her turn has come again."""
    session = seated(open_="8,7,2,3")
    say(session, "build 4-4 to 4-4 kind none take 7,8 show 3 show 4")
    say(session, "build 4-4 to 4-4 take 2,3 show 3 show 4")
    say(session, "build 4-4 to 4-4 take 3,4 show 3 show 4")
    return session


@pytest.mark.sample(1)
@pytest.mark.parametrize("seed", range(3))
def test_the_cursor_starts_on_a_field_that_can_be_built_on(seed: int) -> None:
    for session in random_questions("mapped Bologna" if seed else "Bologna", seed):
        for axes in (1, 2):
            entry = entry_for(session, InputContext(axes))
            if not isinstance(entry, BoardPicker) or entry.sign is not None:
                continue
            free = [at for at in FIELDS if session.table.board.object_to_stone(at) is None]
            chances = estimate_fields(session.table, BUILD, FIELDS)
            assert sum(chances.values()) == pytest.approx(1)
            assert entry.at in free or not free
            assert chances[entry.at] > 0
