"""What happens in Nim, as events: the last stone."""

from collections.abc import Iterator

from companion.core.conversation import Event
from companion.core.events import AWARD, GameEvent, Ranked, Seat, word

from .rules import LastStoneTaken, NimTable


def tell_event(event: Event, table: NimTable) -> Iterator[GameEvent]:
    """The last stone, which gives the only point."""
    if isinstance(event, LastStoneTaken):
        said = word("nim.last-stone", player=Seat(event.seat))
        ranking = (Ranked(event.seat, table.players[event.seat].taken, 1),)
        yield GameEvent(
            kind=AWARD, title=word("nim.title"), said=(said,), name="last-stone", ranking=ranking
        )
