"""A game of Die Türme von Bologna as tables for a terminal: players and towers."""

from collections.abc import Iterator

from companion.games.bologna.rules.board import NO_KIND, BoardField
from companion.games.bologna.rules.cards import Card
from companion.games.bologna.rules.table import BolognaTable
from companion.games.plugin import ReportPart, ReportTable
from companion.text import Words


def list_parts(table: BolognaTable, words: Words) -> Iterator[ReportPart]:
    """The players, the board, and the cards if they are counted."""
    yield _tabulate_players(table, words)
    yield _tabulate_board(table, words)
    yield from _describe_rest(table, words)


def _tabulate_players(table: BolognaTable, words: Words) -> ReportTable:
    rows = ReportTable(("player", "colour", "stones", "roofs", "kinds", "points"))
    for player in table.players:
        colour = words.named("colour", player.colour or "")
        kinds = ", ".join(words.say(f"kind.{kind}") for kind in player.kinds)
        stock = (str(player.stones), str(player.roofs))
        rows.add_row(player.name, colour, *stock, kinds, str(player.points))
    return rows


def _tabulate_board(table: BolognaTable, words: Words) -> ReportTable:
    rows = ReportTable(("field", "height", "bottom-up", "roof", "kind"))
    for at, stack in table.board.stacks.items():
        if stack.stones:
            stones = ", ".join(table.players[seat].name for seat in stack.stones)
            roof = "" if stack.roof is None else table.players[stack.roof].name
            rows.add_row(str(at), str(stack.height), stones, roof, _describe_kind(table, words, at))
    return rows


def _describe_rest(table: BolognaTable, words: Words) -> Iterator[str]:
    bare = [at for at, stack in table.board.stacks.items() if table.kinds.get(at)]
    bare = [at for at in bare if not table.board.stacks[at].stones]
    if bare:
        known = ", ".join(f"{at} {_describe_kind(table, words, at)}" for at in bare)
        yield words.say("score.bare", fields=known)
    plague = ", ".join(table.board.plague) or words.say("kind.none")
    yield words.say("score.plague", fields=plague)
    if table.cards is not None:
        faces = ", ".join(_describe_card(card, words) for card in table.display)
        yield words.say("score.open", open=faces)
    if table.pile is not None and table.started:
        yield words.say("score.pile", cards=table.pile.left)


def _describe_card(card: Card, words: Words) -> str:
    if card.special is None:
        return str(card.number)
    return words.say(f"face.{card.special}", number=card.number)


def _describe_kind(table: BolognaTable, words: Words, at: BoardField) -> str:
    return words.say(f"kind.{table.kinds[at] or NO_KIND}") if at in table.kinds else ""
