"""Which entry a question opens with, and where its cursor stands: the likely answer first.

Each game says in its own module which question has which picture; who sits where is asked alike
in all of them, and any other question gets the plain list.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from companion.entry.bologna import BOLOGNA
from companion.entry.campanile import CAMPANILE, drawn_row
from companion.entry.campanile.light import NextPicker
from companion.entry.capitol import CAPITOL
from companion.entry.freetext import SPELL, FreeText
from companion.entry.guide import Guide, Page, Winner, standings_of
from companion.entry.manner import Asking, Manner, Opening, Played, list_said, place_of
from companion.entry.menu import Menu, list_menu
from companion.entry.people import SeatPicker
from companion.entry.step import Entry, Keys
from companion.games.bologna import Bologna
from companion.games.campanile import Campanile1996, Campanile2009
from companion.games.campanile.table import CampanileTable
from companion.games.campanile.table2009 import FINITO, INTERMEZZO
from companion.games.campanile.towers import STYLES
from companion.games.capitol import Capitol
from companion.games.conversation import Answer, Event, Game, Question
from companion.games.outcome import Outcome
from companion.ports import TOWERS, Press


def _winner(events: Sequence[Event], table: Any) -> list[Page]:
    outcomes = [event for event in events if isinstance(event, Outcome)]
    return [Winner(outcome, standings_of(table.players)) for outcome in outcomes]


PLAIN = Asking({}, frozenset({"colour"}), _winner)
ASKING: Mapping[str, Asking] = {
    Campanile2009.name: CAMPANILE,
    Campanile1996.name: CAMPANILE,
    Bologna.name: BOLOGNA,
    Capitol.name: CAPITOL,
}
"""How each game is asked, by its name; any other game is asked by plain lists."""
SPECIAL_KEYS: Mapping[str, Press] = {
    "none": Press.NONE,
    INTERMEZZO: Press.INTERMEZZO,
    FINITO: Press.FINITO,
}
"""The keys of what is no tower, by the word that they say."""


def asking(game: str) -> Asking:
    """How the game of that name is asked."""
    return ASKING.get(game, PLAIN)


def opening(session: Played, manner: Manner, retaken: Sequence[Answer] = ()) -> Entry:
    """The entry for the question that stands.

    ``retaken`` is what had been said here before it was undone.
    """
    question, table = session.question, session.game.table
    assert question is not None, "a game that is over asks nothing"
    if question.key == "player":
        return _seat(question, session.game, manner, retaken)
    open_it = asking(session.game.name).openings.get(question.key) or SHARED.get(question.key)
    open_it = open_it or _plain
    entry = open_it(question, table, manner, retaken)
    if isinstance(entry, NextPicker):
        question = entry.question
    return replace(entry, keys=_keys(question, table, manner))


def guide(session: Played) -> Guide | None:
    """The pages that tell what the last answer brought; None where there is nothing to tell."""
    pages = asking(session.game.name).pages(session.events, session.game.table)
    return Guide(None, tuple(pages)) if pages else None


def _keys(question: Question, table: Any, manner: Manner) -> Keys | None:
    """What the tower panel's keys say to a question; None where they say nothing."""
    row: Sequence[str] = drawn_row(table, manner) if isinstance(table, CampanileTable) else ()
    meant: dict[str, Press] = {**dict(zip(row or STYLES, TOWERS, strict=True)), **SPECIAL_KEYS}
    options = [option for option in question.options if option.key in (question.key, "show")]
    answers = {meant[option.word]: option for option in options if option.word in meant}
    return Keys(question, answers) if answers else None


def _plain_list(
    question: Question, _table: object, _manner: Manner, retaken: Sequence[Answer]
) -> Menu:
    options = question.options
    if question.default is not None and question.default not in options:
        options = (question.default, *options)
    options = tuple(each for each in options if question.judge(each) is None) or options
    return Menu(None, question.key, options, question, place_of(options, retaken))


def _plain(question: Question, table: Any, manner: Manner, retaken: Sequence[Answer]) -> Entry:
    """What any question is asked by: a list, a list item by item, or letters for free text."""
    if question.items > 1:
        last_time = list_said(retaken) or manner.said_before(question.key)
        return list_menu(question, last_time=last_time)
    if question.options:
        return _plain_list(question, table, manner, retaken)
    default = () if question.default is None else (question.default,)
    said = (*default, *retaken[:1], *manner.offered(question.key))
    again = dict.fromkeys(each for each in said if question.judge(each) is None)
    items = (*again, SPELL)
    return FreeText(None, question, question.key, items, place_of(items, retaken))


def _variant(question: Question, table: Any, manner: Manner, retaken: Sequence[Answer]) -> Entry:
    """What is played with, one after the other; the cursor stands on what it was last time."""
    before = [answer for answer in manner.last_setup if answer.key == question.key]
    chosen = len(table.variants)
    menu = _plain_list(question, table, manner, retaken or before[chosen : chosen + 1])
    return replace(menu, title=f"{question.key}-more") if chosen else menu


SHARED: Mapping[str, Opening] = {"variant": _variant}
"""Entries of questions that several games ask alike."""


def _seat(question: Question, game: Game, manner: Manner, retaken: Sequence[Answer]) -> Entry:
    table = game.table
    taken = {player.colour for player in table.players}
    colours = tuple(each for each in _likely_colours(game, manner) if each not in taken)
    names: dict[str, tuple[str, ...]] = {
        colour: _names_for(colour, table, manner) for colour in colours
    }
    if len(retaken) < len(("player", "colour")):
        return SeatPicker(None, question, colours, names, manner.axes)
    name, colour = retaken[0].word, retaken[1].word
    if name not in names[colour]:
        names[colour] = (name, *names[colour])
    at, name_at = colours.index(colour), names[colour].index(name)
    return SeatPicker(None, question, colours, names, manner.axes, at, name_at)


def _likely_colours(game: Game, manner: Manner) -> list[str]:
    """The game's colours, those of people who have played and do not sit yet first."""
    seated = {player.name for player in game.table.players}
    theirs = [colour for name, colour in manner.people if name not in seated]
    likely = [str(colour) for colour in theirs if colour in game.colours]
    return list(dict.fromkeys([*likely, *map(str, game.colours)]))


def _names_for(colour: str, table: Any, manner: Manner) -> tuple[str, ...]:
    """Names to offer with a colour: its last bearers, the others, then the colour's own name."""
    seated = {player.name for player in table.players}
    known = [name for name, its in manner.people if its == colour]
    known += [name for name, _ in manner.people]
    known.append(manner.colour_names.get(colour, colour))
    return tuple(dict.fromkeys(name for name in known if name not in seated))
