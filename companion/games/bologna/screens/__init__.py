"""Bologna's pictures: `fields` draws the board, `turn` what stands beside it.

`cards` draws faces and the map with a `pad`, `pages` a scoring.
"""

from companion.core.events import AWARD, SCORING
from companion.games.bologna.input.board import BoardPicker
from companion.games.bologna.input.board_map import MapEditor
from companion.games.bologna.input.cards import FacePicker
from companion.games.bologna.screens import cards, pages, signs, table_check, turn
from companion.ui.input.row_editors import PlaceEditor
from companion.ui.input.table_check import BoardCheck
from companion.ui.screens.view import GameScreens

SCREENS = GameScreens(
    entries={
        BoardPicker: turn.draw_board_picker,
        FacePicker: cards.draw_face_picker,
        MapEditor: cards.draw_map_editor,
        BoardCheck: table_check.draw_board_check,
        PlaceEditor: table_check.draw_place_editor,
    },
    choices=turn.CHOICES,
    legend={
        "tower": pages.TOWER_SIGN,
        "collected": pages.COLLECTED_SIGN,
        **signs.ACTIONS,
        "roof": signs.ROOF,
        **signs.KIND_ROWS,
    },
    unnamed_signs=pages.list_unnamed_signs,
    events={SCORING: pages.draw_scoring, AWARD: pages.draw_tally},
)
