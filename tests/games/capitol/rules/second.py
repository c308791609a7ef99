"""A prefecture scored a second time, by asking of each player who stands before them.

Written from the rulebook alone and knowing nothing of `companion`: houses are (player, height).
"""

from collections.abc import Sequence

Houses = Sequence[tuple[str, int]]


def blocks(houses: Houses, player: str) -> int:
    """All blocks of the player."""
    return sum(height for owner, height in houses if owner == player)


def tallest(houses: Houses, player: str) -> int:
    """The player's tallest house."""
    return max(height for owner, height in houses if owner == player)


def place(houses: Houses, player: str) -> int | None:
    """1 for a first place, 2 for a second, None for none."""
    others = {owner for owner, _ in houses} - {player}
    mine = blocks(houses, player)
    more = [other for other in others if blocks(houses, other) > mine]
    level = [other for other in others if blocks(houses, other) == mine]
    taller = [other for other in level if tallest(houses, other) > tallest(houses, player)]
    if not more:
        if not taller:
            return 1
        summit = max(tallest(houses, other) for other in taller)
        return 2 if [tallest(houses, other) for other in taller].count(summit) == 1 else None
    if len(more) > 1:
        return None
    return 2


def points(houses: Houses, fountains: int, *, temple: bool) -> dict[str, int]:
    """What every player who stands there gets."""
    worth = {1: 2 + fountains, 2: fountains, None: 0}
    return {
        player: worth[place(houses, player)] * (2 if temple else 1)
        for player in sorted({owner for owner, _ in houses})
    }


def cards(prefectures: Sequence[Houses], player: str) -> int:
    """The cards more to draw for these prefectures, each with an amphitheatre."""
    more = {1: 2, 2: 1, None: 0}
    return sum(more[place(houses, player)] for houses in prefectures if player in dict(houses))
