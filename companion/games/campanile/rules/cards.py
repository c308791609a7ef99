"""Tower cards counted: what is proved of hidden hands, of unseen styles, and of the pile of 2009.

Preparation 4 of the 2009 rulebook puts Intermezzo near the middle of the pile and shuffles Finito
into its last ten tower cards; when both can come follows from the cards left.
"""

from collections.abc import Iterable
from fractions import Fraction
from typing import NamedTuple

from companion.core.hands import HandCount
from companion.games.campanile.rules.towers import STYLES, Style

DEALT = 3
"""Cards dealt to each player, face down (2009 rulebook, Preparation 3)."""


class CampanileCardCount(HandCount[Style]):
    """Counts tower cards by style and seat."""

    def __init__(self, seats: int, cards_per_style: int, display: Iterable[Style]) -> None:
        super().__init__(seats, STYLES, DEALT, display)
        self.cards_per_style = cards_per_style

    def all_seen(self, style: Style) -> bool:
        """Whether every card of the style has been seen."""
        return self.seen[style] >= self.cards_per_style

    def unseen(self, style: Style) -> int:
        """Count the cards of the style neither seen nor proved to be in a hand."""
        return self.cards_per_style - self.seen[style]

    def chance_of(self, style: Style) -> float:
        """Return the chance of the style for the next tower card, ignoring players' choices."""
        total = sum(self.unseen(each) for each in STYLES)
        return self.unseen(style) / total if total > 0 else 0.0


CARDS_PER_STYLE = {2: 6, 3: 12, 4: 12, 5: 12}
"""Tower cards of each style by number of players (2009 rulebook, Preparation 2)."""
OPEN = 3
"""Cards in a full display."""
LAST_CARDS = 11
"""Finito and the ten tower cards it was shuffled into."""
SLACK = {2: 2, 3: 3, 4: 3, 5: 3}
"""How far "about the middle" may be off, in cards: our reading, the rulebook gives no number."""


class ScoringCardForecast(NamedTuple):
    """The chance that a scoring card is next, or that it is overdue.

    ``chance`` is None where no number is honest; then ``overdue`` says why.
    """

    chance: Fraction | None
    overdue: bool = False

    @property
    def possible(self) -> bool:
        """Whether the card can be the next one if the deck was built as the rulebook says."""
        return self.overdue or bool(self.chance)


NOT_NOW = ScoringCardForecast(Fraction(0))


class CampanilePile:
    """The pile after the display is dealt; it counts what is turned up."""

    def __init__(self, seats: int) -> None:
        self.towers_dealt_from = len(STYLES) * CARDS_PER_STYLE[seats] - DEALT * seats
        """Tower cards left after the hands were dealt, the display's three among them."""
        self.earliest_intermezzo = self.towers_dealt_from // 2 - SLACK[seats]
        self.latest_intermezzo = (self.towers_dealt_from + 1) // 2 + SLACK[seats]
        self.size = self.towers_dealt_from + 2 - OPEN
        """Cards in the pile when the game begins, Intermezzo and Finito among them."""
        self.turned_up = 0
        """Cards turned up since the display was dealt, scoring cards included."""
        self.intermezzo_seen = False
        self.intermezzo_missed = False
        """Whether Intermezzo must have come before a game was taken over."""
        self.finito_seen = False
        self.trusted = True
        """False after the table said that the cards were miscounted."""

    @property
    def intermezzo_over(self) -> bool:
        """Whether Intermezzo has come, entered or not."""
        return self.intermezzo_seen or self.intermezzo_missed

    @property
    def specials_left(self) -> int:
        """Scoring cards still in the pile: 2, 1 or 0."""
        return (not self.intermezzo_over) + (not self.finito_seen)

    @property
    def left(self) -> int:
        """Cards left face down, never fewer than the scoring cards that must be among them."""
        return max(self.size - self.turned_up, self.specials_left)

    @property
    def before_finito(self) -> int:
        """Cards that must come before Finito can."""
        return max(self.left - LAST_CARDS, 0)

    @property
    def turns(self) -> range:
        """The possible numbers of turns to Finito, with the one under way, all equally likely.

        A turn turns up one card. Intermezzo costs no turn, for another card is turned up behind
        it; without it, Finito is any of the last eleven cards.
        """
        most = self.left - (not self.intermezzo_over)
        return range(max(most - LAST_CARDS + 1, 1), most + 1)

    @property
    def towers_are_gone(self) -> bool:
        """Whether only scoring cards can be left, if the count is right."""
        return self.trusted and self.size - self.turned_up <= self.specials_left

    def turn_up(self) -> None:
        """Count a card turned up."""
        self.turned_up += 1

    def correct(self, left: int) -> None:
        """Set the number of cards left face down, as counted by the table."""
        self.turned_up = self.size - left
        self.trusted = True

    def forecast_finito(self) -> ScoringCardForecast:
        """Return the exact chance that the next card is Finito: one of the last eleven."""
        left = self.size - self.turned_up
        if self.finito_seen or left > LAST_CARDS:
            return NOT_NOW
        return ScoringCardForecast(Fraction(1, left) if left > 0 else None, overdue=left <= 0)

    def forecast_intermezzo(self) -> ScoringCardForecast:
        """Return the chance that the next card is Intermezzo, by our model of "about the middle".

        Each depth from `earliest_intermezzo` to `latest_intermezzo` tower cards is as likely as
        the others. Later it is overdue, without a number; among the last eleven cards it is one
        of them like Finito.
        """
        if self.intermezzo_over:
            return NOT_NOW
        gone = self.turned_up + OPEN - self.finito_seen
        if gone < self.earliest_intermezzo:
            return NOT_NOW
        if gone <= self.latest_intermezzo:
            return ScoringCardForecast(Fraction(1, self.latest_intermezzo - gone + 1))
        left = self.size - self.turned_up
        if 0 < left <= LAST_CARDS:
            return ScoringCardForecast(Fraction(1, left))
        return ScoringCardForecast(None, overdue=True)
