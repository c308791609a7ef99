"""The map of Bologna's kinds of fields: taken from where it is known, or entered on the board."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import Enum
from functools import partial

from companion.core.conversation import Answer, Question, build_objection
from companion.games.bologna.input.cards import PUSHED, Pad, moved, pad_of
from companion.games.bologna.rules.board import BASILICA, BY_PLACE, FIELDS, FIRST, BoardField
from companion.games.bologna.rules.collection import LETTERS, SIDE, MapReason
from companion.input.entry import Entry, Exit, SearchStage, Step, along, attempt, says
from companion.interfaces import Press

PRINTED, AGAIN, WITHOUT, ENTER = "printed", "again", "without", "enter"
NONE = "."
_SHOWN = tuple(letter for letter in LETTERS if letter != NONE)
BRUSHES = (*_SHOWN[: len(_SHOWN) // 2], NONE, *_SHOWN[len(_SHOWN) // 2 :])
"""The letters of the kinds in the order in which they follow one another, no kind in the middle."""
KINDS_PAD: Pad = pad_of(BRUSHES)
BLANK = NONE * len(FIELDS)


@dataclass(frozen=True, slots=True, kw_only=True)
class MapChoice(Entry):
    """Where the map comes from: a file, an earlier game, this device's buttons, or nowhere."""

    question: Question
    choices: tuple[tuple[str, str], ...]
    """What is offered, and the map that it gives; empty where it gives none."""
    axes: int = 2
    at: int = 0
    draft: str = ""
    """The letters entered before BACK led here."""

    @property
    def map(self) -> str:
        """The map of the choice pointed at, as the record writes it."""
        return self.choices[self.at][1]

    @property
    def start(self) -> str:
        """The letters that entering begins with: those entered before, else a map that is known."""
        known = (text.replace("/", "") for _, text in self.choices if text)
        return self.draft or next(known, BLANK)

    def by_button(self, press: Press) -> Step:
        """Move along the choices, take the one pointed at."""
        if press is Press.BACK:
            return Exit.BACK
        if press is not Press.OK:
            return replace(self, at=(self.at + along(press)) % len(self.choices))
        if self.choices[self.at][0] == ENTER:
            return MapPainter(
                question=self.question,
                above=self,
                letters=self.start,
                stage=_first_stage(self.axes),
            )
        return attempt(self, self.question, Answer(self.question.key, self.map))

    def search_stages(self, wanted: Sequence[Answer]) -> Sequence[SearchStage]:
        """A map that is not offered is entered field by field."""
        text = wanted[0].word
        ends = SearchStage(partial(says, wanted), _paints_nothing)
        if not text or text in (known for _, known in self.choices):
            return (ends,)
        letters = text.replace("/", "")
        steps = [SearchStage(partial(_reads, letters[:end]), _paints_nothing) for end in _stops()]
        return (*steps, ends)


