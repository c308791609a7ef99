"""What the rules cost: a random answer with all its reasons beside a ply of chess; a replay."""

import subprocess
import sys
from collections.abc import Iterator
from itertools import count
from random import Random
from statistics import median

from companion.core.chances import load_model
from companion.core.conversation import Answer, Question
from companion.core.session import Session
from companion.games import load_plugin, start_session
from tests.tools.bench.rows import Row, Trial, beside, cpu_seconds, seconds

MOST_PLIES = 200
"""Of a random game of chess, which can go on for long; Campanile has about as many answers."""
ESTIMATES = 200
ANSWER, ANSWER_GOAL = "an answer with its reasons, to a ply of python-chess", 0.33


def rows(trial: Trial) -> Iterator[Row]:
    yield _answer(trial)
    yield _replay(trial)
    yield _chances(trial)


def _answer(trial: Trial) -> Row:
    try:
        import chess
    except ImportError:
        return Row(ANSWER, None, ANSWER_GOAL, note="python-chess is not installed")

    def a_ply() -> float:
        board, plies = chess.Board(), 0

        def play() -> None:
            nonlocal plies
            while plies < MOST_PLIES and (moves := list(board.legal_moves)):
                board.push(rng.choice(moves))
                plies += 1

        return cpu_seconds(play) / plies

    rng, seeds = Random(2009), count()
    value, note = beside(lambda: _an_answer(next(seeds)), a_ply, trial.rounds)
    return Row(ANSWER, value, ANSWER_GOAL, note=note)


def _an_answer(seed: int) -> float:
    answers = 0

    def play() -> None:
        nonlocal answers
        answers = len(random_game(Random(seed), 2 + seed % 4).answers)

    return cpu_seconds(play) / answers


def random_game(rng: Random, seats: int) -> Session:
    """A game of random answers, each chosen where nothing stands against it."""
    session = start_session("campanile-2009")
    while (question := session.question) is not None:
        answer = _any_legal(question, rng, seats)
        if answer is None:  # a hand that can't be: the random players took cards it had to hold
            break
        session.answer(answer)
    return session


def _any_legal(question: Question, rng: Random, seats: int) -> Answer | None:
    if question.key == "player":
        said = "" if question.seat == seats else f"player {question.seat}"
        answer = Answer("player", said)
        return answer if question.judge(answer) is None else None
    if question.items:
        return _any_list(question, rng)
    options = question.options
    if question.default is not None and question.default not in options:
        options = (*options, question.default)
    legal = [option for option in options if question.judge(option) is None]
    return rng.choice(legal) if legal else None


def _any_list(question: Question, rng: Random) -> Answer:
    """A list item by item, as the table's entry asks for it."""
    items: tuple[str, ...] = ()
    for _ in range(question.items):
        longer = [(*items, option.word) for option in question.options]
        items = rng.choice([each for each in longer if _stands(question, each)])
    return Answer(question.key, items)


def _stands(question: Question, beginning: tuple[str, ...]) -> bool:
    return question.find_objection(Answer(question.key, beginning)) is None


def _replay(trial: Trial) -> Row:
    session = start_session(trial.game.name)
    answers = list(trial.game.answers)
    value, note = beside(
        lambda: seconds(lambda: session.replay(answers)), bare_python, trial.rounds
    )
    name = f"replay of {len(answers)} answers, to starting bare Python"
    return Row(name, value, 0.5, note=note)


def _chances(trial: Trial) -> Row:
    """The model's estimate of a table, and how long the figures take that it is made of."""
    story, session = load_plugin(trial.game.name).story, start_session(trial.game.name)
    assert story is not None
    session.replay(trial.game.answers[: len(trial.game.answers) // 2])
    table = session.table
    model, told = load_model(story.model), story.assess(table)
    estimate, figures = (
        median(seconds(work) for _ in range(ESTIMATES)) * 1000
        for work in (lambda: model.estimate(told), lambda: story.assess(table))
    )
    return Row("an estimate of the chances", estimate, unit="ms", note=f"figures {figures:.2f} ms")


def bare_python() -> float:
    """Seconds from starting bare Python to its end."""
    return seconds(lambda: subprocess.run([sys.executable, "-I", "-c", "pass"], check=True))
