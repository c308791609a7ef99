"""The outlook: a forecast of the game, page by page; points only while OK is held."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from companion.core.events import Ranked, Worded
from companion.core.game_table import GamePlayer
from companion.core.interfaces import Press
from companion.ui.input.box_pages import Peek
from companion.ui.input.entry import Entry, Step, along
from companion.ui.input.hints import Hints


class GameForecast(NamedTuple):
    """What a game foresees: its pages, and what its next scoring would give now."""

    pages: tuple[object | None, ...]
    """`FactPage`, `CountPage`, or pages of its own, whose ``said`` are their sentences.

    None stands for a page that can't be foreseen now.
    """
    scoring: str
    """The name of the scoring that comes next."""
    gained: Sequence[int]
    """By seat: the points of that scoring if it were held now."""


class FactPage(NamedTuple):
    """A page with a large figure and what it counts, and up to two lines below."""

    title: Worded
    figure: Worded
    label: Worded
    lines: tuple[Worded, ...]
    said: tuple[Worded, ...]
    """The same in sentences, for whoever does not see the page."""


class CountedPiece(NamedTuple):
    """How many there are of something, which has a picture and a name."""

    figure: str
    piece: str | Sequence[str]
    """Its sign, in rows of ``#`` and dots; or a colour of the palette or a text, on a card."""
    label: Worded


class CountPage(NamedTuple):
    """A page that counts a few kinds of pieces side by side."""

    title: Worded
    columns: tuple[CountedPiece, ...]
    said: tuple[Worded, ...]
    """The same in sentences."""
    is_row: bool = False
    """Whether they stand so in a row on the table, which some see from its other side."""


class PointsNow(NamedTuple):
    """The page of the points if the scoring of that name were held now."""

    scoring: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Outlook(Peek):
    """A ring of pages; the ``standings`` are those if the next scoring were held now."""

    pages: tuple[object, ...] = field(hash=False)
    at: int = 0

    @property
    def page(self) -> object:
        return self.pages[self.at]

    def by_button(self, press: Press) -> Step:
        """Turn the pages, also by OK; on the page of the points OK shows them while it is held."""
        on_points = isinstance(self.page, PointsNow)
        step = along(press) or (press is Press.OK and not on_points)
        if step:
            return replace(self, at=(self.at + step) % len(self.pages), open=False)
        if on_points:
            return Peek.by_button(self, press)
        return self.below if press is Press.BACK else self


def open_outlook(
    forecast: GameForecast, players: Sequence[GamePlayer], hints: Hints, below: Entry
) -> Outlook:
    """The outlook on a game under way; it has the page of the points only with all hints."""
    _, scoring, gained = forecast
    pages = [page for page in forecast.pages if page is not None]
    pages += [PointsNow(scoring)] if hints is Hints.ALL else []
    scores = [
        Ranked(seat, player.points + gained[seat], gained[seat])
        for seat, player in enumerate(players)
    ]
    return Outlook(
        standings=tuple(sorted(scores, key=lambda score: -score.value)),
        below=below,
        pages=tuple(pages),
    )
