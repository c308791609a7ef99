"""The physical game: a real deck, hands and markers on a table where random legal turns are played.

The dealer tells, pair by pair, what the table would press, and knows what the companion can't see.
It knows nothing of `companion`; whatever it tells is true.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from tests.core.saying import NAMES, OUT_OF_COUNT, Pair, Step
from tests.games.campanile.rules import second

STYLES = ("beige", "blue", "brown", "yellow", "red")
COLOURS = ("blue", "yellow", "red", "black", "white")
CHIPS = {1: 4, 2: 5, 3: 3, 4: 3, 5: 1, 6: 1}
MARKERS = (1, 1, 1, 1, 1, 2, 2, 2, 3)
TOWERS = frozenset(("tower", style) for style in STYLES)


@dataclass
class Piece:
    """One wooden marker: whose, its value, and the tower it lies under."""

    seat: int
    value: int
    under: str | None = None


@dataclass(frozen=True)
class Custom:
    """How a table plays."""

    players: int
    moving: bool = False
    """Whether the two move markers."""
    misbuilt: bool = False
    """Intermezzo and Finito lie anywhere in the pile."""
    forgets: float = 0.0
    """How often the table says that the cards were miscounted, by question."""
    light: bool = False
    """Whether cards are not told of, but for the two scoring cards."""


class Dealer:
    """A game on the table; ``choose`` plays for everyone, ``rng`` shuffles."""

    def __init__(
        self, custom: Custom, rng: Random, choose: Callable[[Sequence[Pair]], Pair] | None = None
    ) -> None:
        self.custom, self.rng = custom, rng
        self.choose = choose or rng.choice
        self.names = rng.sample(NAMES, custom.players)
        self.colours = rng.sample(COLOURS, custom.players)
        self.row = rng.sample(STYLES, len(STYLES))
        self.seats = range(custom.players)
        self.pieces = [Piece(seat, value) for seat in self.seats for value in MARKERS]
        self.came: dict[str, dict[int, int]] = {style: {} for style in STYLES}
        self.floors = dict.fromkeys(STYLES, 0)
        self.supply = Counter(CHIPS)
        self.chips: list[list[int]] = [[] for _ in self.seats]
        self.scorings: list[dict[str, Any]] = []
        self.unawarded = 0
        self.seat, self.clock = 0, 0
        self.laid_out = self.over = False
        self._prepare()

    def _prepare(self) -> None:
        per_style = 6 if self.custom.players == 2 else 12
        deck = [style for style in STYLES for _ in range(per_style)]
        self.rng.shuffle(deck)
        self.hands = [[deck.pop() for _ in range(3)] for _ in self.seats]
        self.secret = [Counter(hand) for hand in self.hands]
        """What each hand held when the counting began."""
        self.pile = self._misbuild(deck) if self.custom.misbuilt else self._build(deck)
        self.display = [self.pile.pop(0) for _ in range(3)]

    def _build(self, deck: list[str]) -> list[str]:
        half, slack = len(deck) // 2, 2 if self.custom.players == 2 else 3
        above = self.rng.randint(half - slack, len(deck) - half + slack)
        last = [*deck[-10:], "finito"]
        self.rng.shuffle(last)
        return [*deck[:above], "intermezzo", *deck[above:-10], *last]

    def _misbuild(self, deck: list[str]) -> list[str]:
        rest = [*deck[3:], "intermezzo", "finito"]
        self.rng.shuffle(rest)
        return deck[:3] + rest

    # What the table says ---------------------------------------------------------------------

    def play(self) -> Iterator[Step]:
        """Every pair of the game; each has happened on this table when the next is asked for."""
        for name, colour in zip(self.names, self.colours, strict=True):
            yield Step(("player", name))
            yield Step(("colour", colour))
        if self.custom.players < len(COLOURS):
            yield Step(("player", ""))
        yield Step(("row", ",".join(self.row)))
        if self.custom.moving:
            yield Step(("variant", "move-markers"))
        if self.custom.light:
            yield Step(("variant", "light"))
        yield Step(("variant", ""))
        if not self.custom.light:
            yield Step(("open", ",".join(self.display)))
        self.laid_out = True
        while not self.over:
            yield from self._turn()

    def _tell(self, pair: Pair, allowed: frozenset[Pair], possible: frozenset[Pair]) -> Any:
        if self.rng.random() < self.custom.forgets:
            yield Step(OUT_OF_COUNT, allowed, possible)
            self.secret = [Counter(hand) for hand in self.hands]
        yield Step(pair, allowed, possible)

    def _say(self, options: Sequence[Pair], allowed: frozenset[Pair] = frozenset()) -> Any:
        pair = self.choose(options)
        yield from self._tell(pair, allowed or frozenset(options), frozenset(options))
        return pair

    def _turn(self) -> Iterator[Step]:
        hand = self.hands[self.seat]
        _, style = yield from self._say([("tower", each) for each in sorted(set(hand))], TOWERS)
        hand.remove(style)
        _, floors = yield from self._say([("floors", each) for each in "123"])
        self.floors[style] += int(floors)
        yield from self._influence(int(floors))
        taken = [("take", each) for each in sorted(set(self.display))]
        if self.custom.light:
            _, style = self.choose(taken)
        else:
            _, style = yield from self._say(taken)
        self.display.remove(style)
        hand.append(style)
        yield from self._turn_up_lightly() if self.custom.light else self._turn_up()
        self.seat = (self.seat + 1) % self.custom.players

    def _influence(self, floors: int) -> Any:
        may_place, may_move = self.piece(floors, None), self.custom.moving and floors == 2
        options = [("marker", style) for style in sorted(set(self.display)) if may_place]
        options += [("move", style) for style in STYLES if may_move and self._can_leave(style)]
        allowed = options
        if self.custom.light:  # nobody is told which cards lie open
            allowed = [("marker", style) for style in STYLES if may_place]
            own = [style for style in STYLES if self.piece(2, style)]
            allowed += [("move", style) for style in own if may_move]
        if not allowed:
            return
        none = ("marker", "none")
        key, style = yield from self._say([none, *options], frozenset([none, *allowed]))
        if key == "move":
            goals = [("to", goal) for goal in sorted(set(self.display)) if goal != style]
            others = [("to", goal) for goal in STYLES if goal != style]
            _, goal = yield from self._say(goals, frozenset(others if self.custom.light else goals))
            self._lay(self.piece(2, style), goal)
        elif style != "none":
            self._lay(self.piece(floors, None), style)

    def _turn_up_lightly(self) -> Any:
        """As `_turn_up`, but the card is turned up first, and told of only if it scores."""
        allowed = {("show", "ordinary"), ("show", "finito")}
        if not any(each["name"] == "intermezzo" for each in self.scorings):
            allowed.add(("show", "intermezzo"))
        card = self.pile.pop(0)
        told = ("show", "ordinary" if card in STYLES else card)
        yield from self._tell(told, frozenset(allowed), frozenset({told}))
        if card in STYLES:
            self.display.append(card)
            return
        self._score(card)
        if card == "finito":
            self.over = True
        else:
            yield from self._turn_up_lightly()

    def _turn_up(self) -> Any:
        styles = {("show", style) for style in STYLES}
        special = {("show", "finito")}
        if "intermezzo" in self.pile:
            special.add(("show", "intermezzo"))
        # Any tower card of the pile could as well have been the next one.
        possible = {("show", card) for card in (self.pile[0], *self.pile) if card in STYLES}
        told = ("show", self.pile[0])
        yield from self._tell(told, frozenset(styles | special), frozenset(possible | {told}))
        card = self.pile.pop(0)
        if card in STYLES:
            self.display.append(card)
            return
        self._score(card)
        if card == "finito":
            self.over = True
        else:
            yield from self._turn_up()

    # Markers and flags -----------------------------------------------------------------------

    def piece(self, value: int, under: str | None) -> Piece | None:
        """A marker of the player to move with that value, there; None where there is none."""
        return next(
            (p for p in self.pieces if (p.seat, p.value, p.under) == (self.seat, value, under)),
            None,
        )

    def _can_leave(self, style: str) -> bool:
        return self.piece(2, style) is not None and set(self.display) != {style}

    def _lay(self, piece: Piece | None, goal: str) -> None:
        assert piece is not None
        source, piece.under = piece.under, goal
        if source is not None and not self.markers(source, piece.seat):
            del self.came[source][piece.seat]
        self.clock += 1
        self.came[goal].setdefault(piece.seat, self.clock)

    def markers(self, style: str, seat: int) -> list[int]:
        """The values of the player's markers under the tower, high to low."""
        found = [p.value for p in self.pieces if (p.under, p.seat) == (style, seat)]
        return sorted(found, reverse=True)

    def _score(self, name: str) -> None:
        influence = {
            style: {seat: sum(self.markers(style, seat)) for seat in self.came[style]}
            for style in STYLES
        }
        found = second.awards(
            name, self.custom.players, self.floors, self.row, influence, self.came
        )
        for award in found:
            self.unawarded += sum(award["flag"])
            for seat, chip in award["chips"]:
                assert self.supply[chip] > 0, "the box holds too few chips"
                self.supply[chip] -= 1
                self.chips[seat].append(chip)
                self.unawarded -= chip
        self.scorings.append({"name": name, "awards": found})

    # What lies on the table ------------------------------------------------------------------

    def result(self) -> dict[str, Any]:
        """What `companion score --json` must say of this table, but for its notes."""
        best = second.winners(self.chips)
        return {
            "game": "campanile-2009",
            "state": "finished" if self.over else "playing",
            "players": [self._player(seat) for seat in self.seats],
            "towers": [self._tower(style) for style in self.row],
            "display": None if self.custom.light else self.display,
            "pile": len(self.pile),
            "scorings": [self._scoring(each) for each in self.scorings],
            "winners": [self.names[seat] for seat in best] if self.over else None,
        }

    def _player(self, seat: int) -> dict[str, Any]:
        chips = sorted(self.chips[seat], reverse=True)
        return {
            "name": self.names[seat],
            "colour": self.colours[seat],
            "points": sum(chips),
            "chips": chips,
        }

    def _tower(self, style: str) -> dict[str, Any]:
        in_order = sorted(self.came[style], key=self.came[style].__getitem__)
        rows = [(seat, self.markers(style, seat)) for seat in in_order]
        return {
            "style": style,
            "floors": self.floors[style],
            "influence": [
                {"player": self.names[seat], "value": sum(markers), "markers": markers}
                for seat, markers in rows
            ],
        }

    def _scoring(self, scoring: dict[str, Any]) -> dict[str, Any]:
        awards = [
            {**each, "chips": [[self.names[seat], chip] for seat, chip in each["chips"]]}
            for each in scoring["awards"]
        ]
        return {"name": scoring["name"], "awards": awards}
