"""The table of a game, told once: a `TableSnapshot` of typed parts, which any outlet can show.

A part knows no word and no pixel: keys and kinds are words of the data, and what they are called
is filled in by `companion.text.snapshot_text`. docs/table-api.md has the same parts as JSON.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple, TypeVar

from companion.core.game_table import GameTable


class Piece(NamedTuple):
    """A card, a house, a stone, a chip: of which kind, with which number, whose."""

    kind: str = ""
    number: int | None = None
    seat: int | None = None
    text: str = ""
    """In words, as every ``text`` and ``label`` below."""


class Count(NamedTuple):
    """A number or a word; True where it is enough that it is so."""

    key: str
    value: int | str
    label: str = ""
    text: str = ""


class Seats(NamedTuple):
    """Some of the players."""

    key: str
    seats: tuple[int, ...]
    label: str = ""
    text: str = ""


class Pieces(NamedTuple):
    """What lies open in a row; None among them is an empty place, None for all: not known."""

    key: str
    pieces: tuple[Piece | None, ...] | None
    label: str = ""
    text: str = ""


class Pile(NamedTuple):
    """What is counted without being seen."""

    key: str
    left: int | None
    """How many are left; None where nobody counts them."""
    kinds: Mapping[str, int] | None = None
    """How many of each kind, where that is known."""
    number: int | None = None
    """Which of several piles it is."""
    open: tuple[Piece, ...] | None = ()
    """What lies open on it and is counted with it; None where that is not known."""
    label: str = ""
    text: str = ""


PlainPart = Count | Seats | Pieces | Pile
"""What a line tells."""
AnyPart = TypeVar("AnyPart", bound="PlainPart | Places")


class Standing(NamedTuple):
    """A player at a place: with how much, in which rank of those who count there."""

    seat: int
    value: int
    rank: int | None = None
    pieces: tuple[int, ...] = ()
    """What the value is made of."""
    text: str = ""


class Place(NamedTuple):
    """A place on the table, and who stands there in the table's own order."""

    key: str
    size: int | None = None
    """How high or large it is."""
    standing: tuple[Standing, ...] = ()
    leader: int | None = None
    """The seat that comes first there."""
    decided_by: str = ""
    """What decides about the leader."""
    pieces: tuple[Piece, ...] = ()
    """What stands there, in order; ``standing`` tells it by player."""
    holds: tuple[PlainPart, ...] = ()
    """What else belongs to it."""
    label: str = ""
    sized: str = ""
    """``size`` in words."""
    decision: str = ""
    """``decided_by`` in words."""

    def find(self, key: str, kind: type[AnyPart]) -> AnyPart | None:
        """What it holds of that kind under that key."""
        return find_part(self.holds, key, kind)


class Places(NamedTuple):
    """Places of one sort in the table's order; row by row where they are a grid."""

    key: str
    places: tuple[Place, ...]
    columns: int = 0
    """How many stand in each row of a grid; 0 for no grid."""
    label: str = ""
    size_label: str = ""
    """What ``size`` measures."""
    standing_label: str = ""
    """What the values of a standing measure."""
    text: str = ""
    """Who comes first at how many of them."""


SnapshotPart = PlainPart | Places


class PlayerSnapshot(NamedTuple):
    """Who plays at a seat, and with what."""

    seat: int
    name: str
    colour: str = ""
    points: int | None = None
    holds: tuple[PlainPart, ...] = ()
    scored: tuple[PlainPart, ...] = ()
    """What the points are made of; it is hidden with them."""


class TableSnapshot(NamedTuple):
    """What lies on the table of a game after an answer."""

    players: tuple[PlayerSnapshot, ...]
    parts: tuple[SnapshotPart, ...] = ()
    winners: tuple[int, ...] | None = None
    """The winners' seats; None while the game is played."""
    mirrored: bool = False
    """Whether whoever looks at it has the first place at the right."""

    def find(self, key: str, kind: type[AnyPart]) -> AnyPart | None:
        """The first part of that kind and key."""
        return find_part(self.parts, key, kind)


