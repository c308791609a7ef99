"""What counting cards proves about hidden hands, and which cards have been seen.

Each player is dealt the same number of unknown cards and takes every later card face up. So the
largest surplus of cards played over cards taken, for each face, was dealt.
"""

from collections.abc import Iterable
from typing import Generic, TypeVar

Face = TypeVar("Face", bound=str)
"""What distinguishes cards: a tower's style, a number."""


class HandCount(Generic[Face]):
    """Counts cards played, taken and turned up, and so those that must have been dealt.

    Of the cards turned up ``display`` are the first.
    """

    def __init__(
        self, seats: int, faces: Iterable[Face], hand: int, display: Iterable[Face] = ()
    ) -> None:
        faces = tuple(faces)
        self.hand = hand
        """Cards dealt to each player, face down."""
        self.surplus = [dict.fromkeys(faces, 0) for _ in range(seats)]
        """By seat and face: cards played minus cards taken."""
        self.dealt = [dict.fromkeys(faces, 0) for _ in range(seats)]
        """By seat and face: cards that must have been dealt, the highest surplus so far."""
        self.turned_up = dict.fromkeys(faces, 0)
        """By face: cards turned up."""
        self.seen = dict.fromkeys(faces, 0)
        """By face: cards turned up or proved to have been dealt."""
        for face in display:
            self.count_turned_up(face)

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

    def count_known(self, seat: int, face: Face) -> int:
        """Count the cards with this face that the player is known to hold."""
        return self.dealt[seat][face] - self.surplus[seat][face]

    def known_cards(self, seat: int) -> tuple[Face, ...]:
        """List the cards that the player is known to hold."""
        return tuple(face for face in self.turned_up for _ in range(self.count_known(seat, face)))

    def known_dealt_cards(self, seat: int) -> tuple[Face, ...]:
        """List the dealt cards of the player that are proved."""
        return tuple(face for face, dealt in self.dealt[seat].items() for _ in range(dealt))

    def count_seen(self, *faces: Face) -> int:
        """Count the cards with these faces turned up or proved to have been dealt."""
        return sum(self.seen[face] for face in faces)

    def count_turned_up(self, face: Face) -> None:
        """Count a card turned up."""
        self.turned_up[face] += 1
        self.seen[face] += 1

    def count_played(self, seat: int, face: Face) -> None:
        """Count a card that the player plays from the hand."""
        if self.would_prove(seat, face):
            self.dealt[seat][face] += 1
            self.seen[face] += 1
        self.surplus[seat][face] += 1

    def count_taken(self, seat: int, face: Face) -> None:
        """Count an open card that the player takes."""
        self.surplus[seat][face] -= 1
