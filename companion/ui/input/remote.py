"""Answers and presses from elsewhere, as from a phone: what is possible, and the next step.

Such an answer names its value, whatever the cursor points at. The entry that is open judges it, as
it judges a key of the tower panel.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from enum import StrEnum

from companion.core.conversation import Answer, Question, Refused, Value, build_objection
from companion.core.interfaces import Press
from companion.ui.input.entry import Doubt, Entry, PanelKeyReason, Step, TableCheckEntry
from companion.ui.input.guide import Guide
from companion.ui.input.menu import (
    Confirm,
    ListMenu,
    Menu,
    Notice,
    UndoConfirm,
    list_menu,
    under_the_box,
)


class OpenKind(StrEnum):
    """What kind of thing an open entry is to somebody who is not at the box."""

    QUESTION = "question"
    MENU = "menu"
    """A list of things to do, as on the home screen."""
    PAGE = "page"
    """A page that tells what has happened."""
    CONFIRM = "confirm"
    NOTICE = "notice"
    BOX = "box"
    """Only the box's own buttons press here: its menu, the table check, an amendment's list."""


PRESSES: Mapping[OpenKind, tuple[Press, ...]] = {
    OpenKind.QUESTION: (),
    OpenKind.MENU: (Press.BACK,),
    OpenKind.PAGE: (Press.OK, Press.BACK),
    OpenKind.CONFIRM: (Press.OK, Press.BACK),
    OpenKind.NOTICE: (Press.OK,),
    OpenKind.BOX: (),
}
"""The buttons that may be pressed from elsewhere."""


def question_of(entry: Entry) -> Question | None:
    """The question that the entry asks; None if it asks none."""
    return getattr(entry, "question", None)


def kind_of(entry: Entry) -> OpenKind:
    """What the entry is to somebody who is not at the box."""
    match entry:
        case _ if entry.is_story:
            return OpenKind.PAGE
        case _ if under_the_box(entry) is not entry:
            return OpenKind.BOX
        case TableCheckEntry():
            return OpenKind.BOX
        case Guide():
            return OpenKind.PAGE
        case Doubt() | Confirm():
            return OpenKind.CONFIRM
        case Notice():
            return OpenKind.NOTICE
        case Menu(question=None):
            return OpenKind.MENU
    return OpenKind.QUESTION if question_of(entry) is not None else OpenKind.BOX


def press_remotely(entry: Entry, press: Press) -> Step:
    """Press a button; returns the step, a refusal if it is not offered."""
    if press not in PRESSES[kind_of(entry)]:
        return entry.refuse(build_objection(PanelKeyReason.KEY_NOT_NOW))
    if isinstance(entry, UndoConfirm) and press is Press.BACK:
        return entry.below  # a phone has no arrows, and it never asks for an undo by BACK
    return entry.press(press)


def answer_remotely(entry: Entry, key: str, value: Value) -> Step:
    """Give an answer; returns the step. A list may be given whole, or item by item."""
    question, kind = question_of(entry), kind_of(entry)
    if kind is OpenKind.MENU:
        return _choose(entry, Answer(key, value))
    if kind is not OpenKind.QUESTION or question is None:
        return entry.refuse(build_objection(PanelKeyReason.KEY_NOT_NOW))
    if question.items > 1 and not isinstance(value, tuple):
        menu = entry if isinstance(entry, ListMenu) else list_menu(question)
        return _choose(menu, Answer(key, value))
    try:
        answer = _read(question, Answer(key, value))
    except Refused as refused:
        return entry.refuse(refused.objection)
    return entry.take_answer(question, answer)


def _read(question: Question, named: Answer) -> Answer:
    """The answer that is named; the default is none of the options. Raises `Refused`."""
    default = question.default
    if default is not None and (named.key, named.word) == (default.key, default.word):
        return default
    return question.read(named.key, named.word)


def _choose(entry: Entry, item: Answer) -> Step:
    """Choose an item of a menu, as the cursor and OK do."""
    items = [(each.key, each.word) for each in entry.items] if isinstance(entry, Menu) else []
    if not isinstance(entry, Menu) or (item.key, item.word) not in items:
        return entry.refuse(build_objection(PanelKeyReason.KEY_NOT_NOW))
    return replace(entry, refused=None, at=items.index((item.key, item.word))).press(Press.OK)
