"""Plays games of each kind, and keeps how the table stood after every turn and who won."""

from collections.abc import Callable, Iterator
from random import Random
from typing import Any, NamedTuple

from companion.core.session import Session
from companion.core.story import Assessment
from companion.games import load_plugin, start_session
from tests.games.bologna.rules.custom import Custom as BolognaCustom
from tests.games.bologna.rules.dealer import Dealer as BolognaDealer
from tests.games.campanile.rules.dealer import Custom, Dealer
from tests.games.campanile.rules.dealer1996 import Custom1996, Dealer1996
from tests.games.capitol.rules.dealer import Dealer as CapitolDealer


class PlayedGame(NamedTuple):
    """A finished game: how it stood before the first turn and after each, and who has won."""

    turns: tuple[Assessment, ...]
    winners: tuple[int, ...]

    @property
    def seats(self) -> int:
        """The number of players."""
        return len(self.turns[0].figures)


def _deal_2009(seats: int, rng: Random) -> Any:
    return Dealer(Custom(seats, moving=seats == 2 and rng.random() < 0.5), rng)


def _deal_1996(seats: int, rng: Random) -> Any:
    extended = rng.choice(("", "", "extended-tower", "extended-only"))
    return Dealer1996(Custom1996(seats, higher=rng.random() < 0.5, extended=extended), rng)


def _deal_bologna(seats: int, rng: Random) -> Any:
    return BolognaDealer(BolognaCustom(seats, mapped=rng.random() < 0.5), rng)


DEALERS: dict[str, Callable[[int, Random], Any]] = {
    "campanile-2009": _deal_2009,
    "campanile-1996": _deal_1996,
    "bologna-towers": _deal_bologna,
    "capitol": CapitolDealer,
}
"""By game: (players, random) → who plays a whole game at random."""


def play_games(game: str, seats: int, seeds: range) -> Iterator[PlayedGame]:
    """Play a game of random players for each seed."""
    for seed in seeds:
        yield play_game(game, DEALERS[game](seats, Random(f"{game} {seats} {seed}")))


def play_game(game: str, dealer: Any) -> PlayedGame:
    """Play the dealer's game to its end."""
    plugin, session, turns = load_plugin(game), start_session(game), []
    assert plugin.story is not None, game
    for step in dealer.play():
        session.answer_pair(*step.pair)
        if _begins_turn(session):
            turns.append(plugin.story.assess(session.table))
    return PlayedGame(tuple(turns), session.table.outcome.winners)


def _begins_turn(session: Session) -> bool:
    """Whether the next turn begins, or the first."""
    asked = session.question
    return asked is not None and session.table.started and asked.key in session.game.turn_begins
