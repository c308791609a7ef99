"""A player of Capitol: points, houses outside the board, roofs in stock, cards by type."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from companion.games.capitol.rules.board import MOST_SITES, House, Shape

BLOCKS = 90
ROOFS_OF_A_SHAPE = 5
"""Roofs of each shape that a player has in the whole game (Capitol rulebook, Components)."""
NEW = 0
"""The height that stands for a new house when a block is laid."""


class CardType(StrEnum):
    """The types of cards, in the order in which lists name them."""

    ROOF = "roof"
    FLOOR = "floor"
    PERMIT = "permit"


CARDS: Mapping[CardType, int] = {CardType.ROOF: 14, CardType.FLOOR: 24, CardType.PERMIT: 24}
"""All cards of each type (Capitol rulebook, Components)."""
DEALT: Mapping[CardType, int] = {CardType.ROOF: 2, CardType.FLOOR: 2, CardType.PERMIT: 4}
"""Cards dealt to each player (Capitol rulebook, Preparation)."""
HIGHEST: Mapping[CardType, int] = {CardType.ROOF: 7, CardType.FLOOR: 8, CardType.PERMIT: 8}
"""The highest number on a card of each type."""
LOWEST = 1
TALLEST = MOST_SITES
"""No prefecture has room for a taller house: heights rise by 1, and each house takes a site."""

FIRST_HOUSES = tuple(House(height, shape) for shape in Shape for height in (1, 2))
"""The finished houses of every player at the beginning (Capitol rulebook, Preparation)."""


def _first_roofs() -> dict[Shape, int]:
    used = [house.shape for house in FIRST_HOUSES]
    return {shape: ROOFS_OF_A_SHAPE - used.count(shape) for shape in Shape}


@dataclass(slots=True)
class CapitolPlayer:
    """A player and what lies in front of the player."""

    name: str
    colour: str | None = None
    points: int = 0
    roofless: list[int] = field(default_factory=list)
    """Heights of the houses begun, low to high."""
    finished: list[House] = field(default_factory=lambda: sorted(FIRST_HOUSES))
    """Houses with a roof that are not on the board yet, low to high."""
    roofs: dict[Shape, int] = field(default_factory=_first_roofs)
    """Roofs in stock, by shape."""
    roofs_owed: dict[Shape, int] = field(default_factory=lambda: dict.fromkeys(Shape, 0))
    """Roofs that corrected houses took from the stock, which gets them back."""
    hand: dict[CardType, int] = field(default_factory=lambda: dict(DEALT))
    """Cards held, by type."""
    hand_known: bool = True
    """False after the table said that the cards were miscounted: the hand is a guess."""

    @property
    def cards(self) -> int:
        """The number of cards in the hand."""
        return sum(self.hand.values())

    @property
    def out_of_cards(self) -> bool:
        """Whether the player is known to hold no card."""
        return self.hand_known and not self.cards

    @property
    def highest_bid(self) -> int:
        """The highest possible sum of the cards held."""
        return highest_sum(self.hand)

    def spend(self, kind: CardType, cards: int = 1) -> None:
        """Remove cards from the hand."""
        self.hand[kind] = max(0, self.hand[kind] - cards)

    def lay_block(self, height: int) -> None:
        """Lay a block on a roofless house of that height, `NEW` for a new house."""
        if height != NEW:
            self.roofless.remove(height)
        self.roofless.append(height + 1)
        self.roofless.sort()

    def roof_house(self, house: House) -> None:
        """Finish a roofless house with a roof from the stock."""
        self.roofs[house.shape] -= 1
        self.roofless.remove(house.height)
        self.finished.append(house)
        self.finished.sort()


def highest_sum(cards: Mapping[CardType, int]) -> int:
    """Return the highest possible sum of cards of these types (Capitol rulebook, Components)."""
    return sum(number * HIGHEST[kind] for kind, number in cards.items())
