"""Makes the table check of a game from its fields: the pages, and each field's row with its editor.

Fields of one `page` stand there together; the others each on the page of what they are about. A row
shows what is believed, as the record writes it. Its editor answers with a correction, or returns to
the page where nothing is different.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from companion.core import guard
from companion.core.corrections import NONE
from companion.core.fields import FieldSubject, FormField, FormPart, PlaceField, TableField
from companion.core.game_base import BasicGame
from companion.core.interfaces import Press
from companion.core.list_fields import ListField, ListWriting, group_of
from companion.ui.input.entry import Entry, Step, TableCheckEntry, along
from companion.ui.input.grid import NO_PLACE, GridCursor
from companion.ui.input.numbers import step_number
from companion.ui.input.table_check import CheckPage, FieldEditor, TableCheck

DONE, REMOVE = ":done", ":remove"
"""The choices of a list editor that end the list, and that take its last item away; no name has
a colon."""
MANY = 20
"""A number of more values than this changes by tens too."""


def move_in_part(part: FormPart, at: int, press: Press, *, tens: bool) -> int:
    """The place of the value that a press leads to: words go round, numbers do not.

    With ``tens`` a stick goes sideways by tens through many numbers.
    """
    if isinstance(part.choices, tuple):
        return (at + along(press)) % len(part.choices)
    at += step_number(press, tens=tens and len(part.choices) > MANY)
    return min(max(at, 0), len(part.choices) - 1)


@dataclass(frozen=True, slots=True, kw_only=True)
class FormEditor(FieldEditor):
    """One value or several, each a number between two others or one of some words.

    A stick changes a single number sideways by tens. With several values it goes up and down from
    one to the next; with one axis OK goes on to the next.
    """

    parts: tuple[FormPart, ...]
    places: tuple[int, ...]
    """The place of each value in its choices."""
    separator: str = ","
    at: int = 0
    """The part that is changed."""

    @property
    def values(self) -> tuple[str, ...]:
        found = zip(self.parts, self.places, strict=True)
        return tuple(str(part.choices[place]) for part, place in found)

    @property
    def word(self) -> str:
        return self.separator.join(self.values)

    def move(self, press: Press) -> Step:
        alone = len(self.parts) == 1
        if not alone and press in (Press.UP, Press.DOWN):
            return replace(self, at=(self.at + along(press)) % len(self.parts))
        place = move_in_part(self.parts[self.at], self.places[self.at], press, tens=alone)
        places = (*self.places[: self.at], place, *self.places[self.at + 1 :])
        return replace(self, places=places)

    def confirm(self) -> Step:
        if self.page.axes == 1 and self.at + 1 < len(self.parts):
            return replace(self, at=self.at + 1)
        return self._correct()

    def go_back(self) -> Step:
        if self.page.axes == 1 and self.at:
            return replace(self, at=self.at - 1)
        return self.page


@dataclass(frozen=True, slots=True, kw_only=True)
class PlaceEditor(FieldEditor):
    """One of the places of a board, chosen on its picture, or none of them."""

    words: tuple[str, ...]
    """What the record writes for each place, row by row."""
    columns: int
    cursor: GridCursor = NO_PLACE

    @property
    def word(self) -> str:
        return NONE if self.cursor.place is None else self.words[self.cursor.place]

    def start(self) -> PlaceEditor:
        place = self.words.index(self.present) if self.present in self.words else None
        return replace(self, cursor=GridCursor(place, in_row=place is not None))

    def move(self, press: Press) -> Step:
        return replace(self, cursor=self.cursor.move(press, len(self.words), self.columns))

    def confirm(self) -> Step:
        if self.cursor.place is not None and not self.cursor.in_row:
            return replace(self, cursor=self.cursor.enter_row())
        return self._correct()

    def go_back(self) -> Step:
        if self.cursor.in_row and self.page.axes == 1:
            return replace(self, cursor=self.cursor.back(self.page.axes))
        return self.page


@dataclass(frozen=True, slots=True, kw_only=True)
class ListEditor(FieldEditor):
    """Items laid down in order: markers nearest the base first, cards, chips, stones.

    A stick goes up and down from group to group; with one axis OK opens a group.
    """

    supply: tuple[tuple[str, int], ...]
    """How many there are of each item."""
    laid: tuple[str, ...]
    writing: ListWriting
    required: int = 0
    """How many must be laid down: the last of them ends the list; 0: any number, DONE ends it."""
    alike: bool = False
    """Whether all items must begin with the same word."""
    before: tuple[str, ...] = ()
    """The required items as they lay before, where the cursor starts at each of them."""
    group: str | None = None
    """With one axis the group that is open."""
    at: int = 0

    @property
    def word(self) -> str:
        return self.writing.write(self.laid)

    @property
    def choices(self) -> tuple[str, ...]:
        """What can be pointed at: DONE, items or the first of each group, and REMOVE."""
        left = Counter(dict(self.supply))
        left.subtract(self.laid)
        free = [item for item, _ in self.supply if left[item] > 0]
        if self.alike and self.laid:
            first = self.laid[0].partition(":")[0]
            free = [item for item in free if item.partition(":")[0] == first]
        if self.group is not None:
            return tuple(item for item in free if group_of(item) == self.group)
        if self.is_grouped:
            free = list({group_of(item): item for item in reversed(free)}.values())[::-1]
        done = () if self.required else (DONE,)
        return (*done, *free, *((REMOVE,) if self.laid else ()))

    @property
    def is_grouped(self) -> bool:
        """Whether groups are pointed at, not their items."""
        groups = {group_of(item) for item, _ in self.supply}
        grouped = 1 < len(groups) < len(self.supply)
        return grouped and self.group is None and self.page.axes == 1

    @property
    def choice(self) -> str:
        return self.choices[self.at]

    def start(self) -> ListEditor:
        if not self.required:
            return self
        return replace(self, before=self.laid)._continue((), (*self.laid, "")[0])

    def move(self, press: Press) -> Step:
        if press in (Press.UP, Press.DOWN):
            return replace(self, at=self._other_group(along(press)))
        return replace(self, at=(self.at + along(press)) % len(self.choices))

    def confirm(self) -> Step:
        choice = self.choice
        if choice == DONE:
            return self._correct()
        if choice == REMOVE:
            return self._continue(self.laid[:-1], REMOVE)
        if self.is_grouped:
            opened = replace(self, group=group_of(choice), at=0)
            if len(opened.choices) > 1:
                return opened
        laid = (*self.laid, choice)
        if len(laid) == self.required:
            return replace(self, laid=laid)._correct()
        following = self.before[len(laid)] if len(laid) < len(self.before) else choice
        return self._continue(laid, following)

    def go_back(self) -> Step:
        if self.group is None:
            return self.page
        return self._continue(self.laid, self.choice)

    def _continue(self, laid: tuple[str, ...], item: str) -> ListEditor:
        """Go on with these items laid, the cursor at an item or at its group."""
        entry = replace(self, laid=laid, group=None, at=0)
        choices = entry.choices
        if item not in choices:
            groups = [group_of(each) for each in choices]
            at = groups.index(group_of(item)) if group_of(item) in groups else 0
        else:
            at = choices.index(item)
        return replace(entry, at=at)

    def _other_group(self, way: int) -> int:
        """The first choice of the group before or behind."""
        groups = [group_of(choice) for choice in self.choices]
        order = list(dict.fromkeys(groups))
        return groups.index(order[(order.index(groups[self.at]) + way) % len(order)])


def begin_table_check(game: BasicGame[Any], below: Entry, axes: int = 2) -> TableCheckEntry:
    """The first page of the check of a game's table."""
    make_pages = partial(_guard_pages, game.name, game.corrections)
    pages = make_pages(game.table)
    return TableCheck(make_pages=make_pages, pages=pages, below=below, axes=axes).turn_to(0)


