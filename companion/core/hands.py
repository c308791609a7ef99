"""What can be proved of hidden hands, by counting cards.

Each player was dealt exactly three unknown cards; every later card is taken face up. So the most
that a player has ever played of a face beyond what was taken of it openly came from the deal.
Shared by every game dealt in this way.
"""

from collections.abc import Iterable
from typing import Generic, TypeVar

DEALT = 3
"""Cards dealt to each player, face down (2009 rulebook, Preparation 3)."""


Face = TypeVar("Face", bound=str)
"""What tells one card from another: a tower's style, a number."""


class HandCount(Generic[Face]):
    """The cards of every hand counted: played, taken, and so proved to have been dealt."""

    def __init__(self, seats: int, faces: Iterable[Face]) -> None:
        faces = tuple(faces)
        self.surplus = [dict.fromkeys(faces, 0) for _ in range(seats)]
        """By seat and face: cards played less cards taken."""
        self.dealt = [dict.fromkeys(faces, 0) for _ in range(seats)]
        """By seat and face: cards that must have been dealt (the highest surplus so far)."""

    def would_prove(self, seat: int, face: Face) -> bool:
        """Whether playing this face now proves one more dealt card of the player's."""
        return self.surplus[seat][face] >= self.dealt[seat][face]

    def count_proved(self, seat: int) -> int:
        """How many of the player's dealt cards are known by now."""
        return sum(self.dealt[seat].values())

    def is_hand_known(self, seat: int) -> bool:
        """Whether all of the player's dealt cards are known: no other face can appear."""
        return self.count_proved(seat) >= DEALT

    def count_played(self, seat: int, face: Face) -> None:
        """The player plays a card of the face from the hand."""
        surplus = self.surplus[seat]
        surplus[face] += 1
        self.dealt[seat][face] = max(self.dealt[seat][face], surplus[face])

    def count_taken(self, seat: int, face: Face) -> None:
        """The player takes an open card of the face into the hand."""
        self.surplus[seat][face] -= 1
