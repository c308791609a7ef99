"""Corrects a game at random: what can't be so is refused, and what follows is asked anew.

What the rules keep beside the table no correction reaches.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from copy import deepcopy
from random import Random
from typing import Any

from companion.app.game_check.findings import Findings
from companion.app.game_check.random_player import RandomPlayer, tell_answers, tell_question
from companion.core import guard
from companion.core.conversation import (
    CARDS_UNKNOWN,
    CORRECTION_KEY,
    Answer,
    Conversation,
    Objection,
    Question,
    Refused,
)
from companion.core.fields import TABLE, FieldOwner, FormField, TableField
from companion.core.freezing import freeze
from companion.core.game_base import BasicGame
from companion.core.guard import GameFault
from companion.core.session import Session

NONSENSE = ("", "none", "unknown", "0", "1", "999999", "-1", "Anna", "Anna:1", "a:b:c", "1+2,3")
"""Words to correct anything to."""
MOST_TURNS = 4
"""Corrections of a game after each of which a turn is begun anew."""
MOST_ANSWERS = 6
"""So many answers after a correction are compared."""


class CorrectionChecks:
    """Corrects games; ``word_objection`` checks that an objection can be worded."""

    def __init__(
        self, game: str, findings: Findings, word_objection: Callable[[Objection, str], None]
    ) -> None:
        self._game = game
        self._findings = findings
        self._word_objection = word_objection

    def check(self, session: Session, player: RandomPlayer) -> None:
        """Correct what can be corrected in a game that is over, where some of its turns begin."""
        answers, begins = list(session.answers), session.game.turn_begins
        places = [at for at, asked in enumerate(session.asked) if asked.key in begins]
        self._check_kept(session, player.seed)
        if places:
            self._check_turns(session, places, player)
        session.replay(answers[: player.rng.choice(places or range(len(answers)))])
        self._findings.seen = tell_answers(player.seed, session.answers)
        self._refuse_nonsense(session, player.rng)

    # Nonsense ----------------------------------------------------------------------------

    def _refuse_nonsense(self, session: Session, rng: Random) -> None:
        """Correct everything to anything."""
        if self._correct(session, Answer(f"{CORRECTION_KEY}?", "?")) is None:
            self._findings.add("corrections", "an unknown correction is not refused")
        self._correct(session, CARDS_UNKNOWN)
        for field in _list_fields(session):
            names = [*field.of.list_names(session.table)]
            for word in NONSENSE:
                about = f"{rng.choice(names)}:" if names and field.of is not TABLE else ""
                for written in dict.fromkeys((word, f"{about}{word}")):
                    self._correct_field(session, field, written)

    def _correct_field(self, session: Session, field: TableField, word: str) -> None:
        table, correction = session.table, Answer(f"{CORRECTION_KEY}{field.key}", word)
        offered: Sequence[range | tuple[str, ...]] = ()
        name, _, value = ("", "", word) if field.of is TABLE else word.partition(":")
        if isinstance(field, FormField) and field.refuse is not None:
            with suppress(Exception):  # there is nobody of this name, which is to be refused
                parts = field.list_parts(table, field.of.find(table, name))
                offered = [each.choices for each in parts]
        if self._correct(session, correction) is None and len(offered) == 1:
            (choices,) = offered
            if value not in map(str, choices):
                said = f"{choices[0]} to {choices[-1]}" if isinstance(choices, range) else choices
                problem = f"{value!r} is accepted, which is none of {said}"
                self._findings.add(correction.key, problem, mistake=(correction.key, "nonsense"))

    def _correct(self, session: Session, correction: Answer) -> Objection | None:
        """Make a correction; why it is refused."""
        before = freeze(session.table)
        with self._findings.noting(correction.key):
            try:
                session.answer(correction)
            except GameFault as fault:
                self._findings.add_error(correction.key, fault)
                return fault.objection
            except Refused as refused:
                if freeze(session.table) != before:
                    problem = "is refused, and has changed the table"
                    self._findings.add(correction.key, problem)
                self._word_objection(refused.objection, correction.key)
                return refused.objection
            session.replay(list(session.answers))
        return None

    # What is kept across a question ------------------------------------------------------

    def _check_kept(self, session: Session, seed: int) -> None:
        """Play it again with a copy of all that lies on the table at each question.

        Who still holds something from before the question changes what lies there no more.
        """
        right, copied = Session(session.rules), Session(session.rules)
        for at, answer in enumerate(session.answers):
            asked = right.question
            if right.table.started:
                _lay_copies(copied.table)
            right.answer(answer)
            try:
                copied.answer(answer)
            except GameFault:  # the rules know by identity what they never change
                return
            except Refused:
                pass
            if not _is_alike(copied, right.game.table, right.question):
                self._findings.seen = tell_answers(seed, session.answers[:at])
                key = asked.key if asked is not None else ""
                self._tell_kept(
                    session, f"something of the table is kept across the question {key}"
                )
                return

    def _tell_kept(self, session: Session, problem: str) -> None:
        place = self._findings.place_of_code(type(session.game).play_turn)
        self._findings.add("rules", problem, place, ("rules", "kept"))

    # Turns -------------------------------------------------------------------------------

    def _check_turns(self, session: Session, places: Sequence[int], player: RandomPlayer) -> None:
        """Correct a field where a turn begins: it goes on as one that is begun after that."""
        answers = session.answers
        fields = [each for each in _list_fields(session) if isinstance(each, FormField)]
        if not fields or type(session.game).play is not BasicGame.play:
            return
        for _ in range(MOST_TURNS):
            at, field = player.rng.choice(places), player.rng.choice(fields)
            self._findings.seen = tell_answers(player.seed, answers[:at])
            with self._findings.noting("rules.corrections"):
                compare, limit = self._compare_turns, guard.REPLAY_LIMIT
                found = (session.rules, answers[:at], field, player)
                guard.run(self._game, "rules", compare, *found, limit=limit)

    def _compare_turns(
        self,
        rules: Callable[[], BasicGame[Any]],
        answers: Sequence[Answer],
        field: FormField,
        player: RandomPlayer,
    ) -> None:
        corrected, other = Session(rules), Session(rules)
        corrected.replay(answers)
        other.replay(answers)
        game, before = other.game, freeze(other.table)
        asked = next(_play_turns(game), None)
        if freeze(game.table) != before or tell_question(asked) != tell_question(other.question):
            return  # the turn has begun before this question
        correction = _choose_correction(field, game.table, player.rng)
        with suppress(Refused):
            corrected.answer(correction)
        if corrected.answers == answers or game.correct(correction) is not None:
            return
        turns = _play_turns(game)
        asked = next(turns, None)
        for _ in range(MOST_ANSWERS):
            if not _is_alike(corrected, game.table, asked):
                problem = (
                    f"after {correction.key} {correction.word} the turn goes on otherwise than one"
                    " that begins then: is something kept across a yield?"
                )
                self._tell_kept(corrected, problem)
                return
            if corrected.question is None:
                return
            answer = player.choose(corrected, corrected.question)
            if answer is None:
                return
            corrected.answer(answer)
            try:
                asked = turns.send(corrected.answers[-1])
            except StopIteration:
                asked = None
            game.events.clear()


def _is_alike(session: Session, table: Any, asked: Question | None) -> bool:
    """Whether a game has this table and asks this."""
    is_asked = tell_question(asked) == tell_question(session.question)
    return is_asked and freeze(table) == freeze(session.table)


def _lay_copies(table: Any) -> None:
    """Lay a copy of everything on the table in its place, as a correction may."""
    with suppress(Exception):  # something of it can't be copied
        vars(table).update(deepcopy(vars(table), {id(table): table}))


def _list_fields(session: Session) -> list[TableField]:
    """The fields that a record corrects by their own key."""
    fields: Sequence[TableField] = session.game.corrections
    return [each for each in fields if not each.has_row_only]


def _play_turns(game: BasicGame[Any]) -> Conversation:
    """Play from a turn's beginning on, as the game does."""
    while game.table.outcome is None:
        yield from game.play_turn()


def _choose_correction(field: FormField, table: Any, rng: Random) -> Answer:
    """A correction of a field, of somebody or something at random, to what its editor offers."""
    name = rng.choice([*field.of.list_names(table)])
    owner: FieldOwner = field.of.find(table, name)
    values = [str(rng.choice(part.choices)) for part in field.list_parts(table, owner)]
    about = "" if field.of is TABLE else f"{name}:"
    return Answer(f"{CORRECTION_KEY}{field.key}", about + field.separator.join(values))
