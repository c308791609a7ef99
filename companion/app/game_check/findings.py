"""What is wrong with a game: findings, each told once, with its place in the game's files."""

from __future__ import annotations

import inspect
import re
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from operator import attrgetter
from pathlib import Path
from types import CodeType
from typing import Any, NamedTuple

from companion.core import guard
from companion.core.conversation import Answer, CommonReason, Objection, Refused, Value
from companion.core.game_output import forget_printed, list_printed
from companion.core.guard import GameFault, TooLong, word_error
from companion.core.languages import SOURCE
from companion.core.record import BadRecord
from companion.games import GameNotFoundError
from companion.games.plugin import GamePlugin
from companion.text import Words
from companion.text.question_text import why_refused

NO_SENTENCE = "there is no sentence of this key"
VARYING = re.compile(r"\d+|'[^']*'")
"""Numbers and names, which may differ where one mistake is found again."""
CHANCE = ("rules", "chance")
"""The mistake of tables that differ after the same answers, however that was noticed."""
MOST_OF_A_PART = 20
"""So many findings of one part are told; the others are counted."""


class SentenceError(Exception):
    """A sentence that can't be filled in: its key, the language, and what is wrong."""

    def __init__(self, key: str, language: str, problem: str) -> None:
        super().__init__(key, language, problem)
        self.key = key
        self.language = language
        self.problem = problem


class CheckFinding(NamedTuple):
    """Something that is wrong: in which part of the plugin, and where it was seen first."""

    part: str
    problem: str
    place: str = ""
    """FILE:LINE, as far as it is known."""
    seen: str = ""
    """The seed and the answers before it."""

    @property
    def line(self) -> str:
        start = ": ".join(filter(None, [self.place, self.part, self.problem]))
        return f"{start} ({self.seen})" if self.seen else start


