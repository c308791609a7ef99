"""The screens of what can be foreseen: at a game's beginning, in its middle and near its end."""

from companion.ui.input.hints import Hints
from companion.ui.screens import View
from tests.buttons import RIGHT
from tests.ui.screens.cast import Cast
from tests.ui.screens.stage import STAGES, held, staged


def _begun(cast: Cast, record: str, page: int) -> View:
    return cast.outlook(cast.asked(record, "tower", 1), page)


def _late(cast: Cast, record: str, page: int) -> View:
    return cast.outlook(cast.asked(record, "tower", -1), page)


@staged
def outlook_turn_last(cast: Cast) -> View:
    session = cast.asked("three-players", "tower", -1)
    session.table.pile.correct(1)
    return cast.outlook(session)


@staged
def outlook_turn_light(cast: Cast) -> View:
    session = cast.asked("four-players-light", "tower", 13)
    session.undo()
    return cast.outlook(session)


@staged
def show_without_hints(cast: Cast) -> View:
    """As `show_finito`, and nothing is told that was not asked for."""
    view = cast.before(cast.asked("three-players", "show", -1), RIGHT, RIGHT, RIGHT)
    return view._replace(hints=Hints.NONE)


STAGES |= {
    "outlook-turn-first": lambda cast: _begun(cast, "three-players", 0),
    "outlook-turn-two": lambda cast: _begun(cast, "two-players", 0),
    "outlook-turn-intermezzo": lambda cast: cast.outlook(cast.asked("five-players", "tower", 20)),
    "outlook-turn-late": lambda cast: _late(cast, "five-players", 0),
    "outlook-turn-1996": lambda cast: _begun(cast, "1996-two-players", 0),
    "outlook-everybody-two": lambda cast: _late(cast, "two-players", 1),
    "outlook-everybody-three": lambda cast: cast.outlook(
        cast.asked("three-players", "tower", 30), 1
    ),
    "outlook-everybody-five": lambda cast: _begun(cast, "five-players", 1),
    "outlook-everybody-1996": lambda cast: cast.outlook(
        cast.asked("1996-two-players", "tower", 12), 1
    ),
    "outlook-styles-first": lambda cast: _begun(cast, "five-players", 2),
    "outlook-styles-late": lambda cast: _late(cast, "three-players", 2),
    "outlook-flags-intermezzo": lambda cast: _begun(cast, "five-players", -1),
    "outlook-flags-finito": lambda cast: _late(cast, "five-players", -1),
    "outlook-flags-1996": lambda cast: _begun(cast, "1996-two-players", -1),
    "outlook-flags-held-two": lambda cast: held(
        cast.outlook(cast.asked("two-players", "tower", 8), -1)
    ),
    "outlook-flags-held-five": lambda cast: held(_late(cast, "five-players", -1)),
}
