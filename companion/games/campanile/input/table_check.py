"""The table check of both Campaniles: pages that show the table, and their corrections.

A page is confirmed, or one of its fields corrected in place: what an editor says is a correction
of the record. The pages show the table itself, so they are right again at once.
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
"""The choice that all has been laid down."""
GROUP = ":"
"""What stands before it in an item is whose it is."""


class Field(NamedTuple):
    """What can be corrected on a page: the correction's key, and of what or of whom."""

    key: str
    about: str = ""


class Sheet(NamedTuple):
    """A page: what it shows, of which tower, and what can be corrected on it."""

    shows: str
    about: str
    fields: tuple[Field, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class TableCheck(TableCheckEntry):
    """All pages one by one: OK confirms one, or opens the field pointed at; BACK the one before."""

    sheets: tuple[Sheet, ...]
    table: CampanileTable = field(hash=False, compare=False)
    below: Entry
    """What was being asked before."""
    page: int = 0
    at: int = 0
    """0: the page is right; else one of its fields, from 1."""
    changed: bool = False
    """Whether anything has been corrected."""

    @property
    def sheet(self) -> Sheet:
        """The page shown."""
        return self.sheets[self.page]

    @property
    def chosen(self) -> Field | None:
        """The field pointed at; None where the page is right."""
        return self.sheet.fields[self.at - 1] if self.at else None

    def by_button(self, press: Press) -> Step:
        """Move along the page's choices; confirm it, or correct what is pointed at."""
        if press is Press.BACK:
            return replace(self, page=self.page - 1, at=0) if self.page else Exit.BACK
        if press is not Press.OK:
            return replace(self, at=(self.at + along(press)) % (len(self.sheet.fields) + 1))
        if self.chosen is not None:
            return _opened(self, self.chosen)
        if self.page + 1 == len(self.sheets):
            return Exit.DONE
        return replace(self, page=self.page + 1)

    def renew(self, table: CampanileTable) -> TableCheck:
        """The same page of the table as it stands now, the cursor on its being right."""
        fresh = begin_table_check(table, self.below)
        return replace(fresh, page=self.page, changed=True)

    def unchanged_below(self) -> Entry | None:
        """What was being asked before."""
        return None if self.changed else self.below


@dataclass(frozen=True, slots=True, kw_only=True)
class Editor(TableCheckEntry):
    """A field of a page being corrected; BACK leaves it as it is."""

    what: Field
    above: TableCheck

    def renew(self, table: CampanileTable) -> TableCheck:
        """The page that this field stands on, of the table as it stands now."""
        return self.above.renew(table)


@dataclass(frozen=True, slots=True, kw_only=True)
class NumberEditor(Editor):
    """A number between two others: up and right are more, down and left less."""

    value: int
    least: int
    most: int

    def by_button(self, press: Press) -> Step:
        """One more or one less, round at the ends; OK says it."""
        if press is Press.BACK:
            return self.above
        if press is Press.OK:
            return _said(self, _number_word(self.above.table, self.what, self.value))
        more = 1 if press in (Press.UP, Press.RIGHT, Press.NEXT) else -1
        span = self.most - self.least + 1
        value = (self.value + more - self.least) % span + self.least
        return replace(self, value=value)


@dataclass(frozen=True, slots=True, kw_only=True)
class ListEditor(Editor):
    """Things laid down one after the other: markers nearest the base first, cards, chips, a player.

    ``supply`` tells of each how many there are. ``full`` is how many must be laid down: with the
    last of them it is said; 0 for any number, and DONE says it.
    """

    supply: tuple[tuple[str, int], ...]
    laid: tuple[str, ...] = ()
    full: int = 0
    was: tuple[str, ...] = ()
    """What lay there: where the cursor begins at each of them."""
    at: int = 0

    @property
    def choices(self) -> tuple[str, ...]:
        """What may be laid down next, and before it DONE where all may have been."""
        left = Counter(dict(self.supply))
        left.subtract(self.laid)
        free = tuple(item for item, _ in self.supply if left[item] > 0)
        return free if self.full else (DONE, *free)

    @property
    def choice(self) -> str:
        """The choice pointed at."""
        return self.choices[self.at]

    def by_button(self, press: Press) -> Step:
        """Move along the choices, up and down to another player's; lay down, give back, say."""
        if press is Press.BACK:
            return self._at(self.laid[:-1], self.laid[-1]) if self.laid else self.above
        if press in (Press.UP, Press.DOWN):
            return replace(self, at=self._other_group(along(press)))
        if press is not Press.OK:
            return replace(self, at=(self.at + along(press)) % len(self.choices))
        if self.choice == DONE:
            return self._say(self.laid)
        laid = (*self.laid, self.choice)
        if self.full and len(laid) == self.full:
            return self._say(laid)
        follows = self.was[len(laid)] if len(laid) < len(self.was) else self.choice
        return self._at(laid, follows)

    def _at(self, laid: tuple[str, ...], item: str) -> ListEditor:
        """With these laid down, and the cursor on an item if it can be had."""
        entry = replace(self, laid=laid, at=0)
        return replace(entry, at=entry.choices.index(item) if item in entry.choices else 0)

    def _other_group(self, way: int) -> int:
        """The first choice of the group before or behind; the next choice where there is one."""
        groups = [choice.partition(GROUP)[0] for choice in self.choices]
        order = list(dict.fromkeys(groups))
        group = order[(order.index(groups[self.at]) + way) % len(order)]
        return groups.index(group)

    def _say(self, laid: tuple[str, ...]) -> Step:
        return _said(self, list_word(self.above.table, self.what, laid))


def begin_table_check(table: CampanileTable, below: Entry) -> TableCheck:
    """The pages of a table: each tower as they stand in the row, cards, piles, chips, the turn."""
    towers = [
        Sheet("tower", style, (Field("floors", style), Field("influence", style)))
        for style in table.row
    ]
    piles = tuple(Field("pile", str(number + 1)) for number in range(len(table.possible_counts)))
    chips = tuple(Field("chips", player.name) for player in table.players)
    rest = [
        Sheet("open", "", _fields_of_cards(table)),
        Sheet("pile", "", piles),
        Sheet("chips", "", chips),
        Sheet("player", "", (Field("player"),)),
    ]
    return TableCheck(sheets=(*towers, *rest), table=table, below=below)


def counts(table: CampanileTable) -> list[int]:
    """Cards left in the pile, or in each pile."""
    if isinstance(table, table1996.Campanile1996Table):
        return list(table.piles)
    left = table.left if isinstance(table, table2009.Campanile2009Table) else None
    return [] if left is None else [left]


def _fields_of_cards(table: CampanileTable) -> tuple[Field, ...]:
    if table.light:
        return (Field("open"),)
    return (Field("open"), Field("cards"), Field("tracking"))


# What opens a field ---------------------------------------------------------------------------


def _opened(table_check: TableCheck, chosen: Field) -> Step:
    """The editor of a field, or its correction where there is only one."""
    if chosen.key == "cards":
        return Answered((CARDS_UNKNOWN,))
    if chosen.key == "tracking":
        return Answered((Answer(f"{CORRECT} tracking", LIGHT),))
    table = table_check.table
    if chosen.key == "floors":
        most = max(FLOORS) * table.cards_per_style
        floors = table.towers[Style(chosen.about)].floors
        return NumberEditor(what=chosen, above=table_check, value=floors, least=0, most=most)
    if chosen.key == "pile":
        at = int(chosen.about) - 1
        possible = table.possible_counts[at]
        return NumberEditor(
            what=chosen,
            above=table_check,
            value=counts(table)[at],
            least=possible[0],
            most=possible[-1],
        )
    return _list_of(table_check, chosen)


def _list_of(table_check: TableCheck, chosen: Field) -> ListEditor:
    table = table_check.table
    if chosen.key == "open":
        was = tuple(card.value for card in table.open_cards)
        supply = tuple((style.value, table.open_count) for style in STYLES)
        return _begun(
            ListEditor(
                what=chosen, above=table_check, supply=supply, full=table.open_count, was=was
            )
        )
    if chosen.key == "player":
        supply = tuple((player.name, 1) for player in table.players)
        was = (table.player.name,)
        return _begun(ListEditor(what=chosen, above=table_check, supply=supply, full=1, was=was))
    laid = laid_down(table, chosen)
    if chosen.key == "chips":
        others = [player.chips for player in table.players if player.name != chosen.about]
        won = Counter(chain.from_iterable(others))
        supply = tuple((str(c), n - won[c]) for c, n in sorted(table.CHIPS.items(), reverse=True))
        return ListEditor(what=chosen, above=table_check, supply=supply, laid=laid)
    return ListEditor(
        what=chosen, above=table_check, supply=_markers(table, Style(chosen.about)), laid=laid
    )


def _begun(editor: ListEditor) -> ListEditor:
    """The cursor on what lay there first."""
    first = editor.was[0] if editor.was else ""
    return replace(editor, at=editor.choices.index(first) if first in editor.choices else 0)


def laid_down(table: CampanileTable, chosen: Field) -> tuple[str, ...]:
    """What lies there now, as items: markers `SEAT:VALUE`, chips by value."""
    if chosen.key == "influence":
        rows = table.towers[Style(chosen.about)].rows
        return tuple(f"{row.seat}{GROUP}{marker}" for row in rows for marker in row.markers)
    player = next(player for player in table.players if player.name == chosen.about)
    return tuple(map(str, player.chips))


def _markers(table: CampanileTable, style: Style) -> tuple[tuple[str, int], ...]:
    """Of each player and value the markers that are not under another tower."""
    others = [tower for tower in table.towers.values() if tower.style != style]
    placed = Counter((row.seat, m) for tower in others for row in tower.rows for m in row.markers)
    return tuple(
        (f"{seat}{GROUP}{marker}", most - placed[seat, marker])
        for seat in range(len(table.players))
        for marker, most in sorted(MARKERS_EACH.items(), reverse=True)
    )


# What a field's correction says -----------------------------------------------------------------


def _said(editor: NumberEditor | ListEditor, word: str) -> Step:
    """The correction; back to the page where it would change nothing."""
    key, table = editor.what.key, editor.above.table
    before = (
        _number_word(table, editor.what, _number(table, editor.what))
        if isinstance(editor, NumberEditor)
        else list_word(table, editor.what, _laid_before(editor))
    )
    if word == before:
        return replace(editor.above, at=0)
    return Answered((Answer(f"{CORRECT} {key}", word),))


def _laid_before(editor: ListEditor) -> Sequence[str]:
    return editor.was if editor.full else laid_down(editor.above.table, editor.what)


def _number(table: CampanileTable, chosen: Field) -> int:
    if chosen.key == "floors":
        return table.towers[Style(chosen.about)].floors
    return counts(table)[int(chosen.about) - 1]


def _number_word(table: CampanileTable, chosen: Field, value: int) -> str:
    if chosen.key == "floors":
        return f"{chosen.about}:{value}"
    left = counts(table)
    left[int(chosen.about) - 1] = value
    return ",".join(map(str, left))


def list_word(table: CampanileTable, chosen: Field, laid: Sequence[str]) -> str:
    """What is laid down, as the record writes it."""
    if chosen.key in ("open", "player"):
        return ",".join(laid)
    if chosen.key == "chips":
        return f"{chosen.about}:{'+'.join(laid) or NONE}"
    rows: dict[str, list[str]] = {}
    for item in laid:
        seat, _, marker = item.partition(GROUP)
        rows.setdefault(seat, []).append(marker)
    told = [f"{table.players[int(seat)].name}:{'+'.join(its)}" for seat, its in rows.items()]
    return f"{chosen.about}:{','.join(told) or NONE}"
