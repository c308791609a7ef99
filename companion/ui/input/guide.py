"""The guide: pages that tell what has happened, one by one, such as the awards of a scoring."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, ClassVar, NamedTuple

from companion.core.events import STANDINGS, WINNER, EventKind, GameEvent, Worded
from companion.core.interfaces import Effect, Press, Tune
from companion.ui.input.entry import Entry, Exit, Layer, Step, along

Page = Hashable
"""The data of one page of the guide; each game has types of its own."""


NO_PAGE = -1
"""The place of no page."""


class EventPage(NamedTuple):
    """Tells an event, with its reasons."""

    event: GameEvent


class RankingPage(NamedTuple):
    """Tells an event without its reasons."""

    event: GameEvent


class ReasonPage(NamedTuple):
    """Tells some of the reasons of an event; a game may draw subtypes of its own."""

    event: GameEvent
    reasons: tuple[Worded, ...]
    source: Any = None
    """What the game's own picture is drawn from, but for the event."""


class Standings(NamedTuple):
    """Everybody's points after a scoring, the leader first."""

    event: GameEvent


class Winner(NamedTuple):
    """Who has won, and what decided it."""

    event: GameEvent


class ToldPage(NamedTuple):
    """A page, and the event that is known once it is shown, None for none."""

    page: Page
    event: GameEvent | None


PageMaker = Callable[[GameEvent, Any], Iterable[ToldPage]]
"""(event, table just after the last answer) → its pages."""


def tell_on_one_page(event: GameEvent, _table: Any) -> list[ToldPage]:
    """A page for the event and its reasons."""
    return [ToldPage(EventPage(event), event)]


def tell_reasons_apart(event: GameEvent, _table: Any) -> list[ToldPage]:
    """A page for the event, and one for each of its reasons."""
    reasons = [ToldPage(ReasonPage(event, (reason,)), None) for reason in event.reasons]
    return [ToldPage(RankingPage(event), event), *reasons]


def tell_standings_page(event: GameEvent, _table: Any) -> list[ToldPage]:
    """Everybody's points."""
    return [ToldPage(Standings(event), event)]


def tell_winner_page(event: GameEvent, _table: Any) -> list[ToldPage]:
    return [ToldPage(Winner(event), event)]


MAKERS: Mapping[EventKind, PageMaker] = {
    STANDINGS: tell_standings_page,
    WINNER: tell_winner_page,
}
"""The pages of events of a kind in any game; the reasons of the others stand apart."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Guide(Entry):
    """Pages shown one by one: OK for the next, BACK for the one before."""

    has_feet: ClassVar[bool] = True
    pages: tuple[Page, ...]
    events: tuple[GameEvent | None, ...] = field(default=(), compare=False)
    """For each page the event that is known once it is shown."""
    at: int = 0
    seen: int = field(default=0, compare=False)
    """The last page that was left; see `furthest`."""

    @property
    def page(self) -> Page:
        return self.pages[self.at]

    @property
    def event(self) -> GameEvent | None:
        """The event that the page shown tells."""
        return self.events[self.at] if self.events else None

    @property
    def tune(self) -> Tune:
        tunes = [event.kind.tune for event in self.events if event is not None]
        return next((tune for tune in reversed(tunes) if tune is not Tune.CLICK), Tune.CLICK)

    @property
    def seat_effects(self) -> Mapping[int, Effect]:
        if (event := self.event) is None or event.kind.light is None:
            return {}
        return dict.fromkeys(event.lit, event.kind.light)

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


def open_guide(pages: Sequence[ToldPage]) -> Guide | None:
    """These pages, the first one open; None if there are none."""
    if not pages:
        return None
    return Guide(pages=tuple(page for page, _ in pages), events=tuple(event for _, event in pages))


def find_pages(told: Sequence[GameEvent], pages: Sequence[ToldPage]) -> list[int]:
    """For each event the place of the page from which on it is known, NO_PAGE for at once.

    One without a page of its own is known with the next one.
    """
    places = {id(event): at for at, (_, event) in reversed([*enumerate(pages)])}
    found, following = list[int](), NO_PAGE
    for event in reversed(told):
        if event.kind.has_pages:
            following = places.get(id(event), following)
        found.append(following if event.kind.has_pages else NO_PAGE)
    return found[::-1]
