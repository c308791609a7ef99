"""The plugin of Nim."""

from pathlib import Path

from companion.games.plugin import GamePlugin
from companion.ui.input.context import GameInput
from companion.ui.screens.view import GameScreens

from .history import HISTORY
from .input import StonePicker, open_stones
from .pages import draw_last_stone, make_pages
from .report import report_result
from .rules import LastStoneTaken, Nim
from .screens import draw_stones
from .speech import say_last_stone
from .words import WORDS

PLUGIN = GamePlugin(
    rules=Nim,
    title="Nim",
    words=WORDS,
    input=GameInput(entries={"stones": open_stones}, pages=make_pages),
    screens=GameScreens(
        entries={StonePicker: draw_stones}, pages={LastStoneTaken: draw_last_stone}
    ),
    speech={LastStoneTaken: say_last_stone},
    report=report_result,
    history=HISTORY,
    record=Path(__file__).with_name("records") / "nim.game",
)
