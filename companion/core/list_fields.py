"""Fields that are lists: items laid down in order out of a stock, and how a record writes them."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import KW_ONLY, dataclass
from itertools import chain, groupby
from typing import Any, NamedTuple

from companion.core.conversation import CommonReason, Objection
from companion.core.corrections import (
    NONE,
    CorrectionReason,
    InvalidCorrection,
    refuse,
    require_choice,
    split_at_colon,
)
from companion.core.fields import LIGHT, FieldOwner, TableField


class ListWriting(NamedTuple):
    """How the record writes the items of a list, and how it is read."""

    write: Callable[[Sequence[str]], str]
    read: Callable[[str, str], list[str]]
    """(word, form) → the items; raises `InvalidCorrection`."""


LAST_NUMBER = re.compile(r"[:-]?\d+$")


def group_of(item: str) -> str:
    """What items that differ in their last number only have in common: `Albert:3` is `Albert`."""
    return LAST_NUMBER.sub("", item)


def write_runs(items: Sequence[str]) -> str:
    """Items in their order, neighbours of the same name together: `Livia:1+2,Marcus:2`."""
    runs = groupby(items, group_of)
    return LIST.write(
        [f"{name}:" + "+".join(item.removeprefix(f"{name}:") for item in its) for name, its in runs]
    )


def read_runs(word: str, form: str) -> list[str]:
    """The items of `Livia:1+2,Marcus:2`, each with its name."""
    runs = [split_at_colon(run, form) for run in LIST.read(word, form)]
    return [f"{name}:{each}" for name, its in runs for each in its.split("+")]


def _write_groups(items: Sequence[str]) -> str:
    names = list(dict.fromkeys(group_of(item) for item in items))
    return write_runs(sorted(items, key=lambda item: names.index(group_of(item))))


def _read_rows(word: str, form: str) -> list[str]:
    items, names = read_runs(word, form), [run.partition(":")[0] for run in word.split(",")]
    twice = [name for name in names if names.count(name) > 1]
    if twice:
        raise InvalidCorrection(CorrectionReason.PLAYER_TWICE, player=twice[0])
    return items


def _join_by(sign: str) -> ListWriting:
    return ListWriting(
        lambda items: sign.join(items) or NONE,
        lambda word, _form: [] if word == NONE else word.split(sign),
    )


VALUES = _join_by("+")
"""`3+2`, `none`."""
LIST = _join_by(",")
"""`red,blue`, `none`."""
GROUPS = ListWriting(_write_groups, read_runs)
"""`round:1+2,square:1`: items of the same name together, in the order of the first."""
ROWS = ListWriting(_write_groups, _read_rows)
"""`Albert:3+2,Birgit:1`: the same by players, each of them once."""

Supply = Sequence[tuple[str, int]]
"""Every item there is, and how many of it a list may have."""


@dataclass(frozen=True, slots=True)
class ListField(TableField):
    """Items laid down in order out of a stock: markers, cards, chips, stones."""

    _: KW_ONLY
    list_supply: Callable[[Any, FieldOwner], Supply]
    is_shared: bool = False
    """Whether the lists of all owners are laid out of one supply, not each out of its own."""
    writing: ListWriting = VALUES
    parse_item: Callable[[Any, str], Any] | None = None
    """(table, item) → what ``put`` gets; without it the item, which the supply must have."""
    refuse: Callable[[str, int], Objection] | None = None
    """(item, how many there are) → why there can't be more; without it ``put`` judges."""
    count_required: Callable[[Any], int] = lambda _table: 0
    """(table) → how many there must be; 0: any number."""
    alike: bool = False
    """Whether the editor lays items together only if they begin with the same word."""

    def find_supply(self, table: Any, owner: FieldOwner) -> Supply:
        """The items, and how many of each are left for this list."""
        supply = self.list_supply(table, owner)
        if not self.is_shared:
            return supply
        owners = [self.of.find(table, name) for name in self.of.list_names(table)]
        others = [self.read_items(table, each) for each in owners if each is not owner]
        laid = Counter(chain.from_iterable(others))
        return [(item, count - laid[item]) for item, count in supply]

    def read_items(self, table: Any, owner: FieldOwner) -> tuple[str, ...]:
        """What is laid down, as the record writes it."""
        return tuple(map(str, self.read_value(table, owner)))

    def describe(self, table: Any, owner: FieldOwner) -> str:
        """What is laid down, as the record writes the whole list."""
        return self.find_instead(table, owner) or self.writing.write(self.read_items(table, owner))

    def parse_value(self, table: Any, owner: FieldOwner, word: str) -> list[Any]:
        """Parse the items, and judge how many there are of each."""
        items, supply = self.writing.read(word, self.written), dict(self.find_supply(table, owner))
        parse = self.parse_item or (lambda _table, item: require_choice(item, [*supply]))
        values = [parse(table, item) for item in items]
        required = self.count_required(table)
        if required and len(items) != required:
            raise InvalidCorrection(CommonReason.LIST_LENGTH, items=required)
        for item, count in Counter(items).items():
            if self.refuse is not None and count > supply[item]:
                refuse(self.refuse(item, dict(self.list_supply(table, owner))[item]))
        return values


def open_cards_field(
    faces: Sequence[str],
    count: Callable[[Any], int],
    read: Callable[[Any, FieldOwner], Sequence[str]],
    put: Callable[[Any, FieldOwner, list[str]], None],
) -> ListField:
    """Declare the open cards, each of any face; light play knows none of them."""
    return ListField(
        "open",
        page="cards",
        list_supply=lambda table, _: [(face, count(table)) for face in faces],
        writing=LIST._replace(read=lambda word, _form: word.split(",")),
        count_required=count,
        read=read,
        find_instead=lambda table, _: LIGHT if table.light else "",
        put=put,
    )
