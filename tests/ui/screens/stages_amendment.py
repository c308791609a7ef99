"""Stages of undo notices and amendments."""

from dataclasses import replace

from companion.core.conversation import build_objection
from companion.core.game_history import Change, PlayerChanged, PointsChanged, SeatedPlayer
from companion.games.campanile.rules.flags import ChipHolder, FlagChanged
from companion.ui.input.amendment import (
    Action,
    AmendableTurn,
    AmendmentPreview,
    ConflictNotice,
    Stroke,
    StrokePicker,
    TurnPicker,
    UndoNotice,
)
from companion.ui.input.commands import HostCommand
from companion.ui.input.menu import Notice, UndoConfirm
from companion.ui.screens import View
from tests.ui.screens.cast import Cast
from tests.ui.screens.stage import STAGES, staged


def _at_a_turn(cast: Cast) -> View:
    return cast.before(cast.asked("three-players", "tower", 20))


def _amending(cast: Cast) -> View:
    return _at_a_turn(cast)._replace(amending=19)


def _marker(cast: Cast) -> Action:
    return Action(cast.names[1], (("marker", "red"),))


@staged
def told_redone(cast: Cast) -> View:
    action = Action(cast.names[0], (("tower", "yellow"), ("floors", "3")))
    return _at_a_turn(cast)._replace(undo_notice=UndoNotice("redone", action))


@staged
def told_at_length(cast: Cast) -> View:
    """More than the band has room for: as many answers as it has, and dots."""
    pairs = (("tower", "brown"), ("floors", "3"), ("marker", "yellow"), ("take", "yellow"))
    action = Action(max(cast.names, key=len), pairs)
    return _at_a_turn(cast)._replace(undo_notice=UndoNotice("change-redone", action))


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
    return _at_a_turn(cast)._replace(entry=entry)


@staged
def amend_no_longer(cast: Cast) -> View:
    view = _amending(cast)
    why = build_objection("not-open", style="red")
    return view._replace(
        entry=ConflictNotice(action=_marker(cast), why=why, key="marker", below=view.entry)
    )


@staged
def amend_asked_now(cast: Cast) -> View:
    view = _amending(cast)
    return view._replace(
        entry=ConflictNotice(action=None, why=None, key="marker", below=view.entry)
    )


def _preview(
    cast: Cast, changes: tuple[Change, ...] = (), left_out: tuple[Action, ...] = ()
) -> AmendmentPreview:
    before, after = (Action(cast.names[0], (("take", card),)) for card in ("blue", "red"))
    return AmendmentPreview(replaced=before, replacement=after, changes=changes, left_out=left_out)


@staged
def amend_changes(cast: Cast) -> View:
    flags = FlagChanged("intermezzo", 4, ChipHolder(0, "red"), ChipHolder(1, "yellow"))
    gone = FlagChanged("intermezzo", 2, ChipHolder(2, "red"), None)
    changes = (PointsChanged(0, 12, 8), PointsChanged(1, 3, 7), flags, gone)
    return _amending(cast)._replace(
        entry=_preview(cast, changes=changes, left_out=(_marker(cast),))
    )


@staged
def amend_changes_scrolled(cast: Cast) -> View:
    view = amend_changes(cast)
    assert isinstance(view.entry, AmendmentPreview)
    return view._replace(entry=replace(view.entry, first=3))


@staged
def confirm_change(cast: Cast) -> View:
    view = _at_a_turn(cast)
    return view._replace(
        entry=UndoConfirm(key="undo-change", command=HostCommand.UNDO, below=view.entry)
    )


@staged
def amend_changes_players(cast: Cast) -> View:
    one, other = SeatedPlayer(cast.names[0], "yellow"), SeatedPlayer(cast.names[1], "red")
    recoloured = PlayerChanged(
        2, SeatedPlayer(cast.names[2], "blue"), SeatedPlayer(cast.names[2], "green")
    )
    changes = (PlayerChanged(0, one, other), PlayerChanged(1, other, one), recoloured)
    return _amending(cast)._replace(entry=_preview(cast, changes=changes))


STAGES |= {
    "told-change-undone": lambda cast: _at_a_turn(cast)._replace(
        undo_notice=UndoNotice("change-undone", _marker(cast))
    ),
    "told-undone": lambda cast: _at_a_turn(cast)._replace(
        undo_notice=UndoNotice("undone", _marker(cast))
    ),
    "told-change-redone": lambda cast: _at_a_turn(cast)._replace(
        undo_notice=UndoNotice("change-redone", _marker(cast))
    ),
    "amend-turns": lambda cast: _at_a_turn(cast)._replace(entry=_picker(cast)),
    "amend-tower": _amending,
    "amend-changes-nothing": lambda cast: _amending(cast)._replace(entry=_preview(cast)),
}
