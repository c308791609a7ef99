"""Judges what the rules of a game give: each question, the table, the result.

What is wrong is raised as an error whose text says it.
Late: `json`, with the first data.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import count
from types import NoneType
from typing import Any

from companion.core.conversation import Answer, Event, Question
from companion.core.game_table import Outcome
from companion.core.guard import WrongResultError, require

MOST_OPTIONS = 1000
LONGEST_WORD = 100
"""Letters of an answer's key or value."""
LONGEST_DATA = 200_000
"""Letters of a game's result or snapshot as JSON."""
LONGEST_SENTENCE = 2000
SCALARS = (str, int)
OF_COLOUR = (str, NoneType)
MOST_JUDGED = 256
_judged: dict[str, tuple[Answer, ...]] = {}
"""The options judged last, by the question's key: many questions have the same ones each time."""


def check_question(question: Any, seats: int, *, started: bool) -> Question:
    """Judge a question to a table with so many players; in the setup the next one may be asked."""
    if type(question) is not Question:
        require(question, Question, "what is asked")
    if _judged.get(question.key) is not question.options:
        check_options(question.options)
        if len(_judged) >= MOST_JUDGED:
            _judged.clear()
        _judged[question.key] = question.options
    if (seat := question.seat) is not None and not 0 <= seat < seats + (not started):
        raise WrongResultError(f"{question.key}: seat {seat}, but there are {seats} players")
    return question  # type: ignore[no-any-return]  # it was required above


@lru_cache(maxsize=256)
def check_options(options: tuple[Answer, ...]) -> None:
    """Judge the options of a question, which have to differ."""
    require(options, tuple, "options")
    if len(options) > MOST_OPTIONS:
        raise WrongResultError(f"{len(options)} options, more than {MOST_OPTIONS}")
    for each in options:
        require(each, Answer, "an option")
        check_answer(each)
    if len(set(options)) < len(options):
        twice = next(each for each in options if options.count(each) > 1)
        raise WrongResultError(f"the option {twice.key} {twice.word} is there twice")


def check_answer(answer: Answer) -> None:
    """Judge the key and the value of an answer."""
    require(answer.key, str, "a key")
    if not isinstance(answer.value, tuple):
        require(answer.value, SCALARS, f"{answer.key}: a value")
    if len(answer.key) > LONGEST_WORD or len(answer.word) > LONGEST_WORD:
        raise WrongResultError(f"{answer.key[:LONGEST_WORD]}: longer than {LONGEST_WORD} letters")


def check_table(table: Any) -> None:
    """Judge what everybody reads of a table: its players, whose turn it is, who has won."""
    players, outcome = table.players, table.outcome
    for player in players:
        if not (type(player.name) is type(player.colour) is str and type(player.points) is int):
            require(player.name, str, "a player's name")
            require(player.points, int, "a player's points")
            require(player.colour, OF_COLOUR, "a player's colour")
    if table.started:
        what, number = table.progress
        if not (type(what) is str and type(number) is int and 0 <= table.seat < len(players)):
            require(what, str, "the table's progress")
            require(number, int, "the table's progress")
            raise WrongResultError(f"seat {table.seat}, but there are {len(players)} players")
    if outcome is not None:
        _check_outcome(require(outcome, Outcome, "the outcome"), len(players))


def _check_outcome(outcome: Outcome, players: int) -> None:
    if not outcome.winners:
        raise WrongResultError("nobody has won: an outcome has at least one winner")
    for seat in (*outcome.winners, *outcome.level_on_points):
        if not 0 <= seat < players:
            raise WrongResultError(f"seat {seat} has won, but there are {players} players")


def check_events(events: Sequence[Any]) -> list[Event]:
    """Judge the rules' own events."""
    for each in events:
        require(each, Event, "an event")
    return [*events]


def check_result(result: Any) -> dict[str, Any]:
    """Judge the result, which has to be JSON of no great length."""
    require(result, dict, "the result")
    check_data(result, "the result")
    return result  # type: ignore[no-any-return]  # it was required above


def check_text(text: Any, *_: Any) -> str:
    """Judge a text that is shown."""
    if len(require(text, str)) > LONGEST_SENTENCE:
        raise WrongResultError(f"{len(text)} letters")
    return text  # type: ignore[no-any-return]  # it was required above


def check_data(data: Any, what: str) -> None:
    """Judge data that others read as JSON; ``what`` it is."""
    import json

    try:
        length = len(json.dumps(data, allow_nan=False, default=_as_dict))
    except WrongResultError:
        raise WrongResultError(next(_list_unfit(data, what))) from None
    if length > LONGEST_DATA:
        raise WrongResultError(f"{length} letters of data, more than {LONGEST_DATA}")


def _list_unfit(data: Any, what: str) -> Iterator[str]:
    """Where data is no JSON, in the order in which it is encoded."""
    if isinstance(data, Mapping):
        for key, each in data.items():
            yield from _list_unfit(each, f"{what}.{key}")
    elif isinstance(data, tuple | list):
        for name, each in zip(getattr(data, "_fields", count()), data, strict=False):
            yield from _list_unfit(each, f"{what}[{name}]")
    elif not isinstance(data, str | int | float | Fraction | None):
        yield f"{what} is {type(data).__name__}, which JSON does not have"


def _as_dict(value: Any) -> Any:
    if isinstance(value, Fraction):
        return float(value)
    return dict(require(value, Mapping, "a value"))
