"""Presses a turn over whole games, by the shortest way through the real entries, and the bound.

A phone's tap is an answer that names its value, or OK where one is doubted; to unfold a row of
Bologna's fields is one more, which is not counted.
Most games are random: each answer is any legal one. The bound is the least that so many keys need
on average to tell the legal answers of a turn's questions apart, if all are equally likely.
"""

from collections.abc import Callable, Iterable, Iterator
from itertools import product
from math import log
from random import Random
from statistics import mean
from typing import NamedTuple

from companion.app.demo.rig import FOUR_BUTTONS, PANEL, STICK, route
from companion.core.conversation import Answer, Question
from companion.core.interfaces import Press
from companion.core.keypad import KEYPAD
from companion.core.session import Session
from companion.games import start_session
from companion.ui.input.context import InputContext
from companion.ui.input.entry import Answered, Doubt, Entry, Step
from companion.ui.input.remote import answer_remotely, press_remotely
from tests.entries import entry_for
from tests.games.bologna.rules.custom import BolognaCustom
from tests.games.bologna.rules.dealer import BolognaDealer
from tests.games.campanile.rules.dealer import Custom, Dealer
from tests.games.campanile.rules.dealer1996 import Custom1996, Dealer1996
from tests.tools.bench.first import on_the_first_choice
from tests.tools.bench.rows import Row, Trial
from tests.tools.bench.stored import stored

PLAYERS = (2, 3, 4, 5)


class Controls(NamedTuple):
    """What answers are pressed with: the keys, and how many axes the device has."""

    keys: tuple[Press, ...]
    axes: int


WAYS = {
    "stick": Controls(STICK, 2),
    "four buttons": Controls(FOUR_BUTTONS, 1),
    "tower panel": Controls(PANEL, 2),
    "keypad": Controls(tuple(key.press for key in KEYPAD if key.press is not None), 2),
}
BUTTONS = ("stick", "four buttons")
PHONE = "phone"


class Kind(NamedTuple):
    """A kind of game: its name in a row, a random game of it by seed, those that are stored."""

    rows: str
    random_game: Callable[[int], Session]
    stored: list[Session]
    goals: dict[str, float]
    """The most presses a turn of random games may cost, by the name of the controls."""
    ways: tuple[str, ...] = tuple(WAYS)
    most: int | None = None
    """How many games are counted at most, where each takes long."""


def rows(trial: Trial) -> Iterator[Row]:
    """A row for each kind of game and each way, of random games and of those that are stored."""
    for kind in KINDS:
        count = min(trial.rounds, kind.most or trial.rounds)
        games = [kind.random_game(seed) for seed in range(count)]
        for name in kind.ways:
            yield _row(f"random {kind.rows}", name, games, kind.goals.get(name))
        yield _row_of_phone(f"random {kind.rows}", games, kind.goals.get(PHONE))
        for name in kind.ways:
            yield _row(f"stored {kind.rows}", name, kind.stored[:count])
        yield _row_of_phone(f"stored {kind.rows}", kind.stored[:count])


def _row_of_phone(games_of: str, games: list[Session], goal: float | None = None) -> Row:
    counts = [count_taps(game) for game in games]
    note = f"at most {max(counts):.2f}; {len(games)} games"
    return Row(f"a turn of {games_of}, {PHONE}", mean(counts), goal, "taps", note)


def _row(games_of: str, name: str, games: list[Session], goal: float | None = None) -> Row:
    """Likely answers first, and beside it the cursor always on the first choice."""
    way = WAYS[name]
    counts, bounds = zip(*(turns(game, way) for game in games), strict=True)
    with on_the_first_choice():
        first = mean(turns(game, way)[0] for game in games)
    note = f"{first:.2f} from the first choice, "
    note += f"at best {mean(bounds):.1f} with {len(way.keys)} keys; {len(games)} games"
    return Row(f"a turn of {games_of}, {name}", mean(counts), goal, "presses", note)


def played(name: str, pairs: Iterable[tuple[str, str]]) -> Session:
    session = start_session(name)
    for key, word in pairs:
        session.answer_pair(key, word)
    return session


def random_2009(seed: int) -> Session:
    dealer = Dealer(Custom(PLAYERS[seed % len(PLAYERS)]), Random(seed))
    return played("campanile-2009", (step.pair for step in dealer.play()))


