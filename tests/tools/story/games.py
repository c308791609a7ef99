"""Plays games of each kind, and keeps how the table stood after every turn and who won."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from random import Random
from typing import Any, NamedTuple

from companion.core.session import Session
from companion.core.story import Assessment
from companion.games import load_plugin, start_session
from tests.core.saying import Pair
from tests.games.bologna.rules.custom import BolognaCustom
from tests.games.bologna.rules.dealer import BolognaDealer
from tests.games.campanile.rules.dealer1996 import Custom1996, Dealer1996
from tests.games.capitol.rules.dealer import CapitolDealer
from tests.tools.story.self_play import SelfPlayer, SelfPlayWorld


class PlayedGame(NamedTuple):
    """A finished game: how it stood before the first turn and after each, and who has won."""

    turns: tuple[Assessment, ...]
    winners: tuple[int, ...]

    @property
    def seats(self) -> int:
        """The number of players."""
        return len(self.turns[0].figures)

    @property
    def wins(self) -> list[float]:
        """By seat: 1 for the winner, or the share of a shared win."""
        return [(seat in self.winners) / len(self.winners) for seat in range(self.seats)]


EQUAL_GAMES = 4000
Plays = Callable[[int, Random], Iterator[Pair]]
"""(players, random numbers) → the pairs of a whole game's record."""


def _self_play(choose_kinds: Callable[[int, Random], Sequence[SelfPlayer]]) -> Plays:
    def play(seats: int, rng: Random) -> Iterator[Pair]:
        kinds, moving = choose_kinds(seats, rng), seats == 2 and rng.random() < 0.5
        world = SelfPlayWorld(kinds, rng.randrange(2**32), moving=moving)
        return ((answer.key, answer.word) for answer in world.play())

    return play


def _dealt(deal: Callable[[int, Random], Any]) -> Plays:
    return lambda seats, rng: (step.pair for step in deal(seats, rng).play())


def _deal_1996(seats: int, rng: Random) -> Dealer1996:
    extended = rng.choice(("", "", "extended-tower", "extended-only"))
    return Dealer1996(Custom1996(seats, higher=rng.random() < 0.5, extended=extended), rng)


def _deal_bologna(seats: int, rng: Random) -> BolognaDealer:
    return BolognaDealer(BolognaCustom(seats, mapped=rng.random() < 0.5), rng)


RANDOM, MIXED, STRONG = "random", "mixed", "equal strong"
PLAYERS: dict[str, dict[str, Plays]] = {
    "campanile-2009": {
        STRONG: _self_play(lambda seats, _: [SelfPlayer.STRONG] * seats),
        MIXED: _self_play(lambda seats, rng: rng.choices(list(SelfPlayer), k=seats)),
        RANDOM: _self_play(lambda seats, _: [SelfPlayer.RANDOM] * seats),
    },
    "campanile-1996": {RANDOM: _dealt(_deal_1996)},
    "bologna-towers": {RANDOM: _dealt(_deal_bologna)},
    "capitol": {RANDOM: _dealt(CapitolDealer)},
}
"""By game and kind of players: who plays a whole game. The first of a game are the best equals."""


def play_games(game: str, kind: str, seats: int, seeds: range) -> Iterator[PlayedGame]:
    """Play a game of these players for each seed."""
    for seed in seeds:
        rng = Random(f"{game} {kind} {seats} {seed}")
        yield play_game(game, PLAYERS[game][kind](seats, rng))


def list_winners(game: str, seats: int) -> list[list[int]]:
    """The winners of many games of equal players; an empty list where games are costly."""
    if game != "campanile-2009":
        return []
    worlds = [SelfPlayWorld([SelfPlayer.STRONG] * seats, seed) for seed in range(EQUAL_GAMES)]
    for world in worlds:
        for _ in world.play():
            pass
    return [world.table.list_winners() for world in worlds]


def play_game(game: str, pairs: Iterable[Pair]) -> PlayedGame:
    """Play a game to its end."""
    plugin, session, turns = load_plugin(game), start_session(game), []
    assert plugin.story is not None, game
    for pair in pairs:
        session.answer_pair(*pair)
        if _begins_turn(session):
            turns.append(plugin.story.assess(session.table))
    return PlayedGame(tuple(turns), session.table.outcome.winners)


def _begins_turn(session: Session) -> bool:
    """Whether the next turn begins, or the first."""
    asked = session.question
    return asked is not None and session.table.started and asked.key in session.game.turn_begins
