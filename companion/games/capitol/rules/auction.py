"""Capitol's auctions: what each round auctions, and who wins it and why."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from companion.core.conversation import Event
from companion.games.capitol.rules.board import Building

ROUNDS = 4
LOTS: Mapping[int, tuple[Building, ...]] = {
    number: (
        Building.FOUNTAIN,
        Building.FOUNTAIN,
        Building.AMPHITHEATRE if number <= 2 else Building.TEMPLE,
    )
    for number in range(1, ROUNDS + 1)
}
"""By round: the buildings auctioned, in order (Capitol rulebook, Auctions)."""


class AuctionDecision(StrEnum):
    """What decided an auction."""

    BID = "bid"
    SCORE = "score"
    """Of equal bids the one of the player with fewer points wins."""
    NOBODY_BID = "nobody-bid"
    LEVEL = "level"
    """Bids and lowest scores are equal: the building leaves the game."""


@dataclass(frozen=True, slots=True)
class Auction(Event):
    """The result of an auction: bids by seat, the winner or None, and why."""

    building: Building
    bids: tuple[int, ...]
    winner: int | None
    won_by: AuctionDecision
    level_on_bid: tuple[int, ...]
    """The seats of all highest bids."""
    has_site: bool
    """Whether the board has a site for it; without one it leaves the game."""


def settle_auction(
    building: Building, bids: Sequence[int], points: Sequence[int], *, has_site: bool
) -> Auction:
    """Decide an auction from bids and points by seat (Capitol rulebook, Auctions)."""
    best = max(bids)
    level = tuple(seat for seat, bid in enumerate(bids) if bid == best)
    fewest = min(points[seat] for seat in level)
    low = tuple(seat for seat in level if points[seat] == fewest)
    winner: int | None = low[0]
    if best == 0:
        winner, won_by = None, AuctionDecision.NOBODY_BID
    elif len(level) == 1:
        won_by = AuctionDecision.BID
    elif len(low) == 1:
        won_by = AuctionDecision.SCORE
    else:
        winner, won_by = None, AuctionDecision.LEVEL
    return Auction(building, tuple(bids), winner, won_by, level, has_site)
