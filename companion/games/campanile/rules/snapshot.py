"""The table of a Campanile of either edition, told once: for every outlet, and in its result."""

from collections.abc import Iterator, Sequence
from typing import Any

from companion.core.game_table import build_result
from companion.core.snapshot import (
    Piece,
    Pieces,
    Pile,
    Place,
    Places,
    PlainPart,
    SnapshotPart,
    Standing,
    TableSnapshot,
    take_snapshot,
)
from companion.games.campanile.rules.flags import Award
from companion.games.campanile.rules.table import CampanileTable
from companion.games.campanile.rules.table1996 import Campanile1996Table
from companion.games.campanile.rules.tie_breaks import rank_rows
from companion.games.campanile.rules.towers import CampanilePlayer, CampanileTower


def take_campanile_snapshot(table: CampanileTable) -> TableSnapshot:
    """Tell the towers, the cards and the flags of the next scoring.

    Towers stand in row order, what is under each nearest the base first, markers high to low.
    """
    parts: list[SnapshotPart] = []
    if table.row:
        parts.append(Places("towers", _list_towers(table)))
    if table.started:
        parts += _list_cards(table)
        if table.outcome is None:
            parts.append(_list_flags(table))
    return take_snapshot(table, parts, _list_stock, _list_chips)


def _list_stock(player: CampanilePlayer) -> tuple[PlainPart, ...]:
    markers = {str(value): count for value, count in player.stock.items()}
    return (Pile("stock", sum(markers.values()), markers),)


def _list_chips(player: CampanilePlayer) -> tuple[PlainPart, ...]:
    return (Pieces("chips", tuple(Piece(number=chip) for chip in player.chips_high_to_low)),)


def _list_towers(table: CampanileTable) -> tuple[Place, ...]:
    return tuple(_describe_tower(table.towers[style]) for style in table.row)


def _describe_tower(tower: CampanileTower) -> Place:
    ranks = {row.seat: rank for rank, row in enumerate(rank_rows(tower.rows), 1)}
    standing = tuple(
        Standing(
            row.seat,
            row.influence,
            ranks.get(row.seat),
            tuple(sorted(row.markers, reverse=True)),
        )
        for row in tower.rows
    )
    return Place(tower.style.value, tower.floors, standing, next(iter(ranks), None))


def _list_cards(table: CampanileTable) -> Iterator[SnapshotPart]:
    """The open cards and the pile; in 1996 three piles, each with its open card."""
    if not isinstance(table, Campanile1996Table):
        cards = tuple(Piece(style.value) for style in table.open_cards)
        yield Pieces("open", None if table.light else cards)
        yield from (Pile("pile", left) for left in table.counts)
        return
    for number, (style, left) in enumerate(zip(table.display, table.counts, strict=True), 1):
        top = () if style is None else (Piece(style.value),)
        yield Pile("pile", left, number=number, open=None if table.light and left else top)


def _list_flags(table: CampanileTable) -> Places:
    """What each tower gives at the next scoring, from the highest down."""
    scoring = table.next_scoring
    flags = (
        Place(str(rank), holds=(Pieces("flag", tuple(Piece(number=chip) for chip in flag)),))
        for rank, flag in enumerate(table.flags_of(scoring), 1)
    )
    return Places(f"{scoring}-flags", tuple(flags))


# The result ------------------------------------------------------------------------------------


def build_campanile_result(name: str, table: CampanileTable) -> dict[str, Any]:
    """Return the result; other programs depend on its keys.

    Players stand in seating order, chips high to low, towers as above, awards from the lowest
    flag up. ``pile`` is the list of the piles, where there are several.
    """
    names = [player.name for player in table.players]
    counts = table.counts if table.started else []
    display = [style.value if style is not None else None for style in table.display]
    return build_result(
        name,
        table,
        [{"chips": player.chips_high_to_low} for player in table.players],
        towers=[_tell_tower(tower, names) for tower in _list_towers(table)],
        display=None if table.light else display,
        pile=counts if len(counts) > 1 else next(iter(counts), None),
        scorings=[
            {"name": each.name, "awards": [_tell_award(award, names) for award in each.awards]}
            for each in table.scorings
        ],
    )


def _tell_tower(tower: Place, names: Sequence[str]) -> dict[str, object]:
    influence = [
        {"player": names[row.seat], "value": row.value, "markers": list(row.pieces)}
        for row in tower.standing
    ]
    return {"style": tower.key, "floors": tower.size, "influence": influence}


def _tell_award(award: Award, names: Sequence[str]) -> dict[str, object]:
    return {
        "tower": award.style.value,
        "flag": list(award.flag),
        "chips": [[names[seat], chip] for seat, chip in award.chips],
    }
