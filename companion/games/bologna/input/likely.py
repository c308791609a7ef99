"""Which field of Bologna's board is likely acted on, by the rules and this game's answers alone.

Two cards of the hand name a field: the more such pairs the hand can have, the likelier the field.
On an answer that ends the game or starts a scoring no cursor starts.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from math import comb

from companion.core.conversation import Answer
from companion.games.bologna.rules.board import (
    BASILICA,
    HIGHEST,
    BoardField,
    find_direction,
    list_block_fields,
)
from companion.games.bologna.rules.cards import (
    CARDS,
    DEALT,
    FACES,
    NOT_REFILLED,
    NUMBERS,
    PLAGUE,
    SCORING,
    SCORING_CARDS,
    SPECIALS_EACH,
    Card,
    pairs_for,
)
from companion.games.bologna.rules.table import BUILD, HEAL, SPECIALS_BUILD, BolognaTable
from companion.ui.input.likely import expected_presses, find_cheapest, normalise, ring_distance

ENDINGS = (Answer("show", SCORING), Answer("show", NOT_REFILLED), Answer("pile", "empty"))


def ends_or_scores(table: BolognaTable, stroke: Sequence[Answer]) -> bool:
    """Whether the stroke says that a pile has run out or a scoring has come, or overbuilds."""
    return any(answer in ENDINGS for answer in stroke) or _overbuilds(table, stroke)


def _overbuilds(table: BolognaTable, stroke: Sequence[Answer]) -> bool:
    """Whether an action leaves more full towers outside the plague zone than there are players."""
    action = stroke[0]
    if action.key not in (BUILD, PLAGUE, HEAL):
        return False
    at, end = BoardField(action.word), BoardField(stroke[-1].word)
    built: Sequence[BoardField] = ()
    zone = table.board.plague
    if action.key == BUILD:
        line = table.longest_line(at, find_direction(at, end)).fields
        built = line[: line.index(end) + 1] if end in line else ()
    else:
        zone = list_block_fields(at, end) if action.key == PLAGUE else ()
    stacks = table.board.stacks.items()
    full = [place for place, stack in stacks if stack.height + (place in built) >= HIGHEST]
    return len(set(full) - set(zone)) > len(table.players)


SPECIAL_FACES = 2 * SPECIALS_EACH
"""Plague cards and fire cards in the box."""


def _chance_of_face(card: Card) -> float:
    """The chance that an unknown card has this face, if all numbers are equally frequent."""
    dealt_from = CARDS - SCORING_CARDS
    of_kind = dealt_from - SPECIAL_FACES if card.special is None else SPECIALS_EACH
    return of_kind / len(NUMBERS) / dealt_from


SPARE = 0.1
"""Presses that a start nearer the middle, where the cursor is found sooner, may cost on average."""
CHANCE_OF_FACE = {card: _chance_of_face(card) for card in FACES}
"""The chance that an unknown card has this face."""


def find_likely_field(
    table: BolognaTable,
    action: str,
    among: Sequence[BoardField],
    across: int,
    down: int,
    *,
    by_hand: bool,
) -> BoardField:
    """The field from which the others are the fewest presses away on average.

    ``across`` and ``down`` count the places in a row and in a column, those past the board's edge
    included. A field where the action is forbidden is chosen only if it is so everywhere. Without
    ``by_hand`` the field shows nothing of what the player holds.
    """
    likely = estimate_fields(table, action, among, by_hand=by_hand)
    columns = _average_presses({at: at.column for at in among}, likely, across)
    rows = _average_presses({at: at.row for at in among}, likely, down)
    costs = {at: columns[at.column] + rows[at.row] for at in among}
    return find_cheapest(costs, likely, _distance_from_middle, SPARE)


def _average_presses(
    places: Mapping[BoardField, int], likely: Mapping[BoardField, float], around: int
) -> Mapping[int, float]:
    """From each row or column, the presses to the one that will be answered."""
    chances = dict.fromkeys(places.values(), 0.0)
    for at, place in places.items():
        chances[place] += likely[at]
    return expected_presses(chances, ring_distance(around))


def _distance_from_middle(at: BoardField) -> int:
    return abs(at.row - BASILICA.row) + abs(at.column - BASILICA.column)


def estimate_fields(
    table: BolognaTable, action: str, among: Sequence[BoardField], *, by_hand: bool = True
) -> Mapping[BoardField, float]:
    """The chance that each of these fields is the one acted on.

    Without ``by_hand`` it is that of a hand of which nothing is known.
    """
    cards = table.cards if by_hand else None
    known = Counter[str](cards.known_cards(table.seat) if cards is not None else ())
    building = SPECIALS_BUILD in table.variants

    def weight(at: BoardField) -> float:
        pairs = pairs_for(action, at, specials_build=building)
        found = sum(_count_pairs(*pair.cards, known) for pair in pairs)
        return (
            found if at.row == at.column else found / 2
        )  # else the pair names another field as well

    free = [at for at in among if not _is_barred(table, action, at)] or among
    weights = {at: weight(at) if at in free else 0.0 for at in among}
    if not any(weights.values()):
        weights = {at: float(at in free) for at in among}
    return normalise(weights)


def _count_pairs(first: Card, second: Card, known: Counter[str]) -> float:
    """How many such pairs the hand has on average: of its known cards, and with unknown ones."""
    others = DEALT - known.total()
    a, b = known[first], known[second]
    p, q = CHANCE_OF_FACE[first], CHANCE_OF_FACE[second]
    if first == second:
        return comb(a, 2) + others * a * p + comb(others, 2) * p * p
    return a * b + others * (a * q + b * p) + others * (others - 1) * p * q


def _is_barred(table: BolognaTable, action: str, at: BoardField) -> bool:
    """Whether the cursor starts elsewhere: no stone can lie there, or it would end the game."""
    if at == BASILICA or action != BUILD:
        return at == BASILICA
    if table.board.object_to_stone(at) is not None:
        return True
    return ends_or_scores(table, [Answer(BUILD, at), Answer("to", at)])