def random_light(seed: int) -> Session:
    dealer = Dealer(Custom(PLAYERS[seed % len(PLAYERS)], light=True), Random(seed))
    return played("campanile-2009", (step.pair for step in dealer.play()))


def random_1996(seed: int) -> Session:
    """A whole game of random legal turns, every other one with chips of higher value."""
    custom = Custom1996(PLAYERS[seed % len(PLAYERS)], higher=seed % 2 == 1)
    dealer = Dealer1996(custom, Random(seed))
    return played("campanile-1996", (step.pair for step in dealer.play()))


def random_bologna(seed: int) -> Session:
    """A whole game of random legal turns, every other one with the map of kinds."""
    custom = BolognaCustom(3 + seed % 2, mapped=seed % 4 > 1)
    dealer = BolognaDealer(custom, Random(seed))
    return played("bologna-towers", (step.pair for step in dealer.play()))


KINDS = [
    Kind(
        "games",
        random_2009,
        stored("campanile-2009"),
        {"stick": 8.0, "four buttons": 9.0, "tower panel": 4.8, "keypad": 4.8, PHONE: 5.1},
    ),
    Kind(
        "light games",
        random_light,
        stored("campanile-2009", light=True),
        {"stick": 4.6, "four buttons": 5.9, "tower panel": 2.8, "keypad": 2.8, PHONE: 3.2},
    ),
    Kind("games of 1996", random_1996, stored("campanile-1996"), {}),
    Kind("games of Bologna", random_bologna, stored("bologna-towers"), {}, BUTTONS, 5),
]
"""The games that are counted."""


def turns(game: Session, way: Controls) -> tuple[float, float]:
    """Presses a turn of this game, and the bound."""
    session, rest = start_session(game.name), list(game.answers)
    pressed, choices, count = 0, 0.0, 0
    while rest:
        answered = 1
        if session.table.started:
            presses, answered = stroke(session, rest, way)
            pressed += presses
        for answer in rest[:answered]:
            question = session.question
            assert question is not None
            if session.table.started:
                count += question.key in game.game.turn_begins
                choices += log(max(1, legal_answers(question)))
            session.answer_pair(answer.key, answer.word)
        del rest[:answered]
    return pressed / count, choices / count / log(len(way.keys))


def legal_answers(question: Question) -> int:
    """How many answers nothing stands against; of a list each order that says something else."""
    legal = question.legal_options()
    if not question.items:
        return len(legal)
    words = product([str(each.value) for each in legal], repeat=question.items)
    lists = {question.canonical(Answer(question.key, each)) for each in words}
    return sum(question.judge(each) is None for each in lists)


def stroke(session: Session, wanted: list[Answer], way: Controls) -> tuple[int, int]:
    """How many presses the next stroke takes, and how many answers it gives."""
    entry = entry_for(session, InputContext(way.axes))
    presses = route(entry, wanted, way.keys)
    step: Step = entry
    for press in presses:
        assert isinstance(step, Entry)
        step = step.press(press)
    assert isinstance(step, Answered)
    return len(presses), len(step.answers)


def count_taps(game: Session) -> float:
    """Taps a turn of this game on a phone that gives every answer."""
    session, rest = start_session(game.name), list(game.answers)
    tapped = count = 0
    while rest:
        step, taps = (Answered((rest[0],)), 0) if not session.table.started else tap(session, rest)
        tapped += taps
        for answer in rest[: len(step.answers)]:
            assert session.question is not None
            if session.table.started:
                count += session.question.key in game.game.turn_begins
            session.answer_pair(answer.key, answer.word)
        del rest[: len(step.answers)]
    return tapped / count


def tap(session: Session, wanted: list[Answer]) -> tuple[Answered, int]:
    """Give the next answers from a phone; returns what it gives, and how many taps it took."""
    for said in wanted[:2]:  # the first may go without saying
        step: Step = entry_for(session, InputContext(axes=2))
        for taps, item in enumerate(
            said.value if isinstance(said.value, tuple) else [said.value], 1
        ):
            assert isinstance(step, Entry)
            step = answer_remotely(step, said.key, item)
            doubted = isinstance(step, Doubt)
            if isinstance(step, Doubt):
                step = press_remotely(step, Press.OK)
            if isinstance(step, Answered) and [*step.answers] == wanted[: len(step.answers)]:
                return step, taps + doubted
    raise AssertionError(f"{wanted[0]} is not taken")
