"""Tables of each game that play random legal games, for tests that hold at any question."""

from collections.abc import Callable, Iterator
from random import Random
from typing import Any, NamedTuple

from companion.core.session import Session
from companion.games import start_session
from tests.games.bologna.rules.custom import BolognaCustom
from tests.games.bologna.rules.dealer import BolognaDealer
from tests.games.campanile.rules.dealer import Custom, Dealer
from tests.games.campanile.rules.dealer1996 import Custom1996, Dealer1996
from tests.games.capitol.rules.dealer import CapitolDealer


class RandomTable(NamedTuple):
    """A game, and the steps that its table tells of."""

    game: str
    play: Callable[[Random], Iterator[Any]]


def _table_2009(custom: Custom) -> RandomTable:
    return RandomTable("campanile-2009", lambda rng: Dealer(custom, rng).play())


def _table_1996(custom: Custom1996) -> RandomTable:
    return RandomTable("campanile-1996", lambda rng: Dealer1996(custom, rng).play())


def _table_of_bologna(custom: BolognaCustom) -> RandomTable:
    return RandomTable("bologna-towers", lambda rng: BolognaDealer(custom, rng).play())


def _table_of_capitol(players: int, **habits: Any) -> RandomTable:
    return RandomTable("capitol", lambda rng: CapitolDealer(players, rng, **habits).play())


RANDOM_TABLES = {
    "2009": _table_2009(Custom(2, moving=True)),
    "misbuilt": _table_2009(Custom(4, misbuilt=True)),
    "of five": _table_2009(Custom(5)),
    "forgetful": _table_2009(Custom(3, forgets=0.03)),
    "light": _table_2009(Custom(3, light=True)),
    "light, moving": _table_2009(Custom(2, moving=True, light=True)),
    "1996": _table_1996(Custom1996(3, higher=True)),
    "extended 1996": _table_1996(Custom1996(4, extended="extended-tower")),
    "light 1996": _table_1996(Custom1996(5, light=True, higher=True)),
    "light extended 1996": _table_1996(Custom1996(4, light=True, extended="extended-only")),
    "Bologna": _table_of_bologna(BolognaCustom(3)),
    "high Bologna": _table_of_bologna(BolognaCustom(4, numbers="234")),
    "mapped Bologna": _table_of_bologna(BolognaCustom(4, mapped=True)),
    "light Bologna": _table_of_bologna(BolognaCustom(3, ("light", "end-at-empty-pile"))),
    "Capitol": _table_of_capitol(3),
    "Capitol for two": _table_of_capitol(2, eager=1.0),
    "crowded Capitol": _table_of_capitol(4, large=0),
}


def random_questions(kind: str, seed: int) -> Iterator[Session]:
    """The session of such a table, at each question of the game that is under way."""
    game, play = RANDOM_TABLES[kind]
    session = start_session(game)
    for step in play(Random(seed)):
        if session.game.table.started:
            yield session
        session.answer_pair(*step.pair)


def random_game(kind: str, seed: int, steps: int) -> Session:
    """The session of such a table after so many steps, or at its end."""
    game, play = RANDOM_TABLES[kind]
    session = start_session(game)
    for step, _ in zip(play(Random(seed)), range(steps), strict=False):
        session.answer_pair(*step.pair)
    return session
