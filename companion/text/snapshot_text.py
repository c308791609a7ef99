"""The words of a `TableSnapshot`: its parts with their labels, and what each says as text.

`table.KEY` is the word for a part's key, `table.KEY.size` and `table.KEY.standing` what its places
measure, and `table.KEY.sized` a size with its number. A kind is worded under the part's key, or
under what `GameWords.part_kinds` has for that.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import singledispatch
from typing import Any

from companion.core.snapshot import (
    AnyPart,
    Count,
    Piece,
    Pieces,
    Pile,
    Place,
    Places,
    PlainPart,
    Seats,
    SnapshotPart,
    Standing,
    TableSnapshot,
)
from companion.text.words import Words

Names = Sequence[str]
"""The players' names, by seat."""


def word_snapshot(snapshot: TableSnapshot, words: Words) -> TableSnapshot:
    """The snapshot with every label and text; ``words`` are those of its game."""
    names = [player.name for player in snapshot.players]
    players = (
        player._replace(
            holds=_word_parts(player.holds, names, words),
            scored=_word_parts(player.scored, names, words),
        )
        for player in snapshot.players
    )
    parts = _word_parts(snapshot.parts, names, words)
    return snapshot._replace(players=tuple(players), parts=parts)


def list_parts(parts: Iterable[SnapshotPart], words: Words) -> Iterator[str]:
    """Each part as a line, once it is worded, but for places that need a list of their own."""
    for part in parts:
        if not isinstance(part, Places):
            yield words.say("list.of", what=part.label, said=part.text) if part.text else part.label
        elif is_short(part):
            said = "; ".join(list_places(part, words))
            yield words.say("list.of", what=part.label, said=said)


def is_progress(part: SnapshotPart, words: Words) -> bool:
    """Whether it is the turn or the round, which a heading has."""
    return isinstance(part, Count) and words.has(f"progress.{part.key}")


def is_short(part: Places) -> bool:
    """Whether a line is enough for it."""
    return len(part.places) == 1


def list_places(part: Places, words: Words) -> Iterator[str]:
    """Each place as a line; the empty ones of a grid together as the last one."""
    for place in part.places:
        if is_bare(part, place):
            continue
        standing = describe_standing(place)
        if standing:
            standing = words.say("list.of", what=part.standing_label, said=standing)
        own = filter(None, [place.sized, standing, place.decision])
        said = "; ".join([*own, *list_parts(place.holds, words)])
        yield words.say("list.of", what=place.label, said=said) if said else place.label
    yield from list_bare(part, words)


def is_bare(part: Places, place: Place) -> bool:
    """Whether it is an empty place of a grid."""
    return bool(part.columns) and not (place.size or place.standing or place.pieces)


def list_bare(part: Places, words: Words) -> Iterator[str]:
    """What the empty places of a grid hold, as one line."""
    bare = [place for place in part.places if is_bare(part, place) and place.holds]
    told = [f"{each.label} ({'; '.join(list_parts(each.holds, words))})" for each in bare]
    if told:
        yield words.say("snapshot.bare", places=", ".join(told))


def describe_standing(place: Place) -> str:
    """Who stands there, else what."""
    return ", ".join(each.text for each in place.standing or place.pieces)


def _word_parts(parts: Iterable[AnyPart], names: Names, words: Words) -> tuple[AnyPart, ...]:
    return tuple(word_part(part, names, words) for part in parts)


@singledispatch
def word_part(part: Any, _names: Names, _words: Words) -> Any:
    """The part with every label and text, given the players' names by seat."""
    raise TypeError(part)


@word_part.register
def _word_count(part: Count, _names: Names, words: Words) -> PlainPart:
    text = "" if part.value is True else _word_kind(part.key, str(part.value), words)
    return part._replace(label=_word_key(part.key, words), text=text)


@word_part.register
def _word_seats(part: Seats, names: Names, words: Words) -> PlainPart:
    text = words.listed(names[seat] for seat in part.seats) or words.say("value.none")
    return part._replace(label=_word_key(part.key, words), text=text)


@word_part.register
def _word_pieces(part: Pieces, names: Names, words: Words) -> PlainPart:
    label = _word_key(part.key, words)
    if part.pieces is None:
        return part._replace(label=label, text=words.say("value.unknown"))
    pieces = tuple(piece and _word_piece(part.key, piece, names, words) for piece in part.pieces)
    said = (words.say("value.none") if piece is None else piece.text for piece in pieces)
    return part._replace(
        pieces=pieces, label=label, text=", ".join(said) or words.say("value.none")
    )


