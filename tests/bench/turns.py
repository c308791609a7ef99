"""Presses a turn over random games, by the shortest way through the real entries, and the bound.

The bound is what so many keys can say at best: the legal answers of a turn's questions, taken for
equally likely, told apart by presses of which each is one of all keys.
"""

from collections.abc import Iterator
from math import log
from random import Random
from statistics import mean
from typing import NamedTuple

from companion.entry.manner import Manner
from companion.entry.opening import opening
from companion.entry.route import FOUR_BUTTONS, PANEL, STICK, route
from companion.games.conversation import Answer
from companion.ports import Press
from companion.session.session import Session
from tests.bench.rows import Row, Trial
from tests.games.dealer import Custom, Dealer

GAME = "campanile-2009"
PLAYERS = (2, 3, 4, 5)
STROKE = ("tower", "floors")
"""Questions that one entry answers together."""


class Way(NamedTuple):
    """A way to say things: its keys, and how many axes its device has."""

    keys: tuple[Press, ...]
    axes: int
    goal: float | None


WAYS = {
    "stick": Way(STICK, 2, None),
    "four buttons": Way(FOUR_BUTTONS, 1, None),
    "tower panel": Way(PANEL, 2, 5.1),
}


def rows(trial: Trial) -> Iterator[Row]:
    """A row for each way."""
    games = [random_game(seed) for seed in range(trial.rounds)]
    for name, way in WAYS.items():
        counts, bounds = zip(*(turns(game, way) for game in games), strict=True)
        keys = len(way.keys)
        note = f"at best {mean(bounds):.1f} with {keys} keys; {len(games)} random games"
        yield Row(f"a turn of random games, {name}", mean(counts), way.goal, "presses", note)


def random_game(seed: int) -> Session:
    """A whole game of random legal turns."""
    custom = Custom(PLAYERS[seed % len(PLAYERS)])
    session = Session(GAME)
    for step in Dealer(custom, Random(seed)).play():
        session.say(*step.pair)
    return session


def turns(game: Session, way: Way) -> tuple[float, float]:
    """Presses a turn of this game, and the bound."""
    session, said = Session(GAME), list(game.answers)
    pressed, choices, count = 0, 0.0, 0
    for at, answer in enumerate(said):
        question = session.question
        assert question is not None
        if session.table.cards is not None:
            count += question.key == STROKE[0]
            choices += log(max(1, len(question.legal())))
            if question.key != STROKE[1]:
                pressed += len(_route(session, said[at:], way))
        session.say(answer.key, answer.word)
    return pressed / count, choices / count / log(len(way.keys))


def _route(session: Session, wanted: list[Answer], way: Way) -> list[Press]:
    assert session.question is not None
    return route(opening(session, Manner(way.axes)), wanted, way.keys)
