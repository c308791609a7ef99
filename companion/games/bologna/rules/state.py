"""The state of Bologna's table, its events and reasons; the rules are in `table`."""

from dataclasses import dataclass
from typing import NamedTuple

from companion.core.conversation import Event
from companion.core.game_base import BasicTable
from companion.games.bologna.rules.board import (
    BoardBlock,
    BoardField,
    BolognaBoard,
    FieldKind,
    KindMap,
)
from companion.games.bologna.rules.cards import BolognaCardCount, BolognaPile, Card
from companion.games.bologna.rules.scoring import BolognaPlayer, BolognaScoring


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


class TurnAction(NamedTuple):
    """The action of a turn: `build`, `plague`, `fire`, `heal` or `pass`, and where."""

    kind: str
    at: BoardField
    end: BoardField | None = None
    """Where a line of stones ends, or the far corner of a block; None until it is known."""


class BolognaState(BasicTable[BolognaPlayer]):
    """What lies on the table and is known of the hands; empty until the setup fills it."""

    def __init__(self) -> None:
        super().__init__()
        self.scorings: list[BolognaScoring] = []
        self.board = BolognaBoard()
        self.kinds: KindMap = {}
        """The kinds of fields known so far, from the map or from answers."""
        self.display: list[Card] = []
        """The open cards, the latest last; empty where only the board is tracked."""
        self.cards: BolognaCardCount | None = None
        """None until the open cards are known, and where only the board is tracked."""
        self.pile: BolognaPile | None = None
        """None until the players and variants are known."""
        self.action: TurnAction | None = None
        """The action of the turn under way; None until it is known."""
        self.built: tuple[BoardField, ...] = ()
        """Where the turn under way has laid stones."""
        self.securing: BoardField | None = None
        """The tower that is to get a roof from another one."""
        self.unroofed: list[BoardField] = []
        """Towers that have lost their roof to another one in the turn under way."""
        self.refilled = False
        """In light play and at the end: whether nothing more is to be turned up in this turn."""
