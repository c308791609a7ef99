"""The terminal report of a Campanile of either edition: towers, influence, cards, flags."""

from collections.abc import Iterator

from rich.console import RenderableType
from rich.table import Table as Grid
from rich.text import Text

from companion.cli.report.grid import grid
from companion.games.campanile.rules import table1996, table2009
from companion.games.campanile.rules.flags import Award, CampanileScoring
from companion.games.campanile.rules.player import CampanilePlayer
from companion.games.campanile.rules.table import CampanileTable
from companion.games.campanile.rules.towers import CampanileTower
from companion.games.campanile.tell import tell_spare, tell_tie, tell_tower
from companion.text import Words
from companion.text.event_text import say_worded


def list_parts(table: CampanileTable, words: Words) -> Iterator[RenderableType]:
    """The players, the towers, the open cards and piles, and each scoring with its reasons."""
    yield _build_players(table, words)
    yield _build_towers(table, words)
    if table.started:
        yield from (Text(line) for line in _list_cards(table, words))
    for scoring in table.scorings:
        yield _build_scoring(scoring, table.players, words)


def _build_players(table: CampanileTable, words: Words) -> Grid:
    rows = grid(words, "", "player", "colour", "chips", "points")
    for player in table.players:
        colour = words.named("colour", player.colour or "")
        chips = " ".join(map(str, sorted(player.chips, reverse=True)))
        rows.add_row(Text(player.name), colour, chips, str(player.points))
    return rows


def _build_towers(table: CampanileTable, words: Words) -> Grid:
    rows = grid(words, "", "tower", "floors", "influence")
    for style in table.row:
        tower = table.towers[style]
        influence = Text(_format_influence(tower, table.players))
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


def _build_scoring(scoring: CampanileScoring, players: list[CampanilePlayer], words: Words) -> Grid:
    title = words.say(f"scoring.{scoring.name}")
    rows = grid(words, title, "rank", "tower", "floors", "flag", "awards", "why")
    for award in scoring.awards:
        rows.add_row(*_award_cells(award, players, words))
    for tower in scoring.unflagged:
        style = words.say(f"title.{tower.style}")
        rows.add_row(str(tower.rank), style, str(tower.floors), words.say("score.no-flag"))
    return rows


def _award_cells(
    award: Award, players: list[CampanilePlayer], words: Words
) -> list[RenderableType]:
    names = [player.name for player in players]
    lines = [
        words.say(
            "score.place" if place.chip is None else "score.chip",
            player=names[place.seat],
            influence=place.influence,
            chip=place.chip,
        )
        for place in award.places
    ]
    _, *why = tell_tower(award)
    reasons = (*why, *map(tell_tie, award.ties), *tell_spare(award))
    return [
        str(award.rank),
        words.say(f"title.{award.style}"),
        str(award.floors),
        "/".join(map(str, award.flag)),
        Text("\n".join(lines)),
        Text("\n".join(say_worded(words, reason, names) for reason in reasons)),
    ]
