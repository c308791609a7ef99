"""Capitol's words in their room: every reason is told in full, no name hides what it belongs to."""

import pytest

from companion.games.capitol.reasons import Capitol
from companion.games.conversation import Grade, Objection, Value
from companion.ports import WIDTH
from companion.screens import lettering
from companion.text import Words

DOUBTED = {
    Capitol.BOARD_UNUSUAL,
    Capitol.HAND_EMPTY_OF,
    Capitol.BID_BEYOND_HAND,
    Capitol.DISCARDS_BEYOND_HAND,
    Capitol.STACK_GONE,
}
"""What may be so: told over the two ways on."""
IN_RECORDS_ONLY = {Capitol.BOARD_FORM, Capitol.BOARD_COLOUR}
LONGEST: dict[str, Value] = {
    "player": "Maximiliane",
    "prefecture": "Campus Marti",
    "hue": "light-blue",
    "kind": "permit",
    "shape": "square",
    "shapes": ("round", "square"),
    "heights": ("10", "11"),
    "height": 11,
    "low": 10,
    "high": 11,
    "most": 272,
    "least": 12,
    "bid": 272,
}


@pytest.mark.parametrize("reason", [each for each in Capitol if each not in IN_RECORDS_ONLY])
def test_every_reason_of_capitol_fits_in_full(reason: Capitol) -> None:
    """Three lines in the band of a refusal, four over the two ways on of a doubt."""
    sentence = Words().why(Objection(reason, LONGEST, Grade.RULE))
    room, lines = (WIDTH, 4) if reason in DOUBTED else (WIDTH - 12, 3)
    assert len(lettering.wrap(sentence, lettering.SMALL, room)) <= lines
