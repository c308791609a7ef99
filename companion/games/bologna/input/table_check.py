"""The table check of Bologna: the board, the turn, a page for each player, the cards."""

from companion.core.conversation import build_objection
from companion.core.corrections import NONE, UNKNOWN
from companion.games.bologna.rules.board import (
    BASILICA,
    FIELDS,
    HIGHEST,
    LAST,
    NO_KIND,
    SIDE,
    BoardField,
    FieldKind,
    list_block_fields,
)
from companion.games.bologna.rules.cards import FACES, OPEN, SCORING_CARDS
from companion.games.bologna.rules.corrections import BolognaCorrectionReason
from companion.games.bologna.rules.scoring import ROOFS_EACH, STONES_EACH
from companion.games.bologna.rules.table import BolognaTable
from companion.ui.input.row_editors import (
    PlaceEditor,
    edit_choice,
    edit_counted_cards,
    edit_list,
    edit_number,
    edit_open_cards,
    edit_tracking,
)
from companion.ui.input.table_check import CheckPage, FieldEditor

MOST_POINTS = 999
ZONES = tuple(at for at in FIELDS if at.row < LAST and at.column < LAST)
"""The first field of each zone of two by two that there may be."""


def list_check_pages(table: BolognaTable) -> tuple[CheckPage, ...]:
    """The pages of a table."""
    fields = tuple(_describe_field(table, at) for at in FIELDS)
    players = [_describe_player(table, seat) for seat in range(len(table.players))]
    names = [player.name for player in table.players]
    plague = PlaceEditor(
        key="plague",
        present=_name_zone(table.board.plague[0]) if table.board.plague else NONE,
        words=tuple(map(_name_zone, ZONES)),
        columns=SIDE - 1,
    )
    return (
        CheckPage("board", places=fields, columns=SIDE),
        CheckPage("turn", rows=(edit_choice("player", "", table.player.name, names), plague)),
        *players,
        CheckPage("cards", rows=_list_card_rows(table)),
    )


def list_zone(word: str) -> tuple[BoardField, ...]:
    """The fields of a zone that the record writes so; none of no zone."""
    first, _, corner = word.partition(":")
    return list_block_fields(BoardField(first), BoardField(corner)) if corner else ()


def _name_zone(first: BoardField) -> str:
    return f"{first}:{first.neighbour(1, 1)}"


def _describe_field(table: BolognaTable, at: BoardField) -> CheckPage:
    if at == BASILICA:
        why = build_objection(BolognaCorrectionReason.NO_TOWER, field=at)
        return CheckPage("field", at, refusal=why)
    stack, names = table.board.stacks[at], [player.name for player in table.players]
    laid = [names[seat] for seat in stack.stones]
    supply = [
        (player.name, min(HIGHEST, player.stones + laid.count(player.name)))
        for player in table.players
    ]
    roof = NONE if stack.roof is None else names[stack.roof]
    kind = (table.kinds[at] or NO_KIND) if at in table.kinds else UNKNOWN
    rows = (
        edit_list("stack", at, laid, supply),
        edit_choice("roof", at, roof, (NONE, *names)),
        edit_choice("kind", at, kind, (*FieldKind, NO_KIND, UNKNOWN)),
    )
    return CheckPage("field", at, rows)


def _describe_player(table: BolognaTable, seat: int) -> CheckPage:
    player, board = table.players[seat], table.board
    name, kinds = player.name, [(kind.value, 1) for kind in FieldKind]
    stones = range(STONES_EACH + 1 - board.count_stones(seat))
    roofs = range(ROOFS_EACH + 1 - board.count_roofs(seat))
    rows = (
        edit_number("points", name, player.points, range(-MOST_POINTS, MOST_POINTS + 1)),
        edit_number("stones", name, player.stones, stones),
        edit_number("roofs", name, player.roofs, roofs),
        edit_list("collected", name, [kind.value for kind in player.kinds], kinds),
    )
    return CheckPage("", name, rows)


def _list_card_rows(table: BolognaTable) -> tuple[FieldEditor, ...]:
    assert table.pile is not None
    cards, pile = table.display, table.pile
    count = OPEN if table.cards is None else len(cards)
    display = edit_open_cards(cards, FACES, count, light=table.light)
    left = edit_number("pile", "", pile.left, range(pile.size - pile.scorings_seen + 1))
    seen = edit_number("scorings", "", pile.scorings_seen, range(SCORING_CARDS + 1))
    if table.light:
        return display, left, seen
    return display, left, seen, edit_counted_cards(), edit_tracking()
