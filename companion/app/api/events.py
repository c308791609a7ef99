"""What has happened in a game, as events for other programs: a function of its answers.

What a page tells is an event only once the page has been shown; nothing else waits.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from companion.core.events import count_same
from companion.games import load_plugin
from companion.store.history.play import TurnLog, UntimedAnswer
from companion.text.event_text import as_sentence, describe_event, describe_reasons
from companion.ui.input.guide import find_pages

if TYPE_CHECKING:
    from companion.core.conversation import Answer
    from companion.core.events import GameEvent
    from companion.text import Words

MOST_LETTERS = 300
"""So long may the text of an event be."""

Described = dict[str, Any]
"""An event, ready for JSON."""


@dataclass(frozen=True, slots=True)
class LoggedEvent:
    """An event, and from where on it is known."""

    page: int
    """The page of the guide, NO_PAGE for at once."""
    event: GameEvent
    names: Sequence[str]
    """The players' names at the time."""
    described: dict[str, Described] = field(default_factory=dict, compare=False)
    """By language: what is known is not worded anew."""

    def describe(self, words: Words) -> Described:
        """The event in these words, those of its game."""
        if words.language not in self.described:
            self.described[words.language] = describe_logged(words, self.event, self.names)
        return self.described[words.language]


class EventLog:
    """The events of the game of that name; it follows the game's answers."""

    def __init__(self, name: str) -> None:
        self._name = name
        self._answers: list[Answer] = []
        self._log = TurnLog(name)
        self._events: list[LoggedEvent] = []

    def follow(self, answers: Sequence[Answer]) -> None:
        """Take over the game's answers; what has come before the first other one stays."""
        same = count_same(self._answers, answers)
        try:
            if same < len(self._answers):
                self._go_back(same)
            for answer in answers[same:]:
                self._replay(answer)
                self._note_events()
        except BaseException:  # a part of the game: half of an answer may have been noted
            self._answers, self._events, self._log = [], [], TurnLog(self._name)
            raise

    def list_events(self, words: Words, shown: int | None) -> list[Described]:
        """The public events; ``shown`` is the last page of the guide that was shown, or None."""
        last, words = len(self._answers), words.of(self._name)
        return [
            each.describe(words)
            for each in self._events
            if shown is None or each.page <= shown or each.event.answer < last
        ]

    def _go_back(self, count: int) -> None:
        """To so many answers; what is known of them is not worded anew."""
        answers, self._answers = self._answers[:count], []
        self._events = [each for each in self._events if each.event.answer <= count]
        self._log = TurnLog(self._name)
        for answer in answers:
            self._replay(answer)

    def _replay(self, answer: Answer) -> None:
        self._log.add(UntimedAnswer(answer.key, answer.word))
        self._answers.append(answer)

    def _note_events(self) -> None:
        """Note what the last answer has caused."""
        told, table = self._log.tell(), self._log.session.table
        pages = load_plugin(self._name).input.list_pages(told, table)
        names = [player.name for player in table.players]
        self._events += [
            LoggedEvent(page, event, names)
            for page, event in zip(find_pages(told, pages), told, strict=True)
            if event.kind.is_public
        ]


def describe_logged(words: Words, event: GameEvent, names: Sequence[str]) -> Described:
    """An event for other programs; the words are its game's."""
    said = describe_event(words, event, names)
    text = " ".join(map(as_sentence, said) if event.kind.gives else said)
    return {
        "answer": event.answer,
        "kind": event.kind.name,
        "turn": event.turn,
        "seat": event.seat,
        "name": event.name if event.number is None else f"{event.name}-{event.number}",
        "text": text if len(text) <= MOST_LETTERS else f"{text[:MOST_LETTERS]}…",
        "lines": list(map(as_sentence, describe_reasons(words, event, names))),
        "points": [{"seat": seat, "points": points} for seat, points in event.points],
        "seats": list(event.seats),
    }
