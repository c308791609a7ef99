"""The part of the conversation that both editions share."""

from collections.abc import Generator
from typing import Generic, TypeVar

from companion.core.conversation import Answer, Event, Objection, ObjectTo, Question, ask
from companion.games.campanile.rules.corrections import correct
from companion.games.campanile.rules.setup import COLOURS, FEWEST, MOST
from companion.games.campanile.rules.table import CampanileTable

AnyTable = TypeVar("AnyTable", bound=CampanileTable)
"""The table of one edition."""


class CampanileGame(Generic[AnyTable]):
    """The part of the game that does not depend on the edition."""

    seats = range(FEWEST, MOST + 1)
    colours: tuple[str, ...] = tuple(answer.word for answer in COLOURS)
    turn_begins = frozenset({"tower"})
    setup_ends = frozenset({"open"})
    printed: frozenset[str] = frozenset()

    def __init__(self, table: AnyTable) -> None:
        self.table = table
        """The whole state of the game."""

    @property
    def events(self) -> list[Event]:
        """Events since the last answer."""
        return self.table.events

    def correct(self, answer: Answer) -> Objection | None:
        """Apply a correction; the next question follows from it."""
        return correct(self.table, answer)

    def _ask(
        self, key: str, options: tuple[Answer, ...], objection: ObjectTo
    ) -> Generator[Question, Answer, Answer]:
        """Ask the player whose turn it is; after a correction, ask again."""
        return ask(lambda: Question(key, self.table.seat, options, objection))
