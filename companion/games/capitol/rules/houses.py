"""What a Capitol player has: points, houses outside the board, roofs in stock, cards by type."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from companion.games.capitol.rules.board import House, Shape

BLOCKS = 90
ROOFS_OF_A_SHAPE = 5
"""Roofs of each shape that a player has in the whole game (Capitol rulebook, Components)."""
NEW = 0
"""The height of a house that is only begun by the block laid now."""


class Kind(StrEnum):
    """The types of cards, in the order in which lists name them."""

    ROOF = "roof"
    FLOOR = "floor"
    PERMIT = "permit"


KINDS = tuple(Kind)
CARDS: Mapping[Kind, int] = {Kind.ROOF: 14, Kind.FLOOR: 24, Kind.PERMIT: 24}
"""All cards of each type (Capitol rulebook, Components)."""
DEALT: Mapping[Kind, int] = {Kind.ROOF: 2, Kind.FLOOR: 2, Kind.PERMIT: 4}
"""Cards dealt to each player (Capitol rulebook, Preparation)."""
HIGHEST: Mapping[Kind, int] = {Kind.ROOF: 7, Kind.FLOOR: 8, Kind.PERMIT: 8}
"""The highest number on a card of each type."""
LOWEST = 1

FIRST_HOUSES = tuple(House(height, shape) for shape in Shape for height in (1, 2))
"""The finished houses that everybody begins with (Capitol rulebook, Preparation)."""


def _first_roofs() -> dict[Shape, int]:
    used = [house.shape for house in FIRST_HOUSES]
    return {shape: ROOFS_OF_A_SHAPE - used.count(shape) for shape in Shape}


@dataclass(slots=True)
class Player:
    """A player and what lies before them; equal houses are alike and have no names."""

    name: str
    colour: str | None = None
    points: int = 0
    roofless: list[int] = field(default_factory=list)
    """Heights of the houses begun, low to high."""
    finished: list[House] = field(default_factory=lambda: sorted(FIRST_HOUSES))
    """Houses with a roof that are not on the board yet, low to high."""
    roofs: dict[Shape, int] = field(default_factory=_first_roofs)
    """Roofs in stock, by shape."""
    hand: dict[Kind, int] = field(default_factory=lambda: dict(DEALT))
    """Cards held, by type."""
    hand_known: bool = True
    """False once the table has said that the cards were miscounted: the hand is a guess."""

    @property
    def cards(self) -> int:
        """How many cards the player holds."""
        return sum(self.hand.values())

    @property
    def out_of_cards(self) -> bool:
        """Whether the player is known to hold no card."""
        return self.hand_known and not self.cards

    @property
    def highest_bid(self) -> int:
        """What the cards held could come to at most."""
        return most_of(self.hand)

    def spend(self, kind: Kind, cards: int = 1) -> None:
        """Cards leave the hand."""
        self.hand[kind] = max(0, self.hand[kind] - cards)

    def lay_block(self, height: int) -> None:
        """A block goes onto a roofless house of that height, `NEW` for a new house."""
        if height != NEW:
            self.roofless.remove(height)
        self.roofless.append(height + 1)
        self.roofless.sort()

    def crown(self, house: House) -> None:
        """A roof from the stock finishes a roofless house."""
        self.roofs[house.shape] -= 1
        self.roofless.remove(house.height)
        self.finished.append(house)
        self.finished.sort()


def most_of(cards: Mapping[Kind, int]) -> int:
    """What cards of these types can come to at most (Capitol rulebook, Components)."""
    return sum(number * HIGHEST[kind] for kind, number in cards.items())
