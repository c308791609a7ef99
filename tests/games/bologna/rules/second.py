"""Points of Bologna counted a second time, on towers written as words: `0012`, bottom to top.

Written from the rulebook alone and knowing nothing of `companion`.
"""

from collections.abc import Collection, Mapping, Sequence

EXTRA = (
    ({"merchant", "citizen", "craftsman", "noble", "farmer", "shepherd"}, 25),
    ({"merchant", "citizen", "craftsman", "noble", "farmer"}, 15),
    ({"merchant", "citizen", "craftsman", "noble"}, 10),
    ({"merchant", "citizen", "craftsman"}, 5),
)


def towers(
    seat: int, standing: Mapping[str, str], plagued: Collection[str]
) -> list[tuple[str, int]]:
    """The player's towers that count, each with its points, in board order."""
    return [
        (field, len(tower))
        for field, tower in sorted(standing.items())
        if tower.endswith(str(seat)) and tower[1:] and field not in plagued
    ]


def extra(kinds: Collection[str]) -> int:
    """The extra points of a collection."""
    return max((points for needed, points in EXTRA if needed <= set(kinds)), default=0)


def sixes(standing: Mapping[str, str], plagued: Collection[str]) -> int:
    """How many towers of six stand outside the plague zone."""
    return sum(len(tower) == 6 for field, tower in standing.items() if field not in plagued)


def winners(points: Sequence[int]) -> list[int]:
    """The seats nobody beats."""
    return [seat for seat, own in enumerate(points) if not any(other > own for other in points)]
