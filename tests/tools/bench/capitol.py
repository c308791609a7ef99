"""Presses that Capitol costs over random games: a turn of building, an auction, drawing cards."""

from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import NamedTuple

from companion.core.session import Session
from companion.games import start_session
from tests.games.capitol.rules.dealer import CapitolDealer
from tests.tools.bench.first import on_the_first_choice
from tests.tools.bench.rows import Row, Trial
from tests.tools.bench.stored import stored
from tests.tools.bench.turns import BUTTONS, WAYS, Controls, played, stroke

PLAYERS = (2, 3, 4)
MOST_GAMES = 8
"""Counted at most, as each takes long."""


class Part(NamedTuple):
    """A part of the game: what a row calls it, its questions, and the one that begins it."""

    row: str
    questions: tuple[str, ...]
    begins: str


PARTS = (
    Part("a turn of building in Capitol", ("play", "blank"), "play"),
    Part("a bid in Capitol", ("bid",), "bid"),
    Part("an auction won in Capitol: cards and place", ("discards", "place"), "discards"),
    Part("drawing cards in Capitol", ("draw",), "draw"),
)


def rows(trial: Trial) -> Iterator[Row]:
    """A row for each part and each way, of random games and of those that are stored."""
    count = min(trial.rounds, MOST_GAMES)
    for kind, of, games in (
        ("random", "", [random_game(seed) for seed in range(count)]),
        ("stored", " in stored games", stored("capitol")[:count]),
    ):
        for name in BUTTONS:
            likely = _counted(games, WAYS[name])
            with on_the_first_choice():
                first = _counted(games, WAYS[name])
            for part in PARTS:
                note = f"{first[part]:.2f} from the first choice; {len(games)} {kind} games"
                yield Row(f"{part.row}{of}, {name}", likely[part], unit="presses", note=note)


def _counted(games: list[Session], way: Controls) -> dict[Part, float]:
    """Presses for each time that a part is played."""
    presses: Counter[str] = Counter()
    times: Counter[str] = Counter()
    for game in games:
        _count(game, way, presses, times)
    return {
        part: sum(presses[key] for key in part.questions) / max(times[part.begins], 1)
        for part in PARTS
    }


def random_game(seed: int) -> Session:
    dealer = CapitolDealer(PLAYERS[seed % len(PLAYERS)], Random(seed))
    return played("capitol", (step.pair for step in dealer.play()))


def _count(game: Session, way: Controls, presses: Counter[str], times: Counter[str]) -> None:
    """Add the presses of this game, and how often each question was asked, by its key."""
    session, rest = start_session(game.name), list(game.answers)
    while rest:
        answered, question = 1, session.question
        assert question is not None
        if session.table.started:
            pressed, answered = stroke(session, rest, way)
            presses[question.key] += pressed
            times[question.key] += 1
        for answer in rest[:answered]:
            session.answer(answer)
        del rest[:answered]
