"""Which answers end a game of Campanile or start a scoring, so that no cursor starts on them."""

from collections.abc import Sequence

from companion.core.conversation import Answer
from companion.games.campanile.rules.table import CampanileTable
from companion.games.campanile.rules.table1996 import Campanile1996Table
from companion.games.campanile.rules.table2009 import FINITO, INTERMEZZO

SCORING_CARDS = (Answer("show", INTERMEZZO), Answer("show", FINITO))


def ends_or_scores(table: CampanileTable, stroke: Sequence[Answer]) -> bool:
    """Whether the stroke names a scoring card, or in 1996 draws the last card of a pile."""
    return any(answer in SCORING_CARDS or _draws_last_card(table, answer) for answer in stroke)


def _draws_last_card(table: CampanileTable, answer: Answer) -> bool:
    if answer.key != "floors" or not isinstance(table, Campanile1996Table):
        return False
    return table.piles[int(answer.word) - 1] <= 1
