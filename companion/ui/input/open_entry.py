"""Opens the entry of a question, with the cursor at the likely answer.

Each game's `GameInput` names the entries of its own questions; players and seats are asked the same
way in all games, and any other question gets a plain list.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any, TypeVar

from companion.core import guard
from companion.core.conversation import Answer, Question
from companion.core.events import SCORING, GameEvent, TellEvent, tell_events, tell_nothing
from companion.core.session import Session
from companion.ui.input.choice import ChoicePicker
from companion.ui.input.context import EntryFactory, GameInput, InputContext, previous_list
from companion.ui.input.entry import Entry, PanelAnswers, place_of
from companion.ui.input.menu import Menu, list_menu
from companion.ui.input.numbers import NumberPicker, are_many_numbers, open_number
from companion.ui.input.people import SPELL, FreeText, SeatPicker

if TYPE_CHECKING:
    from companion.core.game_base import BasicGame

Listed = TypeVar("Listed", bound=Menu | NumberPicker | ChoicePicker)
"""Entries that point at one of their items."""
MOST_TRIED = 10
"""So many of the items are looked at for one that neither ends the game nor scores."""


def open_entry(
    session: Session,
    game: GameInput,
    context: InputContext,
    previous: Sequence[Answer] = (),
    tell: TellEvent = tell_nothing,
) -> Entry:
    """The entry for the question that stands; ``previous`` are its answers that were undone.

    The cursor starts at these, but for answers that would end the game or start a scoring again;
    ``tell`` is what the game tells of its events.
    """
    question, table = session.question, session.game.table
    assert question is not None, "a game that is over asks nothing"
    if game.ends_or_scores is None:
        ends = partial(_ends_or_scores_when_tried, session, tell)
    else:
        ends = partial(game.ends_or_scores, table)
    if previous and ends(previous):
        previous = ()
    if question.key == "player":
        return _seat(question, session.game, context, previous)
    make = game.entries.get(question.key) or SHARED.get(question.key) or open_plain
    entry = make(question, table, context, previous)
    answers_all = not isinstance(entry, ChoicePicker) or entry.items == question.options
    if isinstance(entry, Menu | NumberPicker | ChoicePicker) and answers_all and not previous:
        entry = _start_elsewhere(entry, ends)
    if entry.keys is not None:
        return entry
    answers = game.panel_keys(question, table, context)
    return replace(entry, keys=PanelAnswers(question, answers) if answers else None)


def _ends_or_scores_when_tried(session: Session, tell: TellEvent, stroke: Sequence[Answer]) -> bool:
    """Whether the stroke ends the game or scores, by playing it again with the stroke behind."""
    after = session.try_answers(stroke)
    if after is None:
        return False
    seen = (after.events, after.table, tell)
    told = guard.attempt(session.name, "tell", _tell_none, tell_events, *seen)
    return after.table.outcome is not None or any(each.kind is SCORING for each in told)


def _tell_none(*_: object) -> list[GameEvent]:
    """What is told where telling fails: the entry opens nevertheless."""
    return []


def _start_elsewhere(entry: Listed, ends: Callable[[Sequence[Answer]], bool]) -> Listed:
    """The list, its cursor on an item that neither ends the game nor scores, if there is one."""
    ahead = (entry.at, *range(min(len(entry.items), MOST_TRIED)))
    goes_on = (at for at in ahead if not ends([entry.items[at]]))
    return replace(entry, at=next(goes_on, entry.at))


def _plain_list(
    question: Question, _table: object, _context: InputContext, previous: Sequence[Answer]
) -> Menu:
    options = question.options
    if question.default is not None and question.default not in options:
        options = (question.default, *options)
    options = tuple(each for each in options if question.judge(each) is None) or options
    at = place_of(options, previous)
    return Menu(title=question.key, items=options, question=question, at=at)


def open_plain(
    question: Question, table: Any, context: InputContext, previous: Sequence[Answer]
) -> Entry:
    if question.items:
        return list_menu(question, previous_list(previous), context.last_list(question.key))
    if are_many_numbers(question.options) and question.default in (None, *question.options):
        return open_number(question, context.axes, previous)
    if question.options:
        return _plain_list(question, table, context, previous)
    default = () if question.default is None else (question.default,)
    earlier = (*default, *previous[:1], *context.offered(question.key))
    again = dict.fromkeys(each for each in earlier if question.judge(each) is None)
    items = (*again, SPELL)
    at = place_of(items, previous)
    return FreeText(question=question, title=question.key, items=items, at=at)


def _variant(
    question: Question, table: Any, context: InputContext, previous: Sequence[Answer]
) -> Entry:
    """The variants one after the other; the cursor starts at last time's."""
    before = [answer for answer in context.last_setup if answer.key == question.key]
    chosen = tuple(table.variants)
    menu = _plain_list(question, table, context, previous or before[len(chosen) :][:1])
    if not chosen:
        return menu
    items = (*(Answer(question.key, word) for word in chosen), *menu.items)
    title, at = f"{question.key}-more", menu.at + len(chosen)
    return replace(menu, title=title, items=items, at=at, chosen=chosen)


SHARED: Mapping[str, EntryFactory] = {"variant": _variant}
"""Entries of questions that several games share."""


def _seat(
    question: Question, game: BasicGame[Any], context: InputContext, previous: Sequence[Answer]
) -> Entry:
    table = game.table
    taken = {player.colour for player in table.players}
    colours = tuple(each for each in _likely_colours(game, context) if each not in taken)
    at_seat = context.seat_names[question.seat or 0 :][:1]
    names = {colour: (*_names_for(colour, table, context), *at_seat) for colour in colours}
    picker = SeatPicker(question=question, colours=colours, names=names, axes=context.axes)
    if len(previous) < len(("player", "colour")) or question.judge(previous[0]) is not None:
        return picker
    name, colour = previous[0].word, previous[1].word
    at = colours.index(colour) if colour in colours else 0
    for each, its in names.items():
        names[each] = its if name in its else (name, *its)
    return replace(picker, at=at, name_at=names[colours[at]].index(name))


def _likely_colours(game: BasicGame[Any], context: InputContext) -> list[str]:
    """The game's colours, those of people who have played and do not sit yet first."""
    seated = {player.name for player in game.table.players}
    theirs = [colour for name, colour in context.people if name not in seated]
    likely = [str(colour) for colour in theirs if colour in game.colours]
    return list(dict.fromkeys([*likely, *map(str, game.colours)]))


def _names_for(colour: str, table: Any, context: InputContext) -> tuple[str, ...]:
    """Names to offer with a colour: its last bearers, then the others."""
    seated = {player.name for player in table.players}
    known = [name for name, its in context.people if its == colour]
    known += [name for name, _ in context.people]
    return tuple(dict.fromkeys(name for name in known if name not in seated))
