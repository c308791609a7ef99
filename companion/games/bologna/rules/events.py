"""What happens at the table of Bologna and is worth hearing of, besides the scorings."""

from dataclasses import dataclass

from companion.core.conversation import Event
from companion.games.bologna.rules.board import Block, Field
from companion.games.bologna.rules.collection import Kind


@dataclass(frozen=True, slots=True)
class Secured(Event):
    """A roof has been set on a tower."""

    at: Field
    seat: int


@dataclass(frozen=True, slots=True)
class Collected(Event):
    """A player has collected a kind of field."""

    seat: int
    kind: Kind


@dataclass(frozen=True, slots=True)
class Burnt(Event):
    """A fire has burnt: where, and whose stones went back to the stock."""

    block: Block
    stones: tuple[tuple[Field, int], ...]
