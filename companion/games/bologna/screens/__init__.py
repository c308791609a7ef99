"""The screens of Die Türme von Bologna.

`fields` draws the board, `turn` what stands beside it, `cards` the pad of faces and the map,
`scoring` the pages of a scoring.
"""

from companion.games.bologna.input.board import BoardPicker
from companion.games.bologna.input.board_map import MapEditor, MapSourcePicker
from companion.games.bologna.input.cards import AnswerPicker, FacePicker
from companion.games.bologna.input.pages import ScoringPage, TallyPage
from companion.games.bologna.screens import cards, scoring, turn
from companion.screens.view import GameScreens

SCREENS = GameScreens(
    entries={
        BoardPicker: turn.board_picker,
        AnswerPicker: turn.choice,
        FacePicker: cards.face_pad,
        MapSourcePicker: cards.map_choice,
        MapEditor: cards.map_painter,
    },
    pages={ScoringPage: scoring.scoring_page, TallyPage: scoring.tally_page},
)
