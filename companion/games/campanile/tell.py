"""What happens in both Campaniles, as events: a scoring, each flag with its reasons."""

from collections.abc import Iterator, Sequence

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
