"""(view) → a one-bit picture of 128x64; pure, so a picture can be a test."""

from collections.abc import Mapping
from dataclasses import replace

from PIL import Image

from companion.input.amendment import AmendmentPreview, ConflictNotice, StrokePicker, TurnPicker
from companion.input.box_pages import About, Peek
from companion.input.entry import Doubt, Entry
from companion.input.free_text import FreeText
from companion.input.guide import Guide
from companion.input.history import Counting, GamePicker, Overlay, Pages, PersonPicker
from companion.input.menu import Confirm, ListMenu, Menu, Notice
from companion.input.people import NamePicker, SeatPicker
from companion.screens import amendment, box_pages, guide, history, menus, people
from companion.screens.drawing import blank
from companion.screens.splash import splash
from companion.screens.view import EntryScreen, View

__all__ = ["View", "render", "splash"]

SCREENS: Mapping[type[Entry], EntryScreen] = {
    SeatPicker: people.seat_picker,
    NamePicker: people.name_picker,
    Menu: menus.menu,
    ListMenu: menus.menu,
    FreeText: menus.menu,
    Confirm: menus.confirm,
    Doubt: menus.doubt,
    Notice: menus.notice,
    Guide: guide.guide,
    TurnPicker: amendment.turn_picker,
    StrokePicker: amendment.stroke_picker,
    ConflictNotice: amendment.conflict_notice,
    AmendmentPreview: amendment.changed,
    Peek: box_pages.peek,
    About: box_pages.about,
    GamePicker: history.game_picker,
    PersonPicker: history.person_picker,
    Counting: history.counting,
    Pages: history.pages,
}
"""The pictures of the entries that any game has; its own are in its `GameScreens`."""


def render(view: View) -> Image.Image:
    """The picture of a view: mode "1", 128x64, 1 lit."""
    image = blank()
    if view.session is not None and not isinstance(view.entry, Overlay):  # which tells of any game
        view = replace(view, words=view.words.of(view.session.name))
    entry = view.entry
    draw = view.screens.entries.get(type(entry)) or SCREENS[type(entry)]
    draw(image, view, entry)
    if entry.refused is not None:
        menus.refusal(image, view, entry.refused)
    elif view.undo_notice is not None:
        amendment.undo_notice(image, view, view.undo_notice)
    return image
