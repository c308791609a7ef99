"""Points at what lies on the table: one of a few cards, a place on a grid, cards laid one by one.

Data says what there is to choose and how it lies, so a game needs no entry of its own.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from companion.core.conversation import Answer, Grade, Objection, ObjectTo, Question
from companion.core.guard import WrongResultError
from companion.core.interfaces import Press
from companion.core.snapshot import Places
from companion.ui.input.context import InputContext, previous_list
from companion.ui.input.entry import (
    Answered,
    Entry,
    Step,
    StrokeEntry,
    along,
    move_in_ring,
    place_of,
)
from companion.ui.input.grid import ONE_AXIS, STICK, Pad, move_by_stride, move_on_pad
from companion.ui.input.menu import ListMenu


@dataclass(frozen=True, slots=True, kw_only=True)
class ChoicePicker(StrokeEntry):
    """One of a few answers: they lie in a ring, or for a stick on a pad."""

    choices: tuple[Answer, ...]
    at: int = 0
    stride: int = 1
    """How many choices UP and DOWN go at once."""
    pad: Pad = ()
    """Where the choices' words lie for a stick; without one they follow one another."""
    skips: bool = False
    """Whether with one axis the cursor goes past what is forbidden."""
    board: Places | None = field(default=None, hash=False, compare=False, repr=False)
    """Who stands on the pad, for the picture."""
    object_to: ObjectTo | None = field(default=None, hash=False, compare=False, repr=False)
    """Judges the choices where they do not answer ``question`` itself but follow its answer."""
    follow: Callable[[ChoicePicker], Step | None] | None = field(
        default=None, hash=False, compare=False, repr=False
    )
    """(picker) → what OK leads to, where that is not yet the answer."""

    @property
    def items(self) -> tuple[Answer, ...]:
        """The choices, as any list of answers has them."""
        return self.choices

    @property
    def choice(self) -> Answer:
        return self.choices[self.at]

    def find_objection(self, choice: Answer) -> Objection | None:
        """What forbids a choice."""
        objection = (self.object_to or self.question.judge)(choice)
        return objection if objection is not None and objection.grade is Grade.RULE else None

    def move(self, press: Press) -> Step:
        if self.pad and press in STICK:
            words = [each.word for each in self.choices]
            pad = tuple(tuple(each if each in words else None for each in row) for row in self.pad)
            return replace(self, at=words.index(move_on_pad(pad, self.choice.word, press)))
        if self.skips and press in ONE_AXIS:
            places = len(self.choices)
            ahead = [(self.at + along(press) * step) % places for step in range(1, places + 1)]
            free = (at for at in ahead if self.find_objection(self.choices[at]) is None)
            return replace(self, at=next(free, self.at))
        return replace(self, at=move_by_stride(self.at, press, len(self.choices), self.stride))

    def confirm(self) -> Step:
        objection = self.object_to(self.choice) if self.object_to is not None else None
        if objection is not None:
            return self.refuse(objection)
        step = self.follow(self) if self.follow is not None else None
        return self.finish(self.choice) if step is None else step

    def lead_to(self, part: StrokeEntry) -> StrokeEntry:
        """The next part of the stroke, after this choice."""
        return replace(part, given=(*self.given, self.choice), below=self)


@dataclass(frozen=True, slots=True, kw_only=True)
class ListPicker(ListMenu):
    """A list, item by item, each laid in its place: the first open cards, a row of towers.

    The last item is added without asking where only one is left.
    """

    title: str = ""
    items: tuple[Answer, ...] = ()

    def add(self, word: str) -> Step:
        step = ListMenu.add(self, word)
        alone = isinstance(step, ListPicker) and len(step.items) == 1
        return step.add(step.item.word) if isinstance(step, ListPicker) and alone else step


PRINTED, AGAIN, WITHOUT, ENTER = "printed", "again", "without", "enter"
"""Where what is printed may come from: a file, the last game, nowhere, or this device's buttons."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardSource(Entry):
    """Where what is printed on a board comes from: a known board, none, or an editor.

    BACK in the editor leads here.
    """

    question: Question
    choices: tuple[tuple[str, tuple[Answer, ...]], ...]
    """The words of the choices, worded by `KEY.WORD`, and what each answers; nothing for ENTER."""
    editor: StrokeEntry
    """Where ENTER leads."""
    at: int = 0

    @property
    def suggestions(self) -> Mapping[str, str]:
        """What the choices answer first; one that answers no more is called as it is here."""
        known = {
            answers[0].word: f"{self.question.key}.{word}" if len(answers) == 1 else ""
            for word, answers in self.choices
            if answers and answers[0].word
        }
        return {**known, **self.editor.suggestions}

    def move(self, press: Press) -> Step:
        return replace(self, at=move_in_ring(self.at, press, len(self.choices)))

    def confirm(self) -> Step:
        _, answers = self.choices[self.at]
        return Answered(answers) if answers else replace(self.editor, below=self)


def pick_one(
    question: Question, _table: Any, _context: InputContext, previous: Sequence[Answer]
) -> ChoicePicker:
    """Ask for one of the options, which lie in a row: cards, buildings, whatever has a name."""
    options = _require_options(question)
    return ChoicePicker(question=question, choices=options, at=place_of(options, previous))


def pick_list(
    question: Question, _table: Any, context: InputContext, previous: Sequence[Answer]
) -> ListPicker:
    """Ask for a list, whose items are laid one by one; the cursor follows the list before."""
    _require_options(question, listed=True)
    picker = ListPicker(question=question, last_time=context.last_list(question.key))
    return picker.begin_again(previous_list(previous))


def pick_place(
    question: Question, previous: Sequence[Answer], places: Places, pad: Pad = ()
) -> ChoicePicker:
    """Ask for one of the places of a grid, or for an area of the ``pad``.

    The cursor starts on the previous answer, else on the first place that is not forbidden.
    Raises WrongResultError where an option lies on no place of it.
    """
    words, columns = [place.key for place in places.places], places.columns
    if not pad and columns < 1:
        raise WrongResultError(f"{places.key}: places without columns are no grid")
    rows = pad or tuple(tuple(words[at : at + columns]) for at in range(0, len(words), columns))
    width = max(map(len, rows), default=0)
    full = tuple((*row, *[None] * (width - len(row))) for row in rows)
    options = _require_options(question)
    for each in options:
        if not any(each.word in row for row in rows):
            raise WrongResultError(f"{question.key}: {each.word!r} is no place of the grid")
    picker = ChoicePicker(question=question, choices=options, pad=full, skips=True, board=places)
    free = [each for each in picker.choices if picker.find_objection(each) is None]
    before = previous if previous and previous[0] in free else free
    return replace(picker, at=place_of(picker.choices, before))


def _require_options(question: Question, *, listed: bool = False) -> tuple[Answer, ...]:
    """The options of a question that one of them answers, or a list of them."""
    if not question.options:
        raise WrongResultError(f"{question.key}: there are no options to point at")
    if bool(question.items) is not listed:
        answered = "a list" if question.items else "one option"
        raise WrongResultError(f"{question.key}: {answered} answers it")
    return question.options
