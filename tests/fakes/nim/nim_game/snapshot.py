"""What lies on the table of Nim, told once for every reader."""

from companion.core.snapshot import Count, PlainPart, TableSnapshot, take_snapshot

from .rules import NimPlayer, NimTable


def take_nim_snapshot(table: NimTable) -> TableSnapshot:
    """Tell the stones that are left, and those of each player."""
    return take_snapshot(table, [Count("left", table.left)], _list_taken)


def _list_taken(player: NimPlayer) -> tuple[PlainPart, ...]:
    return (Count("taken", player.taken),)
