"""Random games and their table checks: presses alone give what a record's `correct` line gives."""

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from random import Random
from typing import NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.app.demo.rig import NoRouteError
from companion.core.conversation import CommonReason, Refused
from companion.core.corrections import CorrectionReason
from companion.core.interfaces import HEIGHT, WIDTH, Press
from companion.core.session import Session
from companion.games import words_in
from companion.ui.input.context import InputContext
from companion.ui.input.entry import Answered, Entry, TableCheckEntry
from companion.ui.input.field_pages import (
    FormEditor,
    ListEditor,
    PlaceEditor,
    begin_table_check,
    list_check_pages,
)
from companion.ui.input.grid import GridCursor
from companion.ui.input.table_check import FieldEditor, TableCheck
from companion.ui.screens import render
from tests import depth
from tests.core.answering import answer_any
from tests.entries import entry_for, view_of
from tests.games.bologna.rules import staging as bologna
from tests.games.bologna.rules import test_any_correction as of_bologna
from tests.games.campanile.rules import test_any_correction as of_campanile
from tests.games.campanile.rules import test_corrections as campanile
from tests.games.capitol.rules import staging as capitol
from tests.games.capitol.rules import test_any_correction as of_capitol
from tests.table_checks import correct_by_presses

WORDS = words_in()
BUTTONS = (Press.UP, Press.DOWN, Press.LEFT, Press.RIGHT, Press.NEXT, Press.PREVIOUS)
PRESSES = st.lists(
    st.sampled_from((*BUTTONS, Press.BACK, *[Press.OK] * 5)),
    min_size=40,
    max_size=120,
)


class Game(NamedTuple):
    """A game to play at random: how it begins, and any correction of it, possible or not."""

    begin: Callable[[], Session]
    any_correction: Callable[[Random], tuple[str, str]]


GAMES = {
    "campanile-2009": Game(
        lambda: campanile.seated(campanile.NEW, "ABC"),
        lambda rng: of_campanile.any_correction(rng, "ABC"),
    ),
    "campanile-1996": Game(
        lambda: campanile.seated(campanile.OLD, "ABC", "higher-chips"),
        lambda rng: of_campanile.any_correction(rng, "ABC"),
    ),
    "bologna-towers": Game(bologna.seated, of_bologna.any_correction),
    "capitol": Game(lambda: capitol.begun(*of_capitol.NAMES), of_capitol.any_correction),
}


def played(game: Game, rng: Random) -> Session:
    """A game under way, with some corrections taken."""
    session = game.begin()
    for _ in range(rng.randint(0, 60)):
        if rng.random() < 0.2:
            _correct(session, game.any_correction(rng))
        elif session.question is not None:
            answer_any(session, rng)
    return session


def _correct(session: Session, correction: tuple[str, str]) -> None:
    if session.question is None:
        return
    before = len(session.answers)
    try:
        session.answer_pair(*correction)
    except Refused:
        return
    if session.question is None:
        session.undo(len(session.answers) - before)


@pytest.mark.sample(2)
@pytest.mark.parametrize("axes", [1, 2])
@pytest.mark.parametrize("name", GAMES)
@settings(max_examples=depth.examples(120))
@given(seed=st.integers(0, 100_000))
def test_presses_alone_correct_what_a_record_corrects(name: str, axes: int, seed: int) -> None:
    rng, game = Random(seed), GAMES[name]
    session = played(game, rng)
    if session.question is None:
        return
    correction = session.read_pair(*game.any_correction(rng))
    before, recorded = session.result, Session(session.rules)
    recorded.replay(session.answers)
    is_refused = False
    try:
        recorded.answer(correction)
    except Refused:
        is_refused = True
    check = begin_table_check(session.game, Entry(), axes)
    try:
        _, step = correct_by_presses(check, correction)
        if isinstance(step, Answered):
            session.answer(step.answers[0])
    except (NoRouteError, Refused):
        assert is_refused or recorded.result == before, correction
    else:
        assert not is_refused or session.result == before, correction
        assert session.result == recorded.result, correction


