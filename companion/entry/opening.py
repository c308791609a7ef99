"""Which entry a question opens with, and where its cursor stands: the likely answer first.

The only place that knows which question has which picture; any other question gets the plain
list.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from companion.entry.cards import CardPicker, ListPicker, begin_list
from companion.entry.menu import Menu
from companion.entry.people import SeatPicker
from companion.entry.step import Entry, Keys
from companion.entry.towers import TowerChoice, TowerPicker
from companion.games.conversation import Answer, Grade, Question
from companion.games.seating import Colour
from companion.games.table2009 import FINITO, INTERMEZZO, Table
from companion.games.towers import STYLES, Style
from companion.ports import TOWERS, Press

STROKES = {"floors": "tower", "colour": "player", "to": "marker"}
"""Questions answered in one stroke with the one before: BACK returns to that one's beginning."""


@dataclass(frozen=True, slots=True)
class Manner:
    """How this table is asked: what its device, its people and its last game suggest."""

    axes: int = 2
    """2 with a stick, 1 with previous and next."""
    mirrored: bool = False
    """Whether the open cards lie at the right end of the row, as the players see it."""
    people: tuple[tuple[str, str], ...] = ()
    """(name, colour) of everybody who has played, the latest first."""
    colour_names: Mapping[str, str] = field(default_factory=dict)
    """Each colour in the table's language: the name of a player who gives none."""
    last_row: tuple[str, ...] = ()
    """The row of towers of the last game."""


SPECIAL_KEYS: Mapping[str, Press] = {
    "none": Press.NONE,
    INTERMEZZO: Press.INTERMEZZO,
    FINITO: Press.FINITO,
}
"""The keys of what is no tower, by the word that they say."""

Opening = Callable[[Question, Any, Manner, Sequence[Answer]], Entry]


def opening(
    question: Question, table: Any, manner: Manner, retaken: Sequence[Answer] = ()
) -> Entry:
    """The entry for a question; ``retaken`` is what had been said here before it was undone."""
    open_it = OPENINGS.get(question.key, _plain_list)
    entry = open_it(question, table, manner, retaken)
    return replace(entry, keys=_keys(question, drawn_row(table, manner) or STYLES))


def _keys(question: Question, row: Sequence[str]) -> Keys | None:
    """What the tower panel's keys say to a question; None where they say nothing."""
    meant = {**dict(zip(row, TOWERS, strict=True)), **SPECIAL_KEYS}
    options = [option for option in question.options if option.key == question.key]
    answers = {meant[option.word]: option for option in options if option.word in meant}
    return Keys(question, answers) if answers else None


def drawn_row(table: Table, manner: Manner) -> tuple[Style, ...]:
    """The towers from left to right as the players see them."""
    return table.row[::-1] if manner.mirrored else table.row


def _plain_list(
    question: Question, _table: Table, _manner: Manner, retaken: Sequence[Answer]
) -> Entry:
    options = question.options
    if question.default is not None and question.default not in options:
        options = (question.default, *options)
    options = tuple(each for each in options if question.judge(each) is None) or options
    return Menu(None, question.key, options, question, _place(options, retaken))


def _tower(question: Question, table: Table, manner: Manner, retaken: Sequence[Answer]) -> Entry:
    towers = drawn_row(table, manner)
    said = {answer.key: answer.value for answer in retaken}
    style = said.get("tower", _likely_tower(table, towers))
    floors = int(str(said.get("floors", 2)))
    return TowerPicker(None, question, towers, manner.axes, towers.index(Style(str(style))), floors)


