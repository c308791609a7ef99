"""The pages of Campanile's guide through a scoring: the card, each flag, ties, the refill."""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from companion.core.events import AWARD, SCORING, STANDINGS, EventKind, GameEvent
from companion.games.campanile.rules.flags import Award, CampanileScoring, FlagPlace
from companion.games.campanile.rules.table import CampanileTable
from companion.ui.input.guide import PageMaker, ToldPage, tell_standings_page


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


def _announce(event: GameEvent, _table: CampanileTable) -> Iterator[ToldPage]:
    yield ToldPage(Announcement(event.source), event)


def _show_award(event: GameEvent, _table: CampanileTable) -> Iterator[ToldPage]:
    """Why the tower comes next, before its flag; who goes first of equals, after it."""
    award: Award = event.source
    yield ToldPage(TowerPage(award), None)
    yield ToldPage(AwardPage(award), event)
    for level in award.ties:
        yield ToldPage(TiePage(award, level), None)


def _show_standings(event: GameEvent, table: CampanileTable) -> Iterator[ToldPage]:
    yield from tell_standings_page(event, table)
    if table.outcome is None:
        yield ToldPage(Refill(), None)


PAGES: Mapping[EventKind, PageMaker] = {
    SCORING: _announce,
    AWARD: _show_award,
    STANDINGS: _show_standings,
}