@pytest.mark.sample(2)
@pytest.mark.parametrize("axes", [1, 2])
@pytest.mark.parametrize("name", GAMES)
@settings(max_examples=depth.examples(60))
@given(seed=st.integers(0, 100_000), presses=PRESSES)
def test_whatever_is_pressed_there_is_a_picture(
    name: str, axes: int, seed: int, presses: Sequence[Press]
) -> None:
    session = played(GAMES[name], Random(seed))
    if session.question is None:
        return
    below = entry_for(session, InputContext(axes))
    entry: Entry = begin_table_check(session.game, below, axes)
    for press in presses:
        image = render(view_of(entry, session, WORDS))
        assert (image.mode, image.size) == ("1", (WIDTH, HEIGHT))
        step = entry.press(press)
        if isinstance(step, Entry):
            entry = step
        elif isinstance(step, Answered):
            (correction,) = step.answers
            assert isinstance(entry, TableCheckEntry)
            try:
                session.answer(correction)
            except Refused:
                continue
            if session.question is None:
                return
            entry = entry.renew(session.table)
        else:
            return


@pytest.mark.parametrize("name", GAMES)
@settings(max_examples=depth.examples(60))
@given(seed=st.integers(0, 100_000))
def test_what_is_believed_is_what_a_record_would_write(name: str, seed: int) -> None:
    """To correct a row to what it shows changes nothing."""
    session = played(GAMES[name], Random(seed))
    if session.question is None:
        return
    before = session.result
    for page in list_check_pages(session.game.corrections, session.table):
        for each in (page, *page.places):
            for row in each.rows:
                if row.present in ("known", "tracked", "light"):
                    continue
                word = f"{row.about}:{row.present}" if row.about else row.present
                with suppress(Refused):  # out of the building phase
                    session.answer_pair(f"correct {row.key}", word)
                assert session.result == before, (row.key, word)


def filled(row: FieldEditor, rng: Random) -> FieldEditor:
    """The row's editor with any value that presses can give it."""
    if isinstance(row, FormEditor):
        return replace(row, places=tuple(rng.randrange(len(part.choices)) for part in row.parts))
    if isinstance(row, PlaceEditor):
        return replace(row, cursor=GridCursor(rng.randrange(len(row.words)), in_row=True))
    assert isinstance(row, ListEditor)
    on_page = TableCheck(make_pages=lambda _: (), pages=(), below=Entry(), axes=2)
    row = replace(row, laid=(), below=on_page)
    for _ in range(row.required or rng.randint(0, 4)):
        items = [choice for choice in row.choices if not choice.startswith(":")]
        if items:
            row = replace(row, laid=(*row.laid, rng.choice(items)))
    return row


@pytest.mark.sample(2)
@pytest.mark.parametrize("name", GAMES)
@settings(max_examples=depth.examples(60))
@given(seed=st.integers(0, 100_000))
def test_what_an_editor_gives_is_taken_as_it_is_or_refused_for_what_lies_elsewhere(
    name: str, seed: int
) -> None:
    """No editor offers what its field does not know: a form, a word, a number of items."""
    rng = Random(seed)
    session = played(GAMES[name], rng)
    for _ in range(20):
        if session.question is None:
            return
        row = rng.choice(rows_of(session))
        given = filled(row, rng)
        if given.word == row.present:
            continue
        word = f"{row.about}:{given.word}" if row.about else given.word
        progress = session.table.progress
        refusal = judge(session, row.key, word)
        assert refusal not in ILL_FORMED, (row.key, word)
        if session.question is None or session.table.progress != progress:
            return  # the game has gone on, as where a player has nothing to choose
        if refusal is None and isinstance(row, FormEditor) and row.key != "cards":
            same = [each for each in rows_of(session) if is_same_row(each, row)]
            assert [each.present for each in same] in ([given.word], []), (row.key, word)


def judge(session: Session, key: str, word: str) -> str | None:
    """Why a correction is refused; None where it is taken."""
    before = session.result
    try:
        session.answer_pair(f"correct {key}", word)
    except Refused as no:
        reason = no.objection.reason
    else:
        return None
    assert session.result == before
    return reason


ILL_FORMED = (
    *(CorrectionReason.FORM, CorrectionReason.LEADING_ZERO, CorrectionReason.NO_SUCH_PLAYER),
    *(CommonReason.NOT_A_CHOICE, CommonReason.LIST_LENGTH, CommonReason.UNKNOWN_CORRECTION),
)


def rows_of(session: Session) -> list[FieldEditor]:
    pages = list_check_pages(session.game.corrections, session.table)
    return [row for page in pages for each in (page, *page.places) for row in each.rows]


def is_same_row(one: FieldEditor, other: FieldEditor) -> bool:
    return (one.key, one.label, one.about) == (other.key, other.label, other.about)