def _likely_tower(table: Table, towers: Sequence[Style]) -> Style:
    """A style that the player is known to hold, the most of first; else the middle tower."""
    if table.cards is not None:
        surplus, dealt = table.cards.surplus[table.seat], table.cards.dealt[table.seat]
        held = {style: dealt[style] - surplus[style] for style in towers}
        best = max(towers, key=lambda style: held[style])
        if held[best] > 0:
            return best
    return towers[len(towers) // 2]


def _at_the_towers(
    question: Question, table: Table, manner: Manner, retaken: Sequence[Answer]
) -> Entry:
    towers = drawn_row(table, manner)

    def from_the_left(answer: Answer) -> tuple[bool, int]:
        return answer.key == "move", towers.index(answer.value) if answer.value in towers else -1

    choices = tuple(sorted(question.legal(), key=from_the_left))
    return TowerChoice(None, question, towers, choices, _place(choices, retaken))


def _take(question: Question, table: Table, _manner: Manner, retaken: Sequence[Answer]) -> Entry:
    cards = tuple(table.display)
    said = retaken[0].value if retaken else cards[0]
    return CardPicker(None, question, cards, cards.index(Style(str(said))))


def _show(question: Question, table: Table, manner: Manner, retaken: Sequence[Answer]) -> Entry:
    towers = drawn_row(table, manner)
    special = [option for option in question.options if option.value not in towers]
    judged = {option.word: question.judge(option) for option in special}
    now = tuple(card for card, objection in judged.items() if objection is None)
    later = tuple(
        card
        for card, objection in judged.items()
        if objection is not None and objection.grade is Grade.UNLIKELY
    )
    cards = (*towers, *now)
    likely = max(towers, key=table.cards.chance_of) if table.cards is not None else towers[0]
    said = retaken[0].word if retaken else likely
    picker = CardPicker(None, question, cards, cards.index(said) if said in cards else 0, later)
    if said in later:
        return CardPicker(None, question, later, later.index(said), above=picker)
    return picker


def _open(question: Question, table: Table, manner: Manner, retaken: Sequence[Answer]) -> Entry:
    row = drawn_row(table, manner)
    return begin_list(ListPicker(None, question, row, last_time=_list_said(retaken)))


def _row(question: Question, _table: Table, manner: Manner, retaken: Sequence[Answer]) -> Entry:
    last = _list_said(retaken) or manner.last_row
    return begin_list(ListPicker(None, question, STYLES, swap=True, last_time=last))


def _list_said(retaken: Sequence[Answer]) -> tuple[str, ...]:
    said = retaken[0].value if retaken else ()
    return said if isinstance(said, tuple) else ()


def _seat(question: Question, table: Table, manner: Manner, retaken: Sequence[Answer]) -> Entry:
    taken = {player.colour for player in table.players}
    colours = tuple(each for each in _likely_colours(table, manner) if each not in taken)
    names: dict[str, tuple[str, ...]] = {
        colour: _names_for(colour, table, manner) for colour in colours
    }
    if len(retaken) < len(("player", "colour")):
        return SeatPicker(None, question, colours, names, manner.axes)
    name, colour = retaken[0].word, retaken[1].word
    if name not in names[colour]:
        names[colour] = (name, *names[colour])
    at, name_at = colours.index(Colour(colour)), names[colour].index(name)
    return SeatPicker(None, question, colours, names, manner.axes, at, name_at)


def _likely_colours(table: Table, manner: Manner) -> list[Colour]:
    """All colours, those of people who have played and do not sit yet first."""
    seated = {player.name for player in table.players}
    likely = [Colour(colour) for name, colour in manner.people if name not in seated]
    return list(dict.fromkeys([*likely, *Colour]))


def _names_for(colour: str, table: Table, manner: Manner) -> tuple[str, ...]:
    """Names to offer with a colour: its last bearers, the others, then the colour's own name."""
    seated = {player.name for player in table.players}
    known = [name for name, its in manner.people if its == colour]
    known += [name for name, _ in manner.people]
    known.append(manner.colour_names.get(colour, colour))
    return tuple(dict.fromkeys(name for name in known if name not in seated))


def _place(choices: Sequence[Answer], retaken: Sequence[Answer]) -> int:
    said = retaken[0] if retaken else None
    return choices.index(said) if said in choices else 0


OPENINGS: Mapping[str, Opening] = {
    "player": _seat,
    "row": _row,
    "open": _open,
    "tower": _tower,
    "marker": _at_the_towers,
    "to": _at_the_towers,
    "take": _take,
    "show": _show,
}
