"""What has happened in a game, as events for other programs: a function of its answers.

What a page tells is an event only once the page has been shown; nothing else waits.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from typing import Any, NamedTuple

from companion.core.conversation import Answer, is_correction
from companion.core.game_history import Gain
from companion.core.game_table import Outcome
from companion.games import load_plugin
from companion.games.outcome_text import describe_winner
from companion.games.page_text import describe_page
from companion.store.history.play import PlayedTurn, TurnLog, list_turn_answers
from companion.store.journal import TimedAnswer
from companion.text import Words
from companion.text.figures import scoring_name
from companion.text.question_text import describe_actions
from companion.ui.input.guide import NO_PAGE, Guide, Page, PageAward, Standings, Winner
from companion.ui.screens.view import View

NO_TIME = datetime.fromtimestamp(0, UTC)
"""Of every answer: no event depends on it."""
MOST_LETTERS = 300
"""So long may the text of an event be."""

Described = dict[str, Any]
"""An event, ready for JSON."""


class PagedEvent(NamedTuple):
    """An event, and the page of the guide from which on it is known, NO_PAGE for at once."""

    page: int
    event: Described


class EventLog:
    """The events of the game of that name, in these words; it follows the game's answers."""

    def __init__(self, name: str, words: Words) -> None:
        self._name = name
        self._words = words.of(name)
        self._answers: list[Answer] = []
        self._log = TurnLog(name)
        self._events: list[PagedEvent] = []
        self._was_started = False
        """Whether the game had begun before the last answer."""

    def follow(self, answers: Sequence[Answer]) -> None:
        """Take over the game's answers; what has come before the first other one stays."""
        known = zip(answers, self._answers, strict=False)
        same = next((at for at, (now, was) in enumerate(known) if now != was), None)
        same = min(len(answers), len(self._answers)) if same is None else same
        if same < len(self._answers):
            self._go_back(same)
        for answer in answers[same:]:
            self._replay(answer)
            self._note_events()

    def list_events(self, shown: int | None) -> list[Described]:
        """All events; ``shown`` is the last page of the guide that was shown, None for all."""
        last = len(self._answers)
        return [
            event
            for page, event in self._events
            if shown is None or page <= shown or event["answer"] < last
        ]

    def _go_back(self, count: int) -> None:
        """To so many answers; what is known of them is not worded anew."""
        answers, self._answers = self._answers[:count], []
        self._events = [each for each in self._events if each.event["answer"] <= count]
        self._log = TurnLog(self._name)
        for answer in answers:
            self._replay(answer)

    def _replay(self, answer: Answer) -> None:
        self._was_started = self._log.session.table.started
        self._log.add(TimedAnswer(answer.key, answer.word, NO_TIME, None))
        self._answers.append(answer)

    def _note_events(self) -> None:
        """Note what the last answer has caused."""
        self._events += [PagedEvent(NO_PAGE, each) for each in self._at_once()]
        self._events += sorted(self._on_pages(), key=lambda each: each.page)

    def _describe(self, kind: str, text: str, **more: object) -> Described:
        """An event; what ``more`` does not give is unused."""
        return {
            "answer": len(self._answers),
            "kind": kind,
            "turn": self._log.current.number or None,
            "seat": None,
            "name": None,
            "text": text if len(text) <= MOST_LETTERS else f"{text[:MOST_LETTERS]}…",
            "lines": [],
            "points": [],
            "seats": [],
            **more,
        }

    def _at_once(self) -> Iterator[Described]:
        """The beginning, and the end of a turn."""
        words, table = self._words, self._log.session.table
        if table.started and not self._was_started:
            names = words.listed(player.name for player in table.players)
            title = words.title_of(self._name)
            text = words.say("event.begun", game=title, players=names)
            yield self._describe("begun", text, name=self._name)
        turn = self._log.current
        last = max(
            (each.event["turn"] for each in self._events if each.event["kind"] == "turn"), default=0
        )
        if turn.number > last and self._log.is_at_end and _is_played(turn):
            seat = turn.seat if turn.own else None
            yield self._describe("turn", self._say_turn(turn), seat=seat)

    def _say_turn(self, turn: PlayedTurn) -> str:
        """What was done, without corrections, which may tell points."""
        names = [player.name for player in self._log.session.table.players]
        said = [
            each for each in list_turn_answers(turn, names) if not is_correction(Answer(*each[1]))
        ]
        text = describe_actions(self._words, said)
        if not turn.own or turn.seat is None:
            return text
        return self._words.say("did.of", who=names[turn.seat], action=text)

    def _on_pages(self) -> Iterator[PagedEvent]:
        """The scorings, their awards, and the winner."""
        session, of_game = self._log.session, load_plugin(self._name).input
        pages = of_game.pages(session.events, session.table)
        gains = self._log.current.answers[-1].gains
        ends = [at for at, page in enumerate(pages) if isinstance(page, Standings)]
        first = [0, *(at + 1 for at in ends)] if pages else []
        for place, gain in enumerate(gains):
            page = first[place] if place < len(first) else NO_PAGE
            yield PagedEvent(page, self._describe_scoring(gain))
        for award in of_game.list_awards(pages):
            yield PagedEvent(award.at, self._describe_award(award, pages))
        for outcome in (each for each in session.events if isinstance(each, Outcome)):
            shown = (at for at, page in enumerate(pages) if isinstance(page, Winner))
            yield PagedEvent(next(shown, NO_PAGE), self._describe_end(outcome))

    def _describe_scoring(self, gain: Gain) -> Described:
        number = "" if gain.number is None else f"-{gain.number}"
        text = scoring_name(self._words, gain.name, gain.number)
        return self._describe("scoring", text, name=f"{gain.name}{number}")

    def _describe_award(self, award: PageAward, pages: Sequence[Page]) -> Described:
        told = self._say_page(pages[award.at], pages)
        reasons = [line for page in award.reasons for line in self._say_page(page, pages)]
        return self._describe(
            "award",
            " ".join(told[: award.sentences]),
            name=award.name,
            lines=[*told[award.sentences or len(told) :], *reasons],
            points=[{"seat": seat, "points": points} for seat, points in award.points],
        )

    def _say_page(self, page: Page, pages: Sequence[Page]) -> list[str]:
        return describe_page(page, View(Guide(pages=tuple(pages)), self._log.session, self._words))

    def _describe_end(self, outcome: Outcome) -> Described:
        players = self._log.session.table.players
        return self._describe(
            "winner",
            describe_winner(self._words, outcome, players),
            name=outcome.decided_by.value,
            points=[{"seat": seat, "points": each.points} for seat, each in enumerate(players)],
            seats=list(outcome.winners),
        )


def _is_played(turn: PlayedTurn) -> bool:
    return any(not is_correction(each.answer) for each in turn.answers)
