"""Points at the board of Bologna: an action, its field, and how far it reaches, in one stroke.

The cursor moves field by field, or with one axis first over rows, then over columns; so it does
where the map of the kinds is entered on the board.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from enum import Enum

from companion.core.conversation import Answer, Grade, Question, build_objection, is_correction
from companion.core.events import count_same
from companion.core.interfaces import Press
from companion.games.bologna.input.cards import build_pad
from companion.games.bologna.input.likely import ends_or_scores, find_likely_field
from companion.games.bologna.rules.board import (
    BASILICA,
    BY_PLACE,
    FIELDS,
    FIRST,
    LETTERS,
    LONGEST_LINE,
    SIDE,
    BoardBlock,
    BoardField,
    Direction,
    StoneLine,
    find_direction,
    list_block_corners,
    list_block_fields,
)
from companion.games.bologna.rules.cards import FIRE, PLAGUE
from companion.games.bologna.rules.table import BUILD, HEAL, PASS, BolognaTable
from companion.ui.input.choice import BoardSource
from companion.ui.input.entry import Entry, Exit, Step, StrokeEntry, attempt, move_in_ring
from companion.ui.input.grid import STICK, Pad, move_on_pad


class CursorMode(Enum):
    """What the buttons move over."""

    FIELD = "field"
    ROW = "row"
    """With one axis the row comes first."""
    COLUMN = "column"
    END = "end"
    """The field is chosen; now how far a line reaches, or which block it is."""
    KIND = "kind"
    """The field is chosen; now what it shows."""


def first_mode(axes: int) -> CursorMode:
    """What the buttons move over to begin with."""
    return CursorMode.FIELD if axes == 2 else CursorMode.ROW


def fields_in_row(at: BoardField) -> tuple[BoardField, ...]:
    """The fields in the row of a field."""
    return tuple(field for field in FIELDS if field.row == at.row)


def move_cursor(
    at: BoardField, mode: CursorMode, press: Press, beyond: int | None, places: int
) -> tuple[BoardField, int | None]:
    """Move over the board; past its edge, between last and first, lie ``places`` more.

    ``beyond`` is the one of them that is pointed at, None on the board. Returns the field and the
    place beyond after the press.
    """
    row, column = at.row - FIRST, at.column - FIRST
    if mode is CursorMode.COLUMN:
        return _field_at(row, move_in_ring(column, press, SIDE)), None
    if mode is CursorMode.FIELD and press in (Press.UP, Press.DOWN):
        if beyond is not None:
            return at, beyond
        return _field_at(move_in_ring(row, press, SIDE), column), None
    place = row if mode is CursorMode.ROW else column
    place = move_in_ring(place if beyond is None else SIDE + beyond, press, SIDE + places)
    if place >= SIDE:
        return at, place - SIDE
    field = _field_at(place, column) if mode is CursorMode.ROW else _field_at(row, place)
    return field, None


def _field_at(row: int, column: int) -> BoardField:
    return BY_PLACE[row + FIRST, column + FIRST]


OTHER_ACTIONS = (PLAGUE, FIRE, PASS)
"""What a turn may do besides building, reached past the board's edge."""
CLOCKWISE = (Direction.RIGHT, Direction.DOWN, Direction.LEFT, Direction.UP)
DIRECTIONS = {
    Press.RIGHT: Direction.RIGHT,
    Press.DOWN: Direction.DOWN,
    Press.LEFT: Direction.LEFT,
    Press.UP: Direction.UP,
}


