"""The screens of what can be foreseen: at a game's beginning, in its middle and near its end."""

from dataclasses import replace

from companion.core import Session
from companion.core.conversation import Answer
from companion.games.campanile.input.outlook import Outlook, open_outlook
from companion.input.context import Hints
from companion.interfaces import Press
from companion.screens import View
from tests.screens.cast import Cast
from tests.screens.stage import STAGES, staged


def _outlook(cast: Cast, session: Session, page: int = 0) -> View:
    view = cast.before(session)
    outlook = open_outlook(view.table, Hints.ALL, view.entry)
    return replace(view, entry=replace(outlook, at=page % len(outlook.pages)))


def _begun(cast: Cast, record: str, page: int) -> View:
    return _outlook(cast, cast.asked(record, "tower", 1), page)


def _late(cast: Cast, record: str, page: int) -> View:
    return _outlook(cast, cast.asked(record, "tower", -1), page)


def _held(view: View) -> View:
    assert isinstance(view.entry, Outlook)
    held = view.entry.press(Press.OK)
    assert isinstance(held, Outlook)
    assert held.open
    return replace(view, entry=held)


@staged
def outlook_turn_last(cast: Cast) -> View:
    session = cast.asked("three-players", "tower", -1)
    session.table.pile.correct(1)
    return _outlook(cast, session)


@staged
def outlook_turn_light(cast: Cast) -> View:
    session = cast.asked("four-players-light", "tower", 13)
    session.undo()
    return _outlook(cast, session)


@staged
def show_without_hints(cast: Cast) -> View:
    """As `show_finito`, and nothing is told that was not asked for."""
    finito = Answer("show", "finito")
    view = cast.before(cast.asked("three-players", "show", -1), said=finito)
    return replace(view, hints=Hints.NONE)


STAGES |= {
    "outlook-turn-first": lambda cast: _begun(cast, "three-players", 0),
    "outlook-turn-two": lambda cast: _begun(cast, "two-players", 0),
    "outlook-turn-intermezzo": lambda cast: _outlook(cast, cast.asked("five-players", "tower", 20)),
    "outlook-turn-late": lambda cast: _late(cast, "five-players", 0),
    "outlook-turn-1996": lambda cast: _begun(cast, "1996-two-players", 0),
    "outlook-everybody-two": lambda cast: _late(cast, "two-players", 1),
    "outlook-everybody-three": lambda cast: _outlook(
        cast, cast.asked("three-players", "tower", 30), 1
    ),
    "outlook-everybody-five": lambda cast: _begun(cast, "five-players", 1),
    "outlook-everybody-1996": lambda cast: _outlook(
        cast, cast.asked("1996-two-players", "tower", 12), 1
    ),
    "outlook-styles-first": lambda cast: _begun(cast, "five-players", 2),
    "outlook-styles-late": lambda cast: _late(cast, "three-players", 2),
    "outlook-flags-intermezzo": lambda cast: _begun(cast, "five-players", -1),
    "outlook-flags-finito": lambda cast: _late(cast, "five-players", -1),
    "outlook-flags-1996": lambda cast: _begun(cast, "1996-two-players", -1),
    "outlook-flags-held-two": lambda cast: _held(
        _outlook(cast, cast.asked("two-players", "tower", 8), -1)
    ),
    "outlook-flags-held-five": lambda cast: _held(_late(cast, "five-players", -1)),
}
