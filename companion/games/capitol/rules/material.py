"""What the box of Capitol holds, what each player has of it, and how many cards lie on the stacks.

Corrections are bounded by what is in the box.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import NamedTuple

from companion.core.conversation import Value
from companion.core.corrections import InvalidCorrection
from companion.core.game_base import BasicPlayer
from companion.games.capitol.rules.board import MOST_SITES, Building, House, Prefecture, Shape

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
class CapitolPlayer(BasicPlayer):
    """A player and what lies in front of the player."""

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


# Cards ----------------------------------------------------------------------------------------


PLENTY = sum(CARDS.values())


class CapitolCards:
    """Counts cards by type; what is in no hand and was not discarded lies on a stack."""

    def __init__(self, players: Sequence[CapitolPlayer]) -> None:
        self._players = players
        self.discards = dict.fromkeys(CardType, 0)
        """By type: cards discarded since the stack was last turned over."""

    @property
    def all_hands_known(self) -> bool:
        """Whether every hand is known; otherwise no count proves anything."""
        return all(player.hand_known for player in self._players)

    def in_no_hand(self, kind: CardType) -> int:
        """Count the cards of the type on the stack and among the discards."""
        return max(0, CARDS[kind] - sum(player.hand[kind] for player in self._players))

    def stack(self, kind: CardType) -> int:
        """Count the cards of the type that lie on the stack."""
        return max(0, self.in_no_hand(kind) - self.discards[kind])

    def available(self, kind: CardType) -> int:
        """Return the most cards of the type that can be drawn."""
        return self.in_no_hand(kind) if self.all_hands_known else PLENTY

    @property
    def left(self) -> int:
        """The most cards that can be drawn."""
        return sum(self.available(kind) for kind in CardType)

    def spend(self, seat: int, kind: CardType, cards: int = 1) -> None:
        """Move cards from the hand to the discards."""
        self._players[seat].spend(kind, cards)
        self.discards[kind] = min(self.discards[kind] + cards, self.in_no_hand(kind))

    def draw(self, seat: int, kind: CardType, cards: int) -> None:
        """Move cards from stack to hand; after the last one turn over the discards."""
        if cards and cards >= self.stack(kind):
            self.discards[kind] = 0
        self._players[seat].hand[kind] += cards


# The box --------------------------------------------------------------------------------------


BUILDINGS: Mapping[Building, int] = {
    Building.FOUNTAIN: 8,
    Building.AMPHITHEATRE: 2,
    Building.TEMPLE: 2,
}
"""Buildings to be won, without the fountains printed (Capitol rulebook, Components)."""


class Material(NamedTuple):
    """One kind of material: how much of it is in use, how much there is, why no more can be."""

    used: int
    most: int
    reason: str
    values: Mapping[str, Value] = {}


def count_blocks(players: Sequence[CapitolPlayer], board: Sequence[Prefecture]) -> int:
    """Count the blocks of all houses, on the board and in front of the players."""
    own = sum(sum(each.roofless) + sum(h.height for h in each.finished) for each in players)
    return own + sum(each.house.height for there in board for each in there.houses)


def count_roofs(seat: int, player: CapitolPlayer, board: Sequence[Prefecture]) -> Counter[Shape]:
    """Count by shape the roofs of the player's houses, on the board and in front of the player."""
    houses: list[House] = [*player.finished]
    for there in board:
        houses += there.houses_of(seat)
    return Counter(house.shape for house in houses)


def check_material(
    players: Sequence[CapitolPlayer],
    board: Sequence[Prefecture],
    new_players: Sequence[CapitolPlayer],
    new_board: Sequence[Prefecture],
) -> None:
    """Raise `InvalidCorrection` where the new houses, buildings or hands exceed what is in the box.

    What was exceeded before, by answers that counting could not judge, may stay or shrink.
    """
    before = _count_material(players, board)
    for old, new in zip(before, _count_material(new_players, new_board), strict=True):
        if new.used > max(new.most, old.used):
            raise InvalidCorrection(new.reason, most=new.most, **new.values)


def _count_material(
    players: Sequence[CapitolPlayer], board: Sequence[Prefecture]
) -> list[Material]:
    materials = [Material(count_blocks(players, board), BLOCKS, "blocks-in-all")]
    for seat, player in enumerate(players):
        roofs = count_roofs(seat, player, board)
        for shape in Shape:
            values = {"player": player.name, "shape": shape}
            reason = "roofs-in-all"
            materials.append(Material(roofs[shape], ROOFS_OF_A_SHAPE, reason, values))
    for building, most in BUILDINGS.items():
        placed = sum(there.count(building) for there in board)
        reason = "buildings-in-all"
        materials.append(Material(placed, most, reason, {"building": building}))
    for kind, most in CARDS.items():
        held = sum(player.hand[kind] for player in players if player.hand_known)
        materials.append(Material(held, most, "cards-in-all", {"kind": kind}))
    return materials
