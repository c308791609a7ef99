"""The terminal report of a Campanile of either edition: towers, influence, cards."""

from collections.abc import Iterator

from companion.games.campanile.rules import table1996, table2009
from companion.games.campanile.rules.table import CampanileTable
from companion.games.campanile.rules.towers import CampanilePlayer, CampanileTower
from companion.games.plugin import ReportPart, ReportTable
from companion.text import Words


def list_parts(table: CampanileTable, words: Words) -> Iterator[ReportPart]:
    """The players, the towers, the open cards and piles."""
    yield _build_players(table, words)
    yield _build_towers(table, words)
    if table.started:
        yield from _list_cards(table, words)


def _build_players(table: CampanileTable, words: Words) -> ReportTable:
    rows = ReportTable(("player", "colour", "chips", "points"))
    for player in table.players:
        colour = words.named("colour", player.colour or "")
        chips = " ".join(map(str, sorted(player.chips, reverse=True)))
        rows.add_row(player.name, colour, chips, str(player.points))
    return rows


def _build_towers(table: CampanileTable, words: Words) -> ReportTable:
    rows = ReportTable(("tower", "floors", "influence"))
    for style in table.row:
        tower = table.towers[style]
        influence = _format_influence(tower, table.players)
        rows.add_row(words.say(f"title.{style}"), str(tower.floors), influence)
    return rows


def _format_influence(tower: CampanileTower, players: list[CampanilePlayer]) -> str:
    return ", ".join(
        f"{players[row.seat].name} {row.influence} ({'+'.join(map(str, row.markers))})"
        for row in tower.rows
    )


def _list_cards(table: CampanileTable, words: Words) -> Iterator[str]:
    if isinstance(table, table1996.Campanile1996Table):
        for number, (style, cards) in enumerate(zip(table.display, table.piles, strict=True), 1):
            none_open = "value.unknown" if table.light and cards else "score.pile-empty"
            top = words.say(none_open if style is None else f"title.{style}")
            yield words.say("score.pile-of", number=number, top=top, cards=cards)
        return
    styles = ", ".join(words.say(f"title.{style}") for style in table.open_cards)
    yield words.say("score.open", open=styles or words.say("value.unknown"))
    if isinstance(table, table2009.Campanile2009Table) and table.pile is not None:
        yield words.say("score.pile", cards=table.pile.left)
