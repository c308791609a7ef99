"""The events of Bologna, besides the scorings."""

from dataclasses import dataclass

from companion.core.conversation import Event
from companion.games.bologna.rules.board import BoardBlock, BoardField
from companion.games.bologna.rules.collection import FieldKind


@dataclass(frozen=True, slots=True)
class TowerSecured(Event):
    """A roof has been put on a tower."""

    at: BoardField
    seat: int


@dataclass(frozen=True, slots=True)
class KindCollected(Event):
    """A player has collected a kind of field."""

    seat: int
    kind: FieldKind


@dataclass(frozen=True, slots=True)
class StonesBurnt(Event):
    """A fire has burnt stones, which went back to their owners' stocks."""

    block: BoardBlock
    stones: tuple[tuple[BoardField, int], ...]
