"""The part of the conversation that both editions share."""

from typing import Generic, TypeVar

from companion.core.conversation import (
    Answer,
    Conversation,
    Event,
    Objection,
    Question,
    accept_any,
    ask,
)
from companion.games.campanile.rules.corrections import correct
from companion.games.campanile.rules.setup import COLOURS, FEWEST, MOST
from companion.games.campanile.rules.table import HEIGHTS, TOWERS, CampanileTable
from companion.games.campanile.rules.towers import Style

AnyEdition = TypeVar("AnyEdition", bound=CampanileTable)
"""The table of one edition."""


class CampanileGame(Generic[AnyEdition]):
    """The part of the game that does not depend on the edition."""

    seats = range(FEWEST, MOST + 1)
    colours: tuple[str, ...] = tuple(answer.word for answer in COLOURS)
    turn_begins = frozenset({"tower"})
    setup_ends = frozenset({"open"})
    printed: frozenset[str] = frozenset()

    def __init__(self, table: AnyEdition) -> None:
        self.table = table
        """The whole state of the game."""

    @property
    def events(self) -> list[Event]:
        """Events since the last answer."""
        return self.table.events

    def correct(self, answer: Answer) -> Objection | None:
        """Apply a correction; the next question follows from it."""
        return correct(self.table, answer)

    def _build(self) -> Conversation:
        """Action 1: ask for the tower, and then for its floors."""
        table = self.table
        tower = yield from ask(lambda: Question("tower", table.seat, TOWERS, table.object_to_tower))
        table.play_card(Style(tower.word))
        floors = yield from ask(lambda: Question("floors", table.seat, HEIGHTS, accept_any))
        table.build(int(floors.word))
