"""The corrections that both Campaniles take: the table says how it stands, and it is right.

A correction is `correct` with one of the keys below and a value; docs/records.md lists them. What
can't be so is refused and changes nothing. What counted cards have proved is forgotten where it
rests on what was changed: on whose cards they were, or on which lay open.
"""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from itertools import chain

from companion.games.campanile import FLOORS, CampanileTable
from companion.games.conversation import (
    CARDS_UNKNOWN,
    CORRECT,
    Answer,
    General,
    Objection,
    Reason,
    Value,
    against,
)
from companion.games.towers import MARKERS_EACH, STYLES, Row, Style

NONE = "none"


class Correction(Reason):
    """Reasons of corrections."""

    SETUP_FIRST = "setup-first"
    FORM = "correction-form"
    NO_SUCH_PLAYER = "no-such-player"
    TOO_HIGH = "too-high"
    PLAYER_TWICE = "player-twice"
    TOO_MANY_MARKERS = "too-many-markers"
    TOO_MANY_CHIPS = "too-many-chips"
    PILE_COUNT = "pile-count"


class _CanNotBe(ValueError):
    """What was corrected can't be so; nothing has changed yet."""

    def __init__(self, reason: Reason, **values: Value) -> None:
        super().__init__(reason, values)
        self.objection = against(reason, **values)


def correct(table: CampanileTable, answer: Answer) -> Objection | None:
    """Take a correction; the objection where it can't be so, and nothing has changed."""
    if answer == CARDS_UNKNOWN:
        table.forget_cards()
        return None
    take = CORRECTIONS.get(answer.key.removeprefix(f"{CORRECT} "))
    if take is None:
        return against(General.UNKNOWN_CORRECTION, known=(*CORRECTIONS, "cards unknown"))
    if table.cards is None:
        return against(Correction.SETUP_FIRST)
    try:
        take(table, answer.word)
    except _CanNotBe as no:
        return no.objection
    return None


# The corrections, one by one ----------------------------------------------------------------


def _floors(table: CampanileTable, word: str) -> None:
    """`brown:7`: each card of the style adds three floors at most."""
    style, floors = _two_parts(word, "STYLE:FLOORS")
    tower, most = table.towers[_style(style)], max(FLOORS) * table.cards_per_style
    height = _number(floors, "STYLE:FLOORS")
    if height > most:
        raise _CanNotBe(Correction.TOO_HIGH, style=tower.style, most=most)
    tower.floors = height


def _influence(table: CampanileTable, word: str) -> None:
    """`brown:Albert:3+2,Birgit:1`, nearest the base first; the other markers are in stock."""
    name, _, rest = word.partition(":")
    tower = table.towers[_style(name)]
    rows = [] if rest == NONE else [_row(table, each) for each in rest.split(",")]
    seats = [row.seat for row in rows]
    for seat in seats:
        if seats.count(seat) > 1:
            raise _CanNotBe(Correction.PLAYER_TWICE, player=table.players[seat].name)
    others = [row for each in table.towers.values() if each is not tower for row in each.rows]
    stocks = [_stock(table, seat, [*others, *rows]) for seat in range(len(table.players))]
    tower.rows = rows
    for player, stock in zip(table.players, stocks, strict=True):
        player.stock = stock


def _row(table: CampanileTable, word: str) -> Row:
    form = "STYLE:PLAYER:MARKER+MARKER,PLAYER:MARKER"
    player, markers = _two_parts(word, form)
    return Row(_seat(table, player), _numbers_of(markers, tuple(MARKERS_EACH)))


def _stock(table: CampanileTable, seat: int, rows: Sequence[Row]) -> dict[int, int]:
    """What the player has left with these rows under the towers."""
    placed = Counter(chain.from_iterable(row.markers for row in rows if row.seat == seat))
    for marker, most in MARKERS_EACH.items():
        if placed[marker] > most:
            name = table.players[seat].name
            raise _CanNotBe(Correction.TOO_MANY_MARKERS, player=name, marker=marker, most=most)
    return {marker: most - placed[marker] for marker, most in MARKERS_EACH.items()}


def _open(table: CampanileTable, word: str) -> None:
    """`red,blue,blue`: as many cards as lie open now."""
    styles = [_style(each) for each in word.split(",")]
    if len(styles) != len(table.open_cards):
        raise _CanNotBe(General.LIST_LENGTH, items=len(table.open_cards))
    if styles != table.open_cards:
        table.set_open_cards(styles)
        table.count_anew()


def _pile(table: CampanileTable, word: str) -> None:
    """`20`, or `12,11,13` where there are three piles."""
    possible = table.possible_counts
    counts = [_number(each, ",".join(["CARDS"] * len(possible))) for each in word.split(",")]
    if len(counts) != len(possible):
        raise _CanNotBe(General.LIST_LENGTH, items=len(possible))
    for count, among in zip(counts, possible, strict=True):
        if count not in among:
            raise _CanNotBe(Correction.PILE_COUNT, cards=count, fewest=among[0], most=among[-1])
    table.set_counts(counts)


def _chips(table: CampanileTable, word: str) -> None:
    """`Albert:4+2`, `Albert:none`: no more of a value than there are."""
    name, rest = _two_parts(word, "PLAYER:CHIP+CHIP")
    seat = _seat(table, name)
    chips = [] if rest == NONE else _numbers_of(rest, tuple(table.CHIPS))
    others = [player.chips for player in table.players if player is not table.players[seat]]
    won = Counter(chain(chips, *others))
    for chip in chips:
        if won[chip] > table.CHIPS[chip]:
            raise _CanNotBe(Correction.TOO_MANY_CHIPS, chip=chip, most=table.CHIPS[chip])
    table.set_chips(seat, chips)


def _player(table: CampanileTable, word: str) -> None:
    """`Birgit`: whose turn it is; a card played in it was that player's."""
    seat = _seat(table, word)
    if seat != table.seat:
        table.seat = seat
        table.count_anew()


CORRECTIONS: Mapping[str, Callable[[CampanileTable, str], None]] = {
    "floors": _floors,
    "influence": _influence,
    "open": _open,
    "pile": _pile,
    "chips": _chips,
    "player": _player,
}
"""By what is corrected; each raises before it has changed anything."""


# Words of a correction ----------------------------------------------------------------------


def _two_parts(word: str, form: str) -> tuple[str, str]:
    first, colon, second = word.partition(":")
    if not colon or ":" in second:
        raise _CanNotBe(Correction.FORM, form=form)
    return first, second


def _style(word: str) -> Style:
    if word not in STYLES:
        raise _CanNotBe(General.NOT_A_CHOICE, value=word, choices=STYLES)
    return Style(word)


def _seat(table: CampanileTable, name: str) -> int:
    for seat, player in enumerate(table.players):
        if player.name == name:
            return seat
    raise _CanNotBe(Correction.NO_SUCH_PLAYER, player=name)


def _number(word: str, form: str) -> int:
    """A number without sign or leading zeros, and short enough to be counted."""
    if not (word.isascii() and word.isdigit() and word == (word.lstrip("0") or "0")):
        raise _CanNotBe(Correction.FORM, form=form)
    return int(word[:6])


def _numbers_of(word: str, choices: Sequence[int]) -> list[int]:
    """`3+2`: some of the choices, in the order given."""
    known = {str(choice): choice for choice in choices}
    for each in word.split("+"):
        if each not in known:
            raise _CanNotBe(General.NOT_A_CHOICE, value=each, choices=tuple(known))
    return [known[each] for each in word.split("+")]
