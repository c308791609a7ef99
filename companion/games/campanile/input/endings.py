"""Which answers end a game of Campanile or start a scoring, so that no cursor starts on them."""

from collections.abc import Sequence

from companion.core.conversation import Answer
from companion.games.campanile.rules.table import CampanileTable
from companion.games.campanile.rules.table2009 import SCORING_CARDS


def ends_or_scores(table: CampanileTable, stroke: Sequence[Answer]) -> bool:
    """Whether the stroke names a scoring card, or in 1996 draws the last card of a pile."""
    return any(
        answer in SCORING_CARDS
        or (answer.key == "floors" and table.draws_last_card(int(answer.word)))
        for answer in stroke
    )
