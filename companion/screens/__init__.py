"""`render` turns a view into a one-bit picture of 128x64 pixels, without any side effect.

A `View` holds all that a picture depends on, `drawing` and `fonts` are the tools, and the other
modules draw the entries that every game has. A game's own screens are its `GameScreens`.
"""

from collections.abc import Mapping
from dataclasses import replace

from PIL import Image

from companion.input.amendment import AmendmentPreview, ConflictNotice, StrokePicker, TurnPicker
from companion.input.box_pages import About, Peek
from companion.input.entry import Doubt, Entry
from companion.input.free_text import FreeText
from companion.input.guide import Guide
from companion.input.history import Counting, GamePicker, Overlay, Pages, PersonPicker
from companion.input.menu import Confirm, ListMenu, Menu, Notice, UndoConfirm
from companion.input.outlook import Outlook
from companion.input.people import NamePicker, SeatPicker
from companion.input.row_editors import FormEditor, ListEditor
from companion.input.table_check import BoardCheck, TableCheck
from companion.screens import (
    amendment,
    box_pages,
    guide,
    history,
    menus,
    outlook,
    people,
    table_check,
)
from companion.screens.drawing import blank_image
from companion.screens.splash import draw_splash
from companion.screens.view import EntryScreen, View

__all__ = ["View", "draw_splash", "render"]

SCREENS: Mapping[type[Entry], EntryScreen] = {
    SeatPicker: people.draw_seat_picker,
    NamePicker: people.draw_name_picker,
    Menu: menus.draw_menu,
    ListMenu: menus.draw_menu,
    FreeText: menus.draw_menu,
    Confirm: menus.draw_confirm,
    UndoConfirm: menus.draw_confirm,
    Doubt: menus.draw_doubt,
    Notice: menus.draw_notice,
    Guide: guide.draw_guide,
    TurnPicker: amendment.draw_turn_picker,
    StrokePicker: amendment.draw_stroke_picker,
    ConflictNotice: amendment.draw_conflict_notice,
    AmendmentPreview: amendment.draw_amendment_preview,
    TableCheck: table_check.draw_table_check,
    BoardCheck: table_check.draw_board_check,
    FormEditor: table_check.draw_form_editor,
    ListEditor: table_check.draw_list_editor,
    Peek: box_pages.draw_peek,
    About: box_pages.draw_about,
    Outlook: outlook.draw_outlook,
    GamePicker: history.draw_game_picker,
    PersonPicker: history.draw_person_picker,
    Counting: history.draw_counting,
    Pages: history.draw_pages,
}
"""The screens of the entries that every game has."""


def render(view: View) -> Image.Image:
    """Return the picture of a view: 128x64 pixels of mode "1", in which lit pixels are set."""
    image = blank_image()
    if view.session is not None and not isinstance(view.entry, Overlay):  # shows games of any name
        view = replace(view, words=view.words.of(view.session.name))
    entry = view.entry
    draw = view.screens.entries.get(type(entry)) or SCREENS[type(entry)]
    draw(image, view, entry)
    if entry.refused is not None:
        menus.draw_refusal(image, view, entry.refused)
    elif view.undo_notice is not None:
        amendment.draw_undo_notice(image, view, view.undo_notice)
    return image
