"""The plugin of Nim."""

from pathlib import Path

from companion.core.events import AWARD
from companion.games.plugin import GamePlugin
from companion.ui.input.context import GameInput
from companion.ui.screens.view import GameScreens

from .input import StonePicker, open_stones
from .rules import Nim
from .screens import draw_last_stone, draw_stones
from .tell import HISTORY, take_nim_snapshot, tell_event
from .words import WORDS

PLUGIN = GamePlugin(
    rules=Nim,
    title="Nim",
    words=WORDS,
    tell=tell_event,
    snapshot=take_nim_snapshot,
    history=HISTORY,
    record=Path(__file__).with_name("records") / "nim.game",
    input=GameInput(entries={"stones": open_stones}),
    screens=GameScreens(entries={StonePicker: draw_stones}, events={AWARD: draw_last_stone}),
)
