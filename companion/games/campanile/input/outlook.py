"""The outlook: a forecast of the game, page by page; the flags only while OK is held."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from enum import StrEnum

from companion.games.campanile.rules.foresight import TurnForecast, forecast_turns
from companion.games.campanile.rules.table import CampanileTable
from companion.input.box_pages import Peek
from companion.input.context import Hints
from companion.input.entry import Entry, Step, along
from companion.input.guide import PlayerScore
from companion.interfaces import Press


class OutlookPage(StrEnum):
    """What a page of the outlook shows."""

    TURN = "turn"
    """The turns left of the player whose turn it is, and the pile."""
    EVERYBODY = "everybody"
    """Everybody's turns left."""
    STYLES = "styles"
    """The cards of each style that nobody has seen."""
    FLAGS = "flags"
    """The points if the next scoring were held now; hidden until OK is held."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Outlook(Peek):
    """A ring of pages; the ``standings`` are those if the next scoring were held now."""

    forecast: TurnForecast = field(hash=False)
    pages: tuple[OutlookPage, ...]
    scoring: str
    """The name of the scoring that comes next."""
    at: int = 0

    @property
    def page(self) -> OutlookPage:
        return self.pages[self.at]

    def by_button(self, press: Press) -> Step:
        """Turn the pages, also by OK; on the page of the flags OK shows them while it is held."""
        on_flags = self.page is OutlookPage.FLAGS
        step = along(press) or (press is Press.OK and not on_flags)
        if step:
            return replace(self, at=(self.at + step) % len(self.pages), open=False)
        if on_flags:
            return Peek.by_button(self, press)
        return self.below if press is Press.BACK else self


def open_outlook(table: CampanileTable, hints: Hints, below: Entry) -> Outlook:
    """The outlook on a game under way; it has the page of the flags only with all hints."""
    forecast = forecast_turns(table)
    pages = [OutlookPage.TURN, OutlookPage.EVERYBODY]
    pages += [OutlookPage.STYLES] if forecast.unseen is not None else []
    pages += [OutlookPage.FLAGS] if hints is Hints.ALL else []
    return Outlook(
        standings=_score_now(table),
        below=below,
        forecast=forecast,
        pages=tuple(pages),
        scoring=table.next_scoring,
    )


def _score_now(table: CampanileTable) -> tuple[PlayerScore, ...]:
    scoring = table.scoring_now(table.next_scoring)
    gained = [sum(scoring.chips_of(seat)) for seat in range(len(table.players))]
    scores = [
        PlayerScore(seat, player.points + gained[seat], gained[seat])
        for seat, player in enumerate(table.players)
    ]
    return tuple(sorted(scores, key=lambda score: -score.points))
