"""The guided scoring: page after page what is awarded and why, then the standings, the winner."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from companion.entry.step import Entry, Step, Way, along
from companion.games.outcome import HasPoints, Outcome
from companion.ports import Press, Tune


class Standing(NamedTuple):
    """A player's points, and how many of them this scoring gave."""

    seat: int
    points: int
    gained: int


class Standings(NamedTuple):
    """Everybody's points after a scoring of that name, the leader first."""

    name: str
    standings: tuple[Standing, ...]


class Winner(NamedTuple):
    """Who has won, and by what."""

    outcome: Outcome
    standings: tuple[Standing, ...]


Page = Hashable
"""What one page of the guide tells; each game has kinds of its own."""


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


def standings_of(
    players: Sequence[HasPoints], gained: Sequence[int] | None = None
) -> tuple[Standing, ...]:
    """Everybody's points now, the leader first, in seating order where level."""
    found = [
        Standing(seat, player.points, gained[seat] if gained else 0)
        for seat, player in enumerate(players)
    ]
    return tuple(sorted(found, key=lambda standing: -standing.points))


def tune_of(entry: Entry) -> Tune:
    """What sounds when this is shown."""
    kinds = {type(page) for page in entry.pages} if isinstance(entry, Guide) else set()
    if Winner in kinds:
        return Tune.FINITO
    return Tune.INTERMEZZO if Standings in kinds else Tune.CLICK
