"""Stages of the table check: pages of each game, and each kind of editor."""

from dataclasses import replace

import pytest

from companion.core.conversation import Refused
from companion.core.interfaces import Press
from companion.core.session import Session
from companion.games import words_in
from companion.games.campanile.rules.towers import Row
from companion.text.words import list_usual_places
from companion.ui.input.entry import Entry
from companion.ui.input.field_pages import ListEditor, begin_table_check
from companion.ui.input.table_check import BoardCheck, TableCheck
from companion.ui.screens import View
from tests.ui.screens.cast import Cast
from tests.ui.screens.stage import STAGES, Stage, staged

NEW, OLD = "five-players", "1996-three-players-higher-chips"
BOLOGNA, CAPITOL = "bologna-three-players-moved-roof", "capitol-four-players"
LATE = {
    NEW: ("tower", 20),
    OLD: ("tower", 12),
    BOLOGNA: ("build", -2),
    CAPITOL: ("play", -9),
}
"""The stored games, each at a question late in it."""


def page(record: str, page_at: int, at: int = 0, axes: int = 2) -> Stage:
    """A page of the table check, a row of it pointed at."""
    return lambda cast: _page_of(cast, cast.asked(record, *LATE[record]), page_at, at, axes)


def _page_of(cast: Cast, session: Session, page_at: int, at: int = 0, axes: int = 2) -> View:
    if session.name == "capitol":
        names = list_usual_places(words_in("de").of(session.name))
        for there, name in zip(session.table.board, names, strict=True):
            there.name = name
    view = cast.before(session)
    check = begin_table_check(session.game, view.entry, axes)
    assert isinstance(check, TableCheck)
    return view._replace(entry=replace(check.turn_to(page_at % len(check.pages)), at=at))


def place(record: str, place_at: int, at: int) -> Stage:
    """The page of a place on the board, a row of it pointed at."""

    def stage(cast: Cast) -> View:
        view = page(record, 0)(cast)
        assert isinstance(view.entry, BoardCheck)
        return view._replace(entry=view.entry._show(TableCheck, place=place_at, at=at))

    return stage


def pressed(stage: Stage, *presses: Press) -> Stage:
    """A stage after some presses."""

    def after(cast: Cast) -> View:
        view = stage(cast)
        entry: Entry = view.entry
        for press in presses:
            step = entry.press(press)
            assert isinstance(step, Entry)
            entry = step
        return view._replace(entry=entry)

    return after


@staged
def table_check_tower_rows(cast: Cast) -> View:
    """A tower with as many markers as it may ever have."""
    session = cast.asked(NEW, *LATE[NEW])
    row = session.table.row_from_left(mirrored=False)
    session.table.towers[row[0]].rows[:] = [Row(seat, [3, 1, 1]) for seat in range(5)]
    page_at = session.table.row.index(row[0])
    return _page_of(cast, session, page_at, 2)


@staged
def table_check_light(cast: Cast) -> View:
    session = cast.asked(OLD, *LATE[OLD])
    session.answer_pair("correct tracking", "light")
    return _page_of(cast, session, 5, 1)


@staged
def edit_markers_of_five(cast: Cast) -> View:
    view = pressed(page(NEW, 0, 2), Press.OK)(cast)
    assert isinstance(view.entry, ListEditor)
    laid = tuple(f"{name}:{marker}" for name in cast.names for marker in (3, 1))
    return view._replace(entry=replace(view.entry, laid=laid))


@staged
def edit_refused(cast: Cast) -> View:
    """Two temples, where there is a site for one."""
    view = pressed(place(CAPITOL, 4, 3), Press.OK)(cast)
    assert isinstance(view.entry, ListEditor)
    assert view.session is not None
    entry = replace(view.entry, laid=("temple", "temple"))
    with pytest.raises(Refused) as no:
        view.session.answer_pair("correct buildings", f"{entry.about}:{entry.word}")
    return view._replace(entry=replace(entry, refused=no.value.objection))


_UP, _LEFT, _RIGHT, _OK, _NEXT = Press.UP, Press.LEFT, Press.RIGHT, Press.OK, Press.NEXT
STAGES |= {
    "table-check-tower": page(NEW, 0),
    "table-check-cards": page(NEW, 5, 0),
    "table-check-open": page(NEW, 5, 1),
    "table-check-piles-1996": page(OLD, 5, 2),
    "table-check-players": page(NEW, 6, 1),
    "table-check-chips": page(NEW, 6, 3),
    "edit-floors": pressed(page(NEW, 0, 1), _OK, _UP),
    "edit-markers": pressed(page(NEW, 0, 2), _OK, _LEFT),
    "edit-markers-one-axis": pressed(page(NEW, 0, 2, axes=1), _OK, _NEXT),
    "edit-open": pressed(page(NEW, 5, 1), _OK, _OK),
    "edit-piles-1996": pressed(page(OLD, 5, 2), _OK),
    "edit-cards": pressed(page(NEW, 5, 3), _OK, _RIGHT),
    "edit-tracking": pressed(page(NEW, 5, 4), _OK),
    "edit-chips": pressed(page(NEW, 6, 2), _OK, _RIGHT, _OK),
    "edit-player": pressed(page(NEW, 6, 1), _OK),
    "bologna-check-board": page(BOLOGNA, 0),
    "bologna-check-field": pressed(page(BOLOGNA, 0), _RIGHT, _RIGHT, _UP),
    "bologna-check-row": pressed(page(BOLOGNA, 0, axes=1), _NEXT, _NEXT),
    "bologna-check-basilica": pressed(page(BOLOGNA, 0), _RIGHT, _OK),
    "bologna-check-stack": place(BOLOGNA, 42, 1),
    "bologna-check-turn": page(BOLOGNA, 1, 2),
    "bologna-check-player": page(BOLOGNA, 2, 1),
    "bologna-check-collected": page(BOLOGNA, 2, 4),
    "bologna-check-cards": page(BOLOGNA, 5, 2),
    "bologna-edit-stack": pressed(place(BOLOGNA, 42, 1), _OK),
    "bologna-edit-roof": pressed(place(BOLOGNA, 42, 2), _OK),
    "bologna-edit-kind": pressed(place(BOLOGNA, 42, 3), _OK),
    "bologna-edit-plague": pressed(page(BOLOGNA, 1, 2), _OK, _RIGHT),
    "bologna-edit-open": pressed(page(BOLOGNA, 5, 1), _OK, _OK),
    "bologna-edit-open-one-axis": pressed(page(BOLOGNA, 5, 1, axes=1), _OK),
    "capitol-check-board": page(CAPITOL, 0),
    "capitol-check-prefecture": pressed(page(CAPITOL, 0), _RIGHT),
    "capitol-check-houses": place(CAPITOL, 4, 1),
    "capitol-check-printed": place(CAPITOL, 4, 4),
    "capitol-check-round": page(CAPITOL, 1, 2),
    "capitol-check-player": page(CAPITOL, 2, 3),
    "capitol-check-hand": page(CAPITOL, 2, 5),
    "capitol-edit-houses": pressed(place(CAPITOL, 4, 1), _OK, _RIGHT),
    "capitol-edit-printed": pressed(place(CAPITOL, 4, 4), _OK),
    "capitol-edit-points": pressed(page(CAPITOL, 2, 1), _OK),
    "capitol-edit-hand": pressed(page(CAPITOL, 2, 5), _OK),
    "capitol-edit-passed": pressed(page(CAPITOL, 1, 2), _OK),
}
