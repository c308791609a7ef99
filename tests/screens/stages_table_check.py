"""Stages of the table check: pages of each game, and each kind of editor."""

from dataclasses import replace

from companion.core import Session
from companion.core.conversation import Answer, build_objection
from companion.core.corrections import CorrectionReason
from companion.games import load_plugin
from companion.games.campanile.rules.towers import Row
from companion.input.entry import Entry
from companion.input.table_check import (
    BoardCheck,
    FieldEditor,
    TableCheck,
    begin_table_check,
)
from companion.interfaces import Press
from companion.screens import View
from tests.screens.cast import Cast
from tests.screens.stage import STAGES, Stage, staged

LATE = {
    "three-players": ("tower", 20),
    "five-players": ("tower", 20),
    "1996-three-players-higher-chips": ("tower", 12),
    "bologna-three-players-moved-roof": ("build", -2),
    "capitol-four-players": ("play", -2),
}
"""The stored games, each at a question late in it."""


def page(record: str, page_at: int, at: int = 0, axes: int = 2) -> Stage:
    """A page of the table check, a row of it pointed at."""
    return lambda cast: _page_of(cast, cast.asked(record, *LATE[record]), page_at, at, axes)


def _page_of(cast: Cast, session: Session, page_at: int, at: int = 0, axes: int = 2) -> View:
    view = cast.before(session)
    make_pages = load_plugin(session.name).input.check_table
    assert make_pages is not None
    check = begin_table_check(make_pages, session.table, view.entry, axes)
    assert isinstance(check, TableCheck)
    return replace(view, entry=replace(check._turn_to(page_at % len(check.pages)), at=at))


def place(record: str, place_at: int, at: int) -> Stage:
    """The page of a place on the board, a row of it pointed at."""

    def stage(cast: Cast) -> View:
        view = page(record, 0)(cast)
        assert isinstance(view.entry, BoardCheck)
        return replace(view, entry=view.entry._show(TableCheck, place=place_at, at=at))

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
        return replace(view, entry=entry)

    return after
