"""Which chips an amendment gives to other players."""

from collections.abc import Sequence
from typing import NamedTuple

from companion.core.game_history import Change
from companion.games.campanile.rules.flags import CampanileScoring
from companion.games.campanile.rules.table import CampanileTable


class ChipHolder(NamedTuple):
    """Who has a chip, and for which tower; None where nobody won it."""

    seat: int | None
    style: str


class FlagChanged(NamedTuple):
    """A chip of a scoring that another player has after the amendment, or for another tower."""

    scoring: str
    chip: int
    before: ChipHolder | None
    """None where the scoring had not been held."""
    after: ChipHolder | None


def compare_flags(old: CampanileTable, new: CampanileTable) -> list[Change]:
    """List the chips that another player has on the new table, or for another tower."""
    before, after = _holders(old.scorings), _holders(new.scorings)
    places = sorted({*before, *after}, key=lambda place: (place.scoring, place.flag, place.place))
    found: list[Change] = []
    for place in places:
        was, now = before.get(place), after.get(place)
        if was != now:
            found.append(FlagChanged(place.scoring, place.chip, was, now))
    return found


class _Chip(NamedTuple):
    scoring: str
    flag: int
    place: int
    chip: int


def _holders(scorings: Sequence[CampanileScoring]) -> dict[_Chip, ChipHolder]:
    return {
        _Chip(scoring.name, award.rank, place, chip): ChipHolder(
            award.places[place].seat if place < len(award.places) else None, award.style
        )
        for scoring in scorings
        for award in scoring.awards
        for place, chip in enumerate(award.flag)
    }
