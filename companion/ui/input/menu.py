"""Plain lists of answers or commands, confirmations and notices, and how they lie over an entry."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import NamedTuple, Self

from companion.core.conversation import Answer, Grade, Question, Refused, build_objection
from companion.core.interfaces import Press
from companion.ui.input.entry import (
    Command,
    Entry,
    Exit,
    Layer,
    PanelKeyReason,
    Step,
    along,
    attempt,
)

BOX_MENUS = ("box", "settings", "history", "saved-game", "finished-game", "phone", "phones")
"""The titles of the box's menu and the menus over it."""
SIDE_BY_SIDE = 10
"""So many numbers are shown side by side; of more, one at a time."""


class NewSign(NamedTuple):
    """A sign that the table sees for the first time, by its KEY in the legend."""

    key: str


class Phrase(NamedTuple):
    """An item in words: their key and values, and names to be added where they fit."""

    key: str
    values: Mapping[str, str | int] = MappingProxyType({})
    names: tuple[str, ...] = ()
    short: str = ""
    """What stands for it where even its words do not fit."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Menu(Layer):
    """A list of answers to a question, or, without one, of commands to the host."""

    title: str
    """The line above the list is worded under `menu.` and this."""
    items: tuple[Answer, ...]
    """What the items are worded by; answers to the question, if there is one."""
    commands: tuple[Command, ...] = ()
    """What each item does, where there is no question."""
    question: Question | None = None
    at: int = 0
    values: Mapping[str, str | int] = field(default_factory=dict, hash=False)
    """The values that the items' words are filled in with."""
    labels: Mapping[str, str] = field(default_factory=dict, hash=False)
    """The text of items without words, by value."""
    phrases: Mapping[str, Phrase] = field(default_factory=dict, hash=False)
    """The words of items that have values of their own, by value."""
    below: Entry | None = None
    """Where BACK leads; if None, the host decides."""
    chosen: tuple[str, ...] = ()
    """The items that were chosen from this list before; they are ticked."""

    @property
    def of_the_box(self) -> bool:
        return self.title in BOX_MENUS and self.below is not None

    @property
    def item(self) -> Answer:
        """The item pointed at."""
        return self.items[self.at]

    def by_button(self, press: Press) -> Step:
        if press is Press.BACK:
            return self.below or Exit.BACK
        if press is not Press.OK:
            return replace(self, at=(self.at + along(press)) % len(self.items))
        if self.question is None:
            return self.commands[self.at]
        return attempt(self, self.question, self.item)


@dataclass(frozen=True, slots=True, kw_only=True)
class ListMenu(Menu):
    """Asks for a list item by item, each from a plain list of what may come next."""

    order: tuple[Answer, ...] = ()
    """The options in the order in which they are shown, if that is not the question's."""
    last_time: tuple[str, ...] = ()
    """The items of the last time, or those that BACK took away, at which the cursor starts."""

    def by_button(self, press: Press) -> Step:
        if press is Press.BACK and self.chosen:
            last_time = (*self.chosen, *self.last_time[len(self.chosen) :])
            return replace(self, last_time=last_time).begin(self.chosen[:-1])
        if press is not Press.OK or self.item == self._asked.default:
            return Menu.by_button(self, press)
        return self.add(self.item.word)

    def by_key(self, press: Press) -> Step:
        if self.keys is None or press not in self.keys.answers:
            return Menu.by_key(self, press)
        word = self.keys.answers[press].word
        objection = self._asked.judge_option(self.keys.answers[press], self.chosen)
        is_forbidden = objection is not None and objection.grade is Grade.RULE
        return self.refuse(objection) if objection and is_forbidden else self.add(word)

    def add(self, word: str) -> Step:
        """The list with one item more; the answer once it is long enough."""
        chosen = (*self.chosen, word)
        if len(chosen) == self._asked.items:
            return attempt(self, self._asked, Answer(self._asked.key, chosen))
        return self.begin(chosen)

    def begin(self, chosen: tuple[str, ...] = ()) -> Self:
        """The list of what may follow the items chosen; if nothing may, all options.

        The cursor starts at the item of last time, or else at the last item chosen.
        """
        question, options = self._asked, self.order or self._asked.options

        def is_free(option: Answer) -> bool:
            objection = question.judge_option(option, chosen)
            return objection is None or objection.grade is not Grade.RULE

        items = tuple(filter(is_free, options)) or options
        if question.default is not None and not chosen:
            items = (question.default, *items)
        menu = replace(self, items=items, chosen=chosen)
        return menu._on((*self.last_time[len(chosen) :], *chosen[-1:], "")[0])

    def begin_again(self, said: tuple[str, ...]) -> Self:
        """The list that was ``said`` before, at its last item; at its first where it does not fit.

        So BACK takes away one item after the other, and OK says them again.
        """
        again = replace(self, last_time=(*said, *self.last_time[len(said) :]))
        objection = self._asked.judge(Answer(self._asked.key, said)) if said else None
        is_forbidden = objection is not None and objection.grade is Grade.RULE
        ends = () if is_forbidden else range(len(said) - 1, 0, -1)
        lists = (again.begin(said[:end]) for end in ends)
        return next((each for each in lists if len(each.items) > 1), again.begin())

    def begun_in(self, anew: Entry) -> Entry:
        if not isinstance(anew, ListMenu) or anew._asked.key != self._asked.key:
            return anew
        return replace(anew, last_time=self.last_time).begin(self.chosen)

    @property
    def _asked(self) -> Question:
        assert self.question is not None, "the host's own menus take one item"
        return self.question

    def _on(self, word: str) -> Self:
        words = [item.word for item in self.items]
        return replace(self, at=words.index(word) if word in words else 0)


