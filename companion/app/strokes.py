"""The strokes of a game: the answers that one BACK takes back; those that nobody is asked for."""

from __future__ import annotations

from itertools import pairwise

from companion.core.conversation import CARDS_UNKNOWN, Answer
from companion.core.session import Session
from companion.games import load_plugin, start_session
from companion.ui.input.amendment import Action, action_of


def automatic_answer(session: Session, seats: int) -> Answer | None:
    """The answer to a question that is not asked at the device: nobody else sits down, no variant.

    ``seats`` is the number of players. Free text is always asked for.
    """
    question = session.question
    if question is None or not question.omits_default:
        return None
    if question.key == "player":
        return question.default if question.seat == seats else None
    return None if question.legal_options() or not question.options else question.default


def is_at_stroke_start(session: Session, seats: int) -> bool:
    if not session.answers:
        return True
    question, last = session.question, session.answers[-1]
    begins = question is not None and question.key not in load_plugin(session.name).input.strokes
    went_by = session.asked[-1].implicit and last == session.asked[-1].default
    begun = went_by or last == CARDS_UNKNOWN
    return begins and automatic_answer(session, seats) is None and not begun


class StrokeLog:
    """Where the strokes of a game begin; it follows the game, and replays only what is new."""

    def __init__(self) -> None:
        self._again: Session | None = None
        self._starts: list[int] = []

    def follow(self, session: Session) -> list[int]:
        """The places of all answers that begin a stroke, and the end of the last stroke."""
        again, answers = self._again, session.answers
        if again is None or not _continues(again, session):
            self._again = again = start_session(session.name)
            self._starts = []
        for at in range(len(again.answers), len(answers)):
            if is_at_stroke_start(again, len(session.table.players)):
                self._starts.append(at)
            again.answer(answers[at])
        return [*self._starts, len(answers)]


def _continues(before: Session, session: Session) -> bool:
    """Whether it is the same game, with the same answers and maybe more."""
    same = before.answers == session.answers[: len(before.answers)]
    return before.name == session.name and same


def stroke_bounds(session: Session) -> list[int]:
    """The places of all answers that begin a stroke, and the end of the last stroke."""
    return StrokeLog().follow(session)


def action_of_stroke(session: Session, place: int) -> Action:
    """The action of the stroke that the answer at ``place`` belongs to, or the last one before."""
    bounds = pairwise(stroke_bounds(session))
    at, end = [(at, end) for at, end in bounds if at <= place][-1]
    return action_of(session.asked[at:end], session.answers[at:end], session.table.players)
