"""Screens of Campanile's light play, staged at a stored game."""

from companion.core import Session
from companion.core.conversation import Answer
from companion.interfaces import Press
from companion.screens import View
from tests.screens.cast import Cast
from tests.screens.stage import staged

RECORD = "four-players-light"
LEFT, RIGHT, UP = Press.LEFT, Press.RIGHT, Press.UP


def _after(cast: Cast, turns: int) -> Session:
    """The game when so many turns have been told, and the next one waits."""
    session = cast.asked(RECORD, "tower", turns + 1)
    session.undo()
    return session


@staged
def light_first(cast: Cast) -> View:
    return cast.before(cast.asked(RECORD, "tower", 1))


@staged
def light_next(cast: Cast) -> View:
    return cast.before(_after(cast, 12), RIGHT, UP)


@staged
def light_one_axis(cast: Cast) -> View:
    return cast.before(_after(cast, 12), Press.OK, axes=1)


@staged
def light_intermezzo(cast: Cast) -> View:
    return cast.before(_after(cast, 12), LEFT, LEFT, LEFT)


@staged
def light_mirrored(cast: Cast) -> View:
    return cast.before(_after(cast, 12), RIGHT, RIGHT, RIGHT, RIGHT, mirrored=True)


@staged
def light_finito(cast: Cast) -> View:
    session = cast.replay(RECORD)
    session.undo()
    return cast.before(session, said=Answer("show", "finito"))


@staged
def light_marker(cast: Cast) -> View:
    return cast.before(cast.asked(RECORD, "marker", 8), UP)