class Stage(Enum):
    """What the buttons move over."""

    FIELD = "field"
    ROW = "row"
    """With one axis the row comes first."""
    COLUMN = "column"
    KIND = "kind"
    """The field is said; now what it shows."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MapPainter(Entry):
    """The map on the board: to a field, OK, to its kind, OK, and so on with the field behind it.

    BACK from the kinds, and any other field can be gone to. Past the board's edge, and behind its
    last field, lies that all is done.
    """

    question: Question
    above: MapChoice
    letters: str
    """The letters of all fields, row by row."""
    at: BoardField = FIELDS[0]
    stage: Stage = Stage.FIELD
    letter: str = NONE
    """The letter of the kind pointed at, in its stage."""
    done: bool = False
    """Whether it is pointed at that all is done."""

    @property
    def shown(self) -> str:
        """The letters as they would be with the kind pointed at."""
        if self.stage is not Stage.KIND:
            return self.letters
        place = FIELDS.index(self.at)
        return self.letters[:place] + self.letter + self.letters[place + 1 :]

    @property
    def area(self) -> tuple[BoardField, ...]:
        """The fields that the cursor holds."""
        if self.done:
            return ()
        if self.stage is Stage.ROW:
            return tuple(at for at in FIELDS if at.row == self.at.row)
        return (self.at,)

    def by_button(self, press: Press) -> Step:
        """Go to a field, choose its kind, say it all."""
        if press is Press.BACK:
            return self._back()
        if press is Press.OK:
            return self._ok()
        if self.stage is Stage.KIND:
            return replace(self, letter=self._turned(press))
        return self._moved(press)

    def _back(self) -> Step:
        first = _first_stage(self.above.axes)
        if self.stage is first:
            return replace(self.above, draft=self.letters)
        is_kind = self.stage is Stage.KIND and first is Stage.ROW
        return replace(self, stage=Stage.COLUMN if is_kind else first)

    def _ok(self) -> Step:
        if self.done:
            return attempt(self, self.question, Answer(self.question.key, written(self.letters)))
        if self.stage is Stage.ROW:
            return replace(self, stage=Stage.COLUMN, at=BY_PLACE[self.at.row, FIRST])
        if self.stage is not Stage.KIND:
            return self._on_kinds(self.at)
        behind = [at for at in FIELDS[FIELDS.index(self.at) + 1 :] if at != BASILICA]
        painted = replace(self, letters=self.shown)
        if behind:
            return painted._on_kinds(behind[0])
        return replace(painted, stage=_first_stage(self.above.axes), done=True)

    def _on_kinds(self, at: BoardField) -> MapPainter:
        """The kinds, that of the field pointed at."""
        if at == BASILICA:
            return self._refuse(build_objection(MapReason.MAP_BASILICA, field=at))
        letter = self.letters[FIELDS.index(at)]
        return replace(self, at=at, stage=Stage.KIND, letter=letter)

    def _turned(self, press: Press) -> str:
        if press in PUSHED:
            return moved(KINDS_PAD, self.letter, press)
        return BRUSHES[(BRUSHES.index(self.letter) + along(press)) % len(BRUSHES)]

    def _moved(self, press: Press) -> MapPainter:
        """Over the board, and past its edge to where all is done."""
        row, column = self.at.row - FIRST, self.at.column - FIRST
        if self.stage is Stage.COLUMN:
            return self._to(row, (column + along(press)) % SIDE)
        if self.stage is Stage.FIELD and press in (Press.UP, Press.DOWN):
            return self if self.done else self._to((row + along(press)) % SIDE, column)
        place = row if self.stage is Stage.ROW else column
        place = ((SIDE if self.done else place) + along(press)) % (SIDE + 1)
        if place == SIDE:
            return replace(self, done=True)
        return self._to(place, column) if self.stage is Stage.ROW else self._to(row, place)

    def _to(self, row: int, column: int) -> MapPainter:
        return replace(self, at=BY_PLACE[row + FIRST, column + FIRST], done=False)


def _first_stage(axes: int) -> Stage:
    return Stage.FIELD if axes == 2 else Stage.ROW


def written(letters: str) -> str:
    """The letters of a whole map in rows, as the record writes them."""
    return "/".join(letters[at : at + SIDE] for at in range(0, len(letters), SIDE))


def painted(choice: MapChoice, text: str) -> MapPainter:
    """The painter with the whole map; that all is done is pointed at."""
    letters, stage = text.replace("/", ""), _first_stage(choice.axes)
    return MapPainter(
        question=choice.question, above=choice, letters=letters, stage=stage, done=True
    )


def _stops() -> list[int]:
    """How many letters there are behind each field that has a kind."""
    return [place + 1 for place, at in enumerate(FIELDS) if at != BASILICA]


def _reads(letters: str, step: Step) -> bool:
    return isinstance(step, MapPainter) and step.letters.startswith(letters)


def _paints_nothing(before: Entry, after: Entry) -> bool:
    """Leave out kinds that are not wanted, or a search would try all maps there are."""
    if isinstance(before, MapPainter) and isinstance(after, MapPainter):
        return after.letters == before.letters
    return isinstance(after, MapPainter | MapChoice) and not isinstance(before, MapPainter)
