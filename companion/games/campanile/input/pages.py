"""The pages that lead through a scoring of Campanile: the card, flag after flag, the standings."""

from collections.abc import Sequence
from typing import NamedTuple

from companion.core.conversation import Event
from companion.core.outcome import Outcome
from companion.games.campanile.rules.flags import Award, CampanileScoring, CampanileScoringHeld
from companion.games.campanile.rules.table import CampanileTable
from companion.input.guide import Page, PlayerScore, Standings, Winner, standings_of


class Announcement(NamedTuple):
    """A scoring card has come: the whole screen says so."""

    scoring: CampanileScoring


class TowerPage(NamedTuple):
    """The tower that the next flag goes to."""

    award: Award


class AwardPage(NamedTuple):
    """Who takes what of a flag."""

    award: Award


class Refill(NamedTuple):
    """The game goes on: a card must be turned up to fill the display."""


def pages(events: Sequence[Event], table: CampanileTable) -> list[Page]:
    """What these events brought, page by page; nothing where they brought no scoring."""
    found: list[Page] = []
    standings: tuple[PlayerScore, ...] = ()
    for event in events:
        if isinstance(event, CampanileScoringHeld):
            scoring = event.scoring
            found.append(Announcement(scoring))
            for award in scoring.awards:
                found += [TowerPage(award), AwardPage(award)]
            gained = [sum(scoring.chips_of(seat)) for seat in range(len(table.players))]
            standings = standings_of(table.players, gained)
            found.append(Standings(scoring.name, standings))
        elif isinstance(event, Outcome):
            found.append(Winner(event, standings))
    if found and not isinstance(found[-1], Winner):
        found.append(Refill())
    return found
