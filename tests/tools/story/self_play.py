"""Whole games of Campanile (2009) by players of given kinds, as answers that the real rules accept.

The world is known in full here: the hands and the pile are dealt as the rulebook says.
"""

from collections.abc import Iterator, Sequence
from enum import StrEnum
from functools import partial
from random import Random

from companion.core.conversation import Answer
from companion.games.campanile.playout.lean_table import (
    FINITO_CARD,
    INTERMEZZO_CARD,
    NOWHERE,
    TOWERS,
    LeanTable,
    LeanTurn,
)
from companion.games.campanile.playout.players import (
    ONLY_POINTS,
    ChooseTurn,
    choose_at_random,
    choose_greedily,
)
from companion.games.campanile.rules.cards import CARDS_PER_STYLE, DEALT, LAST_CARDS, OPEN, SLACK
from companion.games.campanile.rules.game2009 import Campanile2009
from companion.games.campanile.rules.table2009 import FINITO, INTERMEZZO, MOVE_MARKERS
from companion.games.campanile.rules.towers import STYLES

NAMES = ("Anna", "Ben", "Carl", "Dora", "Emma")


class SelfPlayer(StrEnum):
    """Kinds of players, as docs/story.md has them."""

    RANDOM = "random"
    POINTS = "A"
    STRONG = "B"


CHOOSE: dict[SelfPlayer, ChooseTurn] = {
    SelfPlayer.RANDOM: choose_at_random,
    SelfPlayer.POINTS: partial(choose_greedily, habits=ONLY_POINTS),
    SelfPlayer.STRONG: choose_greedily,
}


class SelfPlayWorld:
    """A table with everything on it, the hidden cards too."""

    def __init__(self, kinds: Sequence[SelfPlayer], seed: int, *, moving: bool = False) -> None:
        self.kinds = kinds
        self.rng = Random(seed)
        self.table = LeanTable(len(kinds), moving=moving)
        self.row = self._shuffle(list(STYLES))
        deck = self._shuffle(
            [style for style in TOWERS for _ in range(CARDS_PER_STYLE[len(kinds)])]
        )
        self.hands = [[deck.pop() for _ in range(DEALT)] for _ in kinds]
        self.pile = self._build_pile(deck)
        """The top card is last."""
        self.table.display = [self.pile.pop() for _ in range(OPEN)]
        self.table.left = len(self.pile)
        self.dealt = [hand[:] for hand in self.hands], self.pile[:]
        """The hands and the pile as the game began."""

    def _shuffle(self, cards: list) -> list:  # type: ignore[type-arg]
        return sorted(cards, key=lambda _: self.rng.random())

    def _build_pile(self, deck: list[int]) -> list[int]:
        bottom = LAST_CARDS - 1
        last = self._shuffle([*deck[:bottom], FINITO_CARD])
        slack, half = SLACK[len(self.kinds)], len(deck) // 2
        under = half - slack + int(self.rng.random() * (2 * slack + 1 + len(deck) % 2))
        return [*last, *deck[bottom:under], INTERMEZZO_CARD, *deck[under:]]

    def play(self) -> Iterator[Answer]:
        """Play the game to its end; the answers as a table would give them."""
        yield from self._set_up()
        over = False
        while not over:
            table, seat = self.table, self.table.seat
            turn = CHOOSE[self.kinds[seat]](table, self.hands[seat], self.rng)
            yield from self._tell(turn)
            self.hands[seat].remove(turn[0])
            self.hands[seat].append(turn[-1])
            table.take_turn(turn)
            is_tower = False
            while not is_tower and not over:
                card = self.pile.pop()
                yield Answer("show", (*self.row, INTERMEZZO, FINITO)[card])
                is_tower = table.turn_up(card)
                over = card == FINITO_CARD

    def _set_up(self) -> Iterator[Answer]:
        colours = Campanile2009.colours
        for name, colour, _ in zip(NAMES, colours, self.kinds, strict=False):
            yield from (Answer("player", name), Answer("colour", colour))
        if len(self.kinds) < Campanile2009.seats[-1]:
            yield Answer("player", "")
        yield Answer("row", tuple(self.row))
        if self.table.moving:
            yield Answer("variant", MOVE_MARKERS)
        yield Answer("variant", "")
        yield Answer("open", tuple(self.row[style] for style in self.table.display))

    def _tell(self, turn: LeanTurn) -> Iterator[Answer]:
        played, floors, goal, source, taken = turn
        yield from (Answer("tower", self.row[played]), Answer("floors", floors))
        if source != NOWHERE:
            yield from (Answer("move", self.row[source]), Answer("to", self.row[goal]))
        elif goal != NOWHERE:
            yield Answer("marker", self.row[goal])
        elif self._may_mark(floors):
            yield Answer("marker", "none")
        yield Answer("take", self.row[taken])

    def _may_mark(self, floors: int) -> bool:
        """Whether the rules ask for a marker: it is in stock, or one of the towers' may move."""
        table = self.table
        movable = (
            table.moving
            and floors == 2
            and any(
                table.twos[tower][table.seat] and set(table.display) != {tower} for tower in TOWERS
            )
        )
        return bool(table.stock[table.seat][floors]) or movable


def play_game(kinds: Sequence[SelfPlayer], seed: int, *, moving: bool = False) -> list[Answer]:
    """All answers of a whole game, its setup among them."""
    return list(SelfPlayWorld(kinds, seed, moving=moving).play())
