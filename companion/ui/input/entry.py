"""What an entry is and what a press makes of it.

An entry is a value: a press gives the next entry, answers, a command to the host, or an exit. So
every path through the buttons can be searched, compared and replayed.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from enum import Enum
from typing import Any, ClassVar, NamedTuple, Self

from companion.core.conversation import Answer, Grade, Objection, Question, Reason, build_objection
from companion.core.interfaces import DIRECT_KEYS, Effect, Press, Tune
from companion.core.keypad import DIGITS


class PanelKeyReason(Reason):
    """Why a key of the tower panel is refused that means nothing here."""

    KEY_NOT_NOW = "key-not-now"
    OK_OR_BACK = "ok-or-back"


class Exit(Enum):
    """How an entry ends without an answer."""

    BACK = "back"
    """BACK at its beginning: to what was before."""
    DONE = "done"
    """Everything has been shown: to what comes next."""


class Command:
    """What an entry asks of the host, which does it by its type."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class Answered:
    """One answer or more, to be committed together."""

    answers: tuple[Answer, ...]


class PanelAnswers(NamedTuple):
    """The answers of the tower panel's keys to a question."""

    question: Question
    answers: Mapping[Press, Answer]

    def find_objection(self, press: Press) -> Objection | None:
        """Why a key can't be used here: it has no answer, or the rules forbid it."""
        if press not in self.answers:
            return build_objection(PanelKeyReason.KEY_NOT_NOW)
        objection = self.question.judge(self.answers[press])
        return objection if objection is not None and objection.grade is Grade.RULE else None


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """Turns presses into an answer; ``refused`` is the reason why the last press was refused."""

    refused: Objection | None = field(default=None, hash=False)
    keys: PanelAnswers | None = field(default=None, hash=False)
    """The answers that the tower panel's keys give; None if they give none."""
    has_feet: ClassVar[bool] = False
    """Whether the foot of its picture says what OK and BACK do, for who has played little."""
    is_story: ClassVar[bool] = False
    """Whether it tells how a finished game went: phones show its pages and turn them too."""

    def press(self, press: Press) -> Step:
        """The step that a press leads to; clears the refusal of the press before."""
        entry = replace(self, refused=None) if self.refused is not None else self
        return entry.by_key(press) if press in DIRECT_KEYS else entry.by_button(press)

    def by_button(self, press: Press) -> Step:
        """The step that a button leads to: OK confirms, BACK goes back, the others point."""
        if press is Press.OK:
            return self.confirm()
        if press is Press.BACK:
            return self.go_back()
        return self.move(press)

    def confirm(self) -> Step:
        """The step that OK leads to."""
        raise NotImplementedError

    def go_back(self) -> Step:
        """The step that BACK leads to; an entry that has nothing to take back is left."""
        return Exit.BACK

    def move(self, press: Press) -> Step:  # noqa: ARG002  for entries with something to point at
        """The step that a direction leads to."""
        return self

    def by_key(self, press: Press) -> Step:
        """The step that a key of the tower panel leads to: at once its answer."""
        if self.keys is None or press not in self.keys.answers:
            return self.refuse(build_objection(PanelKeyReason.KEY_NOT_NOW))
        return attempt(self, self.keys.question, self.keys.answers[press])

    @property
    def tune(self) -> Tune:
        """The tune that is played when it is shown."""
        return Tune.CLICK

    @property
    def seat_effects(self) -> Mapping[int, Effect] | None:
        """How the lamps of seats shine while it is shown; None for that of the player to move."""
        return None

    @property
    def suggestions(self) -> Mapping[str, str]:
        """Answers to offer to a question that any text answers, wherever the cursor is.

        Each with the key of its words, "" where it is told as any answer is.
        """
        return {}

    def take_answer(self, question: Question, answer: Answer) -> Step:
        """The step of an answer that is named instead of pointed at."""
        return attempt(self, question, answer)

    @property
    def digits_answer(self) -> bool:
        """Whether a number pad's digits name answers here; elsewhere some of them are arrows."""
        return self.keys is not None and not DIGITS.isdisjoint(self.keys.answers)

    @property
    def takes_letters(self) -> bool:
        """Whether letters typed on a keyboard mean themselves here."""
        return False

    @property
    def keyboard_help(self) -> str:
        """The key of what a keyboard's keys mean here."""
        return "cli.keys"

    def type_letter(self, letter: str) -> Entry:  # noqa: ARG002  for entries that spell
        """The entry after a letter has been typed."""
        return self

    @property
    def renewed_every(self) -> float | None:
        """Seconds after which it changes while nobody presses; None if it never does."""
        return None

    @property
    def of_any_game(self) -> bool:
        """Whether it tells of games of any name, not of the one being played."""
        return False

    def hide(self) -> Entry:
        """The entry without what it shows only while OK is held."""
        return self

    def reworded(self, names: Mapping[str, str]) -> Entry:  # noqa: ARG002  for entries that hold names
        """The entry in another language: unnamed players' names are the only words it may hold."""
        return self

    def begun_in(self, anew: Entry) -> Entry:
        """The same question asked anew, with what was begun here: a cursor, numbers, letters.

        That is every field with plain values; what belongs to the rules comes from the new entry.
        """
        asked, again = (getattr(each, "question", None) for each in (self, anew))
        is_same = type(anew) is type(self) and (asked is None) == (again is None)
        if not is_same or (asked is not None and again is not None and asked.key != again.key):
            return anew
        values = {each.name: getattr(self, each.name) for each in fields(self)}
        return replace(anew, **{name: each for name, each in values.items() if _is_plain(each)})

    def continues(self, before: Entry) -> bool:  # noqa: ARG002  for entries that OK adds to
        """Whether OK in ``before`` has asked nothing new: the same OK may follow at once."""
        return False

    def measure_way(self, wanted: Sequence[Answer]) -> int | None:  # noqa: ARG002  for entries with many states
        """How far it lies on the way to the first of the ``wanted`` answers; None off the way.

        A search for presses goes on from the first entry that lies farther.
        """
        return 0

    def refuse(self, objection: Objection) -> Self:
        """Show why a press or an answer does not count."""
        return replace(self, refused=objection)


