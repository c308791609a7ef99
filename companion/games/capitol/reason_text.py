"""Capitol's reasons in words: why somebody leads a prefecture, why an auction ended as it did.

What is told comes as data from `companion.games.capitol.rules`; its shape is told here so that words
depend on no rules.
"""

from collections.abc import Sequence
from typing import Protocol

from companion.text.words import Words


class Placed(Protocol):
    """A player's place in a prefecture."""

    @property
    def seat(self) -> int:
        """The player's seat."""

    @property
    def rank(self) -> int | None:
        """1 or 2; None for no place."""

    @property
    def blocks(self) -> int:
        """The player's blocks there."""


class Judged(Protocol):
    """A prefecture judged: `companion.games.capitol.rules.majority.Majority`."""

    @property
    def places(self) -> Sequence[Placed]:
        """Everybody there, most blocks first."""

    @property
    def decided_by(self) -> str:
        """What made the first."""


class Auctioned(Protocol):
    """An auction decided: `companion.games.capitol.rules.auction.Auction`."""

    @property
    def bids(self) -> Sequence[int]:
        """The bids by seat."""

    @property
    def winner(self) -> int | None:
        """The winner's seat."""

    @property
    def won_by(self) -> str:
        """What decided."""

    @property
    def level_on_bid(self) -> Sequence[int]:
        """All who bid the most."""

    @property
    def has_site(self) -> bool:
        """Whether there is a site for it."""


READ, HEARD = "why", "say"
"""What the keys of a reason begin with that is read, and of one that is heard."""


def place_reason(words: Words, majority: Judged, names: Sequence[str], told: str = READ) -> str:
    """Why who is first in the prefecture is first; and that the second place is shared."""
    first, second = _on(majority, 1), _on(majority, 2)
    leaders = words.listed(names[each.seat] for each in first)
    reason = words.say(f"{told}.majority.{majority.decided_by}", leader=leaders)
    if len(second) < 2:
        return reason
    return words.say(f"{told}.majority.seconds", reason=reason)


def _on(majority: Judged, rank: int) -> list[Placed]:
    return [place for place in majority.places if place.rank == rank]


def auction_reason(words: Words, auction: Auctioned, names: Sequence[str], told: str = READ) -> str:
    """Why the auction ended as it did."""
    winner = "" if auction.winner is None else names[auction.winner]
    level = words.listed(names[seat] for seat in auction.level_on_bid)
    bid = max(auction.bids)
    key = f"{told}.auction.{auction.won_by}"
    reason = words.say(key, winner=winner, level=level, bid=bid)
    if auction.winner is None or auction.has_site:
        return reason
    return words.say(f"{told}.auction.no-site", reason=reason)
