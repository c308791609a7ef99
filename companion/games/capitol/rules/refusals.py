"""Answers in Capitol: how their words are read, and objections to them.

What only counted cards exclude has the grade `COUNT`.
"""

from collections.abc import Mapping

from companion.core.conversation import Answer, Grade, Objection, build_objection
from companion.games.capitol.rules.board import (
    Building,
    House,
    Prefecture,
    Shape,
    doubt_prefecture,
    object_to_colour,
    object_to_house,
    parse_prefecture,
)
from companion.games.capitol.rules.material import LOWEST, NEW, CapitolPlayer, CardType, highest_sum
from companion.games.capitol.rules.table import BLANK, PASS, CapitolTable

NEW_HOUSE = "new"
"""The word for a block that begins a house."""


def parse_counts(answer: Answer) -> list[int]:
    """Return the numbers of a list answer."""
    return [int(word) for word in answer.words]


def parse_targets(answer: Answer) -> list[int]:
    """Return the heights that blocks are laid on, `NEW` for a new house."""
    return [NEW if word == NEW_HOUSE else int(word) for word in answer.words]


def parse_house(answer: Answer) -> House:
    """Return the house that `SHAPE:HEIGHT` names."""
    shape, height = answer.word.split(":")
    return House(int(height), Shape(shape))


# Preparation ----------------------------------------------------------------------------------


def object_to_prefecture(table: CapitolTable, answer: Answer) -> Objection | None:
    """Object to form, name or colour; doubt unusual sites."""
    parsed = parse_prefecture(answer.word, [each.name for each in table.board])
    if not isinstance(parsed, Prefecture):
        return parsed
    return object_to_colour(parsed, table.board) or doubt_prefecture(parsed)


# Building -------------------------------------------------------------------------------------


def object_to_play(table: CapitolTable, answer: Answer) -> Objection | None:
    """Object unless the card is in the hand and, not played blank, allows an action."""
    if answer == PASS:
        return None
    kind = CardType(answer.word)
    useless = _object_to_use(table, kind) if answer.key != BLANK else None
    return useless or _object_to_kind(table, kind)


def _object_to_use(table: CapitolTable, kind: CardType) -> Objection | None:
    player = table.player
    if kind is CardType.ROOF:
        if not player.roofless:
            return build_objection("no-open-house", player=player.name)
        if not any(player.roofs.values()):
            return build_objection("no-roof", player=player.name, shapes=tuple(Shape))
    if kind is CardType.PERMIT:
        if not player.finished:
            return build_objection("no-finished-house", player=player.name)
        if not any(table.fitting_houses(there) for there in table.board):
            return build_objection("nowhere-fits", player=player.name)
    return None


def _object_to_kind(table: CapitolTable, kind: CardType) -> Objection | None:
    player = table.player
    if not player.hand_known or player.hand[kind]:
        return None
    return build_objection("hand-empty-of", Grade.COUNT, player=player.name, kind=kind)


def object_to_blocks(table: CapitolTable, answer: Answer) -> Objection | None:
    """Object unless each block finds a roofless house of its height, or begins one."""
    heights = list(table.player.roofless)
    for target in parse_targets(answer):
        if target != NEW:
            if target not in heights:
                return build_objection("no-such-house", player=table.player.name, height=target)
            heights.remove(target)
        heights.append(target + 1)
    return None


def object_to_roof(table: CapitolTable, answer: Answer) -> Objection | None:
    """Object unless a roof of that shape is in stock."""
    house = parse_house(answer)
    if table.player.roofs[house.shape]:
        return None
    return build_objection("no-roof", player=table.player.name, shapes=(house.shape,))


def object_to_site(table: CapitolTable, answer: Answer) -> Objection | None:
    """Object unless a finished house of the player's may be built in the prefecture."""
    there = table.prefecture(answer.word)
    if there.free_small <= 0:
        return build_objection("no-small-site", prefecture=there.name)
    if table.fitting_houses(there):
        return None
    return build_objection(
        "no-house-fits",
        prefecture=there.name,
        player=table.player.name,
        heights=tuple(map(str, there.heights)),
    )


def object_to_finished(table: CapitolTable, answer: Answer) -> Objection | None:
    """Object unless the house fits the prefecture named before."""
    return object_to_house(table.prefecture(table.site), parse_house(answer), table.board)


# Auctions -------------------------------------------------------------------------------------


def object_to_bid(player: CapitolPlayer, most: int, answer: Answer) -> Objection | None:
    """Object to a bid above ``most``, the highest possible sum of the hand."""
    if not player.hand_known or int(answer.word) <= most:
        return None
    return build_objection("bid-beyond-hand", Grade.COUNT, player=player.name, most=most)


def object_to_discards(table: CapitolTable, answer: Answer) -> Objection | None:
    """Object unless these cards can sum to the winning bid and the winner can hold them."""
    assert table.winner is not None
    player, bid = table.players[table.winner], table.auctions[-1].bids[table.winner]
    counts = dict(zip(CardType, parse_counts(answer), strict=False))
    if sum(counts.values()) * LOWEST > bid or (
        len(counts) == len(CardType) and highest_sum(counts) < bid
    ):
        return build_objection("discards-sum", bid=bid)
    return _object_to_discards_held(player, counts, bid) if player.hand_known else None


def _object_to_discards_held(
    player: CapitolPlayer, counts: Mapping[CardType, int], bid: int
) -> Objection | None:
    """Object unless the winner holds these cards, and enough of the other types for the bid."""
    for kind, cards in counts.items():
        if cards > player.hand[kind]:
            return build_objection(
                "discards-beyond-hand",
                Grade.COUNT,
                player=player.name,
                kind=kind,
                most=player.hand[kind],
            )
    if highest_sum({**player.hand, **counts}) < bid:
        return build_objection("discards-sum", Grade.COUNT, bid=bid)
    return None


def object_to_place(table: CapitolTable, answer: Answer) -> Objection | None:
    """Object unless the prefecture has a free site of the right size."""
    there = table.prefecture(answer.word)
    if there.free_for(table.building) > 0:
        return None
    small = table.building is Building.FOUNTAIN
    reason = "no-small-site" if small else "no-large-site"
    return build_objection(reason, prefecture=there.name)


# Drawing --------------------------------------------------------------------------------------


def object_to_draw(table: CapitolTable, answer: Answer) -> Objection | None:
    """Object unless as many cards are drawn as are due, of types that are left."""
    counts, due = dict(zip(CardType, parse_counts(answer), strict=False)), table.due
    cards = sum(counts.values())
    if cards > due.most:
        return build_objection("too-many-cards", most=due.most)
    if len(counts) == len(CardType) and cards < due.must:
        return build_objection("too-few-cards", least=due.must)
    rest = sum(table.cards.available(kind) for kind in CardType if kind not in counts)
    if cards + rest < due.must:
        return build_objection("too-few-cards", Grade.COUNT, least=due.must)
    gone = next((kind for kind in counts if counts[kind] > table.cards.available(kind)), None)
    if gone is None:
        return None
    return build_objection("stack-gone", Grade.COUNT, kind=gone, most=table.cards.available(gone))
