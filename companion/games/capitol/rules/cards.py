"""Capitol's cards counted by type: hands, face-up stacks and discards."""

from collections.abc import Sequence

from companion.games.capitol.rules.houses import CARDS, KINDS, CapitolPlayer, CardType

PLENTY = sum(CARDS.values())


class CapitolCards:
    """All cards by type; what is in no hand and was not discarded lies on a stack."""

    def __init__(self, players: Sequence[CapitolPlayer]) -> None:
        self._players = players
        self.discards = dict.fromkeys(KINDS, 0)
        """By type: cards discarded since the stack was last turned over."""

    @property
    def known(self) -> bool:
        """Whether every hand is known; without that, no count proves anything."""
        return all(player.hand_known for player in self._players)

    def in_no_hand(self, kind: CardType) -> int:
        """Cards of the type on the stack and among the discards, as far as hands are known."""
        return max(0, CARDS[kind] - sum(player.hand[kind] for player in self._players))

    def stack(self, kind: CardType) -> int:
        """Cards of the type lying face up to be drawn."""
        return max(0, self.in_no_hand(kind) - self.discards[kind])

    def available(self, kind: CardType) -> int:
        """The most cards of the type that can be drawn."""
        return self.in_no_hand(kind) if self.known else PLENTY

    @property
    def left(self) -> int:
        """The most cards that can be drawn."""
        return sum(self.available(kind) for kind in KINDS)

    def spend(self, seat: int, kind: CardType, cards: int = 1) -> None:
        """Cards go from the hand to the discards."""
        self._players[seat].spend(kind, cards)
        self.discards[kind] = min(self.discards[kind] + cards, self.in_no_hand(kind))

    def draw(self, seat: int, kind: CardType, cards: int) -> None:
        """Cards go from the stack to the hand; with its last one the discards are turned over."""
        if cards and cards >= self.stack(kind):
            self.discards[kind] = 0
        self._players[seat].hand[kind] += cards
