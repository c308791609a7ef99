"""Makes the table check of a game from its fields: each field's row with its editor, the pages.

Fields of one `page` stand there together; the others each on the page of what they are about.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

from companion.core import guard
from companion.core.fields import FieldSubject, FormField, PlaceField, TableField
from companion.core.game_base import BasicGame
from companion.core.list_fields import ListField
from companion.ui.input.entry import Entry, TableCheckEntry
from companion.ui.input.row_editors import FormEditor, ListEditor, PlaceEditor
from companion.ui.input.table_check import CheckPage, FieldEditor, TableCheck


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