def find_part(parts: Iterable[SnapshotPart], key: str, kind: type[AnyPart]) -> AnyPart | None:
    """The first part of that kind and key."""
    return next((part for part in parts if isinstance(part, kind) and part.key == key), None)


PlayerParts = Callable[[Any], tuple[PlainPart, ...]]
"""(player) → what belongs to the player."""


def no_parts(_player: Any) -> tuple[PlainPart, ...]:
    """What a player holds in a game that does not tell it."""
    return ()


def take_snapshot(
    table: GameTable,
    parts: Sequence[SnapshotPart] = (),
    hold: PlayerParts = no_parts,
    score: PlayerParts = no_parts,
) -> TableSnapshot:
    """Describe the table of any game: its players, its turn or round, its winners; and ``parts``.

    ``hold`` tells what a player holds, and ``score`` what the points are made of.
    """
    outcome = table.outcome
    players = (
        PlayerSnapshot(
            seat, player.name, player.colour or "", player.points, hold(player), score(player)
        )
        for seat, player in enumerate(table.players)
    )
    progress = (Count(*table.progress),) if table.started else ()
    winners = None if outcome is None else outcome.winners
    return TableSnapshot(tuple(players), (*progress, *parts), winners)


def publish(
    snapshot: TableSnapshot, *, counted: bool, won: bool, mirrored: bool = False
) -> TableSnapshot:
    """Leave out what the table may hide: points, without ``counted`` how much is in the piles.

    The winners are left out until they are shown, which ``won`` says.
    """
    players = (player._replace(points=None, scored=()) for player in snapshot.players)
    parts = snapshot.parts if counted else map(_uncount, snapshot.parts)
    winners = snapshot.winners if won else None
    return TableSnapshot(tuple(players), tuple(parts), winners, mirrored)


def _uncount(part: SnapshotPart) -> SnapshotPart:
    return part._replace(left=None, kinds=None) if isinstance(part, Pile) else part


# As plain data ---------------------------------------------------------------------------------

PARTS: Mapping[str, Any] = {
    each.__name__.lower(): each for each in (Count, Seats, Pieces, Pile, Places)
}
"""The parts by the name that their data has under `part`."""
_NESTED: Mapping[str, Any] = {
    "players": PlayerSnapshot,
    "places": Place,
    "standing": Standing,
    "pieces": Piece,
    "open": Piece,
}


def encode_snapshot(snapshot: TableSnapshot) -> dict[str, Any]:
    """The snapshot as plain data, ready for JSON; what has its default value is left out."""
    data: dict[str, Any] = _encode(snapshot)
    return data


def _encode(value: Any) -> Any:
    if hasattr(value, "_fields"):
        defaults = value._field_defaults
        data = {
            key: _encode(each)
            for key, each in zip(value._fields, value, strict=True)
            if key not in defaults or each != defaults[key]
        }
        name = type(value).__name__.lower()
        return {"part": name, **data} if name in PARTS else data
    if isinstance(value, tuple):
        return [_encode(each) for each in value]
    return dict(value) if isinstance(value, Mapping) else value


def decode_snapshot(data: Mapping[str, Any]) -> TableSnapshot:
    """The snapshot that was encoded so; what it does not know is left out."""
    snapshot: TableSnapshot = _decode(TableSnapshot, data)
    return snapshot


def _decode(kind: Any, data: Mapping[str, Any]) -> Any:
    known = {key: each for key, each in data.items() if key in kind._fields}
    return kind(**{key: _decode_value(key, each) for key, each in known.items()})


def _decode_value(key: str, value: Any) -> Any:
    if not isinstance(value, list):
        return value
    return tuple(_decode_item(key, each) for each in value)


def _decode_item(key: str, item: Any) -> Any:
    if not isinstance(item, dict):
        return item
    return _decode(PARTS[item["part"]] if "part" in item else _NESTED[key], item)
