"""The corrections of both Campaniles.

A correction is `correct` with one of the keys below and a value; docs/records.md lists them. What
can't be so is refused and changes nothing. What counted cards have proved is forgotten where it
rests on what was changed: on whose cards they were, or on which lay open.
"""

from collections import Counter
from collections.abc import Sequence
from itertools import chain

from companion.core.conversation import CommonReason
from companion.core.corrections import (
    NONE,
    CorrectionReason,
    Corrections,
    InvalidCorrection,
    find_seat,
    parse_number,
    require_choice,
    split_at_colon,
)
from companion.games.campanile.rules.table import FLOORS, LIGHT, CampanileTable
from companion.games.campanile.rules.towers import MARKERS_EACH, STYLES, Row, Style

# The corrections, one by one ----------------------------------------------------------------


def _correct_floors(table: CampanileTable, word: str) -> None:
    """`brown:7`: each card of the style adds three floors at most."""
    style, floors = split_at_colon(word, "STYLE:FLOORS")
    tower, most = table.towers[_parse_style(style)], max(FLOORS) * table.cards_per_style
    height = parse_number(floors, "STYLE:FLOORS")
    if height > most:
        raise InvalidCorrection(CorrectionReason.TOO_HIGH, style=tower.style, most=most)
    tower.floors = height


def _correct_influence(table: CampanileTable, word: str) -> None:
    """`brown:Albert:3+2,Birgit:1`, nearest the base first; the other markers are in stock."""
    name, _, rest = word.partition(":")
    tower = table.towers[_parse_style(name)]
    rows = [] if rest == NONE else [_parse_row(table, each) for each in rest.split(",")]
    seats = [row.seat for row in rows]
    for seat in seats:
        if seats.count(seat) > 1:
            raise InvalidCorrection(CorrectionReason.PLAYER_TWICE, player=table.players[seat].name)
    others = [row for each in table.towers.values() if each is not tower for row in each.rows]
    stocks = [_count_stock(table, seat, [*others, *rows]) for seat in range(len(table.players))]
    tower.rows = rows
    for player, stock in zip(table.players, stocks, strict=True):
        player.stock = stock


def _parse_row(table: CampanileTable, word: str) -> Row:
    form = "STYLE:PLAYER:MARKER+MARKER,PLAYER:MARKER"
    player, markers = split_at_colon(word, form)
    return Row(find_seat(table.players, player), _parse_numbers(markers, tuple(MARKERS_EACH)))


def _count_stock(table: CampanileTable, seat: int, rows: Sequence[Row]) -> dict[int, int]:
    """What the player has left with these rows under the towers."""
    placed = Counter(chain.from_iterable(row.markers for row in rows if row.seat == seat))
    for marker, most in MARKERS_EACH.items():
        if placed[marker] > most:
            name = table.players[seat].name
            raise InvalidCorrection(
                CorrectionReason.TOO_MANY_MARKERS, player=name, marker=marker, most=most
            )
    return {marker: most - placed[marker] for marker, most in MARKERS_EACH.items()}


def _correct_open(table: CampanileTable, word: str) -> None:
    """`red,blue,blue`: as many cards as lie open now; from here on cards are tracked."""
    styles = [_parse_style(each) for each in word.split(",")]
    if len(styles) != table.open_count:
        raise InvalidCorrection(CommonReason.LIST_LENGTH, items=table.open_count)
    if styles != table.open_cards:
        table.set_open_cards(styles)
        table.track_fully()


def _correct_pile(table: CampanileTable, word: str) -> None:
    """`20`, or `12,11,13` where there are three piles."""
    possible = table.possible_counts
    counts = [parse_number(each, ",".join(["CARDS"] * len(possible))) for each in word.split(",")]
    if len(counts) != len(possible):
        raise InvalidCorrection(CommonReason.LIST_LENGTH, items=len(possible))
    for count, among in zip(counts, possible, strict=True):
        if count not in among:
            raise InvalidCorrection(
                CorrectionReason.PILE_COUNT, cards=count, fewest=among[0], most=among[-1]
            )
    table.set_counts(counts)


def _correct_chips(table: CampanileTable, word: str) -> None:
    """`Albert:4+2`, `Albert:none`: no more of a value than there are."""
    name, rest = split_at_colon(word, "PLAYER:CHIP+CHIP")
    seat = find_seat(table.players, name)
    chips = [] if rest == NONE else _parse_numbers(rest, tuple(table.CHIPS))
    others = [player.chips for player in table.players if player is not table.players[seat]]
    won = Counter(chain(chips, *others))
    for chip in chips:
        if won[chip] > table.CHIPS[chip]:
            raise InvalidCorrection(
                CorrectionReason.TOO_MANY_CHIPS, chip=chip, most=table.CHIPS[chip]
            )
    table.set_chips(seat, chips)


def _correct_player(table: CampanileTable, word: str) -> None:
    """`Birgit`: whose turn it is; a card played in it was that player's."""
    seat = find_seat(table.players, word)
    if seat != table.seat:
        table.seat = seat
        table.restart_count()


def _correct_tracking(table: CampanileTable, word: str) -> None:
    """`light`: from here on as in light play; `correct open` goes back."""
    require_choice(word, (LIGHT,))
    table.track_lightly()


CORRECTIONS: Corrections[CampanileTable] = {
    "floors": _correct_floors,
    "influence": _correct_influence,
    "open": _correct_open,
    "pile": _correct_pile,
    "chips": _correct_chips,
    "player": _correct_player,
    "tracking": _correct_tracking,
}


# Words of a correction ----------------------------------------------------------------------


def _parse_style(word: str) -> Style:
    require_choice(word, STYLES)
    return Style(word)


def _parse_numbers(word: str, choices: Sequence[int]) -> list[int]:
    """`3+2`: some of the choices, in the order given."""
    known = {str(choice): choice for choice in sorted(choices)}
    for each in word.split("+"):
        if each not in known:
            raise InvalidCorrection(CommonReason.NOT_A_CHOICE, value=each, choices=tuple(known))
    return [known[each] for each in word.split("+")]
