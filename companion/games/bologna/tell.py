"""What happens in Bologna, as events: the scorings, and what each player gets."""

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
