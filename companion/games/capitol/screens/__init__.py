"""Capitol's screens: `building` a turn, `board` the prefectures, `numbers` bids and cards, `pages`.

`signs` holds what they share: houses, cards, buildings, the patterns of the colours.
"""

from companion.games.capitol.input.board import BoardOffer, PrefectureForm
from companion.games.capitol.input.building import BlockPicker, PlayPicker, RoofPicker
from companion.games.capitol.input.numbers import BidPicker, CountPicker
from companion.games.capitol.input.sites import BoardViewer, HousePicker, SitePicker
from companion.games.capitol.screens import board, building, numbers, pages
from companion.screens.view import GameScreens

SCREENS = GameScreens(
    entries={
        BoardOffer: board.board_offer,
        PrefectureForm: board.prefecture_form,
        PlayPicker: building.builder,
        BlockPicker: building.block_layer,
        RoofPicker: building.roof_picker,
        HousePicker: building.house_picker,
        SitePicker: board.site_picker,
        BoardViewer: board.look,
        BidPicker: numbers.bid_picker,
        CountPicker: numbers.count_picker,
    },
    pages=pages.PAGES,
)
