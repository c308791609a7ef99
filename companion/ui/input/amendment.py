"""Actions, what was answered as data to be put in words; and the entries that amend old answers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from companion.core.conversation import CARDS_UNKNOWN, Answer, Objection, Question, is_correction
from companion.core.game_history import Change
from companion.core.game_table import GamePlayer
from companion.core.interfaces import Press
from companion.ui.input.commands import AmendAt, HostCommand
from companion.ui.input.entry import Entry, MenuPage, Step, along

UNDONE, REDONE = "undone", "redone"
CHANGE_UNDONE, CHANGE_REDONE = "change-undone", "change-redone"
PEOPLE = ("player", "colour")
"""The keys of a player's setup."""


class Action(NamedTuple):
    """A stroke as pairs of key and word; ``who`` is the player's name, "" if it was nobody's."""

    who: str
    pairs: tuple[tuple[str, str], ...]


class UndoNotice(NamedTuple):
    """What the screen shows until the next press: the action that was undone, redone or amended."""

    how: str
    action: Action


def action_of(
    asked: Sequence[Question], answers: Sequence[Answer], players: Sequence[GamePlayer]
) -> Action:
    """The action of these answers, each given to the question beside it.

    `cards unknown`, which only makes another answer possible, and silent defaults are left out.
    """
    pairs = list(zip(asked, answers, strict=True))
    shown = [
        (question, answer)
        for question, answer in pairs
        if answer != CARDS_UNKNOWN and not question.omits(answer)
    ] or pairs
    seat = shown[0][0].seat if shown and _is_a_players(*shown[0]) else None
    who = players[seat].name if seat is not None and seat < len(players) else ""
    return Action(who, tuple((answer.key, answer.word) for _, answer in shown))


def _is_a_players(question: Question, answer: Answer) -> bool:
    """Whether the action is shown as that of the player asked: no correction, no setup of a player.

    An implicit question at a turn's border is asked of the next player, who has not acted yet.
    """
    return not (is_correction(answer) or answer.key in PEOPLE or question.implicit)


# Going back to an old answer --------------------------------------------------------------------


class Stroke(NamedTuple):
    """Answers given in one go: the place of the first, how many there are, and the action."""

    at: int
    length: int
    action: Action


class AmendableTurn(NamedTuple):
    """A turn's number, 0 for the setup, and its strokes."""

    number: int
    strokes: tuple[Stroke, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnPicker(MenuPage):
    """All turns, the latest under the cursor: OK opens one, BACK returns."""

    turns: tuple[AmendableTurn, ...]
    at: int
    below: Entry

    def unchanged_below(self) -> Entry:
        return self.below

    def by_button(self, press: Press) -> Step:
        if press is Press.BACK:
            return self.below
        if press is not Press.OK:
            return replace(self, at=(self.at + along(press)) % len(self.turns))
        picker = StrokePicker(turn=self.turns[self.at], above=self)
        return picker.press(press) if len(picker.turn.strokes) == 1 else picker


@dataclass(frozen=True, slots=True, kw_only=True)
class StrokePicker(MenuPage):
    """The strokes of a turn: OK chooses the one to amend."""

    turn: AmendableTurn
    at: int = 0
    above: TurnPicker

    def unchanged_below(self) -> Entry:
        return self.above.below

    def by_button(self, press: Press) -> Step:
        if press is Press.BACK:
            return self.above
        if press is Press.OK:
            return AmendAt(self.turn.strokes[self.at].at)
        return replace(self, at=(self.at + along(press)) % len(self.turn.strokes))


@dataclass(frozen=True, slots=True, kw_only=True)
class ConflictNotice(Entry):
    """An old action that no longer fits, and why; any press goes on.

    Without an action a new question is asked; without an objection another player is asked.
    """

    action: Action | None
    why: Objection | None = field(hash=False)
    key: str
    """The key of the question to answer."""
    below: Entry

    def press(self, _press: Press) -> Step:
        return self.below


@dataclass(frozen=True, slots=True, kw_only=True)
class AmendmentPreview(Entry):
    """The changes of an amendment, line by line: OK keeps it, BACK drops it."""

    replaced: Action
    replacement: Action
    """The new action in place of ``replaced``; the two are the first line."""
    changes: tuple[Change, ...]
    left_out: tuple[Action, ...]
    """Old answers that are not asked for any more."""
    first: int = 0
    """The line shown first."""

    def by_button(self, press: Press) -> Step:
        if press is Press.OK:
            return HostCommand.KEEP_AMENDMENT
        if press is Press.BACK:
            return HostCommand.DROP_AMENDMENT
        last = max(len(self.changes) + len(self.left_out), 1)
        return replace(self, first=min(max(self.first + along(press), 0), last))
