"""Plays a game at random to its end, and checks its rules: questions, objections, undo, records."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from random import Random

from companion.app.game_check.findings import Findings
from companion.app.game_check.freezing import freeze
from companion.app.game_check.random_player import RandomPlayer, tell_answers
from companion.core.conversation import (
    CARDS_UNKNOWN,
    CORRECTION_KEY,
    Answer,
    Objection,
    Question,
    Reason,
    Refused,
)
from companion.core.game_table import Outcome
from companion.core.guard import GameFault
from companion.core.languages import SOURCE
from companion.core.record import parse_record, write_record
from companion.core.session import Session
from companion.games.plugin import GamePlugin
from companion.text import Words

MOST_ANSWERS = 3_000
"""A random game has ended by then."""
LONGEST_ANSWER = 0.5
"""Seconds for an answer, many times what a slow Pi may take for one here."""
MOST_OBJECTIONS = 3
"""Objections of a reason to a question that are worded."""
CORRECTIONS = ("", "none", "unknown", "0", "1", "999999", "-1", "Anna", "Anna:1", "a:b:c", "1+2,3")
"""Words to correct anything to."""
LOOKED_AT_FIRST = 4
"""Questions of each sort that are looked at in any case."""
Look = Callable[[Session, Random], None]
"""(session, random numbers) → looks at the game as it stands."""


class Playthroughs:
    """Plays games of a plugin at random; ``look`` is called at some of their questions."""

    def __init__(
        self,
        plugin: GamePlugin,
        words: Mapping[str, Words],
        findings: Findings,
        texts: Mapping[str, Sequence[str]],
        look: Look,
    ) -> None:
        self._plugin = plugin
        self._words = words
        self._findings = findings
        self._texts = texts
        self._look = look
        self.games = 0
        """Games played to their end."""
        self.answers = 0
        self.slowest_answer = 0.0
        self.slowest_replay = 0.0
        self.asked: set[str] = set()
        """The keys of all questions."""
        self._worded: dict[tuple[object, ...], int] = {}
        self._looked: dict[object, int] = {}

    def play(self, seed: int, *, closely: bool) -> None:
        """Play one game; ``closely`` compares the table at every answer, and tries corrections."""
        self._findings.seen = f"seed {seed}"
        with self._findings.noting("rules"):
            self._play(seed, closely=closely)
        self._findings.seen = ""

    def _play(self, seed: int, *, closely: bool) -> None:
        session = Session(self._plugin.rules)
        player = RandomPlayer(
            seed, session.game.seats, self._texts, self._plugin.input.ends_or_scores
        )
        states = [_state(session)]
        while (question := session.question) is not None:
            self._findings.seen = tell_answers(seed, session.answers)
            if not self._check_question(session, question, closely=closely):
                return
            self._look_at(session, player.rng)
            answer = player.choose(session, question)
            if answer is None:
                self._findings.add("rules", f"{question.key}: there is no legal answer")
                return
            self._give(session, answer)
            if closely:
                states.append(_state(session))
            if len(session.answers) == MOST_ANSWERS:
                self._findings.add("rules", f"the game is not over after {MOST_ANSWERS} answers")
                self._findings.is_stuck = True
                return
        self.games += 1
        self._findings.seen = tell_answers(seed, session.answers)
        self._check_end(session)
        self._look_at(session, player.rng)
        self._check_replay(session, states if closely else [_state(session)])
        self._check_record(session)
        if closely:
            self._check_undo(session, states, player.rng)
            self._check_corrections(session, player.rng)

    def _give(self, session: Session, answer: Answer) -> None:
        began = time.perf_counter()
        session.answer(answer)
        took = time.perf_counter() - began
        self.answers += 1
        self.slowest_answer = max(self.slowest_answer, took)
        if took > LONGEST_ANSWER:
            self._findings.add("rules", f"{answer.key}: the answer took {took:.1f} s")

    # Questions and objections ------------------------------------------------------------

    def _check_question(self, session: Session, question: Question, *, closely: bool) -> bool:
        """Check a question and judge all its options; whether it can be played on."""
        key, options = question.key, question.options
        self.asked.add(key)
        if not key or any(sign in key for sign in ' "#\n'):
            return self._fail(f"the question {key}: its key is no word of a record")
        self._require_title(key)
        words = [(each.key, each.word) for each in options]
        for twice in sorted({each for each in words if words.count(each) > 1}):
            self._fail(f"the question {key}: the option {twice[1]} stands there twice")
        if question.items and any("," in each.word for each in options):
            self._fail(f"the question {key}: an option of a list has a comma in it")
        before = freeze(session.table) if closely else None
        for option in options:
            with self._findings.noting("rules.objection"):
                objection = question.judge_option(option)
                if objection is not None and not isinstance(objection.reason, Reason):
                    self._fail(f"the question {key}: an objection's reason is no Reason")
                elif objection is not None:
                    self._word_objection(objection, key)
        if closely and freeze(session.table) != before:
            return self._fail(f"the question {key}: to judge an answer changes the table")
        return True

    def _fail(self, problem: str) -> bool:
        self._findings.add("rules", problem)
        return False

    def _word_objection(self, objection: Objection, key: str) -> None:
        about = objection.reason, key
        self._worded[about] = self._worded.get(about, 0) + 1
        if self._worded[about] > MOST_OBJECTIONS:
            return
        self._require_word(reason := f"reason.{objection.reason}", f"{reason}.{key}")
        for words in self._words.values():
            with self._findings.noting("words"):
                words.of(self._plugin.name).why(objection, key)

    def _require_title(self, key: str) -> None:
        """Find that a question's list has no title; its own entry knows itself what it shows."""
        if key not in self._plugin.input.entries:
            self._require_word(f"menu.{key}", f"ask.{key}", f"question.{key}")

    def _require_word(self, key: str, *others: str) -> None:
        """Find that there is none of these words in a game that has words."""
        words = self._words[SOURCE].of(self._plugin.name)
        if self._plugin.words.sentences and not any(map(words.has, (key, *others))):
            self._findings.add("words", f"no word for {key}")

    def _look_at(self, session: Session, rng: Random) -> None:
        """Look at the first questions of each sort with each sort of event, later at a few."""
        asked = session.question.key if session.question is not None else ""
        sort = asked, session.table.started, tuple(type(each) for each in session.events)
        count = self._looked[sort] = self._looked.get(sort, 0) + 1
        if count <= LOOKED_AT_FIRST or rng.random() < 1 / count:
            self._look(session, rng)

    # The end -----------------------------------------------------------------------------

    def _check_end(self, session: Session) -> None:
        table = session.table
        if table.outcome is None:
            self._findings.add("rules", "the game is over, and its table has no outcome")
            return
        if not any(isinstance(each, Outcome) for each in session.events):
            self._findings.add(
                "rules", "the last answer's events lack the outcome: no page tells who has won"
            )

    def _check_replay(self, session: Session, states: Sequence[object]) -> None:
        """Resume by the pairs that the journal has, and compare at each answer."""
        pairs = [(answer.key, answer.word) for answer in session.answers]
        began = time.perf_counter()
        replayed = Session.from_pairs(session.rules, pairs)
        self.slowest_replay = max(self.slowest_replay, time.perf_counter() - began)
        if _state(replayed) == states[-1] and len(states) == 1:
            return
        step = Session(session.rules)
        for at, pair in enumerate(pairs):
            if len(states) > 1 and _state(step) != states[at]:
                self._tell_difference(pairs[:at], "the replay of the answers gives another table")
                return
            step.answer_pair(*pair)
        if _state(step) != states[-1]:
            self._tell_difference(pairs, "the replay of the answers gives another table")

    def _tell_difference(self, pairs: Sequence[tuple[str, str]], problem: str) -> None:
        last = f" after {' '.join(pairs[-1])}" if pairs else " before the first answer"
        self._findings.add(
            "rules",
            f"{problem}{last}: does something random, or kept elsewhere than in the table, decide?",
        )

    def _check_record(self, session: Session) -> None:
        with self._findings.noting("record"):
            text = write_record(session)
            again = parse_record(text, lambda _name: Session(session.rules))
            if again.answers != session.answers:
                self._findings.add("record", "a record of the game has other answers when read")

    def _check_undo(self, session: Session, states: Sequence[object], rng: Random) -> None:
        """Undo to the start by steps of any size, and give all answers again."""
        answers = list(session.answers)
        while session.answers:
            session.undo(min(rng.randint(1, 6), len(session.answers)))
            if _state(session) != states[len(session.answers)]:
                self._findings.add("rules", "undo leads to another table")
                return
        for answer in answers:
            session.answer(answer)
        if _state(session) != states[-1]:
            self._findings.add("rules", "the answers given again after undo lead to another table")

    # Corrections -------------------------------------------------------------------------

    def _check_corrections(self, session: Session, rng: Random) -> None:
        """Correct everything that can be corrected, at some question, to anything."""
        answers = list(session.answers)
        session.replay(answers[: rng.randrange(len(answers))])
        known = self._refused(session, Answer(f"{CORRECTION_KEY}?", "?"))
        names = known.values.get("known", ()) if known is not None else ()
        if known is None:
            self._findings.add("corrections", "an unknown correction is not refused")
        self._refused(session, CARDS_UNKNOWN)
        for name in names if isinstance(names, tuple) else ():
            for word in CORRECTIONS:
                if " " not in name:
                    self._refused(session, Answer(f"{CORRECTION_KEY}{name}", word))

    def _refused(self, session: Session, correction: Answer) -> Objection | None:
        """Make a correction; why it is refused."""
        before = freeze(session.table)
        with self._findings.noting(correction.key):
            try:
                session.answer(correction)
            except GameFault:
                raise
            except Refused as refused:
                if freeze(session.table) != before:
                    problem = "is refused, and has changed the table"
                    self._findings.add(correction.key, problem)
                self._word_objection(refused.objection, correction.key)
                return refused.objection
            return None
        session.replay(list(session.answers))
        return None


def _state(session: Session) -> object:
    """All that must be the same after undo and replay."""
    question = session.question
    asked = (
        None
        if question is None
        else (question.key, question.seat, question.options, question.default, question.items)
    )
    return freeze(session.table), asked, freeze(session.events)
