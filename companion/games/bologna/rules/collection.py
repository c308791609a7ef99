"""The kinds of fields, what a set of them scores, and the map of the fields' kinds.

A kind is collected by building from a field of it, once by each player (Bologna rulebook, extra
points).
"""

from collections.abc import Collection, Mapping
from enum import StrEnum
from itertools import takewhile

from companion.core.conversation import Objection, Reason, build_objection
from companion.games.bologna.rules.board import BASILICA, FIELDS, FIRST, LAST, BoardField


class FieldKind(StrEnum):
    """What a field may show, in the order in which a set grows."""

    MERCHANT = "merchant"
    CITIZEN = "citizen"
    CRAFTSMAN = "craftsman"
    NOBLE = "noble"
    FARMER = "farmer"
    SHEPHERD = "shepherd"


BONUS = {3: 5, 4: 10, 5: 15, 6: 25}
"""Points by the number of kinds collected without a gap, from the merchant on."""

NO_KIND = "none"
"""A field that shows nothing."""
LETTERS: Mapping[str, FieldKind | None] = {
    "m": FieldKind.MERCHANT,
    "c": FieldKind.CITIZEN,
    "h": FieldKind.CRAFTSMAN,
    "n": FieldKind.NOBLE,
    "f": FieldKind.FARMER,
    "s": FieldKind.SHEPHERD,
    ".": None,
}
"""The letters of a written map; h is for handicraft, the point for no kind."""
SIDE = LAST - FIRST + 1

KindMap = dict[BoardField, FieldKind | None]
"""The kind of every field that is known; None is known to show nothing."""


class MapReason(Reason):
    """What can be wrong with a written map."""

    MAP_SHAPE = "map-shape"
    MAP_LETTER = "map-letter"
    MAP_BASILICA = "map-basilica"


def set_bonus(kinds: Collection[FieldKind]) -> int:
    """Return the extra points of a collection, the best step of the chain."""
    chain = takewhile(kinds.__contains__, FieldKind)
    return BONUS.get(len([*chain]), 0)


def object_to_map(text: str) -> Objection | None:
    """Object to a written map that is not seven rows of seven letters, joined by slashes."""
    rows = text.split("/")
    if len(rows) != SIDE or any(len(row) != SIDE for row in rows):
        return build_objection(MapReason.MAP_SHAPE, rows=SIDE)
    for at, letter in zip(FIELDS, "".join(rows), strict=True):
        if letter not in LETTERS:
            return build_objection(
                MapReason.MAP_LETTER, field=at, letter=letter, choices=tuple(LETTERS)
            )
        if at == BASILICA and LETTERS[letter] is not None:
            return build_objection(MapReason.MAP_BASILICA, field=at)
    return None


def parse_map(text: str) -> KindMap:
    """Parse a map that `object_to_map` does not object to; row 2 stands first."""
    letters = text.replace("/", "")
    return {at: LETTERS[letter] for at, letter in zip(FIELDS, letters, strict=True)}
