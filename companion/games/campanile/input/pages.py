"""The pages of Campanile's guide through a scoring: the card, each flag, ties, the standings."""

from collections.abc import Sequence
from typing import NamedTuple

from companion.core.conversation import Event
from companion.core.game_table import Outcome
from companion.games.campanile.rules.flags import Award, CampanileScoring, FlagPlace
from companion.games.campanile.rules.table import CampanileTable
from companion.ui.input.guide import Page, PageAward, PlayerScore, Standings, Winner, standings_of


class Announcement(NamedTuple):
    """A scoring card has been turned up."""

    scoring: CampanileScoring


class TowerPage(NamedTuple):
    """The tower that the next flag goes to."""

    award: Award


class AwardPage(NamedTuple):
    """Who takes which chips of a flag."""

    award: Award


class TiePage(NamedTuple):
    """Why players of equal influence stand in this order, the nearest the base first."""

    award: Award
    level: tuple[FlagPlace, ...]


class Refill(NamedTuple):
    """After the scoring a card must be turned up to fill the display."""


def list_pages(events: Sequence[Event], table: CampanileTable) -> list[Page]:
    """The pages for these events; none without a scoring or an outcome."""
    pages: list[Page] = []
    standings: tuple[PlayerScore, ...] = ()
    for event in events:
        if isinstance(event, CampanileScoring):
            pages.append(Announcement(event))
            for award in event.awards:
                pages += [TowerPage(award), AwardPage(award)]
                pages += [TiePage(award, level) for level in award.ties]
            gained = [sum(event.chips_of(seat)) for seat in range(len(table.players))]
            standings = standings_of(table.players, gained)
            pages.append(Standings(event.name, standings))
        elif isinstance(event, Outcome):
            pages.append(Winner(event, standings))
    if pages and not isinstance(pages[-1], Winner):
        pages.append(Refill())
    return pages


def list_awards(pages: Sequence[Page]) -> list[PageAward]:
    """The flags; why a tower comes next, and who goes first of equals, are the reasons."""
    return [
        PageAward(at, page.award.style.value, page.award.chips, _reasons_of(page.award, pages))
        for at, page in enumerate(pages)
        if isinstance(page, AwardPage)
    ]


def _reasons_of(award: Award, pages: Sequence[Page]) -> list[Page]:
    return [page for page in pages if isinstance(page, TowerPage | TiePage) and page.award == award]
