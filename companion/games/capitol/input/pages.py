"""The pages that show Capitol's auctions, its scorings by prefecture, and the cards due."""

from collections.abc import Sequence
from typing import NamedTuple

from companion.core.conversation import Event
from companion.core.game_table import Outcome
from companion.games.capitol.rules.amphitheatre import MUST_DRAW, CardsDue, DrawAllowance
from companion.games.capitol.rules.auction import Auction, AuctionDecision
from companion.games.capitol.rules.majority import CapitolScoring, Majority
from companion.games.capitol.rules.table import CapitolTable
from companion.ui.input.guide import Page, PageAward, PlayerScore, Standings, Winner, standings_of


class AuctionPage(NamedTuple):
    """How an auction was decided."""

    auction: Auction


class PrefecturePage(NamedTuple):
    """Who is first and second in a prefecture, why, and what it gives in that round."""

    majority: Majority


class CardsDuePage(NamedTuple):
    """Who draws how many cards."""

    allowances: tuple[DrawAllowance, ...]


def list_pages(events: Sequence[Event], table: CapitolTable) -> list[Page]:
    """The pages of what has happened; what everybody sees at the table gets no page."""
    found: list[Page] = []
    standings: tuple[PlayerScore, ...] = ()
    for event in events:
        if isinstance(event, Auction) and needs_page(event):
            found.append(AuctionPage(event))
        elif isinstance(event, CapitolScoring):
            gained = [event.points_of(seat) for seat in range(len(table.players))]
            standings = standings_of(table.players, gained)
            found += [PrefecturePage(each) for each in event.majorities if each.places]
            found.append(Standings(f"round-{event.round}", standings))
        elif isinstance(event, CardsDue) and any(map(_is_special, event.allowances)):
            found.append(CardsDuePage(event.allowances))
        elif isinstance(event, Outcome):
            found.append(Winner(event, standings))
    return found


def needs_page(auction: Auction) -> bool:
    """Whether more than the highest bid decided; else the winner's cards are asked for next."""
    return auction.won_by is not AuctionDecision.BID or not auction.has_site


def _is_special(due: DrawAllowance) -> bool:
    return (due.must, due.may) != (MUST_DRAW, 0)


def list_awards(pages: Sequence[Page]) -> list[PageAward]:
    """What each prefecture gives, in the first sentence of its page."""
    return [
        PageAward(at, page.majority.prefecture, page.majority.points, sentences=1)
        for at, page in enumerate(pages)
        if isinstance(page, PrefecturePage)
    ]
