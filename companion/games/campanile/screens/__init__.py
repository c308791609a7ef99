"""The screens of both Campaniles.

`turn` draws the questions over the towers, `cards` those about cards and the lists of the setup.
`scoring` draws the pages of a scoring, `outlook` the forecast. `pieces` are what they share;
`lamps` chooses the tower panel's lamps.
"""

from companion.core.events import AWARD, SCORING
from companion.games.campanile.input.cards import CardPicker, RowPicker
from companion.games.campanile.input.towers import BetPicker, NextPicker, TowerPicker
from companion.games.campanile.outlook import AllTurnsPage
from companion.games.campanile.palette import CAMPANILE_PALETTE
from companion.games.campanile.screens import cards, outlook, scoring, turn
from companion.games.campanile.screens.lamps import choose_lamps
from companion.games.campanile.screens.pieces import CARD_SIGNS, NO_MARKER_SIGN
from companion.ui.screens.view import GameScreens

SCREENS = GameScreens(
    entries={
        TowerPicker: turn.draw_tower_picker,
        NextPicker: turn.draw_next_picker,
        BetPicker: turn.draw_tower_choice,
        CardPicker: cards.draw_card_picker,
        RowPicker: cards.draw_row_picker,
    },
    choices={
        "marker": turn.draw_tower_choice,
        "move": turn.draw_tower_choice,
        "to": turn.draw_tower_choice,
        "take": cards.draw_card_picker,
    },
    signs=CARD_SIGNS,
    legend={
        "thin": "short.red",
        "no-marker": NO_MARKER_SIGN,
        **CARD_SIGNS,
        "average": "outlook.average-sign",
    },
    unnamed_signs=turn.list_unnamed_signs,
    events={SCORING: scoring.draw_scoring, AWARD: scoring.draw_award},
    pages={**scoring.PAGES, AllTurnsPage: outlook.draw_all_turns},
    palette=CAMPANILE_PALETTE,
    lamps=choose_lamps,
    describe_change=scoring.describe_change,
)
