"""The table check of both Campaniles: the table page by page, and the editors that correct it.

A page is confirmed, or one of its fields corrected: an editor answers with a correction of the
record. The pages show the table itself, so they are up to date at once.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from itertools import chain
from typing import NamedTuple

from companion.core.conversation import CARDS_UNKNOWN, CORRECT, Answer
from companion.core.corrections import NONE
from companion.games.campanile.rules import table1996, table2009
from companion.games.campanile.rules.table import FLOORS, LIGHT, CampanileTable
from companion.games.campanile.rules.towers import MARKERS_EACH, STYLES, Style
from companion.input.entry import Answered, Entry, Exit, Step, along
from companion.input.table_check import TableCheckEntry
from companion.interfaces import Press

DONE = "done"
"""The choice that ends a list of any length."""
GROUP = ":"
"""Ends the part of an item that says whose it is."""


class CheckField(NamedTuple):
    """What can be corrected on a page: the correction's key, and the tower, pile or player."""

    key: str
    about: str = ""


class CheckPage(NamedTuple):
    """A page: what it shows, of which tower, and its fields."""

    subject: str
    about: str
    fields: tuple[CheckField, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class TableCheck(TableCheckEntry):
    """The pages one by one. OK confirms a page or opens the field pointed at, BACK goes back."""

    pages: tuple[CheckPage, ...]
    table: CampanileTable = field(hash=False, compare=False)
    below: Entry
    """The entry that was open before."""
    page_at: int = 0
    at: int = 0
    """0: the page is right; from 1: one of its fields."""
    changed: bool = False
    """Whether anything has been corrected."""

    @property
    def page(self) -> CheckPage:
        return self.pages[self.page_at]

    @property
    def chosen(self) -> CheckField | None:
        """The field pointed at; None where the page is right."""
        return self.page.fields[self.at - 1] if self.at else None

    def by_button(self, press: Press) -> Step:
        if press is Press.BACK:
            return replace(self, page_at=self.page_at - 1, at=0) if self.page_at else Exit.BACK
        if press is not Press.OK:
            return replace(self, at=(self.at + along(press)) % (len(self.page.fields) + 1))
        if self.chosen is not None:
            return _open_field(self, self.chosen)
        if self.page_at + 1 == len(self.pages):
            return Exit.DONE
        return replace(self, page_at=self.page_at + 1)

    def renew(self, table: CampanileTable) -> TableCheck:
        """The same page of the table as it stands now, the cursor on its being right."""
        fresh = begin_table_check(table, self.below)
        return replace(fresh, page_at=self.page_at, changed=True)

    def unchanged_below(self) -> Entry | None:
        """The entry that was open before, if nothing has been corrected."""
        return None if self.changed else self.below


@dataclass(frozen=True, slots=True, kw_only=True)
class FieldEditor(TableCheckEntry):
    """A field of a page being corrected; BACK leaves it as it is."""

    target: CheckField
    below: TableCheck

    def renew(self, table: CampanileTable) -> TableCheck:
        return self.below.renew(table)


@dataclass(frozen=True, slots=True, kw_only=True)
class NumberEditor(FieldEditor):
    """A number between two others: up and right are more, down and left less."""

    value: int
    least: int
    most: int

    def by_button(self, press: Press) -> Step:
        if press is Press.BACK:
            return self.below
        if press is Press.OK:
            return self._correct()
        more = 1 if press in (Press.UP, Press.RIGHT, Press.NEXT) else -1
        span = self.most - self.least + 1
        value = (self.value + more - self.least) % span + self.least
        return replace(self, value=value)

    def _correct(self) -> Step:
        table = self.below.table
        if self.value == _current_number(table, self.target):
            return replace(self.below, at=0)
        return _correction(self.target, _format_number(table, self.target, self.value))


@dataclass(frozen=True, slots=True, kw_only=True)
class ListEditor(FieldEditor):
    """Items laid down in order: markers nearest the base first, cards, chips, a player."""

    supply: tuple[tuple[str, int], ...]
    """How many there are of each item."""
    laid: tuple[str, ...] = ()
    required: int = 0
    """How many must be laid down: the last of them ends the list; 0: any number, DONE ends it."""
    before: tuple[str, ...] = ()
    """The required items as they lay before, where the cursor starts at each of them."""
    at: int = 0

    @property
    def choices(self) -> tuple[str, ...]:
        """What may be laid down next, after DONE where the list may end."""
        left = Counter(dict(self.supply))
        left.subtract(self.laid)
        free = tuple(item for item, _ in self.supply if left[item] > 0)
        return free if self.required else (DONE, *free)

    @property
    def choice(self) -> str:
        return self.choices[self.at]

    def by_button(self, press: Press) -> Step:
        if press is Press.BACK:
            return self._continue(self.laid[:-1], self.laid[-1]) if self.laid else self.below
        if press in (Press.UP, Press.DOWN):
            return replace(self, at=self._other_group(along(press)))
        if press is not Press.OK:
            return replace(self, at=(self.at + along(press)) % len(self.choices))
        if self.choice == DONE:
            return self._correct(self.laid)
        laid = (*self.laid, self.choice)
        if self.required and len(laid) == self.required:
            return self._correct(laid)
        following = self.before[len(laid)] if len(laid) < len(self.before) else self.choice
        return self._continue(laid, following)

    def start(self) -> ListEditor:
        """The cursor on what lay there first."""
        return self._continue((), self.before[0] if self.before else "")

    def _continue(self, laid: tuple[str, ...], item: str) -> ListEditor:
        entry = replace(self, laid=laid, at=0)
        return replace(entry, at=entry.choices.index(item) if item in entry.choices else 0)

    def _other_group(self, way: int) -> int:
        """The first choice of the group before or behind; without groups the choice there."""
        groups = [choice.partition(GROUP)[0] for choice in self.choices]
        order = list(dict.fromkeys(groups))
        group = order[(order.index(groups[self.at]) + way) % len(order)]
        return groups.index(group)

    def _correct(self, laid: tuple[str, ...]) -> Step:
        table, target = self.below.table, self.target
        before = self.before if self.required else list_items(table, target)
        word = format_list(table, target, laid)
        if word == format_list(table, target, before):
            return replace(self.below, at=0)
        return _correction(target, word)


def _correction(target: CheckField, word: str) -> Answered:
    return Answered((Answer(f"{CORRECT} {target.key}", word),))


def begin_table_check(table: CampanileTable, below: Entry) -> TableCheck:
    """The pages of a table: each tower in the order of the row, cards, piles, chips, the turn."""
    towers = [
        CheckPage("tower", style, (CheckField("floors", style), CheckField("influence", style)))
        for style in table.row
    ]
    open_fields = [CheckField("open")]
    if not table.light:
        open_fields += [CheckField("cards"), CheckField("tracking")]
    piles = range(1, len(table.possible_counts) + 1)
    rest = [
        CheckPage("open", "", tuple(open_fields)),
        CheckPage("pile", "", tuple(CheckField("pile", str(pile)) for pile in piles)),
        CheckPage("chips", "", tuple(CheckField("chips", each.name) for each in table.players)),
        CheckPage("player", "", (CheckField("player"),)),
    ]
    return TableCheck(pages=(*towers, *rest), table=table, below=below)


def count_piles(table: CampanileTable) -> list[int]:
    """Cards left in the pile, or in each pile."""
    if isinstance(table, table1996.Campanile1996Table):
        return list(table.piles)
    left = table.left if isinstance(table, table2009.Campanile2009Table) else None
    return [] if left is None else [left]


# Opening a field --------------------------------------------------------------------------------


def _open_field(check: TableCheck, target: CheckField) -> Step:
    """The editor of a field; where only one correction is possible, that correction."""
    table = check.table
    match target.key:
        case "cards":
            return Answered((CARDS_UNKNOWN,))
        case "tracking":
            return _correction(target, LIGHT)
        case "floors":
            numbers = range(max(FLOORS) * table.cards_per_style + 1)
            return _edit_number(check, target, numbers)
        case "pile":
            return _edit_number(check, target, table.possible_counts[int(target.about) - 1])
        case "open":
            supply = tuple((style.value, table.open_count) for style in STYLES)
            before = tuple(card.value for card in table.open_cards)
            return _edit_required(check, target, supply, before, table.open_count)
        case "player":
            supply = tuple((player.name, 1) for player in table.players)
            return _edit_required(check, target, supply, (table.player.name,), 1)
    supply = _chips_left(table, target) if target.key == "chips" else _markers_left(table, target)
    return ListEditor(target=target, below=check, supply=supply, laid=list_items(table, target))


def _edit_number(check: TableCheck, target: CheckField, numbers: range) -> NumberEditor:
    return NumberEditor(
        target=target,
        below=check,
        value=_current_number(check.table, target),
        least=numbers[0],
        most=numbers[-1],
    )


def _edit_required(
    check: TableCheck,
    target: CheckField,
    supply: tuple[tuple[str, int], ...],
    before: tuple[str, ...],
    required: int,
) -> ListEditor:
    editor = ListEditor(target=target, below=check, supply=supply, required=required, before=before)
    return editor.start()


def _chips_left(table: CampanileTable, target: CheckField) -> tuple[tuple[str, int], ...]:
    others = (player.chips for player in table.players if player.name != target.about)
    won = Counter(chain.from_iterable(others))
    chips = sorted(table.CHIPS.items(), reverse=True)
    return tuple((str(chip), count - won[chip]) for chip, count in chips)


def _markers_left(table: CampanileTable, target: CheckField) -> tuple[tuple[str, int], ...]:
    others = [tower for tower in table.towers.values() if tower.style != target.about]
    placed = Counter((row.seat, m) for tower in others for row in tower.rows for m in row.markers)
    return tuple(
        (f"{seat}{GROUP}{marker}", most - placed[seat, marker])
        for seat in range(len(table.players))
        for marker, most in sorted(MARKERS_EACH.items(), reverse=True)
    )


# What a field holds, and how the record writes it -------------------------------------------------


def list_items(table: CampanileTable, target: CheckField) -> tuple[str, ...]:
    """The items there now: markers as `SEAT:VALUE`, chips by value."""
    if target.key == "influence":
        rows = table.towers[Style(target.about)].rows
        return tuple(f"{row.seat}{GROUP}{marker}" for row in rows for marker in row.markers)
    player = next(player for player in table.players if player.name == target.about)
    return tuple(map(str, player.chips))


def format_list(table: CampanileTable, target: CheckField, items: Sequence[str]) -> str:
    """The items as the record writes them."""
    if target.key in ("open", "player"):
        return ",".join(items)
    if target.key == "chips":
        return f"{target.about}:{'+'.join(items) or NONE}"
    rows = [f"{table.players[seat].name}:{values}" for seat, values in group_markers(items)]
    return f"{target.about}:{','.join(rows) or NONE}"


def group_markers(items: Sequence[str]) -> list[tuple[int, str]]:
    """Markers `SEAT:VALUE` by seat, in the order of each seat's first, as `3+1`."""
    rows: dict[str, list[str]] = {}
    for item in items:
        seat, _, marker = item.partition(GROUP)
        rows.setdefault(seat, []).append(marker)
    return [(int(seat), "+".join(markers)) for seat, markers in rows.items()]


def _current_number(table: CampanileTable, target: CheckField) -> int:
    if target.key == "floors":
        return table.towers[Style(target.about)].floors
    return count_piles(table)[int(target.about) - 1]


def _format_number(table: CampanileTable, target: CheckField, value: int) -> str:
    if target.key == "floors":
        return f"{target.about}:{value}"
    counts = count_piles(table)
    counts[int(target.about) - 1] = value
    return ",".join(map(str, counts))
