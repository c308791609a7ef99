"""The cards of Bologna, and what counting them and the pile proves.

Two cards name an action field, in either order (Bologna rulebook, position cards).
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from functools import cache, lru_cache
from itertools import combinations_with_replacement, product

from companion.core.conversation import Grade, Objection, build_objection
from companion.core.hands import HandCount
from companion.games.bologna.rules.board import FIRST, LAST, BoardField

DEALT = 3
"""Cards dealt to each player, face down."""
OPEN = 4
"""Cards in a full display."""
DRAWN = 2
"""Cards taken, and turned up again, each turn."""
SPECIALS_EACH = 4
"""Plague cards and fire cards in the box (Bologna rulebook, components)."""
SCORING_CARDS = 2
CARDS = 94
"""The sum of the rulebook's list of cards, with the two scoring cards."""
CARDS_PRINTED = 96
"""The number of cards that the rulebook states; what the other two are is unknown."""
PLAGUE, FIRE = "plague", "fire"
SCORING = "scoring"
NOT_REFILLED = "none"
ORDINARY = "ordinary"


class Card(str):
    """A card's face: its number, with `plague-` or `fire-` before it on a special card."""

    __slots__ = ()

    @property
    def number(self) -> int:
        """The coordinate the card gives, 2 to 8."""
        return int(self[-1])

    @property
    def special(self) -> str | None:
        """`plague` or `fire`, None for a plain position card."""
        return self[:-2] or None


NUMBERS = tuple(Card(number) for number in range(FIRST, LAST + 1))
PLAGUES = tuple(Card(f"{PLAGUE}-{number}") for number in NUMBERS)
FIRES = tuple(Card(f"{FIRE}-{number}") for number in NUMBERS)
FACES = NUMBERS + PLAGUES + FIRES
"""Every face that a hand may hold: three rows of seven."""


class CardPair(str):
    """Two cards played together, written `plague-4+6`, a special card first."""

    __slots__ = ()

    @property
    def cards(self) -> tuple[Card, Card]:
        """The two cards."""
        return _cards_of(self)


@lru_cache(maxsize=256)  # all pairs there are; each is judged again at every action
def _cards_of(pair: CardPair) -> tuple[Card, Card]:
    first, second = pair.split("+")
    return Card(first), Card(second)


def make_pair(first: Card, second: Card) -> CardPair:
    """Join two cards to a pair; the order of the arguments does not matter."""
    if first.special is None and second.special is not None:
        first, second = second, first
    elif (first.special is None) == (second.special is None):
        first, second = sorted((first, second), key=FACES.index)
    return CardPair(f"{first}+{second}")


@cache
def pairs_for(action: str, at: BoardField, *, specials_build: bool) -> tuple[CardPair, ...]:
    """List the pairs that allow the action at a field, the plainest first.

    Stones are laid by plain numbers, by special ones too only where that is played; plague and
    fire take a card of their own; the plague is healed by whatever gives five and five.
    """
    rows, columns = _faces_of(at.row), _faces_of(at.column)
    if action == "build" and not specials_build:
        return (make_pair(rows[0], columns[0]),)
    fitting = (cards for cards in product(rows, columns) if _fits(action, *cards))
    return tuple(dict.fromkeys(sorted((make_pair(*cards) for cards in fitting), key=_specials)))


def _faces_of(number: int) -> tuple[Card, Card, Card]:
    return (Card(number), Card(f"{PLAGUE}-{number}"), Card(f"{FIRE}-{number}"))


def _fits(action: str, row: Card, column: Card) -> bool:
    return action not in (PLAGUE, FIRE) or action in (row.special, column.special)


def _specials(pair: CardPair) -> int:
    return sum(card.special is not None for card in pair.cards)


def list_possible_hands(known: tuple[Card, ...]) -> Iterator[tuple[Card, ...]]:
    """List every hand of these cards and plain ones; special ones would only allow more."""
    rest = combinations_with_replacement(NUMBERS, max(DEALT - len(known), 0))
    return ((*known, *cards) for cards in rest)