@dataclass(frozen=True, slots=True, kw_only=True)
class Layer(Entry):
    """An entry that lies over another one, and is taken away again."""

    below: Entry | None = None

    @property
    def of_the_box(self) -> bool:
        """Whether it is the box's menu, or lies over it."""
        return True

    def reworded(self, names: Mapping[str, str]) -> Entry:
        return self if self.below is None else replace(self, below=self.below.reworded(names))

    def begun_in(self, anew: Entry) -> Entry:
        return Entry.begun_in(self, anew) if self.below is None else self.below.begun_in(anew)


class MenuPage(Entry):
    """A page of the game that the box's menu has opened over its question."""

    __slots__ = ()

    def unchanged_below(self) -> Entry | None:
        """The entry below the page; None if it may be another one by now."""
        return None


class TableCheckEntry(MenuPage):
    """A page of a table check, or an editor of one of its rows; its answers are corrections."""

    __slots__ = ()

    def renew(self, table: Any) -> TableCheckEntry:
        """The page that this entry belongs to, of the table as it stands now."""
        raise NotImplementedError(table)


Step = Entry | Answered | Command | Exit
"""The result of a press."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Doubt(Entry):
    """Asks to confirm an unlikely answer: OK confirms it, BACK returns to correct it."""

    answers: tuple[Answer, ...]
    objection: Objection = field(hash=False)
    below: Entry

    def by_button(self, press: Press) -> Step:
        if press is Press.OK:
            return Answered(self.answers)
        return self.below if press is Press.BACK else self

    def begun_in(self, anew: Entry) -> Entry:
        return self.below.begun_in(anew)

    def measure_way(self, wanted: Sequence[Answer]) -> int | None:
        return self.below.measure_way(wanted)

    def by_key(self, press: Press) -> Step:  # noqa: ARG002  the entry's shape
        return self.refuse(build_objection(PanelKeyReason.OK_OR_BACK))


def _is_plain(value: object) -> bool:
    """Whether a value is a number, a word, or several."""
    if isinstance(value, tuple):
        return all(map(_is_plain, value))
    return isinstance(value, int | str)


def name_picture(entry: Entry) -> str:
    """The part of a plugin that draws an entry; each question's fails alone."""
    question, part = getattr(entry, "question", None), f"screens.entries[{type(entry).__name__}]"
    return part if question is None else f"{part} at {question.key}"


def attempt(entry: Entry, question: Question, answer: Answer, also: Sequence[Answer] = ()) -> Step:
    """Give ``answer``, and ``also`` after it, if there is no objection.

    A forbidden answer is refused with its reason; an unlikely one must be confirmed. If counted
    cards speak against it, the confirmed answer comes with the correction that overrules them.
    """
    objection = question.judge(answer)
    if objection is None:
        return Answered((answer, *also))
    if objection.grade is Grade.RULE:
        return entry.refuse(objection)
    overruling = (question.overruling,) if objection.grade is Grade.COUNT else ()
    return Doubt(answers=(*overruling, answer, *also), objection=objection, below=entry)


@dataclass(frozen=True, slots=True, kw_only=True)
class StrokeEntry(Entry):
    """One part of a stroke of answers; BACK returns to the part before."""

    question: Question
    given: tuple[Answer, ...] = ()
    """The answers of the parts before."""
    below: Entry | None = None
    """The entry of the part before; None for the first."""

    def go_back(self) -> Step:
        return self.below or Exit.BACK

    def begun_in(self, anew: Entry) -> Entry:
        """As far as the parts before lead here once more."""
        if self.below is None:
            return Entry.begun_in(self, anew)
        before = self.below.begun_in(anew)
        step = before.press(Press.OK) if type(before) is type(self.below) else anew
        return Entry.begun_in(self, step) if isinstance(step, Entry) else before

    def finish(self, answer: Answer) -> Step:
        """Give all answers of the stroke; a doubt is about its first."""
        first, *rest = (*self.given, answer)
        return attempt(self, self.question, first, rest)


BEFORE = (Press.LEFT, Press.UP, Press.PREVIOUS)
BEHIND = (Press.RIGHT, Press.DOWN, Press.NEXT)


def along(press: Press) -> int:
    """The direction of a press in a single line of choices: -1, +1, or 0 for none."""
    return (press in BEHIND) - (press in BEFORE)


def sideways(press: Press) -> int:
    """-1 for LEFT or PREVIOUS, +1 for RIGHT or NEXT, else 0."""
    return (press in (Press.RIGHT, Press.NEXT)) - (press in (Press.LEFT, Press.PREVIOUS))


def upward(press: Press) -> int:
    """+1 for UP, -1 for DOWN, else 0."""
    return (press is Press.UP) - (press is Press.DOWN)


def move_in_ring(at: int, press: Press, places: int) -> int:
    """The place that a press leads to, in a single line of ``places`` that goes round."""
    return (at + along(press)) % places


def place_of(choices: Sequence[Answer], previous: Sequence[Answer], likely: int = 0) -> int:
    """The cursor's place: on the previous answer, or else on the likely choice."""
    before = previous[0] if previous else None
    return choices.index(before) if before in choices else likely
