"""The physical game: real cards with numbers, houses, roofs and blocks, played at random.

The dealer tells, pair by pair, what the table would press, and knows what the companion can't see.
It knows nothing of `companion`; whatever it tells is true.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import product
from random import Random
from typing import Any, NamedTuple

from tests.games.capitol.rules import second

Pair = tuple[str, str]
NAMES = ("Jörg", "Ana María", "Édouard", "#1")
COLOURS = ("red", "green", "yellow", "blue")
HUES = ("light-blue", "purple", "pink")
KINDS = ("roof", "floor", "permit")
SHAPES = ("round", "square")


class Card(NamedTuple):
    """One card."""

    kind: str
    number: int
    hue: str = ""


@dataclass
class Hill:
    """One prefecture; houses are (seat, height, shape)."""

    name: str
    hue: str
    small: int
    large: int
    printed: int
    houses: list[tuple[int, int, str]] = field(default_factory=list)
    won: Counter[str] = field(default_factory=Counter)

    @property
    def word(self) -> str:
        """The prefecture as the table enters it."""
        return f"{self.name}:{self.hue}:{self.small}:{self.large}:{self.printed}"

    @property
    def small_left(self) -> int:
        """Free small sites."""
        return self.small - len(self.houses) - self.won["fountain"]

    @property
    def large_left(self) -> int:
        """Free large sites."""
        return self.large - self.won["temple"] - self.won["amphitheatre"]


@dataclass(frozen=True)
class CapitolStep:
    """What the table says next, and all that it could have said; empty where that is too much."""

    pair: Pair
    legal: frozenset[Pair] = frozenset()
    of: int | None = None
    """Whose answer it is."""


def deck() -> dict[str, list[Card]]:
    """All cards by type."""
    return {
        "roof": [Card("roof", number) for number in range(1, 8) for _ in range(2)],
        "floor": [Card("floor", number) for number in range(1, 9) for _ in range(3)],
        "permit": [Card("permit", number, hue) for number in range(1, 9) for hue in HUES],
    }


class CapitolDealer:
    """A game on the table; ``eager`` is how often somebody would rather build than pass."""

    def __init__(self, players: int, rng: Random, eager: float = 0.95, large: int = 1) -> None:
        self.rng, self.eager = rng, eager
        self.seats = range(players)
        self.names = rng.sample(NAMES, players)
        self.colours = rng.sample(COLOURS, players)
        hues = rng.sample(HUES * 3, 9)
        self.hills = [
            Hill(f"Hill {number}", hue, rng.randint(5, 7), large, rng.choice((0, 0, 1, 2)))
            for number, hue in enumerate(hues)
        ]
        self.stacks = deck()
        for stack in self.stacks.values():
            rng.shuffle(stack)
        self.discards: dict[str, list[Card]] = {kind: [] for kind in KINDS}
        self.hands = [
            [self.stacks[kind].pop() for kind, cards in self._dealt() for _ in range(cards)]
            for _ in self.seats
        ]
        self.finished = [[(h, s) for s in SHAPES for h in (1, 2)] for _ in self.seats]
        self.roofless: list[list[int]] = [[] for _ in self.seats]
        self.roofs = [dict.fromkeys(SHAPES, 3) for _ in self.seats]
        self.blocks = 90 - 6 * players
        self.points = [0] * players
        self.scorings: list[dict[str, Any]] = []
        self.auctions: list[dict[str, Any]] = []
        self.round, self.consul = 1, 0
        self.laid_out = self.over = False

    @staticmethod
    def _dealt() -> tuple[tuple[str, int], ...]:
        return (("roof", 2), ("floor", 2), ("permit", 4))

    def play(self) -> Iterator[CapitolStep]:
        """Every pair of the game; each has happened on this table when the next is asked for."""
        for name, colour in zip(self.names, self.colours, strict=True):
            yield CapitolStep(("player", name))
            yield CapitolStep(("colour", colour))
        if len(self.names) < len(COLOURS):
            yield CapitolStep(("player", ""))
        for hill in self.hills:
            yield CapitolStep(("prefecture", hill.word))
        self.laid_out = True
        for self.round in range(1, 5):
            yield from self._build()
            last = "amphitheatre" if self.round <= 2 else "temple"
            for thing in ("fountain", "fountain", last):
                yield from self._auction(thing)
            self._score()
            if self.round < 4:
                yield from self._draw()
                self.consul = (self.consul + 1) % len(self.names)
        self.over = True

    def _from_consul(self) -> list[int]:
        return [*self.seats[self.consul :], *self.seats[: self.consul]]

    # Building --------------------------------------------------------------------------------

    def _build(self) -> Iterator[CapitolStep]:
        building = self._from_consul()
        while building:
            seat = building.pop(0)
            if not self.hands[seat]:
                continue
            stays = yield from self._turn(seat)
            if stays:
                building.append(seat)

    def _turn(self, seat: int) -> Any:
        held = {card.kind for card in self.hands[seat]}
        useful = [("play", kind) for kind in sorted(held) if self._can_use(seat, kind)]
        blank = [("blank", kind) for kind in sorted(held)]
        legal = frozenset([*useful, *blank, ("play", "pass")])
        wish = self.rng.random()
        options = useful if useful and wish < self.eager else [*blank, ("play", "pass")]
        pair = self.rng.choice(options) if wish < 0.99 else ("play", "pass")
        yield CapitolStep(pair, legal, seat)
        if pair == ("play", "pass"):
            return False
        key, kind = pair
        card = next(card for card in self.hands[seat] if card.kind == kind)
        if key == "play":
            use = {"floor": self._floor, "roof": self._roof, "permit": self._permit}[kind]
            yield from use(seat)
        self._discard(seat, [card])
        return True

    def _can_use(self, seat: int, kind: str) -> bool:
        if kind == "roof":
            return bool(self.roofless[seat]) and any(self.roofs[seat].values())
        if kind == "permit":
            return any(
                self._fits(hill, house) for hill in self.hills for house in self.finished[seat]
            )
        return True

    def _fits(self, hill: Hill, house: tuple[int, str]) -> bool:
        height, shape = house
        if hill.small_left == 0:
            return False
        if hill.houses:
            top = max(each[1] for each in hill.houses)
            return {each[2] for each in hill.houses} == {shape} and top <= height <= top + 1
        alike = 0
        for other in self.hills:
            if other.hue == hill.hue and any(each[2] == shape for each in other.houses):
                alike += 1
        return height == 1 and alike < 2

    def _floor(self, seat: int) -> Iterator[CapitolStep]:
        own, blocks = self.roofless[seat], min(2, self.blocks)
        if not blocks:
            return
        ways = {
            ("blocks", ",".join(targets)): heights
            for targets in product(
                ("new", *map(str, range(1, 90 if not own else max(own) + 3))), repeat=blocks
            )
            if (heights := self._laid(own, targets)) is not None
        }
        pair = self.rng.choice(sorted(ways))
        yield CapitolStep(pair, frozenset(ways), seat)
        self.blocks -= blocks
        self.roofless[seat] = sorted(ways[pair])

    @staticmethod
    def _laid(own: list[int], targets: tuple[str, ...]) -> list[int] | None:
        heights = list(own)
        for target in targets:
            if target == "new":
                heights.append(1)
            elif int(target) in heights:
                heights[heights.index(int(target))] += 1
            else:
                return None
        return heights

    def _roof(self, seat: int) -> Iterator[CapitolStep]:
        ways = {
            ("roof", f"{shape}:{height}"): (height, shape)
            for height in self.roofless[seat]
            for shape in SHAPES
            if self.roofs[seat][shape]
        }
        pair = self.rng.choice(sorted(ways))
        yield CapitolStep(pair, frozenset(ways), seat)
        height, shape = ways[pair]
        self.roofless[seat].remove(height)
        self.roofs[seat][shape] -= 1
        self.finished[seat].append((height, shape))

    def _permit(self, seat: int) -> Iterator[CapitolStep]:
        where = {
            ("site", hill.name): hill
            for hill in self.hills
            if any(self._fits(hill, house) for house in self.finished[seat])
        }
        pair = self.rng.choice(sorted(where))
        yield CapitolStep(pair, frozenset(where), seat)
        hill = where[pair]
        ways = {
            ("house", f"{shape}:{height}"): (height, shape)
            for height, shape in self.finished[seat]
            if self._fits(hill, (height, shape))
        }
        pair = self.rng.choice(sorted(ways))
        if len(ways) > 1:
            yield CapitolStep(pair, frozenset(ways), seat)
        self.finished[seat].remove(ways[pair])
        hill.houses.append((seat, *ways[pair]))

    def _discard(self, seat: int, cards: list[Card]) -> None:
        for card in cards:
            self.hands[seat].remove(card)
            self.discards[card.kind].append(card)

    # Auctions --------------------------------------------------------------------------------

    def _auction(self, thing: str) -> Iterator[CapitolStep]:
        offers: dict[int, list[Card]] = {seat: [] for seat in self.seats}
        for seat in self._from_consul():
            hand = self.hands[seat]
            if not hand:
                continue
            offers[seat] = self.rng.sample(hand, self.rng.randint(0, min(len(hand), 3)))
            most = sum(7 if card.kind == "roof" else 8 for card in hand)
            told = ("bid", str(sum(card.number for card in offers[seat])))
            yield CapitolStep(told, frozenset(("bid", str(bid)) for bid in range(most + 1)), seat)
        bids = [sum(card.number for card in offers[seat]) for seat in self.seats]
        winner = self._winner(bids)
        name = None if winner is None else self.names[winner]
        told_bids = [[self.names[seat], bids[seat]] for seat in self.seats]
        self.auctions.append({"building": thing, "bids": told_bids, "winner": name})
        if winner is not None:
            yield from self._collect(winner, offers[winner], thing)

    def _winner(self, bids: list[int]) -> int | None:
        """Whoever outbids everybody, or is poorer than everybody that bid as much."""
        for seat in self.seats:
            rivals = [other for other in self.seats if other != seat and bids[other] >= bids[seat]]
            poorer = [other for other in rivals if self.points[other] > self.points[seat]]
            if bids[seat] and poorer == rivals and all(bids[o] == bids[seat] for o in rivals):
                return seat
        return None

    def _collect(self, winner: int, cards: list[Card], thing: str) -> Iterator[CapitolStep]:
        count = Counter(card.kind for card in cards)
        yield CapitolStep(("discards", ",".join(str(count[kind]) for kind in KINDS)), of=winner)
        self._discard(winner, cards)
        free = [h for h in self.hills if (h.small_left if thing == "fountain" else h.large_left)]
        if free:
            hill = self.rng.choice(free)
            yield CapitolStep(
                ("place", hill.name), frozenset(("place", h.name) for h in free), winner
            )
            hill.won[thing] += 1

    # Scoring and drawing ---------------------------------------------------------------------

    def _houses(self, hill: Hill) -> list[tuple[str, int]]:
        return [(self.names[seat], height) for seat, height, _ in hill.houses]

    def _score(self) -> None:
        found = [
            second.points(
                self._houses(hill),
                hill.printed + hill.won["fountain"],
                temple=hill.won["temple"] > 0,
            )
            for hill in self.hills
        ]
        gains = [sum(each.get(name, 0) for each in found) for name in self.names]
        gained = [[name, got] for name, got in zip(self.names, gains, strict=True)]
        self.points = [had + got for had, got in zip(self.points, gains, strict=True)]
        board = [{name: got for name, got in each.items() if got} for each in found]
        self.scorings.append({"round": self.round, "points": gained, "prefectures": board})

    def _draw(self) -> Iterator[CapitolStep]:
        theatres = [self._houses(hill) for hill in self.hills if hill.won["amphitheatre"]]
        for seat in self._from_consul():
            most = 6 + second.cards(theatres, self.names[seat])
            stacks = {kind: list(cards) for kind, cards in self.stacks.items()}
            discards = {kind: list(cards) for kind, cards in self.discards.items()}
            drawn: list[Card] = []
            for _ in range(self.rng.randint(6, most)):
                left = [kind for kind in KINDS if stacks[kind] or discards[kind]]
                if not left:
                    break
                kind = self.rng.choice(left)
                if not stacks[kind]:
                    stacks[kind], discards[kind] = discards[kind][::-1], []
                drawn.append(stacks[kind].pop())
                if not stacks[kind]:
                    stacks[kind], discards[kind] = discards[kind][::-1], []
            if drawn:
                count = Counter(card.kind for card in drawn)
                yield CapitolStep(("draw", ",".join(str(count[kind]) for kind in KINDS)), of=seat)
                self.hands[seat] += drawn
                self.stacks, self.discards = stacks, discards

    # What lies on the table ------------------------------------------------------------------

    def result(self) -> dict[str, Any]:
        """What the result must say of this table, but for notes and what decided."""
        best = max(self.points)
        leaders = [self.names[seat] for seat in self.seats if self.points[seat] == best]
        return {
            "game": "capitol",
            "state": "finished" if self.over else "playing",
            "players": [self._player(seat) for seat in self.seats],
            "round": self.round,
            "consul": self.names[self.consul],
            "prefectures": [self._hill(hill) for hill in self.hills],
            "supply": self.blocks,
            "stacks": {kind: len(self.stacks[kind]) for kind in KINDS},
            "auctions": self.auctions,
            "scorings": self.scorings,
            "winners": leaders if self.over else None,
        }

    def _player(self, seat: int) -> dict[str, Any]:
        held = Counter(card.kind for card in self.hands[seat])
        return {
            "name": self.names[seat],
            "colour": self.colours[seat],
            "points": self.points[seat],
            "roofless": self.roofless[seat],
            "finished": [{"height": h, "shape": s} for h, s in sorted(self.finished[seat])],
            "roofs": self.roofs[seat],
            "hand": {kind: held[kind] for kind in KINDS},
        }

    def _hill(self, hill: Hill) -> dict[str, Any]:
        return {
            "name": hill.name,
            "colour": hill.hue,
            "small": hill.small,
            "large": hill.large,
            "fountains": hill.printed + hill.won["fountain"],
            "temples": hill.won["temple"],
            "amphitheatres": hill.won["amphitheatre"],
            "houses": [
                {"player": self.names[seat], "height": height, "shape": shape}
                for seat, height, shape in hill.houses
            ],
        }
