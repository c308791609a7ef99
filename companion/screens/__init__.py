"""(view) → a one-bit picture of 128x64; pure, so a picture can be a test."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from PIL import Image

from companion.entry.box import About, Peek
from companion.entry.cards import CardPicker, ListPicker
from companion.entry.guide import Guide
from companion.entry.menu import Confirm, Menu, Notice
from companion.entry.people import NamePicker, SeatPicker
from companion.entry.step import Doubt, Entry
from companion.entry.towers import BetPicker, TowerChoice, TowerPicker
from companion.screens import box, cards, menus, people, scoring, turn
from companion.screens.drawing import blank
from companion.screens.splash import splash
from companion.screens.view import View

__all__ = ["View", "render", "splash"]

Screen = Callable[[Image.Image, View, Any], None]
SCREENS: Mapping[type[Entry], Screen] = {
    TowerPicker: turn.tower_picker,
    TowerChoice: turn.tower_choice,
    BetPicker: turn.tower_choice,
    CardPicker: turn.card_picker,
    ListPicker: cards.list_picker,
    SeatPicker: people.seat_picker,
    NamePicker: people.name_picker,
    Menu: menus.menu,
    Confirm: menus.confirm,
    Doubt: menus.doubt,
    Notice: menus.notice,
    Guide: scoring.guide,
    Peek: box.peek,
    About: box.about,
}


def render(view: View) -> Image.Image:
    """The picture of a view: mode "1", 128x64, 1 lit."""
    image = blank()
    if view.session is not None:
        view = replace(view, words=view.words.of(view.session.name))
    entry = view.entry
    SCREENS[type(entry)](image, view, entry)
    if entry.refused is not None:
        menus.refusal(image, view, entry.refused)
    return image
