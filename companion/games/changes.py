"""What an amended game changes: points, and in Campanile who has which chip of which flag."""

from collections.abc import Sequence
from typing import NamedTuple

from companion.games.campanile.flags import Scoring
from companion.games.campanile.table import CampanileTable
from companion.games.showing import Showing


class PointsChanged(NamedTuple):
    """A player's points as they were and as they are."""

    seat: int
    before: int
    after: int


class Holder(NamedTuple):
    """Who has a chip, and for which tower; None where nobody won it."""

    seat: int | None
    style: str


class FlagChanged(NamedTuple):
    """A chip of a scoring that somebody else has now, or that is for another tower."""

    scoring: str
    chip: int
    before: Holder | None
    """None where that scoring had not been held."""
    after: Holder | None


Change = PointsChanged | FlagChanged


def changes(old: Showing, new: Showing) -> list[Change]:
    """What the amended table changes in points, and in Campanile in flags."""
    points = [
        PointsChanged(seat, before.points, after.points)
        for seat, (before, after) in enumerate(zip(old.players, new.players, strict=False))
        if before.points != after.points
    ]
    return [*points, *_flags_changed(old, new)]


def _flags_changed(old: object, new: object) -> list[FlagChanged]:
    if not (isinstance(old, CampanileTable) and isinstance(new, CampanileTable)):
        return []
    before, after = _holders(old.scorings), _holders(new.scorings)
    places = sorted({*before, *after}, key=lambda place: (place.scoring, place.flag, place.place))
    found = []
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


def _holders(scorings: Sequence[Scoring]) -> dict[_Chip, Holder]:
    return {
        _Chip(scoring.name, award.rank, place, chip): Holder(
            award.places[place].seat if place < len(award.places) else None, award.style
        )
        for scoring in scorings
        for award in scoring.awards
        for place, chip in enumerate(award.flag)
    }
