"""Scoring of both Campaniles: who takes which chip under each flag, and why, as data.

2009 rulebook, Scoring. Ties are settled in `tie_breaks`; at the end stands what an amendment
changes.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import NamedTuple

from companion.core.conversation import Event
from companion.core.game_history import Change
from companion.games.campanile.rules.tie_breaks import RankedTower, rank_rows, rank_towers
from companion.games.campanile.rules.towers import CampanileTower, Style

Flag = tuple[int, ...]
"""The chips a flag gives, first place first."""


class FlagPlace(NamedTuple):
    """A player's place under one flag.

    ``chip`` is None where the flag gives nothing for this place. Of equal influence, the one
    nearer the base stands higher.
    """

    seat: int
    influence: int
    chip: int | None


class Award(NamedTuple):
    """One flag awarded: the tower, its rank and why, the flag, every player under it in order."""

    style: Style
    floors: int
    rank: int
    tower_level_with: tuple[Style, ...]
    flag: Flag
    places: tuple[FlagPlace, ...]

    @property
    def chips(self) -> list[tuple[int, int]]:
        """(seat, chip) for every chip won, first place first."""
        return [(place.seat, place.chip) for place in self.places if place.chip is not None]

    @property
    def ties(self) -> list[tuple[FlagPlace, ...]]:
        """Ties that decide about a chip: players of equal influence, nearest the base first."""
        levels = [tuple(run) for _, run in groupby(self.places, lambda place: place.influence)]
        return [level for level in levels if len(level) > 1 and level[0].chip is not None]

    @property
    def unawarded(self) -> Flag:
        """The chips that nobody won, for want of players under the tower."""
        return self.flag[len(self.places) :]


@dataclass(frozen=True, slots=True)
class CampanileScoring(Event):
    """A scoring round: its name, its awards from the lowest flag up, the towers without a flag."""

    name: str
    awards: tuple[Award, ...]
    unflagged: tuple[Award, ...]

    def list_points(self, players: int) -> list[int]:
        """By seat: the sum of the chips won in this round."""
        points = [0] * players
        for award in self.awards:
            for seat, chip in award.chips:
                points[seat] += chip
        return points


def award_flag(ranked: RankedTower, flag: Flag) -> Award:
    """Award the chips of ``flag`` under this tower; spare chips stay in the supply."""
    rows = rank_rows(ranked.tower.rows)
    places = tuple(
        FlagPlace(
            row.seat,
            row.influence,
            flag[at] if at < len(flag) else None,
        )
        for at, row in enumerate(rows)
    )
    tower = ranked.tower
    return Award(tower.style, tower.floors, ranked.rank, ranked.level_with, flag, places)


def score(
    name: str, row: Sequence[Style], towers: Mapping[Style, CampanileTower], flags: Sequence[Flag]
) -> CampanileScoring:
    """Hold a scoring round: ``flags`` belong to the towers from the highest down."""
    ranked = rank_towers(row, towers)
    awards = [award_flag(tower, flag) for tower, flag in zip(ranked, flags, strict=False)]
    unflagged = [award_flag(tower, ()) for tower in ranked[len(flags) :]]
    return CampanileScoring(name, tuple(reversed(awards)), tuple(unflagged))


# What an amendment changes -----------------------------------------------------------------


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


def compare_flags(old: Sequence[CampanileScoring], new: Sequence[CampanileScoring]) -> list[Change]:
    """List the chips that another player has in the new scorings, or for another tower."""
    before, after = _holders(old), _holders(new)
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
