"""What can be corrected of both Campaniles, field by field; docs/records.md lists the values.

What can't be so is refused and changes nothing. What counted cards have proved is forgotten where
it rests on what was changed: on whose cards they were, or on which lay open.
"""

from collections import Counter
from collections.abc import Sequence

from companion.core.conversation import Objection, build_objection
from companion.core.corrections import CorrectionReason, find_seat, require_choice
from companion.core.fields import (
    COUNTED_CARDS,
    PLAYERS,
    TRACKING,
    FieldSubject,
    FormField,
    FormPart,
    number_field,
    seat_field,
)
from companion.core.list_fields import ROWS, ListField, open_cards_field
from companion.games.campanile.rules.table import FLOORS, CampanileTable
from companion.games.campanile.rules.towers import MARKERS_EACH, STYLES, CampanileTower, Style

# Towers -----------------------------------------------------------------------------------------


def _find_tower(table: CampanileTable, name: str) -> CampanileTower:
    require_choice(name, STYLES)
    return table.towers[Style(name)]


TOWERS = FieldSubject(lambda table: table.row, _find_tower, title="tower.{about}")


def _too_high(tower: CampanileTower, _floors: int, among: range) -> Objection:
    return build_objection(CorrectionReason.TOO_HIGH, style=tower.style, most=among[-1])


def _list_markers(table: CampanileTable, _: CampanileTower) -> list[tuple[str, int]]:
    markers = sorted(MARKERS_EACH.items(), reverse=True)
    return [(f"{player.name}:{m}", most) for player in table.players for m, most in markers]


def _read_markers(table: CampanileTable, tower: CampanileTower) -> list[str]:
    return [f"{table.players[row.seat].name}:{m}" for row in tower.rows for m in row.markers]


def _parse_marker(table: CampanileTable, item: str) -> tuple[int, int]:
    name, _, marker = item.partition(":")
    seat = find_seat(table.players, name)
    return seat, int(require_choice(marker, [*map(str, sorted(MARKERS_EACH))]))


def _too_many_markers(item: str, most: int) -> Objection:
    name, _, marker = item.partition(":")
    reason = CorrectionReason.TOO_MANY_MARKERS
    return build_objection(reason, player=name, marker=int(marker), most=most)


def _set_markers(
    table: CampanileTable, tower: CampanileTower, markers: Sequence[tuple[int, int]]
) -> None:
    """Set the rows of a tower, nearest the base first; the markers of no tower are in stock."""
    tower.rows = []
    for seat, marker in markers:
        tower.place(seat, marker)
    for seat, player in enumerate(table.players):
        rows = [each.row_of(seat) for each in table.towers.values()]
        placed = Counter(marker for row in rows if row for marker in row.markers)
        player.stock = {marker: most - placed[marker] for marker, most in MARKERS_EACH.items()}


# Cards and players ------------------------------------------------------------------------------


def _open_cards(table: CampanileTable, _: CampanileTable, words: Sequence[str]) -> None:
    """Set the open cards; from here on cards are tracked."""
    styles = [Style(word) for word in words]
    if styles != table.open_cards:
        table.set_open_cards(styles)
        table.track_fully()


def _list_piles(table: CampanileTable, _: CampanileTable) -> list[FormPart]:
    return [FormPart(among, f"pile-{n}") for n, among in enumerate(table.possible_counts, 1)]


def _wrong_count(_: CampanileTable, cards: int, among: range) -> Objection:
    reason = CorrectionReason.PILE_COUNT
    return build_objection(reason, cards=cards, fewest=among[0], most=among[-1])


def _parse_chip(table: CampanileTable, word: str) -> int:
    return int(require_choice(word, [*map(str, sorted(table.CHIPS))]))


def _too_many_chips(chip: str, most: int) -> Objection:
    return build_objection(CorrectionReason.TOO_MANY_CHIPS, chip=int(chip), most=most)


def _give_turn(table: CampanileTable, _: CampanileTable, seat: int) -> None:
    """Give the turn under way to a player, who has played its card."""
    if seat != table.seat:
        table.seat = seat
        table.restart_count()


CORRECTIONS = (
    number_field(
        "floors",  # each card of the style adds three floors at most
        lambda table, _: range(max(FLOORS) * table.cards_per_style + 1),
        of=TOWERS,
        form="STYLE:FLOORS",
        refuse=_too_high,
    ),
    ListField(
        "influence",
        TOWERS,
        form="STYLE:PLAYER:MARKER+MARKER,PLAYER:MARKER",
        writing=ROWS,
        list_supply=_list_markers,
        is_shared=True,
        parse_item=_parse_marker,
        refuse=_too_many_markers,
        read=_read_markers,
        put=_set_markers,
    ),
    open_cards_field(
        STYLES, lambda table: table.open_count, lambda table, _: table.open_cards, _open_cards
    ),
    FormField(
        "pile",
        form="CARDS",
        page="cards",
        list_parts=_list_piles,
        is_list=True,
        refuse=_wrong_count,
        read=lambda table, _: table.counts,
        put=lambda table, _, counts: table.set_counts(counts),
    ),
    COUNTED_CARDS,
    TRACKING,
    seat_field("player", _give_turn, page="players"),
    ListField(
        "chips",
        PLAYERS,
        form="PLAYER:CHIP+CHIP",
        page="players",
        is_shared=True,
        list_supply=lambda table, _: [(str(n), m) for n, m in sorted(table.CHIPS.items())[::-1]],
        parse_item=_parse_chip,
        refuse=_too_many_chips,
        put=lambda table, player, chips: table.set_chips(table.players.index(player), chips),
    ),
)
