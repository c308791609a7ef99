"""What the corrections of all games share: how one is taken, its words, and why it can't be.

A game lists its corrections by what is corrected; each raises `CanNotBe` before it has changed
anything.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Protocol, TypeVar

from companion.games.conversation import (
    CORRECT,
    Answer,
    General,
    Objection,
    Reason,
    Value,
    against,
)

NONE = "none"
LONGEST_NUMBER = 6
"""So many digits are read of a number; no count comes near it."""


class Correction(Reason):
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


class CanNotBe(ValueError):
    """What was corrected can't be so; nothing has changed yet."""

    def __init__(self, reason: Reason, /, **values: Value) -> None:
        super().__init__(reason, values)
        self.objection = against(reason, **values)


AnyTable = TypeVar("AnyTable")
Corrections = Mapping[str, Callable[[AnyTable, str], None]]
"""By what is corrected: what a value does to the table."""


def take(
    table: AnyTable, corrections: Corrections[AnyTable], answer: Answer, *, under_way: bool
) -> Objection | None:
    """Take one of the corrections; the objection where it can't be so, and nothing has changed."""
    correction = corrections.get(answer.key.removeprefix(f"{CORRECT} "))
    if correction is None:
        return against(General.UNKNOWN_CORRECTION, known=(*corrections, "cards unknown"))
    if not under_way:
        return against(Correction.SETUP_FIRST)
    try:
        correction(table, answer.word)
    except CanNotBe as no:
        return no.objection
    return None


class Named(Protocol):
    """What a correction knows of a player."""

    name: str


def seat_of(players: Sequence[Named], name: str) -> int:
    """The seat of the player of that name; raises `CanNotBe`."""
    for seat, player in enumerate(players):
        if player.name == name:
            return seat
    raise CanNotBe(Correction.NO_SUCH_PLAYER, player=name)


def two_parts(word: str, form: str) -> tuple[str, str]:
    """What stands before and behind the one colon; raises `CanNotBe`."""
    first, colon, second = word.partition(":")
    if not colon or ":" in second:
        raise CanNotBe(Correction.FORM, form=form)
    return first, second


def must_be_among(word: str, choices: Sequence[str]) -> None:
    """The word must be one of the choices; raises `CanNotBe`."""
    if word not in choices:
        raise CanNotBe(General.NOT_A_CHOICE, value=word, choices=tuple(choices))


def number_in(word: str, form: str) -> int:
    """A number without sign or leading zeros, and short enough to be counted."""
    if not (word.isascii() and word.isdigit()):
        raise CanNotBe(Correction.FORM, form=form)
    if word != (word.lstrip("0") or "0"):
        raise CanNotBe(Correction.LEADING_ZERO, number=word)
    return int(word[:LONGEST_NUMBER])
