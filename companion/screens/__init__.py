"""(view) → a one-bit picture of 128x64; pure, so a picture can be a test."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from PIL import Image

from companion.entry.bologna.board import BoardPicker
from companion.entry.bologna.cards import Choice, FacePad
from companion.entry.bologna.kinds import MapChoice, MapPainter
from companion.entry.box import About, Peek
from companion.entry.campanile.audit import Audit, ListEditor, NumberEditor
from companion.entry.campanile.cards import CardPicker, ListPicker
from companion.entry.campanile.light import NextPicker
from companion.entry.campanile.outlook import Outlook
from companion.entry.campanile.towers import BetPicker, TowerChoice, TowerPicker
from companion.entry.capitol.board import BoardOffer, PrefectureForm
from companion.entry.capitol.building import BlockLayer, Builder, RoofPicker
from companion.entry.capitol.numbers import BidPicker, CountPicker
from companion.entry.capitol.sites import HousePicker, Look, SitePicker
from companion.entry.chronicle import Counting, GamePicker, Leaves, Over, PersonPicker
from companion.entry.freetext import FreeText
from companion.entry.guide import Guide
from companion.entry.mending import Changed, NoLonger, StrokePicker, TurnPicker
from companion.entry.menu import Confirm, ListMenu, Menu, Notice
from companion.entry.people import NamePicker, SeatPicker
from companion.entry.step import Doubt, Entry
from companion.screens import box, capitol, chronicle, guide, mending, menus, people
from companion.screens.bologna import cards as bologna_cards
from companion.screens.bologna import turn as bologna_turn
from companion.screens.campanile import audit, cards, outlook, turn
from companion.screens.drawing import blank
from companion.screens.splash import splash
from companion.screens.view import View

__all__ = ["View", "render", "splash"]

Screen = Callable[[Image.Image, View, Any], None]
SCREENS: Mapping[type[Entry], Screen] = {
    TowerPicker: turn.tower_picker,
    NextPicker: turn.next_picker,
    TowerChoice: turn.tower_choice,
    BetPicker: turn.tower_choice,
    CardPicker: turn.card_picker,
    ListPicker: cards.list_picker,
    BoardPicker: bologna_turn.board_picker,
    Choice: bologna_turn.choice,
    FacePad: bologna_cards.face_pad,
    MapChoice: bologna_cards.map_choice,
    MapPainter: bologna_cards.map_painter,
    SeatPicker: people.seat_picker,
    NamePicker: people.name_picker,
    Menu: menus.menu,
    ListMenu: menus.menu,
    FreeText: menus.menu,
    Confirm: menus.confirm,
    Doubt: menus.doubt,
    Notice: menus.notice,
    BoardOffer: capitol.board.board_offer,
    PrefectureForm: capitol.board.prefecture_form,
    Builder: capitol.building.builder,
    BlockLayer: capitol.building.block_layer,
    RoofPicker: capitol.building.roof_picker,
    HousePicker: capitol.building.house_picker,
    SitePicker: capitol.board.site_picker,
    Look: capitol.board.look,
    BidPicker: capitol.numbers.bid_picker,
    CountPicker: capitol.numbers.count_picker,
    Guide: guide.guide,
    TurnPicker: mending.turn_picker,
    StrokePicker: mending.stroke_picker,
    NoLonger: mending.no_longer,
    Changed: mending.changed,
    Audit: audit.audit,
    NumberEditor: audit.number_editor,
    ListEditor: audit.list_editor,
    Peek: box.peek,
    Outlook: outlook.outlook,
    About: box.about,
    GamePicker: chronicle.game_picker,
    PersonPicker: chronicle.person_picker,
    Counting: chronicle.counting,
    Leaves: chronicle.leaves,
}


def render(view: View) -> Image.Image:
    """The picture of a view: mode "1", 128x64, 1 lit."""
    image = blank()
    if view.session is not None and not isinstance(view.entry, Over):  # which tells of any game
        view = replace(view, words=view.words.of(view.session.name))
    entry = view.entry
    SCREENS[type(entry)](image, view, entry)
    if entry.refused is not None:
        menus.refusal(image, view, entry.refused)
    elif view.told is not None:
        mending.told(image, view, view.told)
    return image
