"""The pages that show a scoring of Bologna: its title, each player's towers, the standings."""

from collections.abc import Sequence
from typing import NamedTuple

from companion.core.conversation import Event
from companion.core.game_table import Outcome
from companion.games.bologna.rules.scoring import BolognaScoring, Tally
from companion.games.bologna.rules.table import BolognaTable
from companion.ui.input.guide import Page, PageAward, PlayerScore, Standings, Winner, standings_of


class ScoringPage(NamedTuple):
    """A scoring begins."""

    scoring: BolognaScoring


class TallyPage(NamedTuple):
    """The points of one player, and what they are for."""

    scoring: str
    tally: Tally


def list_pages(events: Sequence[Event], table: BolognaTable) -> list[Page]:
    """The pages of scorings and of the winner; the next question shows roofs, kinds and fires."""
    found: list[Page] = []
    standings: tuple[PlayerScore, ...] = ()
    for event in events:
        if isinstance(event, BolognaScoring):
            found.append(ScoringPage(event))
            found += [TallyPage(event.name, tally) for tally in _sort_by_points(event)]
            standings = standings_of(table.players, [each.points for each in event.tallies])
            found.append(Standings(event.name, standings))
        elif isinstance(event, Outcome):
            found.append(Winner(event, standings))
    return found


def _sort_by_points(scoring: BolognaScoring) -> list[Tally]:
    return sorted(scoring.tallies, key=lambda tally: tally.points)


def list_awards(pages: Sequence[Page]) -> list[PageAward]:
    """What each player gets; the page says in one sentence what for."""
    return [
        PageAward(at, page.scoring, [(page.tally.seat, page.tally.points)])
        for at, page in enumerate(pages)
        if isinstance(page, TallyPage)
    ]