def _guard_pages(game: str, fields: Sequence[TableField], table: Any) -> tuple[CheckPage, ...]:
    return guard.attempt(game, "rules.corrections", _no_pages, list_check_pages, fields, table)


def _no_pages(*_: Any) -> tuple[CheckPage, ...]:
    return (CheckPage("table"),)


def list_check_pages(fields: Sequence[TableField], table: Any) -> tuple[CheckPage, ...]:
    """The pages of a table, in the order of the first field of each."""
    groups: dict[str | FieldSubject, list[TableField]] = {}
    for field in fields:
        groups.setdefault(field.page or field.of, []).append(field)
    return tuple(page for on, its in groups.items() for page in _list_pages_of(on, its, table))


def _list_pages_of(
    on: str | FieldSubject, fields: Sequence[TableField], table: Any
) -> Sequence[CheckPage]:
    if isinstance(on, str):
        rows = [
            row
            for each in fields
            for name in each.of.list_names(table)
            for row in _list_rows([each], table, name)
        ]
        return [CheckPage(on, rows=tuple(rows))]
    pages = tuple(_describe_one(on, fields, table, name) for name in on.list_names(table))
    return [CheckPage(on.board, places=pages, columns=on.columns)] if on.board else pages


def _describe_one(
    subject: FieldSubject, fields: Sequence[TableField], table: Any, name: str
) -> CheckPage:
    title, refusal = subject.title.format(about=name), subject.find_closed(name)
    rows = () if refusal else tuple(_list_rows(fields, table, name))
    return CheckPage(title, name, rows, refusal=refusal)


def _list_rows(fields: Sequence[TableField], table: Any, name: str) -> list[FieldEditor]:
    owners = [(each, each.of.find(table, name)) for each in fields]
    return [
        edit_field(each, table, owner, name)
        for each, owner in owners
        if each.is_offered(table, owner)
    ]


def edit_field(field: TableField, table: Any, owner: Any, about: str) -> FieldEditor:
    """The row of a field, whose editor gives what the field takes."""
    row: dict[str, Any] = {
        "key": field.key,
        "label": field.label,
        "about": about,
        "present": field.describe(table, owner),
    }
    if isinstance(field, ListField):
        return ListEditor(
            **row,
            supply=tuple(field.find_supply(table, owner)),
            laid=field.read_items(table, owner),
            writing=field.writing,
            required=field.count_required(table),
            alike=field.alike,
        )
    if isinstance(field, PlaceField):
        return PlaceEditor(**row, words=field.words, columns=field.columns)
    assert isinstance(field, FormField), "there is no other kind"
    values = field.list_values(field.read_value(table, owner))
    found = zip(field.list_parts(table, owner), values, strict=True)
    parts = tuple(part.including(each) for part, each in found)
    places = tuple(part.words.index(str(each)) for part, each in zip(parts, values, strict=True))
    return FormEditor(**row, parts=parts, places=places, separator=field.separator)
