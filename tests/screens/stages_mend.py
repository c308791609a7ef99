"""The screens of mending: what is told, old answers to choose from, what no longer fits."""

from dataclasses import replace

from companion.entry.history import (
    Changed,
    Deed,
    NoLonger,
    Stroke,
    StrokePicker,
    Told,
    Turn,
    TurnPicker,
)
from companion.entry.menu import Notice
from companion.games.changes import FlagChanged, Holder, PointsChanged
from companion.games.conversation import against
from companion.games.table2009 import Campanile
from companion.screens import View
from tests.screens.cast import Cast
from tests.screens.stage import staged


def _at_a_turn(cast: Cast) -> View:
    return cast.before(cast.asked("three-players", "tower", 20))


def _marker(cast: Cast) -> Deed:
    return Deed(cast.names[1], (("marker", "red"),))


@staged
def told_undone(cast: Cast) -> View:
    return replace(_at_a_turn(cast), told=Told("undone", _marker(cast)))


@staged
def told_redone(cast: Cast) -> View:
    deed = Deed(cast.names[0], (("tower", "yellow"), ("floors", "3")))
    return replace(_at_a_turn(cast), told=Told("redone", deed))


def _picker(cast: Cast) -> TurnPicker:
    stroke = Stroke(0, 2, Deed(cast.names[0], (("tower", "yellow"), ("floors", "3"))))
    setup = Stroke(0, 2, Deed("", (("player", cast.names[0]), ("colour", "red"))))
    others = [
        Stroke(2, 1, _marker(cast)),
        Stroke(3, 1, Deed(cast.names[1], (("take", "blue"),))),
        Stroke(4, 1, Deed(cast.names[1], (("show", "intermezzo"),))),
    ]
    turns = [Turn(number, (stroke, *others)) for number in range(1, 20)]
    below = Notice(None, "farewell")
    return TurnPicker(None, (Turn(0, (setup,)), *turns), 18, below)


@staged
def amend_turns(cast: Cast) -> View:
    return replace(_at_a_turn(cast), entry=_picker(cast))


@staged
def amend_strokes(cast: Cast) -> View:
    picker = _picker(cast)
    entry = StrokePicker(None, picker.turns[18], 1, above=picker)
    return replace(_at_a_turn(cast), entry=entry)


@staged
def amend_no_longer(cast: Cast) -> View:
    view = _at_a_turn(cast)
    why = against(Campanile.NOT_OPEN, style="red")
    return replace(view, entry=NoLonger(None, _marker(cast), why, "marker", view.entry))


@staged
def amend_asked_now(cast: Cast) -> View:
    view = _at_a_turn(cast)
    return replace(view, entry=NoLonger(None, None, None, "marker", view.entry))


@staged
def amend_changes(cast: Cast) -> View:
    flags = FlagChanged("intermezzo", 4, Holder(0, "red"), Holder(1, "yellow"))
    gone = FlagChanged("intermezzo", 2, Holder(2, "red"), None)
    changes = (PointsChanged(0, 12, 8), PointsChanged(1, 3, 7), flags, gone)
    return replace(_at_a_turn(cast), entry=Changed(None, changes, (_marker(cast),)))


@staged
def amend_changes_scrolled(cast: Cast) -> View:
    view = amend_changes(cast)
    assert isinstance(view.entry, Changed)
    return replace(view, entry=replace(view.entry, first=2))


@staged
def amend_changes_nothing(cast: Cast) -> View:
    return replace(_at_a_turn(cast), entry=Changed(None, (), ()))
