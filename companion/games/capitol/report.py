"""A game of Capitol as tables for a terminal: players and prefectures."""

from collections.abc import Iterator, Sequence

from companion.games.capitol.rules.board import Building, House, Prefecture
from companion.games.capitol.rules.material import CapitolPlayer, CardType
from companion.games.capitol.rules.table import CapitolTable
from companion.games.plugin import ReportPart, ReportTable
from companion.text import Words


def list_parts(table: CapitolTable, words: Words) -> Iterator[ReportPart]:
    """The players, the board, the round and the supplies."""
    names = [player.name for player in table.players]
    yield _tabulate_players(table.players, words)
    yield _tabulate_board(table.board, names, words)
    if table.started:
        yield from _describe_rest(table, words)


def _tabulate_players(players: Sequence[CapitolPlayer], words: Words) -> ReportTable:
    rows = ReportTable(("player", "colour", "roofless", "finished", "left", "cards", "points"))
    for player in players:
        colour = words.named("colour", player.colour or "")
        left = (f"{words.say(f'shape.{shape}')} {count}" for shape, count in player.roofs.items())
        hand = {kind.value: count for kind, count in player.hand.items()}
        rows.add_row(
            player.name,
            colour,
            " ".join(map(str, player.roofless)),
            ", ".join(_describe_house(house, words) for house in player.finished),
            ", ".join(left),
            words.say("score.cards", **hand) if player.hand_known else "?",
            str(player.points),
        )
    return rows


def _describe_house(house: House, words: Words) -> str:
    return f"{words.say(f'shape.{house.shape}')} {house.height}"


def _tabulate_board(board: Sequence[Prefecture], names: Sequence[str], words: Words) -> ReportTable:
    rows = ReportTable(("prefecture", "hue", "sites", "fountains", "houses", "on-large-sites"))
    for there in board:
        large = [Building.TEMPLE] * there.temples + [Building.AMPHITHEATRE] * there.amphitheatres
        rows.add_row(
            there.name,
            _capitalise(words.say(f"hue.{there.hue}")),
            f"{there.small} + {there.large}",
            str(there.fountains),
            _list_houses(there, names, words),
            words.listed(words.say(f"building.{each}") for each in large),
        )
    return rows


def _capitalise(word: str) -> str:
    return word[:1].upper() + word[1:]


def _list_houses(there: Prefecture, names: Sequence[str], words: Words) -> str:
    if there.shape is None:
        return ""
    own = [
        words.say(
            "score.blocks-there",
            player=name,
            blocks=there.blocks_of(seat),
            heights=" ".join(str(house.height) for house in there.houses_of(seat)),
        )
        for seat, name in enumerate(names)
        if there.houses_of(seat)
    ]
    shape = words.say(f"shape.{there.shape}")
    return words.say("list.of", what=shape, said=", ".join(own))


def _describe_rest(table: CapitolTable, words: Words) -> Iterator[str]:
    consul = table.players[table.consul].name
    yield words.say("score.consul", number=table.round, player=consul)
    stacks = {kind.value: table.cards.stack(kind) for kind in CardType}
    yield words.say("score.supply", blocks=table.supply)
    yield words.say("score.stacks", stacks=words.say("score.cards", **stacks))
