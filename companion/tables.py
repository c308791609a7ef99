"""Tables for people on a terminal or in a file: a game's result, and the games that are kept."""

from collections.abc import Iterable

from rich.console import Console, Group, RenderableType
from rich.table import Table as Grid
from rich.text import Text

from companion.games.flags import Award, DecidedBy, Player, Scoring
from companion.games.table2009 import Table
from companion.games.towers import Tower
from companion.journal import KeptGame
from companion.session.session import Session
from companion.text import Words
from companion.text.awards import place_reasons, spare_reason, tower_reason


def print_result(session: Session, words: Words) -> None:
    """Print a game's players, towers and scorings, each award with its reasons."""
    table: Table = session.table
    console = Console(highlight=False)
    console.print(Text(_headline(session, words), style="bold"), soft_wrap=True)
    parts: list[RenderableType] = [""]
    parts += [_players(table, words), _towers(table, words)]
    parts += [_scoring(scoring, table.players, words) for scoring in table.scorings]
    parts += [Text(words.say("score.note", note=words.why(note))) for note in table.notes]
    console.print(Group(*parts))


def print_games(games: Iterable[tuple[KeptGame, str]], words: Words) -> None:
    """Print the kept games, each with how it stands."""
    grid = _grid(words, "", "number", "begun", "game", "answers", "stands")
    for game, stands in games:
        begun = game.begun.astimezone().strftime("%Y-%m-%d %H:%M")
        name = Text(_game(game.name, words))
        grid.add_row(str(game.number), begun, name, str(game.entries), Text(stands))
    Console(highlight=False).print(grid)


def how_it_stands(session: Session, words: Words) -> str:
    """One line: who has won and by what, whose turn it is, or that it is being set up."""
    table: Table = session.table
    if table.outcome is None:
        if table.cards is None:
            return words.say("score.setup")
        return words.say("score.playing", turn=table.turn, player=table.player.name)
    names = [table.players[seat].name for seat in table.outcome.winners]
    best = [table.players[seat] for seat in table.outcome.winners]
    values = {"players": words.listed(names), "points": best[0].points}
    if table.outcome.decided_by is DecidedBy.POINTS:
        return words.say("score.won", **values)
    rivals = words.listed(table.players[seat].name for seat in table.outcome.level_on_points)
    chip = best[0].highest_chip
    return words.say(f"score.won.{table.outcome.decided_by}", rivals=rivals, chip=chip, **values)


def _headline(session: Session, words: Words) -> str:
    return f"{_game(session.name, words)}: {how_it_stands(session, words)}"


def _game(name: str, words: Words) -> str:
    return words.say(f"game.{name}") if words.has(f"game.{name}") else name


def _grid(words: Words, title: str, *columns: str) -> Grid:
    grid = Grid(title=title or None, title_justify="left", title_style="bold")
    for column in columns:
        right = column in ("points", "floors", "number", "answers", "rank")
        grid.add_column(words.say(f"column.{column}"), justify="right" if right else "left")
    return grid


def _players(table: Table, words: Words) -> Grid:
    grid = _grid(words, "", "player", "colour", "chips", "points")
    for player in table.players:
        colour = words.say(f"colour.{player.colour}") if player.colour else ""
        chips = " ".join(map(str, sorted(player.chips, reverse=True)))
        grid.add_row(Text(player.name), colour, chips, str(player.points))
    return grid


def _towers(table: Table, words: Words) -> Grid:
    grid = _grid(words, "", "tower", "floors", "influence")
    for style in table.row:
        tower = table.towers[style]
        influence = Text(_influence(tower, table.players))
        grid.add_row(words.say(f"title.{style}"), str(tower.floors), influence)
    return grid


def _influence(tower: Tower, players: list[Player]) -> str:
    return ", ".join(
        f"{players[row.seat].name} {row.influence} ({'+'.join(map(str, row.markers))})"
        for row in tower.rows
    )


def _scoring(scoring: Scoring, players: list[Player], words: Words) -> Grid:
    title = words.say(f"card.{scoring.name}")
    grid = _grid(words, title, "rank", "tower", "floors", "flag", "awards", "why")
    for award in scoring.awards:
        grid.add_row(*_award(award, players, words))
    for tower in scoring.unflagged:
        style = words.say(f"title.{tower.style}")
        grid.add_row(str(tower.rank), style, str(tower.floors), words.say("score.no-flag"))
    return grid


def _award(award: Award, players: list[Player], words: Words) -> list[RenderableType]:
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
    reasons = (
        tower_reason(words, award),
        *place_reasons(words, award, names),
        spare_reason(words, award),
    )
    return [
        str(award.rank),
        words.say(f"title.{award.style}"),
        str(award.floors),
        "/".join(map(str, award.flag)),
        Text("\n".join(lines)),
        Text("\n".join(reason for reason in reasons if reason)),
    ]
