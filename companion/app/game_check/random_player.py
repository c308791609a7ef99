"""Chooses legal answers at random: the same ones for the same seed.

Every other seed plays on as long as it can: by chance alone, some games are over too soon.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from random import Random
from typing import Any

from companion.core.conversation import Answer, Grade, Question
from companion.core.session import Session

NAMES = ("Anna", "Zoë", "Jean Paul", "Bo{b}", "#4", "O'Neil", "Éloïse", "Maximilianus", "[b]")
"""Players' names as a table may enter them: what is special somewhere is none of a game's."""
TEXTS = ("1", "2", "3", "a", "A1", "Anna", "abc", "1 2")
"""Texts to try where any text answers."""
MOST_TRIES = 30
KEPT = 8
"""So many of the last answers of a game are told."""
EAGERNESS = 0.05
"""How often a player who plays on ends the game all the same, or lets it be scored."""
EndsOrScores = Callable[[Any, Sequence[Answer]], bool] | None


class RandomPlayer:
    """Answers for all players; ``texts`` are answers to the questions that have no options."""

    def __init__(
        self,
        seed: int,
        seats: range,
        texts: Mapping[str, Sequence[str]],
        ends_or_scores: EndsOrScores,
    ) -> None:
        self.seed = seed
        self.rng = Random(seed)
        self._texts = texts
        self._ends_or_scores = ends_or_scores if seed % 2 else None
        self._players = seats[seed % len(seats)]
        self._names = self.rng.sample(NAMES, len(NAMES))

    def choose(self, session: Session, question: Question) -> Answer | None:
        """An answer that the rules allow; None where none was found."""
        default = question.default
        if question.key == "player" and default is not None:
            seated = len(session.table.players)
            if seated >= self._players:
                return default
        elif default is not None and self.rng.random() < 0.3:
            return default
        found = next(self._find(question, session.table), None)
        return default if found is None else found

    def _find(self, question: Question, table: Any) -> Iterator[Answer]:
        if question.items:
            yield from self._find_lists(question)
        elif question.options:
            options = self.rng.sample(question.options, len(question.options))
            legal = [each for each in options if _is_legal(question, each)]
            ends = self._ends_or_scores
            if self.rng.random() > EAGERNESS and ends is not None:
                with suppress(Exception):  # what it raises is found when an entry is opened
                    legal.sort(key=lambda each: ends(table, [each]))
            yield from legal
        else:
            yield from (each for each in self._list_texts(question) if _is_legal(question, each))

    def _find_lists(self, question: Question) -> Iterator[Answer]:
        """Lists whose every beginning is legal."""
        for _ in range(MOST_TRIES):
            items: tuple[str, ...] = ()
            while len(items) < question.items:
                for option in self.rng.sample(question.options, len(question.options)):
                    objection = question.judge_option(option, items)
                    if objection is None or objection.grade is Grade.UNLIKELY:
                        items = (*items, option.word)
                        break
                else:
                    break
            if len(items) == question.items and _is_legal(question, Answer(question.key, items)):
                yield Answer(question.key, items)

    def _list_texts(self, question: Question) -> Iterator[Answer]:
        if question.key == "player":
            yield from (Answer(question.key, name) for name in self._names)
            return
        known = self._texts.get(question.key, ())
        for texts in (known, TEXTS):
            yield from (Answer(question.key, text) for text in self.rng.sample(texts, len(texts)))


def _is_legal(question: Question, answer: Answer) -> bool:
    objection = question.judge(answer)
    return objection is None or objection.grade is Grade.UNLIKELY


def tell_answers(seed: int, answers: Sequence[Answer]) -> str:
    """How to come to this place: the seed, and the last answers."""
    last = ", ".join(f"{each.key} {each.word}".strip() for each in answers[-KEPT:])
    more = "…, " if len(answers) > KEPT else ""
    return f"seed {seed}, after {len(answers)} answers: {more}{last}" if answers else f"seed {seed}"


def tell_question(question: Question | None) -> tuple[object, ...] | None:
    """What is asked, by which two questions are compared; None where the game is over."""
    if question is None:
        return None
    return question.key, question.seat, question.options, question.default, question.items
