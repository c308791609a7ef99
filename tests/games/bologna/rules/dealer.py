"""The physical game: a real deck, hands, stones and roofs, with random legal turns played.

The dealer tells, pair by pair, what the table would press, and knows what the companion can't see.
It knows nothing of `companion`; whatever it tells is true.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import combinations
from random import Random
from typing import Any

from tests.core.saying import NAMES, OUT_OF_COUNT, Pair, Step
from tests.games.bologna.rules import second
from tests.games.bologna.rules.custom import (
    ACROSS,
    BOARD,
    COLOURS,
    KINDS,
    LETTERS,
    ORDER,
    ROUND,
    BolognaCustom,
    between,
    coordinate,
    is_special,
    step_from,
    together,
)


class BolognaDealer:
    """A game on the table; ``choose`` plays for everyone, ``rng`` shuffles."""

    def __init__(
        self,
        custom: BolognaCustom,
        rng: Random,
        choose: Callable[[Sequence[Pair]], Pair] | None = None,
    ) -> None:
        self.custom, self.rng = custom, rng
        self.choose = choose or rng.choice
        self.names = rng.sample(NAMES, custom.players)
        self.colours = rng.sample(COLOURS, custom.players)
        self.seats = range(custom.players)
        self.standing: dict[str, str] = {}
        self.roofs: dict[str, int] = {}
        self.plagued: list[str] = []
        self.built: list[str] = []
        self.truth = {field: rng.choice([*KINDS, "none"]) for field in BOARD if field != "5-5"}
        self.told = dict(self.truth) if custom.mapped else {}
        self.kinds: list[list[str]] = [[] for _ in self.seats]
        self.points = [0 for _ in self.seats]
        self.scorings: list[dict[str, Any]] = []
        self.seat = 0
        self.laid_out = self.over = False
        self._prepare()

    def _prepare(self) -> None:
        each = 84 // len(self.custom.numbers)
        deck = [number for number in self.custom.numbers for _ in range(each)]
        deck += ["5", "5"] if "cards-96" in self.custom.variants else []
        deck += [f"{kind}-{self.rng.randint(2, 8)}" for kind in ORDER for _ in range(4)]
        self.rng.shuffle(deck)
        self.hands = [[deck.pop() for _ in range(3)] for _ in self.seats]
        self.secret = [Counter(hand) for hand in self.hands]
        """What each hand held when the counting began."""
        self.display = [deck.pop() for _ in range(4)]
        third = len(deck) // 3
        for depth in (2 * third, third):
            deck.insert(depth + self.rng.randint(-3, 3), "scoring")
        self.pile = deck

    @property
    def light(self) -> bool:
        return "light" in self.custom.variants

    def stock(self, seat: int) -> int:
        """The stones that the player has not built."""
        return 30 - sum(tower.count(str(seat)) for tower in self.standing.values())

    def roofs_left(self, seat: int) -> int:
        """The roofs in the player's stock."""
        return 4 - list(self.roofs.values()).count(seat)

    # What the table says ---------------------------------------------------------------------

    def play(self) -> Iterator[Step]:
        """Every pair of the game; each has happened on this table when the next is asked for."""
        for name, colour in zip(self.names, self.colours, strict=True):
            yield Step(("player", name))
            yield Step(("colour", colour))
        if self.custom.players < 4:
            yield Step(("player", ""))
        for variant in (*self.custom.variants, ""):
            yield Step(("variant", variant))
        yield Step(("kinds", self._map() if self.custom.mapped else ""))
        if not self.light:
            yield Step(("open", ",".join(self.display)))
        self.laid_out = True
        while not self.over:
            yield from self._turn()

    def _map(self) -> str:
        letters = "".join(LETTERS[self.truth.get(field, "none")] for field in BOARD)
        return "/".join(letters[at : at + 7] for at in range(0, 49, 7))

    def _tell(self, pair: Pair, allowed: Iterable[Pair], possible: Iterable[Pair]) -> Any:
        step = Step(pair, frozenset(allowed), frozenset(possible))
        if self.rng.random() < self.custom.forgets:
            yield Step(OUT_OF_COUNT, step.allowed, step.possible)
            self.secret = [Counter(hand) for hand in self.hands]
        yield step

    def _say(self, options: Sequence[Pair], allowed: Iterable[Pair] | None = None) -> Any:
        pair = self.choose(options)
        yield from self._tell(pair, options if allowed is None else allowed, options)
        return pair

    def _turn(self) -> Iterator[Step]:
        yield from self._act()
        if second.sixes(self.standing, self.plagued) > self.custom.players:
            self._end()
            return
        yield from self._secure()
        yield from self._take()
        yield from self._turn_up()
        if not self.over:
            self.seat = (self.seat + 1) % self.custom.players

    # The action ------------------------------------------------------------------------------

    def _is_open(self, field: str) -> bool:
        return (
            field in BOARD
            and field != "5-5"
            and field not in self.plagued
            and field not in self.roofs
            and len(self.standing.get(field, "")) < 6
        )

    def _allowed(self) -> list[Pair]:
        """What the rules allow whoever holds the right cards."""
        fields = [field for field in BOARD if self._is_open(field)]
        allowed = [("build", field) for field in fields if self.stock(self.seat)]
        special = [(key, field) for key in ORDER for field in BOARD if field != "5-5"]
        return [*allowed, *special, ("heal", "5-5"), ("pass", "yes")]

    def _pairs_in_hand(self, key: str, field: str) -> set[str]:
        return {
            together(cards)
            for cards in combinations(self.hands[self.seat], 2)
            if self._names(cards, key, field)
        }

    def _names(self, cards: Sequence[str], key: str, field: str) -> bool:
        numbers = sorted(map(coordinate, cards)) == sorted((field[0], field[2]))
        if key == "build" and "specials-build" not in self.custom.variants:
            return numbers and not any(map(is_special, cards))
        return numbers and (key not in ORDER or any(card.startswith(key) for card in cards))

    def _act(self) -> Any:
        self.built = []
        allowed = self._allowed()
        possible = [pair for pair in allowed if self._pairs_in_hand(*pair)]
        if not self.plagued:
            possible = [pair for pair in possible if pair[0] != "heal"]
        if not possible:
            possible = [("pass", "yes")]
        key, field = yield from self._say(possible, allowed)
        if key == "pass":
            yield from self._discard()
            return
        end = field if key == "heal" else (yield from self._to(key, field))
        yield from self._with(key, field)
        if key == "build":
            yield from self._build(field, end)
        elif key == "heal":
            self.plagued = []
        else:
            self._break_out(key, field, end)

    def _discard(self) -> Any:
        if not self.light:
            hand = self.hands[self.seat]
            first, other = self.rng.sample(hand, 2)
            possible = [("discard", card) for card in hand]
            everything = [*map(str, range(2, 9))]
            everything += [f"{kind}-{number}" for kind in ORDER for number in range(2, 9)]
            allowed = [("discard", card) for card in everything]
            yield from self._tell(("discard", f"{first},{other}"), allowed, possible)
            hand.remove(first)
            hand.remove(other)
        else:
            del self.hands[self.seat][:2]

    def _to(self, key: str, field: str) -> Any:
        if key == "build":
            ends = [end for direction in ROUND for end in self._line(field, direction)]
            ends.append(field)
        else:
            ends = [step_from(field, *corner) for corner in ACROSS]
            ends = [end for end in ends if end in BOARD]
        _, end = yield from self._say([("to", end) for end in ends])
        return end

    def _line(self, field: str, direction: tuple[int, int]) -> list[str]:
        """Where further stones may go, the nearest first."""
        found: list[str] = []
        at = step_from(field, *direction)
        while len(found) < min(3, self.stock(self.seat) - 1) and self._is_open(at):
            found.append(at)
            at = step_from(at, *direction)
        return found

    def _with(self, key: str, field: str) -> Any:
        pairs = sorted(self._pairs_in_hand(key, field))
        word = self.rng.choice(pairs)
        plain = key == "build" and "specials-build" not in self.custom.variants
        if not plain and not self.light:
            first, other = ([n, f"plague-{n}", f"fire-{n}"] for n in (field[0], field[2]))
            allowed = {
                ("with", together((one, two)))
                for one in first
                for two in other
                if self._names((one, two), key, field)
            }
            yield from self._tell(("with", word), allowed, [("with", each) for each in pairs])
        for card in word.split("+"):
            self.hands[self.seat].remove(card)

    def _build(self, start: str, end: str) -> Any:
        self.built = between(start, end)
        for at in self.built:
            self.standing[at] = self.standing.get(at, "") + str(self.seat)
            if len(self.standing[at]) == 6 and self.roofs_left(self.seat):
                self.roofs[at] = self.seat
        own = self.kinds[self.seat]
        if start not in self.told and len(own) < len(KINDS):
            answers = [("kind", kind) for kind in (*KINDS, "none")]
            yield from self._tell(("kind", self.truth[start]), answers, answers)
            self.told[start] = self.truth[start]
        kind = self.told.get(start, "none")
        if kind != "none" and kind not in own:
            own.append(kind)

    def _break_out(self, key: str, field: str, corner: str) -> None:
        zone = [
            f"{row}-{column}" for row in field[0] + corner[0] for column in field[2] + corner[2]
        ]
        if key == "plague":
            self.plagued = zone
            return
        for at in zone:
            if at in self.standing and at not in self.roofs:
                self.standing[at] = self.standing[at][:-1]
                if not self.standing[at]:
                    del self.standing[at]

    # Roofs -----------------------------------------------------------------------------------

    def _securable(self, at: str) -> bool:
        tower, me = self.standing[at], str(self.seat)
        if "secure-built" in self.custom.variants and at not in self.built:
            return False
        if at in self.roofs or not tower.endswith(me):
            return False
        return len(tower) == 6 or (len(tower) >= 4 and tower.endswith(me + me))

    def _secure(self) -> Any:
        bared: list[str] = []
        while True:
            mine = [at for at, seat in self.roofs.items() if seat == self.seat]
            fields = [at for at in self.standing if self._securable(at) and at not in bared]
            if not fields or not (mine or self.roofs_left(self.seat)):
                return
            options = [("secure", "none"), *(("secure", at) for at in fields)]
            _, at = yield from self._say(options)
            if at == "none":
                return
            if not self.roofs_left(self.seat):
                _, origin = yield from self._say([("from", field) for field in mine])
                del self.roofs[origin]
                bared.append(origin)
            self.roofs[at] = self.seat

    # Cards -----------------------------------------------------------------------------------

    def _take(self) -> Any:
        first, other = self.rng.sample(self.display, 2)
        if not self.light:
            options = [("take", card) for card in self.display]
            yield from self._tell(("take", f"{first},{other}"), options, options)
        for card in (first, other):
            self.display.remove(card)
            self.hands[self.seat].append(card)

    def _turn_up(self) -> Any:
        if self.light:
            yield from self._turn_up_lightly()
        while len(self.display) < 4 and not self.over:
            told = ("show", self.pile[0] if self.pile else "none")
            # Any card of the pile could as well have been the next one.
            possible = {("show", card) for card in self.pile if card != "scoring"} | {told}
            yield from self._tell(told, self._showable(), possible)
            self._show()
        if "end-at-empty-pile" in self.custom.variants and not (self.pile or self.over):
            answers = [("pile", "empty"), ("pile", "left")]
            yield from self._tell(("pile", "empty"), answers, answers)
            self._end()

    def _turn_up_lightly(self) -> Any:
        """Scoring cards are told, and that there are no two ordinary ones; else nothing is."""
        while "scoring" in self.pile[:2]:
            yield from self._tell(("show", "scoring"), self._showable(), [("show", "scoring")])
            self.pile.remove("scoring")
            self._score(("first", "second")[len(self.scorings)])
        told = ("show", "ordinary" if len(self.pile) > 1 else "none")
        yield from self._tell(told, self._showable(), [told])
        self.display += self.pile[:2]
        del self.pile[:2]
        if told[1] == "none":
            self._end()

    def _showable(self) -> list[Pair]:
        faces = ["ordinary"] if self.light else [str(number) for number in range(2, 9)]
        for kind in () if self.light else ORDER:
            faces += [f"{kind}-{number}" for number in range(2, 9)]
        special = ["none", *(["scoring"] if len(self.scorings) < 2 else [])]
        return [("show", face) for face in (*faces, *special)]

    def _show(self) -> None:
        if not self.pile:
            self._end()
        elif self.pile[0] == "scoring":
            self.pile.pop(0)
            self._score(("first", "second")[len(self.scorings)])
        else:
            self.display.append(self.pile.pop(0))

    # Points ----------------------------------------------------------------------------------

    def _score(self, name: str) -> None:
        awards = []
        for seat in self.seats:
            towers = second.towers(seat, self.standing, self.plagued)
            unbuilt, bonus = 0, 0
            if name == "final":
                unbuilt, bonus = self.stock(seat), second.extra(self.kinds[seat])
            points = sum(height for _, height in towers) + bonus - unbuilt
            self.points[seat] += points
            awards.append(
                {
                    "player": self.names[seat],
                    "points": points,
                    "towers": [[field, height] for field, height in towers],
                    "unbuilt": unbuilt,
                    "bonus": bonus,
                }
            )
        self.scorings.append({"name": name, "awards": awards})

    def _end(self) -> None:
        self._score("final")
        self.over = True

    # What lies on the table ------------------------------------------------------------------

    def result(self) -> dict[str, Any]:
        """What `companion score --json` must say of this table, but for its notes."""
        best = second.winners(self.points)
        return {
            "game": "bologna-towers",
            "state": "finished" if self.over else "playing",
            "players": [self._player(seat) for seat in self.seats],
            "board": [self._field(at) for at in BOARD if self._is_told(at)],
            "plague": sorted(self.plagued),
            "display": None if self.light else self.display,
            "pile": len(self.pile),
            "scorings": self.scorings,
            "winners": [self.names[seat] for seat in best] if self.over else None,
        }

    def _player(self, seat: int) -> dict[str, Any]:
        return {
            "name": self.names[seat],
            "colour": self.colours[seat],
            "points": self.points[seat],
            "stones": self.stock(seat),
            "roofs": self.roofs_left(seat),
            "kinds": self.kinds[seat],
        }

    def _is_told(self, at: str) -> bool:
        return at in self.standing or self.told.get(at, "none") != "none"

    def _field(self, at: str) -> dict[str, Any]:
        return {
            "field": at,
            "stones": [self.names[int(seat)] for seat in self.standing.get(at, "")],
            "roof": self.names[self.roofs[at]] if at in self.roofs else None,
            "kind": self.told.get(at),
        }