class BolognaCardCount(HandCount[Card]):
    """Counts the cards of all hands, and the cards seen."""

    def __init__(self, seats: int, display: Iterable[Card], *, from_start: bool) -> None:
        super().__init__(seats, FACES, DEALT, display)
        self.from_start = from_start
        """False where a correction began the count amid the game."""

    def cards_proved_by(self, seat: int, cards: Iterable[Card]) -> dict[Card, int]:
        """Count the further cards that must have been dealt if the player plays these now."""
        surplus, dealt = self.surplus[seat], self.dealt[seat]
        more: dict[Card, int] = {}
        for card in cards:
            more[card] = more.get(card, surplus[card] - dealt[card]) + 1
        return {card: n for card, n in more.items() if n > 0}

    def object_to_play(self, seat: int, name: str, *choices: tuple[Card, ...]) -> Objection | None:
        """Object unless the player can hold one of these choices of cards (hidden-hand check).

        The objection is to the choice with the fewest unknown cards, the first of those.
        """
        proved = [self.cards_proved_by(seat, cards) for cards in choices]
        room = DEALT - self.count_proved(seat)
        if room >= 0 and not all(proved):  # every card of one of them is known to be held
            return None
        missing = [sum(more.values()) for more in proved]
        for more, cards in zip(proved, missing, strict=True):
            if cards <= room and self._object_to_specials(more) is None:
                return None
        nearest = proved[missing.index(min(missing))]
        if min(missing) <= room:
            return self._object_to_specials(nearest)
        return build_objection(
            "cards-not-held",
            Grade.COUNT,
            player=name,
            cards=tuple(card for card, more in nearest.items() for _ in range(more)),
            known_cards=self.known_dealt_cards(seat),
        )

    def _object_to_specials(self, proved: Mapping[Card, int]) -> Objection | None:
        new = Counter[str]()
        for card, more in proved.items():
            if card.special is not None:
                new[card.special] += more
        return next((no for special in new if (no := self._no_more(special, new[special]))), None)

    def object_to_show(self, card: Card) -> Objection | None:
        """Object unless the card can still come."""
        return None if card.special is None else self._no_more(card.special, 1)

    def _no_more(self, special: str, more: int) -> Objection | None:
        faces = PLAGUES if special == PLAGUE else FIRES
        if self.count_seen(*faces) + more > SPECIALS_EACH:
            return build_objection(
                "specials-seen", Grade.COUNT, special=special, most=SPECIALS_EACH
            )
        return None


class BolognaPile:
    """The face-down pile after hands and display are dealt, as counted."""

    def __init__(self, seats: int, cards: int) -> None:
        self.size = cards - DEALT * seats - OPEN
        """Cards in the pile when the game begins, both scoring cards among them."""
        self.left = self.size
        """Cards left face down by our count; only the table says when there are none."""
        self.scorings_seen = 0

    def turn_up(self, cards: int = 1) -> None:
        """Count cards turned up from the pile."""
        self.left = max(self.left - cards, 0)

    def expected(self, nth: int) -> Fraction:
        """Return how many cards lie above the nth scoring card if the thirds are exact."""
        return Fraction((self.size - SCORING_CARDS) * nth, SCORING_CARDS + 1)

    def object_to_scoring(self) -> Objection | None:
        """Object to a third scoring card; doubt one long before its third of the pile."""
        nth = self.scorings_seen + 1
        if nth > SCORING_CARDS:
            return build_objection("scoring-seen", most=SCORING_CARDS)
        half_a_third = self.expected(1) / 2
        if self.size - self.left < self.expected(nth) - half_a_third:
            return build_objection("scoring-early", Grade.UNLIKELY, nth=nth)
        return None

    def object_to_cards(self, count: int) -> Objection | None:
        """Doubt that so many cards are turned up if our count has fewer in the pile."""
        if self.left < count:
            return build_objection("pile-too-small", Grade.UNLIKELY, left=self.left)
        return None

    def object_to_none(self) -> Objection | None:
        """Doubt that the pile is empty if our count has more than two cards in it."""
        if self.left > CARDS_PRINTED - CARDS:
            return build_objection("pile-not-empty", Grade.UNLIKELY, left=self.left)
        return None
