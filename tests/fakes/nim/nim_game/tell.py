"""What happens in Nim, as events: the last stone, and who wins."""

from collections.abc import Iterator, Sequence

from companion.core.conversation import Event
from companion.core.events import AWARD, GameEvent, Ranked, Seat, tell_outcome, word

from .rules import LastStoneTaken, NimTable


def tell_events(events: Sequence[Event], table: NimTable) -> Iterator[GameEvent]:
    """The last stone, which gives the only point, and the winner, whom any game has."""
    for event in events:
        if isinstance(event, LastStoneTaken):
            said = word("nim.last-stone", player=Seat(event.seat))
            ranking = (Ranked(event.seat, table.players[event.seat].taken, 1),)
            yield GameEvent(kind=AWARD, said=(said,), name="last-stone", ranking=ranking)
    yield from tell_outcome(events, table)
