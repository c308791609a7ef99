"""What happens in both Campaniles, as events: a scoring, each flag with its reasons.

At the end stands which chips changed hands between two scorings.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
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
from companion.games.campanile.rules.flags import Award, CampanileScoring, FlagPlace
from companion.games.campanile.rules.story import FlagsNow
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


def tell_changed_flags(before: FlagsNow, after: FlagsNow) -> tuple[Wording, ...]:
    """Which chips another player takes if the same flags go up a turn later, and why in ties."""
    old, new = before.scoring, after.scoring
    if old.name != new.name:
        return ()
    highest = [*_list_taken(_list_takers(old), _list_takers(new))][:MOST_CHIPS]
    ties = [tie for each in highest for tie in _tell_ties(new, each)]
    return (*map(_tell_taken, highest), *dict.fromkeys(ties))


class TakenChip(NamedTuple):
    """A chip that another player takes than before."""

    chip: int
    style: str
    """The tower that it is taken for now."""
    seat: int
    before: int | None
    """Who took it before; None for nobody."""


Takers = Mapping[int, Sequence[tuple[int, str]]]
"""By chip: who takes one of that value, for which tower."""


def _list_takers(scoring: CampanileScoring) -> Takers:
    takers: dict[int, list[tuple[int, str]]] = {}
    for award in scoring.awards:
        for seat, chip in award.chips:
            takers.setdefault(chip, []).append((seat, award.style))
    return takers


def _list_taken(before: Takers, after: Takers) -> Iterator[TakenChip]:
    """Who takes more chips of a value than before, and who takes fewer; the highest first."""
    for chip in sorted(after, reverse=True):
        was, now = before.get(chip, ()), after[chip]
        had, have = (Counter(seat for seat, _ in each) for each in (was, now))
        losers = (had - have).elements()
        for seat, more in (have - had).items():
            new = [style for taker, style in now if taker == seat and (taker, style) not in was]
            for style in new[:more]:
                yield TakenChip(chip, style, seat, next(losers, None))


def _tell_taken(taken: TakenChip) -> Wording:
    chip, tower, player = taken.chip, Named("style", taken.style), Seat(taken.seat)
    if taken.before is None:
        return word("story.chip-new", chip=chip, tower=tower, player=player)
    return word("story.chip", chip=chip, tower=tower, player=player, other=Seat(taken.before))


def _tell_ties(scoring: CampanileScoring, taken: TakenChip) -> Iterator[Wording]:
    """Why the player takes the chip, where influence is equal."""
    tower = Named("style", taken.style)
    for award in scoring.awards:
        for level in award.ties if award.style == taken.style else ():
            if level[0].seat == taken.seat:
                yield word("story.tie", tower=tower, **dict(_tell_tie(level).values))
