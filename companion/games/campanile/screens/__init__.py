"""The screens of both Campaniles.

`turn` draws a turn, `edge` what lies beside the towers, `cards` the row and the open cards,
`scoring` the pages of a scoring, `outlook` what can be foreseen, `table_check` the table check.
"""

from companion.games.campanile.input.cards import CardPicker, ListPicker
from companion.games.campanile.input.light import NextPicker
from companion.games.campanile.input.outlook import Outlook
from companion.games.campanile.input.table_check import ListEditor, NumberEditor, TableCheck
from companion.games.campanile.input.towers import BetPicker, TowerChoice, TowerPicker
from companion.games.campanile.screens import cards, outlook, scoring, table_check, turn
from companion.games.campanile.screens.changes import describe_change
from companion.games.campanile.screens.lamps import lamps
from companion.games.campanile.screens.pieces import CAMPANILE_PALETTE
from companion.screens.view import GameScreens

SCREENS = GameScreens(
    entries={
        TowerPicker: turn.tower_picker,
        NextPicker: turn.next_picker,
        TowerChoice: turn.tower_choice,
        BetPicker: turn.tower_choice,
        CardPicker: turn.card_picker,
        ListPicker: cards.list_picker,
        TableCheck: table_check.table_check,
        NumberEditor: table_check.number_editor,
        ListEditor: table_check.list_editor,
        Outlook: outlook.outlook,
    },
    pages=scoring.PAGES,
    palette=CAMPANILE_PALETTE,
    lamps=lamps,
    describe_change=describe_change,
)