def list_menu(
    question: Question, said: tuple[str, ...] = (), last_time: tuple[str, ...] = ()
) -> ListMenu:
    """The plain list; it stands where it was ``said`` before."""
    menu = ListMenu(title=question.key, items=(), question=question, last_time=last_time)
    return menu.begin_again(said)


@dataclass(frozen=True, slots=True, kw_only=True)
class Confirm(Layer):
    """A question of the host's own: OK does it, BACK returns to the entry below."""

    key: str
    """The words' key."""
    command: Command
    """What OK does."""
    below: Entry
    values: Mapping[str, str | int] = field(default_factory=dict, hash=False)

    @property
    def of_the_box(self) -> bool:
        return False

    def by_button(self, press: Press) -> Step:
        if press is Press.OK:
            return self.command
        return self.below if press is Press.BACK else self

    def by_key(self, press: Press) -> Step:  # noqa: ARG002  the entry's shape
        return self.refuse(build_objection(PanelKeyReason.OK_OR_BACK))


class BoxConfirm(Confirm):
    """A confirmation of what the box itself does: only its own buttons answer."""

    __slots__ = ()

    @property
    def of_the_box(self) -> bool:
        return True


class UndoConfirm(Confirm):
    """A confirmation that BACK has led to: OK undoes, a direction returns to the entry below.

    BACK stays here. However often it is pressed, it neither undoes more nor leads to and fro.
    """

    __slots__ = ()

    def press(self, press: Press) -> Step:
        if press is Press.OK:
            return self.command
        return self if press is Press.BACK else self.below


class ReplayRefusal(NamedTuple):
    """Why the rules of a game refuse a saved one."""

    game: str
    refused: Refused


@dataclass(frozen=True, slots=True, kw_only=True)
class Notice(Layer):
    """Something the players must know before they go on; any press goes on."""

    key: str
    """The words' key."""
    values: Mapping[str, str | int] = field(default_factory=dict, hash=False)
    below: Entry | None = None
    """Where it leads back to; None for the game's current question."""
    foot: str = "foot.on"
    """The words' key of what a press does."""
    on_ok: Command | None = None
    """What OK asks for; None if it only goes on, as any press does."""
    because: ReplayRefusal | None = None
    """What the sentence gives as its reason."""

    @property
    def of_the_box(self) -> bool:
        return False

    def press(self, press: Press) -> Step:
        if press is Press.OK and self.on_ok is not None:
            return self.on_ok
        return self.below or Exit.DONE


def menu_of(
    name: str,
    choices: Sequence[str | int] | Mapping[str, Command] | Mapping[int, Command],
    at: int = 0,
    values: Mapping[str, str | int] | None = None,
) -> Menu:
    """A menu of the host's own, worded by its name; without commands it can only be looked at."""
    items = tuple(Answer(name, choice) for choice in choices)
    commands = tuple(choices.values()) if isinstance(choices, Mapping) else ()
    return Menu(title=name, items=items, commands=commands, at=at, values=values or {})


# Layers -------------------------------------------------------------------------------------------


def laid_over(notice: Notice, entry: Entry) -> Notice:
    """The notice over an entry; points that are shown while OK is held are hidden first."""
    return replace(notice, below=entry.hide())


def without_layers(entry: Entry, gone: Callable[[Layer], bool]) -> Entry:
    """The entry without these layers, however many lie over them."""
    if not isinstance(entry, Layer) or entry.below is None:
        return entry
    below = without_layers(entry.below, gone)
    if gone(entry):
        return below
    return entry if below is entry.below else replace(entry, below=below)


def on_another(layer: Entry, entry: Entry) -> Entry:
    """The box's menu and its pages over another entry than before."""
    if layer is under_the_box(layer):
        return entry
    assert isinstance(layer, Layer), "only layers lie over an entry"
    assert layer.below is not None, "under_the_box found what is below"
    return replace(layer, below=on_another(layer.below, entry))


def under_the_box(entry: Entry) -> Entry:
    """The entry below the box's menu and its pages."""
    while isinstance(entry, Layer) and entry.of_the_box and entry.below is not None:
        entry = entry.below
    return entry
