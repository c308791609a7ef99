"""The physical Campanile of 1996: three real piles on a table where random legal turns are played.

Like the dealer of 2009 it knows nothing of `companion`; whatever it tells is true.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from tests.core.saying import Pair, Step
from tests.games.campanile.rules import second
from tests.games.campanile.rules.dealer import STYLES, TOWERS, Custom, Dealer

REMOVED = {2: 5, 3: 3, 4: 1, 5: 0}
"""Cards of each style that go back into the box."""
SURPLUS = {2: 0, 3: 1, 4: 2, 5: 1}
LIGHTLY = ("correct tracking", "light")
FLAGS = [[8, 4], [6, 3], [4, 2], [2, 1]]


@dataclass(frozen=True)
class Custom1996(Custom):
    """How a table plays."""

    higher: bool = False
    """Whether chips may be worth more than the floors built."""
    extended: str = ""
    """The variant that lets the tower just extended be bet on, if any."""

    @property
    def variants(self) -> list[str]:
        """The variants by their names in a record."""
        return ["higher-chips"] * self.higher + [self.extended] * bool(self.extended)


class Dealer1996(Dealer):
    """A game on the table."""

    custom: Custom1996

    def _prepare(self) -> None:
        per_style = 14 - REMOVED[self.custom.players]
        deck = [style for style in STYLES for _ in range(per_style)]
        self.rng.shuffle(deck)
        self.hands = [[deck.pop() for _ in range(3)] for _ in self.seats]
        self.secret = [Counter(hand) for hand in self.hands]
        self.surplus = [deck.pop() for _ in range(SURPLUS[self.custom.players])]
        self.piles = [deck[pile::3] for pile in range(3)]
        assert len({len(pile) for pile in self.piles}) == 1
        self.lightly = False
        """Whether the table has said that the tops are not told of."""
        self.covered: int | None = None
        """The pile whose next card has not been turned up yet."""
        self.supply = Counter(chip for flag in FLAGS for chip in flag)

    @property
    def tops(self) -> list[str | None]:
        """What lies open on piles 1, 2 and 3."""
        return [
            pile[0] if pile and place != self.covered else None
            for place, pile in enumerate(self.piles)
        ]

    @property
    def hidden(self) -> list[str]:
        """All cards that could as well have been the next one of a pile."""
        below = [card for pile in self.piles for card in pile[1:]]
        covered = [] if self.covered is None else self.piles[self.covered][:1]
        return [*below, *covered, *self.surplus]

    def play(self) -> Iterator[Step]:
        """Every pair of the game; each has happened on this table when the next is asked for."""
        for name, colour in zip(self.names, self.colours, strict=True):
            yield Step(("player", name))
            yield Step(("colour", colour))
        if self.custom.players < 5:
            yield Step(("player", ""))
        yield Step(("row", ",".join(self.row)))
        for variant in self.custom.variants:
            yield Step(("variant", variant))
        yield Step(("variant", ""))
        yield Step(("open", ",".join(filter(None, self.tops))))
        self.laid_out = True
        if self.custom.light:
            yield Step(LIGHTLY)
            self.lightly = True
        while not self.over:
            yield from self._turn()

    def _turn(self) -> Iterator[Step]:
        hand = self.hands[self.seat]
        _, style = yield from self._say([("tower", each) for each in sorted(set(hand))], TOWERS)
        hand.remove(style)
        _, word = yield from self._say([("floors", each) for each in "123"])
        floors = int(word)
        self.floors[style] += floors
        yield from self._bet(style, floors)
        pile = self.piles[floors - 1]
        hand.append(pile.pop(0))
        self.covered = floors - 1
        if pile:
            if not self.custom.light:
                yield from self._turn_over(pile[0])
            self.covered = None
            self.seat = (self.seat + 1) % self.custom.players
        else:
            self._count_up()

    def _bet(self, built: str, floors: int) -> Any:
        values = [floors, *range(floors + 1, 4)] if self.custom.higher else [floors]
        values = [value for value in values if self.piece(value, None)]
        if not values:
            return
        visible = {top for top in self.tops if top is not None}
        goals = {"extended-only": {built}, "extended-tower": visible | {built}}
        places = [("marker", goal) for goal in sorted(goals.get(self.custom.extended, visible))]
        allowed = places
        if self.custom.light and self.custom.extended != "extended-only":
            allowed = [("marker", each) for each in STYLES]  # nobody is told what lies open
        none = ("marker", "none")
        _, style = yield from self._say([none, *places], frozenset([none, *allowed]))
        if style == "none":
            return
        if len(values) > 1:
            _, word = yield from self._say([("value", str(value)) for value in values])
            values = [int(word)]
        self._lay(self.piece(values[0], None), style)

    def _turn_over(self, card: str) -> Any:
        styles: frozenset[Pair] = frozenset(("show", style) for style in STYLES)
        possible = frozenset(("show", each) for each in self.hidden)
        yield from self._tell(("show", card), styles, possible)

    def _count_up(self) -> None:
        """The flags: each chip goes to whoever stands first or second under the tower."""
        influence = {
            style: {seat: sum(self.markers(style, seat)) for seat in self.came[style]}
            for style in STYLES
        }
        found = second.awards_of(FLAGS, self.floors, self.row, influence, self.came)
        for award in found:
            self.unawarded += sum(award["flag"])
            for seat, chip in award["chips"]:
                self.supply[chip] -= 1
                self.chips[seat].append(chip)
                self.unawarded -= chip
        self.scorings.append({"name": "final", "awards": found})
        self.over = True

    def result(self) -> dict[str, Any]:
        """What `companion score --json` must say of this table, but for its notes."""
        points = [sum(chips) for chips in self.chips]
        best = [name for name, own in zip(self.names, points, strict=True) if own == max(points)]
        return {
            "game": "campanile-1996",
            "state": "finished" if self.over else "playing",
            "players": [self._player(seat) for seat in self.seats],
            "towers": [self._tower(style) for style in self.row],
            "display": None if self.lightly else self.tops,
            "pile": [len(pile) for pile in self.piles],
            "scorings": [self._scoring(each) for each in self.scorings],
            "winners": best if self.over else None,
        }
