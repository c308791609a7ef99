"""What can be foreseen of the game, page by page; the flags only while OK is held."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from enum import StrEnum

from companion.entry.box import Peek
from companion.entry.guide import Standing
from companion.entry.manner import Hints
from companion.entry.step import Entry, Step, along
from companion.games.campanile.foresight import Foresight, foresee
from companion.games.campanile.table import CampanileTable
from companion.ports import Press


class Shows(StrEnum):
    """What a page tells."""

    TURN = "turn"
    """Of whose turn it is, and of the pile."""
    EVERYBODY = "everybody"
    STYLES = "styles"
    FLAGS = "flags"
    """How they would fall now; hidden until OK is held."""


@dataclass(frozen=True, slots=True)
class Outlook(Peek):
    """Pages to go round in; the ``standings`` are those if the next scoring were held now."""

    foresight: Foresight = field(hash=False, kw_only=True)
    pages: tuple[Shows, ...] = field(kw_only=True)
    scoring: str = field(kw_only=True)
    """The name of the scoring that comes next."""
    at: int = field(default=0, kw_only=True)

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
        return replace(self, at=at, open=False, refused=None)

    def _back(self, press: Press) -> Entry:
        return self.below if press is Press.BACK else self


def begin_outlook(table: CampanileTable, hints: Hints, below: Entry) -> Outlook:
    """The outlook on a game that is under way; the flags are in it only with all hints."""
    foresight = foresee(table)
    pages = [Shows.TURN, Shows.EVERYBODY]
    pages += [Shows.STYLES] if foresight.unseen is not None else []
    pages += [Shows.FLAGS] if hints is Hints.ALL else []
    return Outlook(
        None,
        _if_scored_now(table),
        below,
        foresight=foresight,
        pages=tuple(pages),
        scoring=table.next_scoring,
    )


def _if_scored_now(table: CampanileTable) -> tuple[Standing, ...]:
    """Everybody's points with the flags of the next scoring as they would fall now."""
    scoring = table.scoring_now(table.next_scoring)
    gained = [sum(scoring.chips_of(seat)) for seat in range(len(table.players))]
    found = [
        Standing(seat, player.points + gained[seat], gained[seat])
        for seat, player in enumerate(table.players)
    ]
    return tuple(sorted(found, key=lambda standing: -standing.points))


def can_be_foreseen(table: object, hints: Hints) -> bool:
    """Whether there is an outlook: in a Campanile under way, unless the table wants no hints."""
    plays = isinstance(table, CampanileTable) and table.under_way and table.outcome is None
    return plays and hints is not Hints.NONE
