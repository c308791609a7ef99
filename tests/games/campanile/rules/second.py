"""The flags of Campanile 2009 awarded a second time, by plain comparing and counting.

Written from the rulebook alone and knowing nothing of `companion`: floors and influence come as
plain dictionaries, a tower's or player's place is one more than how many stand before it.
"""

from collections.abc import Mapping, Sequence
from typing import TypedDict

FLAGS = {
    ("intermezzo", False): "4/2 3/1 2 1",
    ("finito", False): "6/4/2 5/3/1 4/2 3/1 2",
    ("intermezzo", True): "4/2 3/2 2/1 1",
    ("finito", True): "6/3 5/2 4/1 3/1 2",
}
"""By scoring and whether two play: the flags from the highest tower down."""


class Award(TypedDict):
    """One flag: its tower, its chips, and who (by seat) took which."""

    tower: str
    flag: list[int]
    chips: list[tuple[int, int]]


def flags(name: str, players: int) -> list[list[int]]:
    """The flags of a scoring from the highest tower down."""
    return [[int(chip) for chip in flag.split("/")] for flag in FLAGS[name, players == 2].split()]


def place_of_tower(style: str, row: Sequence[str], floors: Mapping[str, int]) -> int:
    """The tower's place, 1 the highest; ``row`` is nearest the open cards first."""

    def stands_before(other: str) -> bool:
        nearer = row.index(other) < row.index(style)
        return floors[other] > floors[style] or (floors[other] == floors[style] and nearer)

    return 1 + sum(stands_before(other) for other in row if other != style)


def place_of_player(seat: int, influence: Mapping[int, int], came: Mapping[int, int]) -> int:
    """The player's place under a tower, 1 the first; ``came`` tells who came to it earlier."""

    def stands_before(other: int) -> bool:
        if influence[other] == influence[seat]:
            return came[other] < came[seat]
        return influence[other] > influence[seat]

    return 1 + sum(stands_before(other) for other in influence if other != seat)


def awards(
    name: str,
    players: int,
    floors: Mapping[str, int],
    row: Sequence[str],
    influence: Mapping[str, Mapping[int, int]],
    came: Mapping[str, Mapping[int, int]],
) -> list[Award]:
    """Every flag of the scoring, the lowest first; under each tower only who has influence."""
    return awards_of(flags(name, players), floors, row, influence, came)


def awards_of(
    flags_down: Sequence[list[int]],
    floors: Mapping[str, int],
    row: Sequence[str],
    influence: Mapping[str, Mapping[int, int]],
    came: Mapping[str, Mapping[int, int]],
) -> list[Award]:
    """Who takes what of these flags, which belong to the towers from the highest down."""
    found: list[Award] = []
    for place, flag in enumerate(flags_down, start=1):
        (tower,) = (style for style in row if place_of_tower(style, row, floors) == place)
        there = influence[tower]
        chips = [
            (seat, chip)
            for nth, chip in enumerate(flag, start=1)
            for seat in there
            if place_of_player(seat, there, came[tower]) == nth
        ]
        found.insert(0, {"tower": tower, "flag": flag, "chips": chips})
    return found


def winners(chips: Sequence[Sequence[int]]) -> list[int]:
    """The seats nobody beats: by points, and with equal points by the best chip."""

    def beats(one: Sequence[int], other: Sequence[int]) -> bool:
        if sum(one) != sum(other):
            return sum(one) > sum(other)
        return max(one, default=0) > max(other, default=0)

    return [seat for seat, own in enumerate(chips) if not any(beats(other, own) for other in chips)]
