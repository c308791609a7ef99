"""What can be proved of hidden hands and of the styles still unseen, by counting cards.

Each player was dealt exactly three unknown cards; every later card is taken face up. So the most
that a player has ever played of a face beyond what was taken of it openly came from the deal.
`HandCount` is shared by every game dealt in this way, `CardCount` by both Campaniles.
"""

from collections.abc import Iterable
from typing import Generic, TypeVar

from companion.games.towers import STYLES, Style

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

    def would_need(self, seat: int, face: Face) -> bool:
        """Whether playing this face now proves one more dealt card of the player's."""
        return self.surplus[seat][face] >= self.dealt[seat][face]

    def proved(self, seat: int) -> int:
        """How many of the player's dealt cards are known by now."""
        return sum(self.dealt[seat].values())

    def hand_is_full(self, seat: int) -> bool:
        """Whether all of the player's dealt cards are known: no other face can appear."""
        return self.proved(seat) >= DEALT

    def play(self, seat: int, face: Face) -> None:
        """The player plays a card of the face from the hand."""
        surplus = self.surplus[seat]
        surplus[face] += 1
        self.dealt[seat][face] = max(self.dealt[seat][face], surplus[face])

    def take(self, seat: int, face: Face) -> None:
        """The player takes an open card of the face into the hand."""
        self.surplus[seat][face] -= 1


class CardCount(HandCount[Style]):
    """All tower cards counted: played, taken and turned up, for every style and seat."""

    def __init__(self, seats: int, cards_per_style: int, display: Iterable[Style]) -> None:
        super().__init__(seats, STYLES)
        self.cards_per_style = cards_per_style
        self.turned_up = dict.fromkeys(STYLES, 0)
        for style in display:
            self.turned_up[style] += 1
        self.seen = dict(self.turned_up)
        """By style: cards turned up or proved to have been dealt."""

    def all_seen(self, style: Style) -> bool:
        """Whether every card of the style has been seen: no other can turn up."""
        return self.seen[style] >= self.cards_per_style

    def play(self, seat: int, face: Style) -> None:
        """The player plays a card of the style from the hand."""
        if self.would_need(seat, face):
            self.seen[face] += 1
        super().play(seat, face)

    def turn_up(self, style: Style) -> None:
        """A card of the style comes face up from the pile."""
        self.turned_up[style] += 1
        self.seen[style] += 1

    def unseen(self, style: Style) -> int:
        """Cards of the style that have not been seen and are not proved to be in a hand."""
        return self.cards_per_style - self.seen[style]

    def chance_of(self, style: Style) -> float:
        """Chance that the next tower card is of the style, ignoring what choices reveal."""
        total = sum(self.unseen(each) for each in STYLES)
        return self.unseen(style) / total if total > 0 else 0.0
