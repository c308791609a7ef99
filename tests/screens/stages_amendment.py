"""Stages of undo notices, amendments and the table check."""

from dataclasses import replace

from companion.core import Session
from companion.core.changes import PlayerChanged, PointsChanged, SeatedPlayer
from companion.core.conversation import build_objection
from companion.games.campanile.input.table_check import ListEditor, TableCheck, begin_table_check
from companion.games.campanile.rules.changes import ChipHolder, FlagChanged
from companion.games.campanile.rules.table import CampanileReason
from companion.games.campanile.rules.towers import Row
from companion.input.amendment import (
    Action,
    AmendableTurn,
    AmendmentPreview,
    ConflictNotice,
    Stroke,
    StrokePicker,
    TurnPicker,
    UndoNotice,
)
from companion.input.commands import HostCommand
from companion.input.entry import Entry
from companion.input.menu import Notice, UndoConfirm
from companion.interfaces import Press
from companion.screens import View
from tests.screens.cast import Cast
from tests.screens.stage import STAGES, staged


def _at_a_turn(cast: Cast) -> View:
    return cast.before(cast.asked("three-players", "tower", 20))


def _marker(cast: Cast) -> Action:
    return Action(cast.names[1], (("marker", "red"),))


@staged
def told_redone(cast: Cast) -> View:
    action = Action(cast.names[0], (("tower", "yellow"), ("floors", "3")))
    return replace(_at_a_turn(cast), undo_notice=UndoNotice("redone", action))


@staged
def told_at_length(cast: Cast) -> View:
    """More than the band has room for: as many answers as it has, and dots."""
    pairs = (("tower", "brown"), ("floors", "3"), ("marker", "yellow"), ("take", "yellow"))
    action = Action(max(cast.names, key=len), pairs)
    return replace(_at_a_turn(cast), undo_notice=UndoNotice("change-redone", action))


def _picker(cast: Cast) -> TurnPicker:
    stroke = Stroke(0, 2, Action(cast.names[0], (("tower", "yellow"), ("floors", "3"))))
    setup = Stroke(0, 2, Action("", (("player", cast.names[0]), ("colour", "red"))))
    others = [
        Stroke(2, 1, _marker(cast)),
        Stroke(3, 1, Action(cast.names[1], (("take", "blue"),))),
        Stroke(4, 1, Action(cast.names[1], (("show", "intermezzo"),))),
    ]
    turns = [AmendableTurn(number, (stroke, *others)) for number in range(1, 20)]
    below = Notice(key="farewell")
    return TurnPicker(turns=(AmendableTurn(0, (setup,)), *turns), at=18, below=below)


@staged
def amend_strokes(cast: Cast) -> View:
    picker = _picker(cast)
    entry = StrokePicker(turn=picker.turns[18], at=1, above=picker)
    return replace(_at_a_turn(cast), entry=entry)


@staged
def amend_no_longer(cast: Cast) -> View:
    view = _at_a_turn(cast)
    why = build_objection(CampanileReason.NOT_OPEN, style="red")
    return replace(
        view, entry=ConflictNotice(action=_marker(cast), why=why, key="marker", below=view.entry)
    )


@staged
def amend_asked_now(cast: Cast) -> View:
    view = _at_a_turn(cast)
    return replace(
        view, entry=ConflictNotice(action=None, why=None, key="marker", below=view.entry)
    )


@staged
def amend_changes(cast: Cast) -> View:
    flags = FlagChanged("intermezzo", 4, ChipHolder(0, "red"), ChipHolder(1, "yellow"))
    gone = FlagChanged("intermezzo", 2, ChipHolder(2, "red"), None)
    changes = (PointsChanged(0, 12, 8), PointsChanged(1, 3, 7), flags, gone)
    return replace(
        _at_a_turn(cast), entry=AmendmentPreview(changes=changes, left_out=(_marker(cast),))
    )


@staged
def amend_changes_scrolled(cast: Cast) -> View:
    view = amend_changes(cast)
    assert isinstance(view.entry, AmendmentPreview)
    return replace(view, entry=replace(view.entry, first=2))


@staged
def amend_changes_players(cast: Cast) -> View:
    one, other = SeatedPlayer(cast.names[0], "yellow"), SeatedPlayer(cast.names[1], "red")
    recoloured = PlayerChanged(
        2, SeatedPlayer(cast.names[2], "blue"), SeatedPlayer(cast.names[2], "green")
    )
    changes = (PlayerChanged(0, one, other), PlayerChanged(1, other, one), recoloured)
    return replace(_at_a_turn(cast), entry=AmendmentPreview(changes=changes, left_out=()))


