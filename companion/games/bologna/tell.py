"""What happens in Bologna, as events: the scorings, and what each player gets.

At the end stands which towers changed hands between two scorings.
"""

from collections.abc import Iterator
from typing import Any

from companion.core.conversation import Event
from companion.core.events import (
    AWARD,
    GameEvent,
    Ranked,
    Seat,
    Wording,
    tell_gain,
    tell_scoring,
    word,
)
from companion.games.bologna.rules.board import BoardField
from companion.games.bologna.rules.scoring import FINAL, BolognaScoring, Tally
from companion.games.bologna.rules.table import BolognaTable


def tell_event(event: Event, table: BolognaTable) -> list[GameEvent]:
    """A scoring, the fewest points first; the next question shows roofs, kinds and fires."""
    if not isinstance(event, BolognaScoring):
        return []
    tallies = sorted(event.tallies, key=lambda each: each.points)
    awards = (tell_tally(event.name, tally) for tally in tallies)
    return tell_scoring(event.name, awards, table.players, source=event)


def tell_tally(scoring: str, tally: Tally) -> GameEvent:
    """What a player gets at a scoring of that name, and what for, in one sentence."""
    reasons = _tell_sums(tally) if scoring == FINAL else ()
    if not reasons:
        towers = len(tally.towers)
        reasons = (word("say.towers" if towers else "say.no-towers", towers=towers),)
    said = word("say.tally", gets=tell_gain(tally.seat, tally.points), reasons=reasons)
    return GameEvent(
        kind=AWARD,
        said=(said,),
        details=(said, _list_towers(tally)) if tally.towers else (),
        title=Seat(tally.seat),
        name=scoring,
        ranking=(Ranked(tally.seat, tally.tower_points, tally.points),),
        source=tally,
    )


def _list_towers(tally: Tally) -> str:
    """Each tower with its height: `6 (5-3), 4 (2-7)`."""
    highest_first = sorted(tally.towers, key=lambda tower: -tower[1])
    return ", ".join(f"{height} ({at})" for at, height in highest_first)


def _tell_sums(tally: Tally) -> tuple[Wording, ...]:
    parts = (
        ("say.for-towers", tally.tower_points),
        ("say.for-collection", tally.extra),
        ("say.for-unbuilt", tally.unbuilt),
    )
    return tuple(word(key, points=points) for key, points in parts if points)


# What would have changed hands -----------------------------------------------------------------

MOST_TOWERS = 3
"""So many towers are told, the highest first."""


def tell_changed_towers(old: BolognaScoring, new: BolognaScoring) -> tuple[Wording, ...]:
    """Which towers give their points to another player if the same scoring is held a turn later.

    A tower that gives none then is told with the points that it gave before. Then whose collection
    is worth another number of points, and who has another number of stones left, where both count.
    """
    before, after = _find_owners(old), _find_owners(new)
    gave = {at: height for _, at, height in _list_scored(old)}
    points = gave | {at: height for _, at, height in _list_scored(new)}
    changed = (at for at in sorted(points) if before.get(at) != after.get(at))
    highest = sorted(changed, key=lambda at: -points[at])[:MOST_TOWERS]
    towers = (
        _tell_changed(at, points[at], gave.get(at), before.get(at), after.get(at)) for at in highest
    )
    return (*towers, *_tell_changed_sums(old, new))


def _tell_changed_sums(old: BolognaScoring, new: BolognaScoring) -> Iterator[Wording]:
    for was, now in zip(old.tallies, new.tallies, strict=True):
        player = Seat(now.seat)
        if was.extra != now.extra:
            yield word("story.collection", player=player, points=now.extra, was=was.extra)
        if was.unbuilt != now.unbuilt:
            yield word("story.unbuilt", player=player, stones=now.unbuilt, was=was.unbuilt)


def _list_scored(scoring: BolognaScoring) -> Iterator[tuple[int, BoardField, int]]:
    """(seat, field, points) of each tower."""
    for tally in scoring.tallies:
        for at, height in tally.towers:
            yield tally.seat, at, height


def _find_owners(scoring: BolognaScoring) -> dict[BoardField, int]:
    return {at: seat for seat, at, _ in _list_scored(scoring)}


def _tell_changed(
    at: BoardField, points: int, was: int | None, before: int | None, after: int | None
) -> Wording:
    tower: dict[str, Any] = {"field": at, "points": points}
    if after is not None:
        tower["player"] = Seat(after)
    if before is not None:
        tower["other"] = Seat(before)
    if before is not None and after is not None:
        tower["was"] = was
    kind = "-gone" if after is None else "-new" if before is None else ""
    return word(f"story.tower{kind}", **tower)
