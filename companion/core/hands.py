"""What counting cards proves about hidden hands.

Each player is dealt the same number of unknown cards and takes every later card face up. So the
largest surplus of cards played over cards taken, for each face, was dealt.
"""

from collections.abc import Iterable
from typing import Generic, TypeVar

Face = TypeVar("Face", bound=str)
"""What distinguishes cards: a tower's style, a number."""


class HandCount(Generic[Face]):
    """Counts cards played and taken, and so those that must have been dealt."""

    def __init__(self, seats: int, faces: Iterable[Face], hand: int) -> None:
        faces = tuple(faces)
        self.hand = hand
        """Cards dealt to each player, face down."""
        self.surplus = [dict.fromkeys(faces, 0) for _ in range(seats)]
        """By seat and face: cards played minus cards taken."""
        self.dealt = [dict.fromkeys(faces, 0) for _ in range(seats)]
        """By seat and face: cards that must have been dealt, the highest surplus so far."""

    def would_prove(self, seat: int, face: Face) -> bool:
        """Whether playing this face now proves one more dealt card."""
        return self.surplus[seat][face] >= self.dealt[seat][face]

    def count_proved(self, seat: int) -> int:
        """Count the player's dealt cards that are proved."""
        return sum(self.dealt[seat].values())

    def is_hand_known(self, seat: int) -> bool:
        """Whether all dealt cards of the player are proved, so that no other can appear."""
        return self.count_proved(seat) >= self.hand

    @property
    def has_counted(self) -> bool:
        """Whether any card was played or taken, so that there is something to forget."""
        return any(any(each.values()) for each in (*self.surplus, *self.dealt))

    def count_played(self, seat: int, face: Face) -> None:
        """Count a card that the player plays from the hand."""
        surplus = self.surplus[seat]
        surplus[face] += 1
        self.dealt[seat][face] = max(self.dealt[seat][face], surplus[face])

    def count_taken(self, seat: int, face: Face) -> None:
        """Count an open card that the player takes."""
        self.surplus[seat][face] -= 1
