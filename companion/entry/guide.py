"""The guided scoring: page after page what is awarded and why, then the standings, the winner."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import NamedTuple

from companion.entry.step import Entry, Step, Way, along
from companion.games.conversation import Event
from companion.games.flags import Award, Outcome, Player, Scored, Scoring
from companion.ports import Press


class Announcement(NamedTuple):
    """A scoring card has come: the whole screen says so."""

    scoring: Scoring


class TowerPage(NamedTuple):
    """The tower that the next flag goes to."""

    award: Award


class AwardPage(NamedTuple):
    """Who takes what of a flag."""

    award: Award


class Standing(NamedTuple):
    """A player's points, and how many of them this scoring gave."""

    seat: int
    points: int
    gained: int


class Standings(NamedTuple):
    """Everybody's points, the leader first."""

    scoring: Scoring
    standings: tuple[Standing, ...]


class Refill(NamedTuple):
    """The game goes on: a card must be turned up to fill the display."""


class Winner(NamedTuple):
    """Who has won, and by what."""

    outcome: Outcome
    standings: tuple[Standing, ...]


Page = Announcement | TowerPage | AwardPage | Standings | Refill | Winner


@dataclass(frozen=True, slots=True)
class Guide(Entry):
    """Pages to be seen one by one: OK for the next, BACK for the one before."""

    pages: tuple[Page, ...]
    at: int = 0

    @property
    def page(self) -> Page:
        """The page shown."""
        return self.pages[self.at]

    def by_button(self, press: Press) -> Step:
        """Turn the pages."""
        at = self.at + (1 if press is Press.OK else -1 if press is Press.BACK else along(press))
        if at < 0:
            return Way.LEAVE if press is Press.BACK else self
        if at == len(self.pages):
            return Way.DONE if press is Press.OK else self
        return replace(self, at=at)


def guide(events: Iterable[Event], players: list[Player]) -> Guide | None:
    """The pages that tell these events; None where there is nothing to tell."""
    pages: list[Page] = []
    standings: tuple[Standing, ...] = ()
    for event in events:
        if isinstance(event, Scored):
            scoring = event.scoring
            standings = standings_of(players, scoring)
            pages.append(Announcement(scoring))
            for award in scoring.awards:
                pages += [TowerPage(award), AwardPage(award)]
            pages.append(Standings(scoring, standings))
        elif isinstance(event, Outcome):
            pages.append(Winner(event, standings))
    if pages and not isinstance(pages[-1], Winner):
        pages.append(Refill())
    return Guide(None, tuple(pages)) if pages else None


def standings_of(players: list[Player], scoring: Scoring | None = None) -> tuple[Standing, ...]:
    """Everybody's points now, the leader first, in seating order where level."""
    found = [
        Standing(seat, player.points, sum(scoring.chips_of(seat)) if scoring else 0)
        for seat, player in enumerate(players)
    ]
    return tuple(sorted(found, key=lambda standing: -standing.points))
