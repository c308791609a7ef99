"""Faults of games at the box: the open entry is guarded, and each fault is told by a notice."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, TypeVar

from companion.core import guard
from companion.core.guard import GameFault
from companion.core.session import Session
from companion.text import Words
from companion.ui.input.entry import Entry, name_picture
from companion.ui.input.menu import Notice

if TYPE_CHECKING:
    from companion.core.conversation import Question, Refused

T = TypeVar("T")


class ToldFaults:
    """Which of the faults that were reported have been told at the box."""

    def __init__(self) -> None:
        self._count = 0

    def take_new(self) -> Sequence[GameFault]:
        """The faults since the last call, which now count as told."""
        faults = guard.list_faults()[self._count :]
        self._count += len(faults)
        return faults

    def has(self, fault: GameFault) -> bool:
        """Whether a fault of the same part was told."""
        told = guard.list_faults()[: self._count]
        return (fault.game, fault.part) in [(each.game, each.part) for each in told]


def refusal_notice(refused: Refused, words: Words) -> Notice:
    """The notice that a game has a fault, or is not installed."""
    if isinstance(refused, GameFault):
        values = {"game": words.title_of(refused.game), "problem": refused.problem}
        return Notice(key="game-fault", values=values)
    return Notice(key="not-installed", values={"game": refused.answer.word})


def run_entry(session: Session | None, entry: Entry, take: Callable[[Entry], T]) -> T:
    """Call a function with an open entry; raises GameFault where a game's own entry fails."""
    question = _question_of(entry)
    if session is None or question is None:
        return take(entry)
    part = _entry_part(question)
    if guard.is_stopped(session.name, part):  # the plain list that asks instead
        return take(entry)
    try:
        return guard.run(session.name, part, take, entry)
    except GameFault as fault:
        guard.stop(session.name, part, fault)
        raise


def stop_failed_entry(session: Session | None, entry: Entry, fault: GameFault) -> bool:
    """Ask by a plain list from now on, if this entry or its picture has failed; whether it has."""
    question = _question_of(entry)
    if session is None or question is None or fault.game != session.name:
        return False
    if fault.part not in (name_picture(entry), _entry_part(question)):
        return False
    guard.stop(fault.game, _entry_part(question), fault)
    return True


def _question_of(entry: Entry) -> Question | None:
    """What the entry asks: as `question_of`, whose module is a phone's."""
    return getattr(entry, "question", None)


def _entry_part(question: Question) -> str:
    """The part of a plugin that makes the entry of a question."""
    return f"input.entries[{question.key}]"
