"""What the corrections of all games share: how one is taken, its words, and why it can't be.

A game lists its corrections by what is corrected; each raises `InvalidCorrection` before it has changed
anything.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import TypeVar

from companion.core.conversation import (
    CORRECT,
    Answer,
    CommonReason,
    Objection,
    Reason,
    Value,
    build_objection,
)
from companion.core.players import GamePlayer

NONE = "none"
LONGEST_NUMBER = 6
"""So many digits are read of a number; no count comes near it."""


class CorrectionReason(Reason):
    """Reasons of corrections."""

    SETUP_FIRST = "setup-first"
    FORM = "correction-form"
    LEADING_ZERO = "leading-zero"
    NO_SUCH_PLAYER = "no-such-player"
    TOO_HIGH = "too-high"
    PLAYER_TWICE = "player-twice"
    TOO_MANY_MARKERS = "too-many-markers"
    TOO_MANY_CHIPS = "too-many-chips"
    PILE_COUNT = "pile-count"


class InvalidCorrection(ValueError):
    """What was corrected can't be so; nothing has changed yet."""

    def __init__(self, reason: Reason, /, **values: Value) -> None:
        super().__init__(reason, values)
        self.objection = build_objection(reason, **values)


AnyTable = TypeVar("AnyTable")
Corrections = Mapping[str, Callable[[AnyTable, str], None]]
"""By what is corrected: what a value does to the table."""


def apply_correction(
    table: AnyTable, corrections: Corrections[AnyTable], answer: Answer, *, started: bool
) -> Objection | None:
    """Take one of the corrections; the objection where it can't be so, and nothing has changed."""
    correction = corrections.get(answer.key.removeprefix(f"{CORRECT} "))
    if correction is None:
        return build_objection(
            CommonReason.UNKNOWN_CORRECTION, known=(*corrections, "cards unknown")
        )
    if not started:
        return build_objection(CorrectionReason.SETUP_FIRST)
    try:
        correction(table, answer.word)
    except InvalidCorrection as no:
        return no.objection
    return None


def find_seat(players: Sequence[GamePlayer], name: str) -> int:
    """The seat of the player of that name; raises `InvalidCorrection`."""
    for seat, player in enumerate(players):
        if player.name == name:
            return seat
    raise InvalidCorrection(CorrectionReason.NO_SUCH_PLAYER, player=name)


def split_at_colon(word: str, form: str) -> tuple[str, str]:
    """What stands before and behind the one colon; raises `InvalidCorrection`."""
    first, colon, second = word.partition(":")
    if not colon or ":" in second:
        raise InvalidCorrection(CorrectionReason.FORM, form=form)
    return first, second


def require_choice(word: str, choices: Sequence[str]) -> None:
    """The word must be one of the choices; raises `InvalidCorrection`."""
    if word not in choices:
        raise InvalidCorrection(CommonReason.NOT_A_CHOICE, value=word, choices=tuple(choices))


def parse_number(word: str, form: str) -> int:
    """A number without sign or leading zeros, and short enough to be counted."""
    if not (word.isascii() and word.isdigit()):
        raise InvalidCorrection(CorrectionReason.FORM, form=form)
    if word != (word.lstrip("0") or "0"):
        raise InvalidCorrection(CorrectionReason.LEADING_ZERO, number=word)
    return int(word[:LONGEST_NUMBER])
