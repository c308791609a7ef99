"""The states of stored games at their questions."""

from typing import Any

from companion.app.api.state import StateSource, TableStates
from companion.core.session import Session
from companion.games import load_plugin, words_in
from companion.ui.input.context import InputContext
from companion.ui.input.entry import Entry
from companion.ui.input.open_entry import open_entry
from companion.ui.screens.view import View
from tests.app.journeys import PLAYTHROUGHS
from tests.entries import view_of
from tests.shipped import read_file
from tests.ui.screens.cast import Cast

FRAME = bytes(range(256)) * 4
BOX = "b827eb0a1c2d"
RECORDS = sorted(path.stem for path in PLAYTHROUGHS.glob("*.game"))


def stored(name: str) -> Session:
    return read_file(PLAYTHROUGHS / f"{name}.game")


def state_of(view: View, language: str = "") -> dict[str, Any]:
    return TableStates(words_in, BOX).describe(
        StateSource(view, [language], frame=FRAME, resting=False, phones=2)
    )[language]


def at_question(session: Session, entry: Entry | None = None, **more: Any) -> View:
    """The view of a session's question, as the host has it."""
    open_now = entry or open_entry(session, load_plugin(session.name).input, InputContext())
    view = view_of(open_now, session, words_in())
    return view._replace(answers=tuple(session.answers), **more)


def before(name: str, key: str, nth: int = 1) -> Session:
    """A stored game when the question of this key was asked for the nth time."""
    return Cast().asked(name, key, nth)
