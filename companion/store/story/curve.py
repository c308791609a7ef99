"""What is known after each turn of a game: chances, points, and what two turns are compared by."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from companion.core.conversation import is_correction
from companion.core.events import STANDINGS, GameEvent
from companion.core.session import Session
from companion.core.story import Assessment, Chances, GameStory, TurnChances
from companion.games import load_plugin
from companion.store.history.play import PlayedTurn

METHOD = b"companion story 1\n"
"""What estimates are computed by: with another method the old ones count no more."""


class KnownEnds(NamedTuple):
    """Shares of played-out ends after a turn, by two kinds of players.

    Both are None where not enough of the table is known.
    """

    random: Chances | None
    greedy: Chances | None


UNKNOWN = KnownEnds(None, None)


class TurnTable(NamedTuple):
    """The table after a turn; it goes on changing, so it is read at once."""

    turn: PlayedTurn
    key: bytes
    """Made from all answers so far: what the turn's estimates are remembered by, and seeded."""
    table: Any


class Compared(NamedTuple):
    """How a turn ended in terms of the turn before: both by the same scoring."""

    points: tuple[int, ...]
    """By seat."""
    source: Any
    """What is compared with the source of the turn before."""
    was_held: bool
    """Whether that scoring was held in the turn."""


class AssessedTurn(NamedTuple):
    """What is known after a turn."""

    played: PlayedTurn
    key: bytes
    """What its estimates are remembered by."""
    chances: TurnChances
    assessment: Assessment
    corrected: bool
    """Whether the table was corrected in it: then nothing is concluded from before and after."""

    @property
    def points(self) -> tuple[int, ...]:
        """By seat: the points if the next scoring had been held then."""
        return self.assessment.points

    @property
    def standings(self) -> list[GameEvent]:
        """What each scoring gave that was held in it."""
        return [event for event in self.played.events if event.kind is STANDINGS]

    def compare_to(self, before: AssessedTurn) -> Compared | None:
        """How it compares to the turn before; None after a correction, and by another scoring."""
        scoring = before.assessment.scoring
        if self.corrected:
            return None
        for event in self.standings:
            if scoring in (event.name, str(event.number)) and len(event.ranking) == len(
                before.points
            ):
                return Compared(tuple(value for _, value in event.points), event.source, True)
        if self.assessment.scoring == scoring:
            return Compared(self.points, self.assessment.source, False)
        return None


Estimate = Callable[[Assessment, Sequence[int]], Chances]
"""(how it stands, the winners where it is over) → what the model says."""


def replay_tables(game: str, turns: Sequence[PlayedTurn]) -> Iterator[TurnTable]:
    """Replay a game's turns; raises `Refused`."""
    session, known = Session(load_plugin(game).rules), hashlib.sha256(METHOD + game.encode())
    for turn in turns:
        for each in turn.answers:
            session.answer(each.answer)
            known.update(f"\n{each.answer.key} {each.answer.word}".encode())
        yield TurnTable(turn, known.digest(), session.table)


def assess_turns(
    game: str, turns: Sequence[PlayedTurn], story: GameStory, estimate: Estimate
) -> list[AssessedTurn]:
    """Assess a game after each turn, an empty list where a part of it fails; raises `Refused`."""
    found: list[AssessedTurn] = []
    for turn, key, table in replay_tables(game, turns):
        assessment = story.assess(table)
        if len(assessment.points) != len(table.players):
            return []
        winners = table.outcome.winners if table.outcome is not None else ()
        seat = turn.seat if turn.own else None
        model = estimate(assessment, winners)
        chances = TurnChances(turn.number, seat, model, assessment.points)
        corrected = turn.number > 0 and any(is_correction(each.answer) for each in turn.answers)
        found.append(AssessedTurn(turn, key, chances, assessment, corrected))
    return found


def add_ends(turns: Sequence[AssessedTurn], ends: Mapping[bytes, KnownEnds]) -> list[AssessedTurn]:
    """Add the played-out ends; after the last turn it is decided."""
    *before, last = turns
    known = [ends.get(each.key, UNKNOWN) for each in before]
    if known and known[-1] != UNKNOWN:
        known.append(KnownEnds(last.chances.model, last.chances.model))
    else:
        known.append(UNKNOWN)
    return [
        each._replace(chances=each.chances._replace(random=its.random, greedy=its.greedy))
        for each, its in zip(turns, known, strict=True)
    ]
