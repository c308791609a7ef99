"""What happens in both Campaniles, as events: a scoring, each flag with its reasons.

At the end stands which chips changed hands between two scorings.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from companion.core.conversation import Event
from companion.core.events import (
    AWARD,
    GameEvent,
    Named,
    Ranked,
    Seat,
    Wording,
    list_seats,
    tell_scoring,
    word,
)
from companion.games.campanile.rules.flags import (
    Award,
    CampanileScoring,
    ChipHolder,
    FlagChanged,
    FlagPlace,
    compare_flags,
)
from companion.games.campanile.rules.table import CampanileTable


def tell_event(event: Event, table: CampanileTable) -> list[GameEvent]:
    """A scoring: its flags from the lowest up, and in its details the towers without one."""
    if not isinstance(event, CampanileScoring):
        return []
    awards, details = map(tell_award, event.awards), tuple(map(_tell_unflagged, event.unflagged))
    return tell_scoring(event.name, awards, table.players, details=details, source=event)


def _tell_unflagged(tower: Award) -> Wording:
    height = word("table.towers.sized", size=tower.floors)
    return word("score.no-flag", tower=Named("title", tower.style.value), height=height)


def tell_award(award: Award) -> GameEvent:
    """Who takes which chips of a flag, and why."""
    ties = tuple(_tell_tie(level) for level in award.ties)
    return GameEvent(
        kind=AWARD,
        said=(*_tell_chips(award), *tell_spare(award)),
        reasons=(*_tell_tower(award), *ties),
        details=(
            word("score.flag", floors=award.floors, flag="/".join(map(str, award.flag))),
            *map(_tell_place, award.places),
            *tell_spare(award),
        ),
        title=Named("title", award.style.value),
        name=award.style.value,
        ranking=tuple(Ranked(*place) for place in award.places),
        source=award,
    )


def _tell_tower(award: Award) -> tuple[Wording, ...]:
    """Which tower comes next, and why where others are as high."""
    told = word(f"say.tower.{award.rank}", style=award.style.value)
    if not award.tower_level_with:
        return (told,)
    towers = tuple(Named("style", style.value) for style in award.tower_level_with)
    return told, word("why.tower-level", towers=towers)


def _tell_chips(award: Award) -> Iterator[Wording]:
    """Who takes which chip; who takes none is only seen."""
    for seat, influence, chip in award.places:
        if chip is not None:
            yield word("say.award", player=Seat(seat), influence=influence, points=chip)


def _tell_place(place: FlagPlace) -> Wording:
    seat, influence, chip = place
    if chip is None:
        return word("score.place", player=Seat(seat), influence=influence)
    return word("score.chip", player=Seat(seat), influence=influence, chip=chip)


def tell_spare(award: Award) -> tuple[Wording, ...]:
    """What happens to chips that nobody can take; nothing where all are taken."""
    if not award.places:
        return (word("why.nobody"),)
    return (word("why.spare", chips=award.unawarded),) if award.unawarded else ()


def _tell_tie(level: Sequence[FlagPlace]) -> Wording:
    """Why the first of players of equal influence stands higher."""
    seats = list_seats(place.seat for place in level)
    return word("why.influence-level", players=seats, influence=level[0].influence, first=seats[0])


# What would have changed hands -----------------------------------------------------------------

MOST_CHIPS = 3
"""So many chips are told, the highest first."""


def tell_changed_flags(old: CampanileScoring, new: CampanileScoring) -> tuple[Wording, ...]:
    """Which chips another player takes if the same flags go up a turn later, and why in ties."""
    highest = sorted(_list_taken(old, new), key=lambda each: -each.chip)[:MOST_CHIPS]
    ties = [tie for each in highest for tie in _tell_ties(new, each)]
    moved = any(each.before.style != each.after.style for each in highest)
    passed = _tell_passed(old, new) if moved else ()
    return (*map(_tell_taken, highest), *passed, *dict.fromkeys(ties))


class TakenChip(NamedTuple):
    """A chip, of a flag and a place on it, that another player takes than before."""

    chip: int
    before: ChipHolder
    """Without a seat where nobody took it."""
    after: ChipHolder

    @property
    def seat(self) -> int:
        """Who takes it now."""
        assert self.after.seat is not None
        return self.after.seat


def _list_taken(old: CampanileScoring, new: CampanileScoring) -> Iterator[TakenChip]:
    for change in compare_flags([old], [new]):
        assert isinstance(change, FlagChanged)
        was, now = change.before, change.after
        if was and now and now.seat not in (None, was.seat):
            yield TakenChip(change.chip, was, now)


def _tell_taken(taken: TakenChip) -> Wording:
    chip, player, (other, style) = taken.chip, Seat(taken.seat), taken.before
    tower, before = Named("style", taken.after.style), Named("style", style)
    if other is None:
        return word("story.chip-new", chip=chip, tower=tower, player=player)
    if tower == before:
        return word("story.chip", chip=chip, tower=tower, player=player, other=Seat(other))
    towers = {"tower": tower, "before": before}
    return word("story.chip-moved", chip=chip, player=player, other=Seat(other), **towers)


def _tell_passed(old: CampanileScoring, new: CampanileScoring) -> Iterator[Wording]:
    """Which towers rank before others now that ranked before them: as higher, or as high."""
    before, after = ([*each.unflagged, *each.awards] for each in (old, new))
    ranks = {each.style: each.rank for each in before}
    for tower in after:
        name = Named("style", tower.style.value)
        passed = [
            each
            for each in after
            if each.rank > tower.rank and ranks[each.style] < ranks[tower.style]
        ]
        for key, level in (("story.passed", False), ("story.passed-level", True)):
            those = [each for each in passed if (each.floors == tower.floors) == level]
            if those:
                towers = tuple(Named("style", each.style.value) for each in those)
                yield word(key, tower=name, towers=towers)


def _tell_ties(scoring: CampanileScoring, taken: TakenChip) -> Iterator[Wording]:
    """Why the player takes the chip, and no higher one, where influence is equal."""
    style = taken.after.style
    tower = Named("style", style)
    for award in scoring.awards:
        for level in award.ties if award.style == style else ():
            if any(place.seat == taken.seat for place in level):
                yield word("story.tie", tower=tower, **dict(_tell_tie(level).values))
