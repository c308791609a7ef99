"""What can be proved of hidden hands and of the styles still unseen, by counting cards.

Each player was dealt exactly three unknown cards; every later card is taken face up. So the most
that a player has ever played of a style beyond what was taken of it openly came from the deal.
Shared by both Campaniles.
"""

from collections.abc import Iterable

from companion.games.towers import STYLES, Style

DEALT = 3
"""Cards dealt to each player, face down (2009 rulebook, Preparation 3)."""


class CardCount:
    """All cards counted: played, taken and turned up, for every style and seat."""

    def __init__(self, seats: int, cards_per_style: int, display: Iterable[Style]) -> None:
        self.cards_per_style = cards_per_style
        self.turned_up = dict.fromkeys(STYLES, 0)
        for style in display:
            self.turned_up[style] += 1
        self.surplus = [dict.fromkeys(STYLES, 0) for _ in range(seats)]
        """By seat and style: cards played less cards taken."""
        self.dealt = [dict.fromkeys(STYLES, 0) for _ in range(seats)]
        """By seat and style: cards that must have been dealt (the highest surplus so far)."""
        self.seen = dict(self.turned_up)
        """By style: cards turned up or proved to have been dealt."""

    def would_need(self, seat: int, style: Style) -> bool:
        """Whether playing this style now proves one more dealt card of the player's."""
        return self.surplus[seat][style] >= self.dealt[seat][style]

    def proved(self, seat: int) -> int:
        """How many of the player's dealt cards are known by now."""
        return sum(self.dealt[seat].values())

    def hand_is_full(self, seat: int) -> bool:
        """Whether all of the player's dealt cards are known: no other style can appear."""
        return self.proved(seat) >= DEALT

    def all_seen(self, style: Style) -> bool:
        """Whether every card of the style has been seen: no other can turn up."""
        return self.seen[style] >= self.cards_per_style

    def play(self, seat: int, style: Style) -> None:
        """The player plays a card of the style from the hand."""
        surplus = self.surplus[seat]
        surplus[style] += 1
        if surplus[style] > self.dealt[seat][style]:
            self.dealt[seat][style] += 1
            self.seen[style] += 1

    def take(self, seat: int, style: Style) -> None:
        """The player takes an open card of the style into the hand."""
        self.surplus[seat][style] -= 1

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
