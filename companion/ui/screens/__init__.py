"""`render` turns a view into a one-bit picture of 128x64 pixels, without any side effect.

A `View` holds all that a picture depends on, `drawing` and `fonts` are the tools, and the other
modules draw the entries that every game has. A game's own screens are its `GameScreens`.
"""

from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Any

from PIL import Image

from companion.text import Words
from companion.ui.input.entry import Entry, Layer
from companion.ui.input.menu import Menu
from companion.ui.screens import drawing, menus
from companion.ui.screens.drawing import blank_image
from companion.ui.screens.view import EntryScreen, View

__all__ = ["View", "find_screen", "render"]

DRAWN_IN: Mapping[str, str] = {
    "companion.ui.input.amendment": "companion.ui.screens.amendment",
    "companion.ui.input.box_pages": "companion.ui.screens.box_pages",
    "companion.ui.input.choice": "companion.ui.screens.choice",
    "companion.ui.input.entry": "companion.ui.screens.menus",
    "companion.ui.input.guide": "companion.ui.screens.guide",
    "companion.ui.input.history": "companion.ui.screens.history",
    "companion.ui.input.keypad_page": "companion.ui.screens.keypad_page",
    "companion.ui.input.menu": "companion.ui.screens.menus",
    "companion.ui.input.numbers": "companion.ui.screens.numbers",
    "companion.ui.input.outlook": "companion.ui.screens.outlook",
    "companion.ui.input.phone_picture": "companion.ui.screens.phone_picture",
    "companion.ui.input.people": "companion.ui.screens.people",
    "companion.ui.input.field_pages": "companion.ui.screens.table_check",
    "companion.ui.input.story": "companion.ui.screens.story",
    "companion.ui.input.table_check": "companion.ui.screens.table_check",
}
"""By the module of an entry that every game has, the module whose ``SCREENS`` draw it.

Most are not needed on the home screen: each is loaded when the first of its entries is drawn.
"""


def find_screen(kind: type) -> EntryScreen:
    """The screen of a type of entry that every game has, or of the notice of an undo."""
    screens: Mapping[type, EntryScreen] = import_module(DRAWN_IN[kind.__module__]).SCREENS
    return screens[kind]


def find_sentences(kind: type) -> Callable[[Words, Any], list[str]]:
    """What says the page of an entry that is spoken: (words, entry) → its sentences."""
    said: Mapping[type, Callable[[Words, Any], list[str]]]
    said = import_module(DRAWN_IN[kind.__module__]).SENTENCES
    return said[kind]


def is_page_of_the_box(entry: Entry) -> bool:
    """Whether the entry is a page over the box's menu, which has nothing to do with the game."""
    return isinstance(entry, Layer) and entry.of_the_box and not isinstance(entry, Menu)


def render(view: View) -> Image.Image:
    """Return the picture of a view: 128x64 pixels of mode "1", in which lit pixels are set."""
    image = blank_image()
    if view.session is not None and not view.entry.of_any_game:
        view = view._replace(words=view.words.of(view.session.name))
    entry = view.entry
    if view.amending is not None and not is_page_of_the_box(entry):
        menus.mark_amendment(image, view.words, view.amending)
    draw = view.screens.entries.get(type(entry)) or find_screen(type(entry))
    draw(image, view, entry)
    drawing.draw_mark(image)
    if entry.refused is not None:
        menus.draw_refusal(image, view, entry.refused)
    elif view.undo_notice is not None:
        find_screen(type(view.undo_notice))(image, view, view.undo_notice)
    elif view.new_sign is not None:
        menus.draw_new_sign(image, view, view.new_sign)
    return image
