"""The screens of Die Türme von Bologna.

`fields` draws the board, `turn` what stands beside it, `cards` the pad of faces and the map,
`scoring` the pages of a scoring.
"""

from companion.games.bologna.input.board import BoardPicker
from companion.games.bologna.input.cards import Choice, FacePad
from companion.games.bologna.input.kinds import MapChoice, MapPainter
from companion.games.bologna.input.pages import ScoringPage, TallyPage
from companion.games.bologna.screens import cards, scoring, turn
from companion.screens.view import GameScreens

SCREENS = GameScreens(
    entries={
        BoardPicker: turn.board_picker,
        Choice: turn.choice,
        FacePad: cards.face_pad,
        MapChoice: cards.map_choice,
        MapPainter: cards.map_painter,
    },
    pages={ScoringPage: scoring.scoring_page, TallyPage: scoring.tally_page},
)
