"""What the box of Capitol holds, and how much of it the table uses: the bounds of corrections."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from companion.core.conversation import Value
from companion.core.corrections import InvalidCorrection
from companion.games.capitol.rules.board import Building, House, Prefecture, Shape
from companion.games.capitol.rules.houses import BLOCKS, CARDS, ROOFS_OF_A_SHAPE, CapitolPlayer
from companion.games.capitol.rules.reasons import CapitolReason

BUILDINGS: Mapping[Building, int] = {
    Building.FOUNTAIN: 8,
    Building.AMPHITHEATRE: 2,
    Building.TEMPLE: 2,
}
"""Buildings to be won, without the fountains printed (Capitol rulebook, Components)."""


class Material(NamedTuple):
    """One kind of material: how much of it is in use, how much there is, why no more can be."""

    used: int
    most: int
    reason: CapitolReason
    values: Mapping[str, Value] = {}


def count_blocks(players: Sequence[CapitolPlayer], board: Sequence[Prefecture]) -> int:
    """Count the blocks of all houses, on the board and in front of the players."""
    own = sum(sum(each.roofless) + sum(h.height for h in each.finished) for each in players)
    return own + sum(each.house.height for there in board for each in there.houses)


def count_roofs(seat: int, player: CapitolPlayer, board: Sequence[Prefecture]) -> Counter[Shape]:
    """Count by shape the roofs of the player's houses, on the board and in front of the player."""
    houses: list[House] = [*player.finished]
    for there in board:
        houses += there.houses_of(seat)
    return Counter(house.shape for house in houses)


def check_material(
    players: Sequence[CapitolPlayer],
    board: Sequence[Prefecture],
    new_players: Sequence[CapitolPlayer],
    new_board: Sequence[Prefecture],
) -> None:
    """Raise `InvalidCorrection` where the new houses, buildings or hands exceed what is in the box.

    What was exceeded before, by answers that counting could not judge, may stay or shrink.
    """
    before = _count_material(players, board)
    for old, new in zip(before, _count_material(new_players, new_board), strict=True):
        if new.used > max(new.most, old.used):
            raise InvalidCorrection(new.reason, most=new.most, **new.values)


def _count_material(
    players: Sequence[CapitolPlayer], board: Sequence[Prefecture]
) -> list[Material]:
    materials = [Material(count_blocks(players, board), BLOCKS, CapitolReason.BLOCKS_IN_ALL)]
    for seat, player in enumerate(players):
        roofs = count_roofs(seat, player, board)
        for shape in Shape:
            values = {"player": player.name, "shape": shape}
            reason = CapitolReason.ROOFS_IN_ALL
            materials.append(Material(roofs[shape], ROOFS_OF_A_SHAPE, reason, values))
    for building, most in BUILDINGS.items():
        placed = sum(there.count(building) for there in board)
        reason = CapitolReason.BUILDINGS_IN_ALL
        materials.append(Material(placed, most, reason, {"building": building}))
    for kind, most in CARDS.items():
        held = sum(player.hand[kind] for player in players if player.hand_known)
        materials.append(Material(held, most, CapitolReason.CARDS_IN_ALL, {"kind": kind}))
    return materials
