"""Screens of Campanile's light play, staged at a stored game."""

from companion.core.interfaces import Press
from companion.core.session import Session
from companion.ui.screens import View
from tests.buttons import LEFT, RIGHT, UP
from tests.ui.screens.cast import Cast
from tests.ui.screens.stage import STAGES, asked, staged

RECORD = "four-players-light"


def _after(cast: Cast, turns: int) -> Session:
    """The game when so many turns have been told, and the next one waits."""
    session = cast.asked(RECORD, "tower", turns + 1)
    session.undo()
    return session


@staged
def light_finito(cast: Cast) -> View:
    session = cast.replay(RECORD)
    session.undo()
    return cast.before(session, LEFT, LEFT)


STAGES |= {
    "light-first": asked(RECORD, "tower", 1),
    "light-next": lambda cast: cast.before(_after(cast, 12), RIGHT, UP),
    "light-one-axis": lambda cast: cast.before(_after(cast, 12), Press.OK, axes=1),
    "light-intermezzo": lambda cast: cast.before(_after(cast, 12), LEFT, LEFT, LEFT),
    "light-mirrored": lambda cast: cast.before(
        _after(cast, 12), RIGHT, RIGHT, RIGHT, RIGHT, mirrored=True
    ),
    "light-marker": asked(RECORD, "marker", 8, UP),
}