# The stroke -----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardPicker(Entry):
    """One stroke for action, field and reach: to the field, OK, a direction, OK.

    Past the board's edge stand OTHER_ACTIONS, each with its sign. The Basilica heals. With one
    axis the row is chosen before the column, and the reaches follow one another, the longest
    lines first and then clockwise.
    """

    question: Question
    table: BolognaTable = field(hash=False, compare=False, repr=False)
    axes: int
    at: BoardField
    action: str = BUILD
    mode: CursorMode = CursorMode.FIELD
    sign: str | None = None
    """The sign pointed at, past the board's edge."""
    end: BoardField | None = None
    """Where the line ends, or the far corner of the block, once the field is chosen."""
    by_hand: bool = True
    """Whether the cursor may show what is known of the player's hand."""

    # What is pointed at ----------------------------------------------------------------------

    @property
    def area(self) -> tuple[BoardField, ...]:
        """The fields that the cursor holds: a row, a field, a line, a block."""
        if self.sign is not None:
            return ()
        if self.mode is CursorMode.ROW:
            return fields_in_row(self.at)
        if self.end is None:
            return (self.at,)
        return self.line.fields[: self._reach + 1] if self.action == BUILD else self.block

    @property
    def line(self) -> StoneLine:
        return self.table.longest_line(self.at, find_direction(self.at, self.end or self.at))

    @property
    def block(self) -> BoardBlock:
        """The two by two fields that are pointed at; none before the field is chosen."""
        return list_block_fields(self.at, self.end) if self.end is not None else ()

    @property
    def ends(self) -> tuple[BoardField, ...]:
        """Where a line or a block may end: the longest or heaviest first, then clockwise."""
        if self.action != BUILD:
            corners = list_block_corners(self.at)
            return tuple(sorted(corners, key=self._count_stones, reverse=True))
        lines = [self.table.longest_line(self.at, direction).fields for direction in CLOCKWISE]
        found = [
            line[reach]
            for reach in range(LONGEST_LINE - 1, 0, -1)
            for line in lines
            if reach < len(line)
        ]
        return (*found, self.at)

    def _count_stones(self, corner: BoardField) -> int:
        stacks = self.table.board.stacks
        return sum(stacks[at].height for at in list_block_fields(self.at, corner))

    @property
    def _reach(self) -> int:
        assert self.end is not None
        return abs(self.end.row - self.at.row) + abs(self.end.column - self.at.column)

    # Presses ---------------------------------------------------------------------------------

    def start(self) -> BoardPicker:
        """The picker with its cursor on the field that is likely acted on."""
        return replace(self, at=self._find_likely(FIELDS))

    def _find_likely(self, among: Sequence[BoardField]) -> BoardField:
        """The signs lengthen the way round: in a row, or with one axis from row to row."""
        longer = SIDE + len(OTHER_ACTIONS)
        across, down = (longer, SIDE) if self.axes == 2 else (SIDE, longer)
        return find_likely_field(self.table, self.action, among, across, down, by_hand=self.by_hand)

    def go_back(self) -> Step:
        """From the end to the field, from column to row, from plague or fire to building."""
        first = first_mode(self.axes)
        if self.mode is CursorMode.END:
            return replace(self, mode=_field_mode(self.axes), end=None)
        if self.mode is not first:
            return replace(self, mode=first)
        if self.action != BUILD:
            return replace(self, action=BUILD, sign=self.action)
        return Exit.BACK

    def confirm(self) -> Step:
        if self.sign == PASS:
            return attempt(self, self.question, Answer(PASS, "yes"))
        if self.sign is not None:
            action = BUILD if self.sign == self.action else self.sign
            return replace(self, action=action, sign=None).start()
        if self.mode is CursorMode.ROW:
            at = self._find_likely(fields_in_row(self.at))
            return replace(self, mode=CursorMode.COLUMN, at=at)
        if self.mode is CursorMode.END:
            assert self.end is not None
            answer = Answer(self.action, self.at)
            return attempt(self, self.question, answer, [Answer("to", self.end)])
        return self._choose_field()

    def _choose_field(self) -> Step:
        if self.at == BASILICA and self.action == BUILD:
            return attempt(self, self.question, Answer(HEAL, BASILICA))
        objection = self.question.judge(Answer(self.action, self.at))
        if objection is not None and objection.grade is Grade.RULE:
            return self.refuse(objection)
        return replace(self, mode=CursorMode.END, end=self._find_first_end())

    def _find_first_end(self) -> BoardField:
        """Where the cursor starts for the end: where it does not end the game, if it can."""
        first = [self.at] if self.axes == 2 and self.action == BUILD else []
        ends = (*first, *self.ends)
        action = Answer(self.action, self.at)
        goes_on = (
            end for end in ends if not ends_or_scores(self.table, [action, Answer("to", end)])
        )
        return next(goes_on, ends[0])

    def move(self, press: Press) -> Step:
        if self.mode is CursorMode.END:
            return self._move_end(press)
        beyond = OTHER_ACTIONS.index(self.sign) if self.sign is not None else None
        at, beyond = move_cursor(self.at, self.mode, press, beyond, len(OTHER_ACTIONS))
        return replace(self, at=at, sign=OTHER_ACTIONS[beyond] if beyond is not None else None)

    def _move_end(self, press: Press) -> Step:
        assert self.end is not None
        if press not in DIRECTIONS:
            ends = self.ends
            return replace(self, end=ends[move_in_ring(ends.index(self.end), press, len(ends))])
        if self.action == BUILD:
            return self._stretch_line(DIRECTIONS[press])
        rows, columns = DIRECTIONS[press].value
        row = self.at.row + rows if rows else self.end.row
        column = self.at.column + columns if columns else self.end.column
        if (row, column) not in BY_PLACE:
            return self.refuse(build_objection("board-edge", field=self.at))
        return replace(self, end=BY_PLACE[row, column])

    def _stretch_line(self, direction: Direction) -> Step:
        assert self.end is not None
        rows, columns = direction.value
        line, reach = self.table.longest_line(self.at, direction), self._reach
        now = find_direction(self.at, self.end).value if reach else None
        if now == (-rows, -columns):
            return replace(self, end=self.line.fields[reach - 1])
        reach = reach + 1 if now == direction.value else len(line.fields) - 1
        if 0 < reach < len(line.fields):
            return replace(self, end=line.fields[reach])
        return self.refuse(line.stop) if line.stop is not None else self

    # The way to an answer --------------------------------------------------------------------

    def measure_way(self, wanted: Sequence[Answer]) -> int | None:
        """The end comes behind the action and its field."""
        if self.mode is not CursorMode.END:
            return 0
        action = next((answer for answer in wanted if not is_correction(answer)), None)
        return 1 if action == Answer(self.action, self.at) else None


def _field_mode(axes: int) -> CursorMode:
    return CursorMode.FIELD if axes == 2 else CursorMode.COLUMN


def reopen_board(picker: BoardPicker, previous: Sequence[Answer]) -> BoardPicker:
    """The picker as it stood when it gave these answers."""
    first = previous[0]
    if first.key == PASS:
        return replace(picker, sign=PASS)
    if first.key == HEAL:
        return replace(picker, at=BASILICA, mode=_field_mode(picker.axes))
    picker = replace(picker, action=first.key, at=BoardField(first.word))
    ends = [BoardField(answer.word) for answer in previous[1:] if answer.key == "to"]
    return replace(picker, mode=CursorMode.END, end=ends[0]) if ends else picker


# The map of the kinds ----------------------------------------------------------------------------

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