@dataclass
class Findings:
    """The findings so far; ``folder`` has the files of the game."""

    folder: Path | None = None
    plugin: GamePlugin | None = None
    words: Words | None = None
    """English, with the words of the game."""
    has_words: bool = False
    """Whether the game has any of its own."""
    seen: str = ""
    """What is being played: it is noted with each finding."""
    traces: list[str] = field(default_factory=list)
    """Python's report of each error."""
    faults: list[GameFault] = field(default_factory=list)
    """The parts that have failed as they would at a table, each once."""
    is_stuck: bool = False
    """Whether a part of the game took too long: then it is not tried any more."""
    _found: dict[tuple[str, ...], CheckFinding] = field(default_factory=dict)
    _left_out: dict[str, int] = field(default_factory=dict)

    def add(self, part: str, problem: str, place: str = "", mistake: tuple[str, ...] = ()) -> bool:
        """Note a finding, unless it differs from one before in what varies; whether it is new.

        ``mistake`` is what several findings have in common, of which the first is told.
        """
        key = mistake or (part, VARYING.sub("0", problem))
        if key in self._found:
            return False
        if sum(each.part == part for each in self._found.values()) == MOST_OF_A_PART:
            self._left_out[part] = self._left_out.get(part, 0) + 1
            return False
        self._found[key] = CheckFinding(part, problem, place, self.seen)
        return True

    def add_error(self, part: str, error: BaseException) -> None:
        """Note what the game's code has raised, with the line of the game that it comes from."""
        if isinstance(error, SentenceError):
            self.add_sentence(error.key, error.language, error.problem)
            return
        if isinstance(error, GameFault) and error.error is not None:
            self.add_error(error.part, error.error)
            return
        if isinstance(error, GameFault):
            part, told = error.part, error.problem.removeprefix(f"{error.part}: ")
            self.add(part, told, self.place_of_facet(part))
            return
        if isinstance(error, Refused):
            self.add_chance(
                f"the answers given again are refused: {error.answer.key} {error.answer.word}"
            )
            return
        self.is_stuck |= isinstance(error, TooLong)
        told = word_error(error)
        place = self._place_of(error)
        mistake = (place, type(error).__name__) if place else ()
        if self.add(part, told, place or self.place_of_facet(part), mistake):
            self.traces.append("".join(traceback.format_exception(error)))

    def add_bad_record(self, bad: BadRecord, file: Path) -> None:
        """Note where a record is refused; a fault of the game where it is the game's."""
        place = f"{file}:{bad.line}"
        if isinstance(bad.__context__, GameFault):
            self.seen = place
            self.add_error("record", bad.__context__)
            self.seen = ""
        else:
            self.add_refusal("record", bad.key, bad.word, bad.objection, place)

    def add_refusal(
        self, part: str, key: str, value: Value, objection: Objection, place: str = ""
    ) -> None:
        """Note that an answer is refused which must not be; a fault is noted by itself."""
        if objection.reason is not CommonReason.GAME_FAULT and self.words is not None:
            self.add(part, why_refused(self.words, Refused(Answer(key, value), objection)), place)

    def add_chance(self, problem: str) -> None:
        """Note that the same answers have led elsewhere."""
        asks = "does something random, or kept elsewhere than in the table, decide?"
        self.add("rules", f"{problem}: {asks}", mistake=CHANCE)

    def add_load_error(self, error: GameNotFoundError) -> None:
        """Note why the plugin can't be loaded."""
        cause = error.__cause__
        if isinstance(cause, SyntaxError) and cause.filename:
            place = _tell_place(Path(cause.filename), cause.lineno)
            self.add("plugin", f"SyntaxError: {cause.msg}", place)
        elif cause is not None:
            self.add_error("plugin", cause)
        else:
            for problem in error.problem.split("; "):
                facet, _, what = problem.partition(": ")
                self.add(
                    *((facet, what) if what else ("plugin", facet)), self.place_of_facet(facet)
                )

    def add_sentence(self, key: str, language: str, problem: str) -> None:
        """Note what is wrong with a sentence."""
        self.add("words", f"{key}: {problem}", self.place_of_sentence(key, language))

    def require_word(self, key: str, *others: str) -> None:
        """Find that there is none of these words in a game that has words."""
        if (
            self.has_words
            and self.words is not None
            and not any(map(self.words.has, (key, *others)))
        ):
            self.add_sentence(key, SOURCE, NO_SENTENCE)

    @contextmanager
    def noting(self, part: str) -> Iterator[None]:
        """Note what is raised within and what the guard has stopped, and go on behind it."""
        try:
            yield
        except (Exception, TooLong) as error:  # noqa: BLE001  code of others may raise anything
            self.add_error(part, error)
            if isinstance(error, GameFault):
                guard.report(error)
        for fault in guard.list_faults():
            self.add_error(fault.part, fault)
            if fault.part not in [each.part for each in self.faults]:
                self.faults.append(fault)
        guard.forget_faults()
        for text, _, its, file, line in list_printed():
            place = _tell_place(Path(file), line) if file else ""
            self.add(its, f"prints {text!r}, which only the log shows", place, ("prints", place))
        forget_printed()

    def list_all(self) -> list[CheckFinding]:
        """All findings, and for each part how many more there are."""
        more = (CheckFinding(part, f"and {count} more") for part, count in self._left_out.items())
        return [*self._found.values(), *more]

    # Places ------------------------------------------------------------------------------

    def place_of_code(self, code: Callable[..., Any] | type) -> str:
        """Where a function or a class of the game begins."""
        code = inspect.unwrap(code)
        try:
            file, (_, line) = inspect.getsourcefile(code), inspect.getsourcelines(code)
        except (OSError, TypeError):
            return ""
        return _tell_place(Path(file or ""), line) if file and self._is_own(Path(file)) else ""

    def place_of_line(self, code: CodeType, line: int) -> str:
        """A line of the game's code."""
        return _tell_place(Path(code.co_filename), line)

    def is_own(self, code: CodeType) -> bool:
        """Whether code stands in a file of the game."""
        return self._is_own(Path(code.co_filename))

    def place_of_sentence(self, key: str, language: str = "en") -> str:
        """Where a sentence stands in the game's files, or its translation."""
        pattern, text = (
            ("*.py", f'"{key}":') if language == "en" else (f"{language}.po", f'"{key}"')
        )
        for file in sorted(self.folder.rglob(pattern)) if self.folder else ():
            for number, line in enumerate(file.read_text("utf-8").splitlines(), 1):
                if text in line:
                    return _tell_place(file, number)
        return ""

    def place_of_facet(self, facet: str) -> str:
        """Where a facet's function or class begins, once they are known; else its name's place."""
        with suppress(AttributeError):  # not loaded, or one of several
            of_rules = facet.startswith("rules")
            value = attrgetter("rules" if of_rules else facet)(self.plugin)
            if callable(value) and (place := self.place_of_code(value)):
                return place
        name = f"{facet.partition('[')[0].rpartition('.')[2]}="
        for file in sorted(self.folder.rglob("*.py")) if self.folder else ():
            text = file.read_text("utf-8")
            for number, line in enumerate(text.splitlines() if "GamePlugin" in text else (), 1):
                if line.strip().startswith(name) or f"({name}" in line or f" {name}" in line:
                    return _tell_place(file, number)
        return ""

    def _place_of(self, error: BaseException) -> str:
        frames = reversed(traceback.extract_tb(error.__traceback__))
        own = (each for each in frames if self._is_own(Path(each.filename)))
        frame = next(own, None)
        return "" if frame is None else _tell_place(Path(frame.filename), frame.lineno)

    def _is_own(self, file: Path) -> bool:
        return self.folder is not None and file.is_relative_to(self.folder)


def _tell_place(file: Path, line: int | None) -> str:
    """FILE:LINE, from the working folder where the file is below it."""
    here = Path.cwd()
    shown = file.relative_to(here) if file.is_relative_to(here) else file
    return f"{shown}:{line}"
