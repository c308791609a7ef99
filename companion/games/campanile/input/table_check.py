"""The table check of both Campaniles: a page for each tower, one for the cards, one for players."""

from collections import Counter
from collections.abc import Sequence

from companion.games.campanile.rules.table import FLOORS, CampanileTable
from companion.games.campanile.rules.towers import MARKERS_EACH, STYLES, CampanileTower
from companion.ui.input.row_editors import (
    FormPart,
    ListEditor,
    edit_choice,
    edit_counted_cards,
    edit_form,
    edit_list,
    edit_number,
    edit_open_cards,
    edit_tracking,
    write_groups,
)
from companion.ui.input.table_check import CheckPage, FieldEditor


def list_check_pages(table: CampanileTable) -> tuple[CheckPage, ...]:
    """The pages of a table: each tower in the order of the row, the cards, the players."""
    towers = [_describe_tower(table, table.towers[style]) for style in table.row]
    cards = CheckPage("cards", rows=tuple(_list_card_rows(table)))
    names = [player.name for player in table.players]
    turn = edit_choice("player", "", table.player.name, names)
    chips = (_edit_chips(table, seat) for seat in range(len(names)))
    return (*towers, cards, CheckPage("players", rows=(turn, *chips)))


def _describe_tower(table: CampanileTable, tower: CampanileTower) -> CheckPage:
    most = max(FLOORS) * table.cards_per_style
    floors = edit_number("floors", tower.style, tower.floors, range(most + 1))
    names = [player.name for player in table.players]
    others = [each for each in table.towers.values() if each is not tower]
    placed = Counter((row.seat, m) for each in others for row in each.rows for m in row.markers)
    supply = [
        (f"{name}:{marker}", most - placed[seat, marker])
        for seat, name in enumerate(names)
        for marker, most in sorted(MARKERS_EACH.items(), reverse=True)
    ]
    laid = [f"{names[row.seat]}:{marker}" for row in tower.rows for marker in row.markers]
    influence = edit_list("influence", tower.style, laid, supply, write_groups)
    return CheckPage(f"tower.{tower.style}", tower.style, (floors, influence))


def _list_card_rows(table: CampanileTable) -> Sequence[FieldEditor]:
    display = edit_open_cards(table.open_cards, STYLES, table.open_count, light=table.light)
    parts = [FormPart(among, f"pile-{n}") for n, among in enumerate(table.possible_counts, 1)]
    piles = edit_form("pile", "", table.counts, parts)
    if table.light:
        return display, piles
    return display, piles, edit_counted_cards(), edit_tracking()


def _edit_chips(table: CampanileTable, seat: int) -> ListEditor:
    others = [player.chips for player in table.players if player is not table.players[seat]]
    won = Counter(chip for chips in others for chip in chips)
    chips = sorted(table.CHIPS.items(), reverse=True)
    supply = [(str(chip), count - won[chip]) for chip, count in chips]
    player = table.players[seat]
    return edit_list("chips", player.name, [str(chip) for chip in player.chips], supply)
