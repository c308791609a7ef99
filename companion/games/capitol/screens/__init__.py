"""Capitol's pictures: `building` draws a turn, `board` the prefectures, `numbers` bids and cards.

`pages` draws the guide.
"""

from companion.games.capitol.input.board import PrefectureForm
from companion.games.capitol.input.building import PLACE, SITE, BlockPicker, BoardViewer
from companion.games.capitol.input.numbers import BidPicker
from companion.games.capitol.rules.table import BLANK
from companion.games.capitol.screens import board, building, numbers, pages
from companion.ui.input.numbers import CountPicker
from companion.ui.screens.view import GameScreens

SCREENS = GameScreens(
    legend=pages.LEGEND,
    unnamed_signs=pages.list_unnamed_signs,
    entries={
        PrefectureForm: board.draw_prefecture_form,
        BlockPicker: building.draw_block_picker,
        BoardViewer: board.draw_board_viewer,
        BidPicker: numbers.draw_bid_picker,
        CountPicker: numbers.draw_count_picker,
    },
    choices={
        "play": building.draw_play_picker,
        BLANK: building.draw_play_picker,
        SITE: board.draw_site_picker,
        PLACE: board.draw_site_picker,
        "house": building.draw_house_picker,
        "roof": building.draw_roof_picker,
    },
    events=pages.EVENTS,
)
