"""What was said, as data that can be told, and the entries that go back to an old answer."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple, Protocol

from companion.core.changes import Change
from companion.core.conversation import (
    CARDS_UNKNOWN,
    Answer,
    Objection,
    Question,
    is_correction,
)
from companion.input.commands import AmendAt, HostCommand
from companion.input.entry import Entry, Step, along
from companion.interfaces import Press

UNDONE, REDONE = "undone", "redone"
CHANGE_UNDONE, CHANGE_REDONE = "change-undone", "change-redone"
PEOPLE = ("player", "colour")
"""What is said of somebody who sits down."""


class Named(Protocol):
    """A player, as far as an action knows one."""

    @property
    def name(self) -> str:
        """As it is shown."""


class Action(NamedTuple):
    """What was said in one stroke: the player's name, "" for nobody's, and the pairs."""

    who: str
    pairs: tuple[tuple[str, str], ...]


class UndoNotice(NamedTuple):
    """What the screen tells until the next press: what became of an action or an amendment."""

    how: str
    action: Action


def action_of(
    asked: Sequence[Question], answers: Sequence[Answer], players: Sequence[Named]
) -> Action:
    """The action of these answers, each given to the question beside it.

    What only made room for an answer, as `cards unknown` does, and what was said by silence is no
    action beside it.
    """
    said = list(zip(asked, answers, strict=True))
    told = [each for each in said if each[1] != CARDS_UNKNOWN and not _by_silence(*each)] or said
    seat = told[0][0].seat if told and _is_a_players(*told[0]) else None
    who = players[seat].name if seat is not None and seat < len(players) else ""
    return Action(who, tuple((answer.key, answer.word) for _, answer in told))


def _by_silence(question: Question, answer: Answer) -> bool:
    return question.omits_default and answer == question.default


def _is_a_players(question: Question, answer: Answer) -> bool:
    """Whether it is told as the action of who was asked: no correction, nor who sits down.

    What waits at a turn's border is asked of the next player, who has not done it.
    """
    return not (is_correction(answer) or answer.key in PEOPLE or question.implicit)


# Going back to an old answer --------------------------------------------------------------------


class Stroke(NamedTuple):
    """Answers given in one go: the place of the first, how many there are, and the action."""

    at: int
    length: int
    action: Action


class Turn(NamedTuple):
    """A turn's number, 0 for the setup, and its strokes."""

    number: int
    strokes: tuple[Stroke, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnPicker(Entry):
    """All turns, the latest under the cursor: OK looks into one, BACK returns."""

    turns: tuple[Turn, ...]
    at: int
    below: Entry

    def by_button(self, press: Press) -> Step:
        """Move along the turns, look into one; one with a single stroke says it."""
        if press is Press.BACK:
            return self.below
        if press is not Press.OK:
            return replace(self, at=(self.at + along(press)) % len(self.turns))
        picker = StrokePicker(turn=self.turns[self.at], above=self)
        return picker.press(press) if len(picker.turn.strokes) == 1 else picker


@dataclass(frozen=True, slots=True, kw_only=True)
class StrokePicker(Entry):
    """What was said in a turn: OK says which of it is to be said anew."""

    turn: Turn
    at: int = 0
    above: TurnPicker

    def by_button(self, press: Press) -> Step:
        """Move along the strokes, say the one pointed at."""
        if press is Press.BACK:
            return self.above
        if press is Press.OK:
            return AmendAt(self.turn.strokes[self.at].at)
        return replace(self, at=(self.at + along(press)) % len(self.turn.strokes))


@dataclass(frozen=True, slots=True, kw_only=True)
class ConflictNotice(Entry):
    """An old action that no longer fits, and why; any press has read it.

    No action: something is asked that was not asked before. No objection: another player is asked.
    """

    action: Action | None
    why: Objection | None = field(hash=False)
    key: str
    """The question that is asked anew."""
    below: Entry

    def press(self, _press: Press) -> Step:
        """Any press has read it."""
        return self.below


@dataclass(frozen=True, slots=True, kw_only=True)
class AmendmentPreview(Entry):
    """What an amended game changes, line by line: OK keeps it, BACK leaves the game as it was."""

    changes: tuple[Change, ...]
    left_out: tuple[Action, ...]
    """What was said and is not asked for any more."""
    first: int = 0
    """The line shown first."""

    def by_button(self, press: Press) -> Step:
        """Scroll, keep or drop it."""
        if press is Press.OK:
            return HostCommand.KEEP_AMENDMENT
        if press is Press.BACK:
            return HostCommand.DROP_AMENDMENT
        last = max(len(self.changes) + len(self.left_out) - 1, 0)
        return replace(self, first=min(max(self.first + along(press), 0), last))
