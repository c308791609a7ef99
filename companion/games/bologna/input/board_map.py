"""The map of the kinds of Bologna's fields, entered on the board."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from companion.core.conversation import Answer, build_objection
from companion.core.events import count_same
from companion.core.interfaces import Press
from companion.games.bologna.input.board import CursorMode, fields_in_row, first_mode, move_cursor
from companion.games.bologna.input.cards import build_pad
from companion.games.bologna.rules.board import (
    BASILICA,
    BY_PLACE,
    FIELDS,
    FIRST,
    LETTERS,
    SIDE,
    BoardField,
)
from companion.ui.input.choice import BoardSource
from companion.ui.input.entry import Step, StrokeEntry, attempt, move_in_ring
from companion.ui.input.grid import STICK, Pad, move_on_pad

NONE = "."
_LETTERS = tuple(letter for letter in LETTERS if letter != NONE)
KIND_LETTERS = (*_LETTERS[: len(_LETTERS) // 2], NONE, *_LETTERS[len(_LETTERS) // 2 :])
"""The letters of the kinds in the order in which they follow one another, no kind in the middle."""
KIND_PAD: Pad = build_pad(KIND_LETTERS)
EMPTY_MAP = NONE * len(FIELDS)


@dataclass(frozen=True, slots=True, kw_only=True)
class MapEditor(StrokeEntry):
    """The map on the board: to a field, OK, to its kind, OK, then the next field's kind.

    BACK leads from the kinds to the fields, where any other can be chosen. Past the board's edge,
    and after its last field, is the place to say that the map is done.
    """

    axes: int
    letters: str
    """The letters of all fields, row by row."""
    at: BoardField = FIELDS[0]
    mode: CursorMode = CursorMode.FIELD
    letter: str = NONE
    """The letter of the kind pointed at, while a kind is chosen."""
    done: bool = False
    """Whether the place past the board's edge is pointed at."""

    @property
    def source(self) -> BoardSource:
        """Where the map may come from instead."""
        assert isinstance(self.below, BoardSource), "a map may always be left out"
        return self.below

    @property
    def preview(self) -> str:
        """The letters as they would be with the kind pointed at."""
        if self.mode is not CursorMode.KIND:
            return self.letters
        place = FIELDS.index(self.at)
        return self.letters[:place] + self.letter + self.letters[place + 1 :]

    @property
    def area(self) -> tuple[BoardField, ...]:
        if self.done:
            return ()
        return fields_in_row(self.at) if self.mode is CursorMode.ROW else (self.at,)

    def go_back(self) -> Step:
        first = first_mode(self.axes)
        if self.mode is first:
            return replace(self.source, editor=replace(self, at=FIELDS[0], done=False, below=None))
        is_kind = self.mode is CursorMode.KIND and first is CursorMode.ROW
        return replace(self, mode=CursorMode.COLUMN if is_kind else first)

    def confirm(self) -> Step:
        if self.done:
            answer = Answer(self.question.key, format_map(self.letters))
            return attempt(self, self.question, answer)
        if self.mode is CursorMode.ROW:
            return replace(self, mode=CursorMode.COLUMN, at=BY_PLACE[self.at.row, FIRST])
        if self.mode is not CursorMode.KIND:
            return self._open_kinds(self.at)
        rest = [at for at in FIELDS[FIELDS.index(self.at) + 1 :] if at != BASILICA]
        edited = replace(self, letters=self.preview)
        if rest:
            return edited._open_kinds(rest[0])
        return replace(edited, mode=first_mode(self.axes), done=True)

    def _open_kinds(self, at: BoardField) -> MapEditor:
        if at == BASILICA:
            return self.refuse(build_objection("map-basilica", field=at))
        letter = self.letters[FIELDS.index(at)]
        return replace(self, at=at, mode=CursorMode.KIND, letter=letter)

    def move(self, press: Press) -> Step:
        if self.mode is CursorMode.KIND:
            return replace(self, letter=self._move_to_kind(press))
        at, beyond = move_cursor(self.at, self.mode, press, 0 if self.done else None, 1)
        return replace(self, at=at, done=beyond is not None)

    def measure_way(self, wanted: Sequence[Answer]) -> int | None:
        """So many fields are right from the first on, and all behind them as in the beginning."""
        text = wanted[0].word
        right = count_same(self.letters, text.replace("/", ""))
        first = self.source.editor
        assert isinstance(first, MapEditor)
        is_left = self.letters[right:] == first.letters[right:]
        return 1 + right if is_left and text not in self.source.suggestions else None

    def _move_to_kind(self, press: Press) -> str:
        if press in STICK:
            return move_on_pad(KIND_PAD, self.letter, press)
        at = KIND_LETTERS.index(self.letter)
        return KIND_LETTERS[move_in_ring(at, press, len(KIND_LETTERS))]


def format_map(letters: str) -> str:
    """The letters of a whole map in rows, as the record writes them."""
    return "/".join(letters[at : at + SIDE] for at in range(0, len(letters), SIDE))