STAGES |= {
    "told-undone": lambda cast: replace(
        _at_a_turn(cast), undo_notice=UndoNotice("undone", _marker(cast))
    ),
    "told-change-redone": lambda cast: replace(
        _at_a_turn(cast), undo_notice=UndoNotice("change-redone", _marker(cast))
    ),
    "amend-turns": lambda cast: replace(_at_a_turn(cast), entry=_picker(cast)),
    "amend-changes-nothing": lambda cast: replace(
        _at_a_turn(cast), entry=AmendmentPreview(changes=(), left_out=())
    ),
}

# The table check ----------------------------------------------------------------------------------


def _table_check(cast: Cast, name: str, page: int, *presses: Press) -> View:
    return _table_check_of(cast, cast.asked(name, "tower", 20), page, *presses)


def _table_check_of(cast: Cast, session: Session, page: int, *presses: Press) -> View:
    view = cast.before(session)
    table_check = begin_table_check(view.table, view.entry)
    entry: Entry = replace(table_check, page_at=page % len(table_check.pages))
    for press in presses:
        step = entry.press(press)
        assert isinstance(step, Entry)
        entry = step
    return replace(view, entry=entry)


@staged
def table_check_tower_rows(cast: Cast) -> View:
    view = _table_check(cast, "five-players", 1, Press.RIGHT, Press.RIGHT)
    rows = [Row(seat, [3, 1, 1]) for seat in range(5)]
    view.table.towers[view.table.row_from_left(view.mirrored)[1]].rows[:] = rows
    return view


@staged
def table_check_open_1996_light(cast: Cast) -> View:
    session = cast.asked("1996-three-players-higher-chips", "tower", 12)
    session.answer_pair("correct tracking", "light")
    return _table_check_of(cast, session, -4, Press.RIGHT)


@staged
def table_check_chips_of_five(cast: Cast) -> View:
    view = _table_check(cast, "five-players", -2)
    won: tuple[list[int], ...] = [6, 3, 2, 1], [5, 4], [], [4, 3, 2], [1]
    for player, chips in zip(view.table.players, won, strict=True):
        player.chips[:] = chips
    return view


@staged
def edit_markers_of_five(cast: Cast) -> View:
    view = _table_check(cast, "five-players", 0, Press.LEFT, Press.OK)
    assert isinstance(view.entry, ListEditor)
    laid = tuple(f"{seat}:{marker}" for seat in range(5) for marker in (3, 1))
    return replace(view, entry=replace(view.entry, laid=laid))


@staged
def confirm_change(cast: Cast) -> View:
    view = _at_a_turn(cast)
    return replace(
        view, entry=UndoConfirm(key="undo-change", command=HostCommand.UNDO, below=view.entry)
    )


@staged
def edit_chips(cast: Cast) -> View:
    view = _table_check(cast, "three-players", -2)
    view.table.players[0].chips[:] = [4, 2, 1]
    assert isinstance(view.entry, TableCheck)
    entry = view.entry.press(Press.RIGHT)
    assert isinstance(entry, Entry)
    opened = entry.press(Press.OK)
    assert isinstance(opened, Entry)
    return replace(view, entry=opened)


STAGES |= {
    "table-check-tower": lambda cast: _table_check(cast, "five-players", 0),
    "table-check-open": lambda cast: _table_check(cast, "three-players", -4, Press.LEFT),
    "table-check-open-1996": lambda cast: _table_check(cast, "1996-three-players-higher-chips", -4),
    "table-check-pile": lambda cast: _table_check(cast, "three-players", -3, Press.RIGHT),
    "table-check-piles-1996": lambda cast: _table_check(
        cast, "1996-three-players-higher-chips", -3, Press.RIGHT, Press.RIGHT
    ),
    "table-check-chips": lambda cast: _table_check(cast, "five-players", -2, Press.RIGHT),
    "told-change-undone": lambda cast: replace(
        _at_a_turn(cast), undo_notice=UndoNotice("change-undone", _marker(cast))
    ),
    "table-check-player": lambda cast: _table_check(cast, "three-players", -1),
    "edit-floors": lambda cast: _table_check(
        cast, "three-players", 0, Press.RIGHT, Press.OK, Press.UP
    ),
    "edit-markers": lambda cast: _table_check(
        cast, "five-players", 0, Press.LEFT, Press.OK, Press.DOWN
    ),
    "edit-open": lambda cast: _table_check(
        cast, "three-players", -4, Press.RIGHT, Press.OK, Press.OK
    ),
    "edit-player": lambda cast: _table_check(cast, "three-players", -1, Press.RIGHT, Press.OK),
}
