"""What can be foreseen of the game, page by page; the flags only while OK is held."""

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


class Shows(StrEnum):
    """What a page tells."""

    TURN = "turn"
    """Of whose turn it is, and of the pile."""
    EVERYBODY = "everybody"
    STYLES = "styles"
    FLAGS = "flags"
    """How they would fall now; hidden until OK is held."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Outlook(Peek):
    """PageMaker to go round in; the ``standings`` are those if the next scoring were held now."""

    foresight: TurnForecast = field(hash=False)
    pages: tuple[Shows, ...]
    scoring: str
    """The name of the scoring that comes next."""
    at: int = 0

    @property
    def page(self) -> Shows:
        """The page shown."""
        return self.pages[self.at]

    def by_button(self, press: Press) -> Step:
        """Turn the pages, OK onward too; on the flags' page OK shows them while it is held."""
        forward = along(press) or (press is Press.OK and self.page is not Shows.FLAGS)
        if not forward:
            return Peek.by_button(self, press) if self.page is Shows.FLAGS else self._back(press)
        at = (self.at + forward) % len(self.pages)
        return replace(self, at=at, open=False)

    def _back(self, press: Press) -> Entry:
        return self.below if press is Press.BACK else self


def open_outlook(table: CampanileTable, hints: Hints, below: Entry) -> Outlook:
    """The outlook on a game that is under way; the flags are in it only with all hints."""
    foresight = forecast_turns(table)
    pages = [Shows.TURN, Shows.EVERYBODY]
    pages += [Shows.STYLES] if foresight.unseen is not None else []
    pages += [Shows.FLAGS] if hints is Hints.ALL else []
    return Outlook(
        standings=_if_scored_now(table),
        below=below,
        foresight=foresight,
        pages=tuple(pages),
        scoring=table.next_scoring,
    )


def _if_scored_now(table: CampanileTable) -> tuple[PlayerScore, ...]:
    """Everybody's points with the flags of the next scoring as they would fall now."""
    scoring = table.scoring_now(table.next_scoring)
    gained = [sum(scoring.chips_of(seat)) for seat in range(len(table.players))]
    found = [
        PlayerScore(seat, player.points + gained[seat], gained[seat])
        for seat, player in enumerate(table.players)
    ]
    return tuple(sorted(found, key=lambda standing: -standing.points))
