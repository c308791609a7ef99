"""What is told of Nim: the last stone as an event, the table, and the chart."""

from collections.abc import Iterator

from companion.core.conversation import Event
from companion.core.events import AWARD, GameEvent, Ranked, Seat, word
from companion.core.game_history import GameHistory, Heights
from companion.core.snapshot import Count, PlainPart, TableSnapshot, take_snapshot

from .rules import LastStoneTaken, NimPlayer, NimTable


def tell_event(event: Event, table: NimTable) -> Iterator[GameEvent]:
    """The last stone, which gives the only point."""
    if isinstance(event, LastStoneTaken):
        said = word("nim.last-stone", player=Seat(event.seat))
        ranking = (Ranked(event.seat, table.players[event.seat].taken, 1),)
        yield GameEvent(
            kind=AWARD, title=word("nim.title"), said=(said,), name="last-stone", ranking=ranking
        )


def take_nim_snapshot(table: NimTable) -> TableSnapshot:
    """The stones that are left, and those of each player."""
    return take_snapshot(table, [Count("left", table.left)], _list_taken)


def _list_taken(player: NimPlayer) -> tuple[PlainPart, ...]:
    return (Count("taken", player.taken),)


def _measure_taken(table: NimTable) -> Heights:
    return {player.name: player.taken for player in table.players}


HISTORY = GameHistory(grows="taken", measure=_measure_taken)
