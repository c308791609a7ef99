"""The table check of Capitol: the prefectures, the round, a page for each player."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import product

from companion.core.corrections import NONE, UNKNOWN
from companion.games.capitol.input.sites import COLUMNS
from companion.games.capitol.rules.auction import ROUNDS
from companion.games.capitol.rules.board import (
    MOST_SITES,
    Building,
    Prefecture,
    PrefectureColour,
    Shape,
)
from companion.games.capitol.rules.corrections import MOST_POINTS
from companion.games.capitol.rules.material import (
    BLOCKS,
    BUILDINGS,
    CARDS,
    ROOFS_OF_A_SHAPE,
    TALLEST,
    CapitolPlayer,
    CardType,
    count_blocks,
)
from companion.games.capitol.rules.table import CapitolTable
from companion.ui.input.row_editors import (
    KNOWN,
    FormPart,
    ListEditor,
    edit_choice,
    edit_counted_cards,
    edit_form,
    edit_list,
    edit_number,
    write_groups,
    write_list,
    write_runs,
)
from companion.ui.input.table_check import CheckPage

LARGE = (Building.AMPHITHEATRE, Building.TEMPLE)


def list_check_pages(table: CapitolTable) -> tuple[CheckPage, ...]:
    """The pages of a table."""
    places = tuple(_describe_prefecture(table, there) for there in table.board)
    players = (_describe_player(player) for player in table.players)
    return (
        CheckPage("board", places=places, columns=COLUMNS),
        _describe_round(table),
        *players,
    )


def _describe_prefecture(table: CapitolTable, there: Prefecture) -> CheckPage:
    sites = range(MOST_SITES + 1)
    printed = edit_form(
        "prefecture",
        there.name,
        [there.hue, there.small, there.large, there.printed],
        [
            FormPart(tuple(PrefectureColour), "colour"),
            FormPart(sites, "small"),
            FormPart(sites, "large"),
            FormPart(sites, "fountains"),
        ],
        ":",
    )
    rows = (
        _edit_houses(table, there),
        edit_number("fountains", there.name, there.placed, range(BUILDINGS[Building.FOUNTAIN] + 1)),
        edit_list(
            "buildings",
            there.name,
            [each for each in LARGE for _ in range(there.count(each))],
            [(each, BUILDINGS[each]) for each in LARGE],
        ),
        printed,
    )
    return CheckPage("", there.name, rows)


def _edit_houses(table: CapitolTable, there: Prefecture) -> ListEditor:
    names, heights = [player.name for player in table.players], range(1, there.small + 1)
    supply = (f"{shape}:{name}:{n}" for shape, name, n in product(Shape, names, heights))
    laid = tuple(f"{house.shape}:{names[seat]}:{house.height}" for seat, house in there.houses)
    return ListEditor(
        key="houses",
        about=there.name,
        present=write_houses(laid),
        supply=tuple((item, there.small) for item in supply),
        laid=laid,
        write=write_houses,
        alike=True,
    )


def write_houses(items: Sequence[str]) -> str:
    """The houses of a prefecture as the record writes them: `round:Livia:1+2,Marcus:2`."""
    if not items:
        return NONE
    shape, _, _ = items[0].partition(":")
    return f"{shape}:{write_runs([item.removeprefix(f'{shape}:') for item in items])}"


def _describe_round(table: CapitolTable) -> CheckPage:
    names = [player.name for player in table.players]
    used = count_blocks(table.players, table.board)
    passed = [names[seat] for seat in sorted(table.passed)]
    rows = (
        edit_choice("player", "", table.player.name, names),
        edit_list("passed", "", passed, [(name, 1) for name in names], write_list),
        edit_number("round", "", table.round, range(1, ROUNDS + 1)),
        edit_choice("consul", "", names[table.consul], names),
        edit_number("supply", "", table.supply, range(BLOCKS + 1 - used)),
        edit_counted_cards(),
    )
    return CheckPage("round", rows=rows)


def _describe_player(player: CapitolPlayer) -> CheckPage:
    name, heights = player.name, range(1, TALLEST + 1)
    roofless = [str(height) for height in player.roofless]
    finished = [house.word for house in player.finished]
    roofs = [FormPart(range(ROOFS_OF_A_SHAPE + 1), shape) for shape in Shape]
    hand = [FormPart(range(CARDS[kind] + 1), kind) for kind in CardType]
    shaped = [f"{shape}:{height}" for shape, height in product(Shape, heights)]
    rows = (
        edit_number("points", name, player.points, range(MOST_POINTS + 1)),
        edit_list("roofless", name, roofless, [(str(n), BLOCKS // n) for n in heights]),
        edit_list(
            "finished", name, finished, [(each, ROOFS_OF_A_SHAPE) for each in shaped], write_groups
        ),
        edit_form("roofs", name, [player.roofs[shape] for shape in Shape], roofs),
        edit_form(
            "hand",
            name,
            [player.hand[kind] for kind in CardType],
            hand,
            present="" if player.hand_known else UNKNOWN,
        ),
    )
    unknown = replace(edit_choice("hand", name, KNOWN, (KNOWN, UNKNOWN)), label="hand-known")
    return CheckPage("", name, (*rows, unknown) if player.hand_known else rows)
