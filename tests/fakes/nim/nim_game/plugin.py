"""The plugin of Nim."""

from pathlib import Path

from companion.games.plugin import GamePlugin

from .history import HISTORY
from .input import INPUT
from .report import report_result
from .rules import Nim
from .screens import SCREENS
from .speech import SPEECH
from .words import WORDS

PLUGIN = GamePlugin(
    rules=Nim,
    title="Nim",
    words=WORDS,
    input=INPUT,
    screens=SCREENS,
    speech=SPEECH,
    history=HISTORY,
    report=report_result,
    record=Path(__file__).with_name("records") / "nim.game",
)
