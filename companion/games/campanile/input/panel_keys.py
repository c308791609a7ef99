"""What the tower panel's keys answer in both Campaniles."""

from collections.abc import Mapping

from companion.core.conversation import Answer, Question
from companion.core.interfaces import TOWER_KEYS, Press
from companion.games.campanile.rules.table import CampanileTable
from companion.games.campanile.rules.table2009 import FINITO, INTERMEZZO
from companion.games.campanile.rules.towers import STYLES
from companion.ui.input.context import InputContext

SPECIAL_KEYS: Mapping[str, Press] = {
    "none": Press.NONE,
    INTERMEZZO: Press.CARD_1,
    FINITO: Press.CARD_2,
}
"""The keys of answers that are no towers."""


def map_panel_keys(
    question: Question, table: CampanileTable, context: InputContext
) -> Mapping[Press, Answer]:
    """The answer of each key: towers from left to right, none, the scoring cards."""
    towers = table.row_from_left(context.mirrored) or STYLES
    keys: dict[str, Press] = {**dict(zip(towers, TOWER_KEYS, strict=True)), **SPECIAL_KEYS}
    options = [option for option in question.options if option.key in (question.key, "show")]
    return {keys[option.word]: option for option in options if option.word in keys}
