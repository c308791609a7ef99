"""Plays a game at random to its end, and checks its rules: questions, objections, undo, records."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from random import Random

from companion.app.game_check.correcting import CorrectionChecks
from companion.app.game_check.findings import Findings
from companion.app.game_check.kept import KeptValues
from companion.app.game_check.random_player import RandomPlayer, tell_answers, tell_question
from companion.core.conversation import Answer, CommonReason, Objection, Question, Refused
from companion.core.freezing import freeze
from companion.core.game_table import Outcome
from companion.core.guard import GameFault
from companion.core.record import BadRecord, parse_record, write_record
from companion.core.session import Session
from companion.games.plugin import GamePlugin
from companion.text import Words

MOST_ANSWERS = 3_000
"""A random game has ended by then."""
LONGEST_ANSWER = 0.5
"""Seconds of the processor for an answer, many times what a slow Pi may take for one here."""
MOST_OBJECTIONS = 3
"""Objections of a reason to a question that are worded."""
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
        self._kept = KeptValues(findings)
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
        while session.question is not None:
            answer = self._find_answer(session, session.question, player, closely=closely)
            if answer is None:
                return
            if closely:
                self._kept.look(session)
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
        if not self._check_replay(session, states if closely else [_state(session)]):
            return
        self._check_record(session)
        if closely:
            self._kept.tell()
            self._check_undo(session, states, player.rng)
            CorrectionChecks(self._plugin.name, self._findings, self._word_objection).check(
                session, player
            )

    def _find_answer(
        self, session: Session, question: Question, player: RandomPlayer, *, closely: bool
    ) -> Answer | None:
        """Check and look at a question, then find an answer; None where the game can't go on."""
        self._findings.seen = tell_answers(player.seed, session.answers)
        if not self._check_question(session, question, closely=closely):
            return None
        self._look_at(session, player.rng)
        if self._findings.is_stuck:
            return None
        # A look that has changed the table has been undone: the question is another one then.
        answer = player.choose(session, session.question or question)
        if answer is None:
            self._fail(f"{question.key}: there is no legal answer")
        return answer

    def _give(self, session: Session, answer: Answer) -> None:
        began = time.thread_time()
        session.answer(answer)
        took = time.thread_time() - began
        self.answers += 1
        self.slowest_answer = max(self.slowest_answer, took)
        if took > LONGEST_ANSWER:
            self._findings.add(
                "rules", f"{answer.key}: the answer took {took:.1f} s of the processor"
            )

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
            return self._fail(f"the question {key}: the option {twice[1]} stands there twice")
        if question.items and any("," in each.word for each in options):
            self._fail(f"the question {key}: an option of a list has a comma in it")
        before = freeze(session.table) if closely else None
        can_be_judged = self._check_options(question)
        if closely and freeze(session.table) != before:
            return self._fail(f"the question {key}: to judge an answer changes the table")
        return can_be_judged

    def _check_options(self, question: Question) -> bool:
        """Judge all options, and word what objects to them; whether that has not failed."""
        key, fails = question.key, False
        for option in question.options:
            with self._findings.noting("rules.objection"):
                objection = question.judge_option(option)
                if objection is not None and objection.reason is CommonReason.GAME_FAULT:
                    fails = True
                elif objection is not None:
                    self._word_objection(objection, key)
        return not fails

    def _fail(self, problem: str) -> bool:
        self._findings.add("rules", problem)
        return False

    def _word_objection(self, objection: Objection, key: str) -> None:
        about = objection.reason, key
        self._worded[about] = self._worded.get(about, 0) + 1
        if self._worded[about] > MOST_OBJECTIONS:
            return
        self._findings.require_word(reason := f"reason.{objection.reason}", f"{reason}.{key}")
        for words in self._words.values():
            with self._findings.noting("words"):
                words.of(self._plugin.name).why(objection, key)

    def _require_title(self, key: str) -> None:
        """Find that a question has no title: a phone needs one where the box shows a picture."""
        titles = (f"ask.{key}", f"question.{key}", f"question.{key}.1")
        self._findings.require_word(f"menu.{key}", *titles)

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

    def _check_replay(self, session: Session, states: Sequence[object]) -> bool:
        """Resume by the pairs that the journal has, and compare at each answer; whether all fit."""
        pairs = [(answer.key, answer.word) for answer in session.answers]
        began = time.thread_time()
        try:
            replayed = Session.from_pairs(session.rules, pairs)
        except GameFault:
            raise
        except Refused as refused:
            said = f"{refused.answer.key} {refused.answer.word}"
            return self._tell_chance(f"the replay of the answers refuses {said}")
        self.slowest_replay = max(self.slowest_replay, time.thread_time() - began)
        if _state(replayed) == states[-1] and len(states) == 1:
            return True
        step = Session(session.rules)
        for at, pair in enumerate(pairs):
            if len(states) > 1 and _state(step) != states[at]:
                return self._tell_difference(pairs[:at])
            step.answer_pair(*pair)
        return _state(step) == states[-1] or self._tell_difference(pairs)

    def _tell_difference(self, pairs: Sequence[tuple[str, str]]) -> bool:
        last = f"after {' '.join(pairs[-1])}" if pairs else "before the first answer"
        return self._tell_chance(f"the replay of the answers gives another table {last}")

    def _tell_chance(self, problem: str) -> bool:
        self._findings.add_chance(problem)
        return False

    def _check_record(self, session: Session) -> None:
        with self._findings.noting("record"):
            text = write_record(session)
            try:
                again = parse_record(text, lambda _name: Session(session.rules))
            except BadRecord as bad:
                self._findings.add_refusal("record", bad.key, bad.word, bad.objection)
                return
            if again.answers != session.answers:
                self._findings.add("record", "a record of the game has other answers when read")

    def _check_undo(self, session: Session, states: Sequence[object], rng: Random) -> None:
        """Undo to the start by steps of any size, and give all answers again."""
        answers = list(session.answers)
        while session.answers:
            session.undo(min(rng.randint(1, 6), len(session.answers)))
            if _state(session) != states[len(session.answers)]:
                self._tell_chance("undo leads to another table")
                return
        for answer in answers:
            session.answer(answer)
        if _state(session) != states[-1]:
            self._tell_chance("the answers given again after undo lead to another table")


def _state(session: Session) -> object:
    """All that must be the same after undo and replay."""
    return freeze(session.table), tell_question(session.question), freeze(session.events)
