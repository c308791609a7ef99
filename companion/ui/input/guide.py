"""The guided scoring: a page for each award and its reason, then the standings and the winner."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

from companion.core.conversation import Event
from companion.core.game_table import GamePlayer, Outcome
from companion.core.interfaces import Press, Tune
from companion.core.session import Session
from companion.ui.input.entry import Entry, Exit, Layer, Step, along


class PlayerScore(NamedTuple):
    """A player's points, and how many of them this scoring gave."""

    seat: int
    points: int
    gained: int


class Standings(NamedTuple):
    """Everybody's points after a scoring of that name, the leader first."""

    name: str
    standings: tuple[PlayerScore, ...]


class Winner(NamedTuple):
    """Who has won, and what decided it."""

    outcome: Outcome
    standings: tuple[PlayerScore, ...]


Page = Hashable
"""The data of one page of the guide; each game has types of its own."""
PageMaker = Callable[[Sequence[Event], Any], list[Page]]
"""(events, table) → the pages that show them."""


NO_PAGE = -1
"""The place of no page."""


class PageAward(NamedTuple):
    """What a page of a scoring gives to whom, as other programs learn it."""

    at: int
    """The place of the page."""
    name: str
    """What is awarded, or what for, as a record has it."""
    points: Sequence[tuple[int, int]]
    """(seat, points), in the order of the page."""
    reasons: Sequence[Page] = ()
    """Pages that only say why."""
    sentences: int | None = None
    """How many sentences of the page say what is given; the others say why. None for all."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Guide(Entry):
    """Pages shown one by one: OK for the next, BACK for the one before."""

    pages: tuple[Page, ...]
    at: int = 0
    seen: int = field(default=0, compare=False)
    """The last page that was left; see `furthest`."""

    @property
    def page(self) -> Page:
        """The page shown."""
        return self.pages[self.at]

    @property
    def furthest(self) -> int:
        """The last page that was shown so far."""
        return max(self.at, self.seen)

    def by_button(self, press: Press) -> Step:
        at = self.at + (1 if press is Press.OK else -1 if press is Press.BACK else along(press))
        if at < 0:
            return Exit.BACK if press is Press.BACK else self
        if at == len(self.pages):
            return Exit.DONE if press is Press.OK else self
        return replace(self, at=at, seen=self.furthest)


def guide_under(entry: Entry | None) -> Guide | None:
    """The pages that are shown, be it under layers; None if there are none."""
    while isinstance(entry, Layer):
        entry = entry.below
    return entry if isinstance(entry, Guide) else None


def open_guide(session: Session, make_pages: PageMaker) -> Guide | None:
    """The pages that show the events of the last answer; None if there are none."""
    pages = make_pages(session.events, session.game.table)
    return Guide(pages=tuple(pages)) if pages else None


def winner_page(outcome: Outcome, table: Any) -> Winner:
    """The page that shows who has won."""
    return Winner(outcome, standings_of(table.players))


def standings_of(
    players: Sequence[GamePlayer], gained: Sequence[int] | None = None
) -> tuple[PlayerScore, ...]:
    """Everybody's points now, the leader first, in seating order if level."""
    found = [
        PlayerScore(seat, player.points, gained[seat] if gained else 0)
        for seat, player in enumerate(players)
    ]
    return tuple(sorted(found, key=lambda standing: -standing.points))


def tune_of(entry: Entry) -> Tune:
    """The tune that is played when this entry is shown."""
    kinds = {type(page) for page in entry.pages} if isinstance(entry, Guide) else set()
    if Winner in kinds:
        return Tune.GAME_OVER
    return Tune.SCORING if Standings in kinds else Tune.CLICK
