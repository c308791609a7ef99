"""Capitol's screens: `building` a turn, `board` the prefectures, `numbers` bids and cards, `pages`.

`signs` holds what they share: houses, cards, buildings, the patterns of the colours.
"""

from companion.games.capitol.input.board import BoardOffer, PrefectureForm
from companion.games.capitol.input.building import BlockLayer, Builder, RoofPicker
from companion.games.capitol.input.numbers import BidPicker, CountPicker
from companion.games.capitol.input.sites import HousePicker, Look, SitePicker
from companion.games.capitol.screens import board, building, numbers, pages
from companion.screens.view import GameScreens

SCREENS = GameScreens(
    entries={
        BoardOffer: board.board_offer,
        PrefectureForm: board.prefecture_form,
        Builder: building.builder,
        BlockLayer: building.block_layer,
        RoofPicker: building.roof_picker,
        HousePicker: building.house_picker,
        SitePicker: board.site_picker,
        Look: board.look,
        BidPicker: numbers.bid_picker,
        CountPicker: numbers.count_picker,
    },
    pages=pages.PAGES,
)
