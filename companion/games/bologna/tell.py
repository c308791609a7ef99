"""What happens in Bologna, as events: the scorings, what each player gets, and the winner."""

from collections.abc import Iterator, Sequence

from companion.core.conversation import Event
from companion.core.events import (
    AWARD,
    GameEvent,
    Ranked,
    Seat,
    Wording,
    tell_gain,
    tell_scoring,
    tell_standings,
    tell_winner,
    word,
)
from companion.core.game_table import Outcome
from companion.games.bologna.rules.scoring import FINAL, BolognaScoring, Tally
from companion.games.bologna.rules.table import BolognaTable


def tell_events(events: Sequence[Event], table: BolognaTable) -> Iterator[GameEvent]:
    """The scorings and the winner; the next question shows roofs, kinds and fires."""
    gained: list[int] | None = None
    for event in events:
        if isinstance(event, BolognaScoring):
            gained = [tally.points for tally in event.tallies]
            yield (scoring := tell_scoring(event.name, source=event))
            for tally in sorted(event.tallies, key=lambda each: each.points):
                yield tell_tally(event.name, tally)
            yield tell_standings(scoring, table.players, gained)
        elif isinstance(event, Outcome):
            yield tell_winner(event, table.players, gained)


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
        details=(said, _list_towers(tally)),
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
