"""The part of the conversation that both editions share: the setup, and the building."""

from typing import Generic, TypeVar

from companion.core.conversation import (
    Answer,
    Conversation,
    Event,
    Objection,
    Question,
    accept_any,
    ask,
    build_objection,
)
from companion.core.seating import ask_players
from companion.games.campanile.rules.corrections import correct
from companion.games.campanile.rules.table import HEIGHTS, TOWERS, CampanileReason, CampanileTable
from companion.games.campanile.rules.towers import STYLES, CampanilePlayer, Style

FEWEST, MOST = 2, 5
COLOURS = tuple(Answer("colour", colour) for colour in ("blue", "yellow", "red", "black", "white"))
ROW_OPTIONS = tuple(Answer("row", style) for style in STYLES)


def object_to_twice(answer: Answer) -> Objection | None:
    """Object to a tower that the row has already."""
    *before, last = answer.words
    return build_objection(CampanileReason.TOWER_TWICE, style=last) if last in before else None


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

    def _ask_players(self) -> Conversation:
        yield from ask_players(self.table.players, CampanilePlayer, COLOURS, FEWEST, MOST)

    def _ask_row(self) -> Conversation:
        """Ask for the row, nearest the open cards first (2009 rulebook, Preparation 1)."""
        question = Question("row", None, ROW_OPTIONS, object_to_twice, items=len(STYLES))
        self.table.row = tuple(map(Style, (yield question).words))

    def _build(self) -> Conversation:
        """Action 1: ask for the tower, and then for its floors."""
        table = self.table
        tower = yield from ask(lambda: Question("tower", table.seat, TOWERS, table.object_to_tower))
        table.play_card(Style(tower.word))
        floors = yield from ask(lambda: Question("floors", table.seat, HEIGHTS, accept_any))
        table.build(int(floors.word))
