"""The plugin of Capitol, and what the history shows of it."""

from pathlib import Path

from companion.core.game_history import GameHistory, Heights
from companion.core.story import GameStory
from companion.games.capitol.board_file import read_board
from companion.games.capitol.input import INPUT
from companion.games.capitol.rules.game import Capitol
from companion.games.capitol.rules.snapshot import take_capitol_snapshot
from companion.games.capitol.rules.story import assess_capitol
from companion.games.capitol.rules.table import CapitolTable
from companion.games.capitol.screens import SCREENS
from companion.games.capitol.tell import tell_changed_majorities, tell_event
from companion.games.capitol.words import WORDS
from companion.games.plugin import GamePlugin


def _count_blocks(table: CapitolTable) -> Heights:
    return {
        player.name: sum(there.blocks_of(seat) for there in table.board)
        for seat, player in enumerate(table.players)
    }


HISTORY = GameHistory(grows="blocks", measure=_count_blocks)


CAPITOL = GamePlugin(
    rules=Capitol,
    tell=tell_event,
    title="Capitol",
    bgg_id=1155,
    words=WORDS,
    input=INPUT,
    screens=SCREENS,
    history=HISTORY,
    story=GameStory(
        assess=assess_capitol,
        tell_changes=tell_changed_majorities,
        model=Path(__file__).with_name("chances") / "capitol.json",
    ),
    read_board=read_board,
    record=Path(__file__).with_name("records") / "capitol.game",
    snapshot=take_capitol_snapshot,
)
