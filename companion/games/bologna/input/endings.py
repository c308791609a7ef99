"""Which answers end a game of Bologna or start a scoring, so that no cursor starts on them."""

from collections.abc import Sequence

from companion.core.conversation import Answer
from companion.games.bologna.rules.board import (
    HIGHEST,
    BoardField,
    find_direction,
    list_block_fields,
)
from companion.games.bologna.rules.cards import NOT_REFILLED, PLAGUE, SCORING
from companion.games.bologna.rules.table import BUILD, HEAL, BolognaTable

ENDINGS = (Answer("show", SCORING), Answer("show", NOT_REFILLED), Answer("pile", "empty"))


def ends_or_scores(table: BolognaTable, stroke: Sequence[Answer]) -> bool:
    """Whether the stroke says that a pile has run out or a scoring has come, or overbuilds."""
    return any(answer in ENDINGS for answer in stroke) or _overbuilds(table, stroke)


def _overbuilds(table: BolognaTable, stroke: Sequence[Answer]) -> bool:
    """Whether an action leaves more full towers outside the plague zone than there are players."""
    action = stroke[0]
    if action.key not in (BUILD, PLAGUE, HEAL):
        return False
    at, end = BoardField(action.word), BoardField(stroke[-1].word)
    built: Sequence[BoardField] = ()
    zone = table.board.plague
    if action.key == BUILD:
        line = table.longest_line(at, find_direction(at, end)).fields
        built = line[: line.index(end) + 1] if end in line else ()
    else:
        zone = list_block_fields(at, end) if action.key == PLAGUE else ()
    stacks = table.board.stacks.items()
    full = [place for place, stack in stacks if stack.height + (place in built) >= HIGHEST]
    return len(set(full) - set(zone)) > len(table.players)
