"""Counts tower cards: what is proved of hidden hands and of the styles still unseen."""

from collections.abc import Iterable

from companion.core.hands import HandCount
from companion.games.campanile.rules.towers import STYLES, Style

DEALT = 3
"""Cards dealt to each player, face down (2009 rulebook, Preparation 3)."""


class CampanileCardCount(HandCount[Style]):
    """Counts tower cards played, taken and turned up, by style and seat."""

    def __init__(self, seats: int, cards_per_style: int, display: Iterable[Style]) -> None:
        super().__init__(seats, STYLES, DEALT)
        self.cards_per_style = cards_per_style
        self.turned_up = dict.fromkeys(STYLES, 0)
        for style in display:
            self.turned_up[style] += 1
        self.seen = dict(self.turned_up)
        """By style: cards turned up or proved to have been dealt."""

    def all_seen(self, style: Style) -> bool:
        """Whether every card of the style has been seen."""
        return self.seen[style] >= self.cards_per_style

    def count_played(self, seat: int, face: Style) -> None:
        """Count a card of the style that the player plays."""
        if self.would_prove(seat, face):
            self.seen[face] += 1
        super().count_played(seat, face)

    def count_turned_up(self, style: Style) -> None:
        """Count a card of the style turned up from the pile."""
        self.turned_up[style] += 1
        self.seen[style] += 1

    def unseen(self, style: Style) -> int:
        """Count the cards of the style neither seen nor proved to be in a hand."""
        return self.cards_per_style - self.seen[style]

    def chance_of(self, style: Style) -> float:
        """Return the chance of the style for the next tower card, ignoring players' choices."""
        total = sum(self.unseen(each) for each in STYLES)
        return self.unseen(style) / total if total > 0 else 0.0
