"""Ignores a press that comes sooner after a new question than anybody can have read it.

Pure, with the time passed in.
"""

from __future__ import annotations

from companion.core.interfaces import DIRECT_KEYS, Press
from companion.ui.input.entry import BEFORE, BEHIND, Entry
from companion.ui.reading import READING_TIME

POINTING = (*BEFORE, *BEHIND, Press.RELEASED)
"""Presses after which the question is the same: they move a cursor, or end what was held."""


class PressGuard:
    """Knows since when the question of an entry has been shown, and so which presses count.

    OK says whatever stands under the cursor, so an early one is taken for the same press as the
    one before. A key of the tower panel names its answer: early, only the key that has brought the
    question is ignored. All other presses always count.
    """

    def __init__(self, entry: Entry) -> None:
        self._shown = entry
        """The entry whose question has been shown, as its cursor has moved since."""
        self._counts_from = float("-inf")
        self._brought_by: Press | None = None
        """The press that led to the question."""

    def counts(self, press: Press, entry: Entry, at: float) -> bool:
        """Whether a press at that time counts, while this entry is open."""
        if press is not Press.OK and (press not in DIRECT_KEYS or press is not self._brought_by):
            return True
        return entry is self._shown and at >= self._counts_from

    def note_press(self, press: Press, before: Entry, after: Entry) -> None:
        """Take note of what a press that counts has led to."""
        if after is before:
            return
        if press not in POINTING and not after.continues(before):
            self._brought_by = press
        elif before is self._shown:
            self._shown = after

    def note_shown(self, entry: Entry, now: float) -> None:
        """Take note that the entry is on the screen now."""
        if entry is not self._shown:
            self._shown = entry
            self._counts_from = now + READING_TIME
