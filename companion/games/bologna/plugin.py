"""The plugin of Die Türme von Bologna, and what the history shows of it."""

from pathlib import Path

from companion.core.game_history import GameHistory, Heights
from companion.core.story import GameStory
from companion.games.bologna.board_file import read_board
from companion.games.bologna.input import INPUT
from companion.games.bologna.rules.game import Bologna
from companion.games.bologna.rules.snapshot import take_bologna_snapshot
from companion.games.bologna.rules.story import assess_bologna
from companion.games.bologna.rules.table import BolognaTable
from companion.games.bologna.screens import SCREENS
from companion.games.bologna.tell import tell_changed_towers, tell_event
from companion.games.bologna.words import WORDS
from companion.games.plugin import GamePlugin


def _measure_towers(table: BolognaTable) -> Heights:
    return {
        player.name: sum(height for _, height in table.board.towers_of(seat))
        for seat, player in enumerate(table.players)
    }


HISTORY = GameHistory(grows="towers", measure=_measure_towers)


BOLOGNA = GamePlugin(
    rules=Bologna,
    tell=tell_event,
    title="Türme von Bologna",
    full_title="Die Türme von Bologna",
    words=WORDS,
    input=INPUT,
    screens=SCREENS,
    history=HISTORY,
    story=GameStory(
        assess=assess_bologna,
        tell_changes=tell_changed_towers,
        model=Path(__file__).with_name("chances") / "bologna-towers.json",
    ),
    read_board=read_board,
    record=Path(__file__).with_name("records") / "bologna-towers.game",
    snapshot=take_bologna_snapshot,
)
