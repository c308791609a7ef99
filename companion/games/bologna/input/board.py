"""Points at the board of Bologna: an action, its field, and how far it reaches, in one stroke."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from enum import Enum
from functools import partial

from companion.core.conversation import Answer, Grade, Question, build_objection, is_correction
from companion.games.bologna.input.likely import SIDE, likely_field
from companion.games.bologna.rules.board import (
    BASILICA,
    BY_PLACE,
    FIELDS,
    FIRST,
    LONGEST_LINE,
    BoardBlock,
    BoardField,
    BoardReason,
    Direction,
    StoneLine,
    find_direction,
    list_block_corners,
    list_block_fields,
)
from companion.games.bologna.rules.cards import FIRE, PLAGUE
from companion.games.bologna.rules.table import BUILD, HEAL, PASS, BolognaTable
from companion.input.entry import Entry, Exit, SearchStage, Step, along, attempt, says
from companion.interfaces import Press

SIGNS = (PLAGUE, FIRE, PASS)
"""What a turn may do besides building, reached past the board's edge."""
CLOCKWISE = (Direction.RIGHT, Direction.DOWN, Direction.LEFT, Direction.UP)
PUSHES = {
    Press.RIGHT: Direction.RIGHT,
    Press.DOWN: Direction.DOWN,
    Press.LEFT: Direction.LEFT,
    Press.UP: Direction.UP,
}


