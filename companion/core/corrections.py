"""What the corrections of all games share: why one is refused, and how its words are parsed.

A correction raises `InvalidCorrection` before it changes anything.
"""

from collections.abc import Sequence
from typing import NoReturn

from companion.core.conversation import CommonReason, Objection, Reason, Value, build_objection
from companion.core.game_table import GamePlayer

NONE, UNKNOWN = "none", "unknown"
MOST_DIGITS = 6
"""Digits read of a number, more than any count has."""


class CorrectionReason(Reason):
    """Reasons why a correction is refused that several games use."""

    SETUP_FIRST = "setup-first"
    FORM = "correction-form"
    LEADING_ZERO = "leading-zero"
    NO_SUCH_PLAYER = "no-such-player"
    TOO_HIGH = "too-high"
    PLAYER_TWICE = "player-twice"
    TOO_MANY_MARKERS = "too-many-markers"
    TOO_MANY_CHIPS = "too-many-chips"
    PILE_COUNT = "pile-count"
    NUMBER_BOUNDS = "number-bounds"


class InvalidCorrection(ValueError):
    """A correction that can't be true; nothing has changed."""

    def __init__(self, reason: str, /, **values: Value) -> None:
        super().__init__(reason, values)
        self.objection = build_objection(reason, **values)


def refuse(objection: Objection) -> NoReturn:
    """Raise `InvalidCorrection` with an objection."""
    raise InvalidCorrection(objection.reason, **objection.values)


def find_seat(players: Sequence[GamePlayer], name: str) -> int:
    """Return the seat of the player of that name; raises `InvalidCorrection`."""
    for seat, player in enumerate(players):
        if player.name == name:
            return seat
    raise InvalidCorrection(CorrectionReason.NO_SUCH_PLAYER, player=name)


def split_at_colon(word: str, form: str) -> tuple[str, str]:
    """Split at the only colon; raises `InvalidCorrection` with the ``form`` expected."""
    first, colon, second = word.partition(":")
    if not colon or ":" in second:
        raise InvalidCorrection(CorrectionReason.FORM, form=form)
    return first, second


def require_choice(word: str, choices: Sequence[str]) -> str:
    """Return the word; raises `InvalidCorrection` unless it is one of the choices."""
    if word not in choices:
        raise InvalidCorrection(CommonReason.NOT_A_CHOICE, value=word, choices=tuple(choices))
    return word


def parse_number(word: str, form: str) -> int:
    """Parse a number without sign or leading zeros; raises `InvalidCorrection`."""
    if not (word.isascii() and word.isdigit()):
        raise InvalidCorrection(CorrectionReason.FORM, form=form)
    if word != (word.lstrip("0") or "0"):
        raise InvalidCorrection(CorrectionReason.LEADING_ZERO, number=word)
    return int(word[:MOST_DIGITS])
