"""The part of the conversation that both editions share: the setup, and the building.

Late: `snapshot`, which no replay needs.
"""

from typing import Any, TypeVar

from companion.core.conversation import (
    Answer,
    Conversation,
    Objection,
    Question,
    accept_any,
    ask,
    build_objection,
)
from companion.core.game_base import BasicGame
from companion.games.campanile.rules.corrections import CORRECTIONS
from companion.games.campanile.rules.table import HEIGHTS, TOWERS, CampanileTable
from companion.games.campanile.rules.towers import STYLES, CampanilePlayer, Style, style_of

ROW_OPTIONS = tuple(Answer("row", style) for style in STYLES)


def object_to_twice(answer: Answer) -> Objection | None:
    """Object to a tower that the row has already."""
    *before, last = answer.words
    return build_objection("tower-twice", style=last) if last in before else None


AnyEdition = TypeVar("AnyEdition", bound=CampanileTable)
"""The table of one edition."""


class CampanileGame(BasicGame[AnyEdition]):
    """The part of the game that does not depend on the edition."""

    seats = range(2, 6)
    colours = ("blue", "yellow", "red", "black", "white")
    turn_begins = frozenset({"tower"})
    setup_ends = frozenset({"open"})
    corrections = CORRECTIONS
    player_class = CampanilePlayer

    def result(self) -> dict[str, Any]:
        """Return the result, as `companion score --json` writes it."""
        from companion.games.campanile.rules.snapshot import build_campanile_result

        return build_campanile_result(self.name, self.table)

    def _ask_row(self) -> Conversation:
        """Ask for the row, nearest the open cards first (2009 rulebook, Preparation 1)."""
        question = Question("row", None, ROW_OPTIONS, object_to_twice, items=len(STYLES))
        self.table.row = tuple(map(Style, (yield question).words))

    def _build(self) -> Conversation:
        """Action 1: ask for the tower, and then for its floors."""
        table = self.table
        tower = yield from ask(lambda: Question("tower", table.seat, TOWERS, table.object_to_tower))
        table.play_card(style_of(tower))
        floors = yield from ask(lambda: Question("floors", table.seat, HEIGHTS, accept_any))
        table.build(int(floors.word))
