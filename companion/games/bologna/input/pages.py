"""The pages that tell a scoring of Bologna: it has come, each player's towers, standings."""

from collections.abc import Sequence
from typing import NamedTuple

from companion.core.conversation import Event
from companion.core.outcome import Outcome
from companion.games.bologna.rules.scoring import BolognaScoring, BolognaScoringHeld, Tally
from companion.games.bologna.rules.table import BolognaTable
from companion.input.guide import Page, PlayerScore, Standings, Winner, standings_of


class ScoringPage(NamedTuple):
    """A scoring begins."""

    scoring: BolognaScoring


class TallyPage(NamedTuple):
    """What one player gets, and what for."""

    scoring: str
    tally: Tally


def pages(events: Sequence[Event], table: BolognaTable) -> list[Page]:
    """Scorings and the winner; roofs, kinds and fires are told where the game goes on."""
    found: list[Page] = []
    standings: tuple[PlayerScore, ...] = ()
    for event in events:
        if isinstance(event, BolognaScoringHeld):
            scoring = event.scoring
            found.append(ScoringPage(scoring))
            found += [TallyPage(scoring.name, tally) for tally in _least_first(scoring)]
            standings = standings_of(table.players, [each.points for each in scoring.tallies])
            found.append(Standings(scoring.name, standings))
        elif isinstance(event, Outcome):
            found.append(Winner(event, standings))
    return found


def _least_first(scoring: BolognaScoring) -> list[Tally]:
    return sorted(scoring.tallies, key=lambda tally: tally.points)