class Stage(Enum):
    """How far the stroke has come."""

    FIELD = "field"
    ROW = "row"
    """With one axis the row comes first."""
    COLUMN = "column"
    END = "end"
    """The field is said; now how far the line reaches, or which block it is."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardPicker(Entry):
    """One stroke for action, field and reach: to the field, OK, a push, OK.

    Past the board's edge stand the SIGNS of what is no building. The Basilica heals. With one
    axis the row is chosen before the column, and the reaches follow one another, the longest
    lines first and then clockwise.
    """

    question: Question
    table: BolognaTable = field(hash=False, compare=False, repr=False)
    axes: int
    at: BoardField
    action: str = BUILD
    stage: Stage = Stage.FIELD
    sign: str | None = None
    """The sign pointed at, past the board's edge."""
    end: BoardField | None = None
    """Where the line ends, or the far corner of the block, once the field is said."""
    by_hand: bool = True
    """Whether the cursor may tell what is known of the player's hand."""

    # What is pointed at ----------------------------------------------------------------------

    @property
    def area(self) -> tuple[BoardField, ...]:
        """The fields that the cursor holds: a row, a field, a line, a block."""
        if self.sign is not None:
            return ()
        if self.stage is Stage.ROW:
            return tuple(at for at in FIELDS if at.row == self.at.row)
        if self.end is None:
            return (self.at,)
        return self.line.fields[: self._reach + 1] if self.action == BUILD else self.block

    @property
    def line(self) -> StoneLine:
        """The longest line in the direction that is pointed in."""
        return self.table.line(self.at, find_direction(self.at, self.end or self.at))

    @property
    def block(self) -> BoardBlock:
        """The two by two fields that are pointed at; none before the field is said."""
        return list_block_fields(self.at, self.end) if self.end is not None else ()

    @property
    def ends(self) -> tuple[BoardField, ...]:
        """Where a line or a block may end: the longest or heaviest first, then clockwise."""
        if self.action != BUILD:
            return tuple(sorted(list_block_corners(self.at), key=self._weight))
        lines = [self.table.line(self.at, direction).fields for direction in CLOCKWISE]
        found = [
            line[reach]
            for reach in range(LONGEST_LINE - 1, 0, -1)
            for line in lines
            if reach < len(line)
        ]
        return (*found, self.at)

    def _weight(self, corner: BoardField) -> int:
        """Less for a block with more stones."""
        stacks = self.table.board.stacks
        return -sum(stacks[at].height for at in list_block_fields(self.at, corner))

    @property
    def _reach(self) -> int:
        assert self.end is not None
        return abs(self.end.row - self.at.row) + abs(self.end.column - self.at.column)

    # Presses ---------------------------------------------------------------------------------

    def starting(self) -> BoardPicker:
        """The cursor on the field that likely is acted on."""
        return replace(self, at=self._likely(FIELDS))

    def _likely(self, among: Sequence[BoardField]) -> BoardField:
        """The signs lengthen the way round: in a row, or with one axis from row to row."""
        across, down = (SIDE + len(SIGNS), SIDE) if self.axes == 2 else (SIDE, SIDE + len(SIGNS))
        by_hand = self.by_hand
        return likely_field(self.table, self.action, among, across, down, by_hand=by_hand)

    def by_button(self, press: Press) -> Step:
        """Move, say the field, stretch the line, say it all."""
        if press is Press.BACK:
            return self._back()
        if press is Press.OK:
            return self._ok()
        if self.stage is Stage.END:
            return self._stretch(press)
        return self._moved(press)

    def _back(self) -> Step:
        first = Stage.FIELD if self.axes == 2 else Stage.ROW
        if self.stage is Stage.END:
            stage = Stage.FIELD if self.axes == 2 else Stage.COLUMN
            return replace(self, stage=stage, end=None)
        if self.stage is not first:
            return replace(self, stage=first)
        if self.action != BUILD:
            return replace(self, action=BUILD, sign=self.action)
        return Exit.BACK

    def _ok(self) -> Step:
        if self.sign == PASS:
            return attempt(self, self.question, Answer(PASS, "yes"))
        if self.sign is not None:
            return self._act(BUILD if self.sign == self.action else self.sign)
        if self.stage is Stage.ROW:
            at = self._likely([at for at in FIELDS if at.row == self.at.row])
            return replace(self, stage=Stage.COLUMN, at=at)
        if self.stage is Stage.END:
            assert self.end is not None
            answer = Answer(self.action, self.at)
            return attempt(self, self.question, answer, [Answer("to", self.end)])
        return self._take_hold()

    def _act(self, action: str) -> Step:
        """Turn to another action, the cursor on its likely field."""
        turned = replace(self, action=action, sign=None)
        return replace(turned, at=turned._likely(FIELDS))

    def _take_hold(self) -> Step:
        """The field is said, where nothing forbids it."""
        if self.at == BASILICA and self.action == BUILD:
            return attempt(self, self.question, Answer(HEAL, BASILICA))
        objection = self.question.judge(Answer(self.action, self.at))
        if objection is not None and objection.grade is Grade.RULE:
            return self._refuse(objection)
        end = self.at if self.axes == 2 and self.action == BUILD else self.ends[0]
        return replace(self, stage=Stage.END, end=end)

    def _moved(self, press: Press) -> BoardPicker:
        """The cursor moves over the board, and past its edge to the signs."""
        row, column = self.at.row - FIRST, self.at.column - FIRST
        if self.stage is Stage.COLUMN:
            return self._to(row, (column + along(press)) % SIDE)
        across = self.stage is Stage.ROW or press in (Press.LEFT, Press.RIGHT)
        if not across:
            return self if self.sign is not None else self._to((row + along(press)) % SIDE, column)
        place = row if self.stage is Stage.ROW else column
        if self.sign is not None:
            place = SIDE + SIGNS.index(self.sign)
        place = (place + along(press)) % (SIDE + len(SIGNS))
        if place >= SIDE:
            return replace(self, sign=SIGNS[place - SIDE])
        return self._to(place, column) if self.stage is Stage.ROW else self._to(row, place)

    def _to(self, row: int, column: int) -> BoardPicker:
        return replace(self, at=BY_PLACE[row + FIRST, column + FIRST], sign=None)

    def _stretch(self, press: Press) -> Step:
        assert self.end is not None
        if press not in PUSHES:
            ends = self.ends
            end = ends[(ends.index(self.end) + along(press)) % len(ends)]
            return replace(self, end=end)
        if self.action == BUILD:
            return self._push(PUSHES[press])
        rows, columns = PUSHES[press].value
        row = self.at.row + rows if rows else self.end.row
        column = self.at.column + columns if columns else self.end.column
        if (row, column) not in BY_PLACE:
            return self._refuse(build_objection(BoardReason.BOARD_EDGE, field=self.at))
        return replace(self, end=BY_PLACE[row, column])

    def _push(self, direction: Direction) -> Step:
        """A push throws the line as far as it can go; one the other way takes a stone back."""
        assert self.end is not None
        rows, columns = direction.value
        line, reach = self.table.line(self.at, direction), self._reach
        now = find_direction(self.at, self.end).value if reach else None
        if now == (-rows, -columns):
            return replace(self, end=self.line.fields[reach - 1])
        reach = reach + 1 if now == direction.value else len(line.fields) - 1
        if 0 < reach < len(line.fields):
            return replace(self, end=line.fields[reach])
        return self._refuse(line.stop) if line.stop is not None else self

    # The way to an answer --------------------------------------------------------------------

    def search_stages(self, wanted: Sequence[Answer]) -> Sequence[SearchStage]:
        """First the action's field, then the rest of the stroke."""
        action = next((answer for answer in wanted if not is_correction(answer)), None)
        if action is None or action.key in (HEAL, PASS):
            return (SearchStage(partial(says, wanted), _is_not_held),)
        held = partial(_holds, action)
        return (SearchStage(held, _is_not_held), SearchStage(partial(says, wanted), _holds_on))


def _holds(action: Answer, step: Step) -> bool:
    if not isinstance(step, BoardPicker) or step.stage is not Stage.END:
        return False
    return (step.action, step.at) == (action.key, action.value)


def _is_not_held(_before: Entry, after: Entry) -> bool:
    return not isinstance(after, BoardPicker) or (
        after.stage is not Stage.END and after.refused is None
    )


def _holds_on(_before: Entry, after: Entry) -> bool:
    return not isinstance(after, BoardPicker) or after.refused is None
