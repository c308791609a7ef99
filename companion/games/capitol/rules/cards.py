"""Capitol's cards counted by type: hands, face-up stacks and discards."""

from collections.abc import Sequence

from companion.games.capitol.rules.houses import CARDS, CapitolPlayer, CardType

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