@word_part.register
def _word_pile(part: Pile, names: Names, words: Words) -> PlainPart:
    label, opened = _word_key(part.key, words), part.open
    said = []
    if part.number is not None:
        label = f"{label} {part.number}"
    if opened is not None:
        opened = tuple(_word_piece(part.key, piece, names, words) for piece in opened)
        said += [piece.text for piece in opened]
        if part.number is not None and part.left and not opened:
            said.append(words.say("value.none"))
    elif part.number is not None:
        said.append(words.say("value.unknown"))
    if part.kinds:
        said.append(_word_kinds(part.key, part.kinds, words))
    elif part.left is not None:
        left = words.say("snapshot.left", left=part.left) if said else str(part.left)
        said.append(left)
    text = ", ".join(said) or words.say("value.unknown")
    return part._replace(open=opened, label=label, text=text)


def _word_kinds(key: str, kinds: Mapping[str, int], words: Words) -> str:
    """How many of each kind: "roof 2, floor 1"; of each value: "5 x 1, 3 x 2"."""
    return ", ".join(
        words.say(
            "snapshot.value" if kind.isdigit() else "snapshot.kind",
            number=number,
            what=_word_kind(key, kind, words),
        )
        for kind, number in kinds.items()
    )


@word_part.register
def _word_places(part: Places, names: Names, words: Words) -> Places:
    places = (_word_place(part.key, place, names, words) for place in part.places)
    leads = Counter(place.leader for place in part.places if place.leader is not None)
    led = sorted(leads.items(), key=lambda each: (-each[1], each[0]))
    return part._replace(
        places=tuple(places),
        label=_word_key(part.key, words),
        size_label=words.named("table", f"{part.key}.size"),
        standing_label=words.named("table", f"{part.key}.standing"),
        text=", ".join(
            words.say("gain.standing", player=names[seat], points=count) for seat, count in led
        ),
    )


def _word_place(key: str, place: Place, names: Names, words: Words) -> Place:
    decided_by = place.decided_by
    return place._replace(
        standing=tuple(_word_standing(each, names, words) for each in place.standing),
        pieces=tuple(_word_piece(key, piece, names, words) for piece in place.pieces),
        holds=_word_parts(place.holds, names, words),
        label=_word_kind(key, place.key, words),
        sized="" if place.size is None else _word_size(key, place.size, words),
        decision=_word_kind("decided_by", decided_by, words) if decided_by else "",
    )


def _word_size(key: str, size: int, words: Words) -> str:
    """The size of a place under the key of its part: "4 floors"."""
    word = f"table.{key}.sized"
    return words.say(word, size=size) if words.has(word) else str(size)


def _word_standing(standing: Standing, names: Names, words: Words) -> Standing:
    """Rank, name, value, and what it is made of: "1. Anna: 5 (3+2)"."""
    name, said = names[standing.seat], str(standing.value)
    if len(standing.pieces) > 1:
        said = f"{said} ({'+'.join(map(str, standing.pieces))})"
    who = name if standing.rank is None else f"{standing.rank}. {name}"
    return standing._replace(text=words.say("list.of", what=who, said=said))


def _word_piece(key: str, piece: Piece, names: Names, words: Words) -> Piece:
    """Whose it is, its kind, its number; the kind's word may name the number itself."""
    number = "" if piece.number is None else str(piece.number)
    kind = _word_kind(key, piece.kind, words, number) if piece.kind else ""
    named = number in kind.split()
    owner = "" if piece.seat is None else names[piece.seat]
    said = (owner, kind, "" if named else number)
    return piece._replace(text=" ".join(filter(None, said)))


def _word_kind(key: str, kind: str, words: Words, number: str = "") -> str:
    """The word for a kind under its part's key; the kind itself where there is none."""
    word = f"{words.part_kinds.get(key, key)}.{kind}"
    return words.say(word, number=number) if words.has(word) else kind


def _word_key(key: str, words: Words) -> str:
    """The word for a key; without one the key as it would be written in a sentence."""
    if words.has(f"table.{key}"):
        return words.named("table", key)
    plain = key.replace("_", " ").replace("-", " ").strip()
    return plain[:1].upper() + plain[1:]
