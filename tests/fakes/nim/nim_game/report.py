"""What `companion score` prints of Nim."""

from collections.abc import Iterator

from companion.text import Words

from .rules import STONES, NimTable


def report_result(table: NimTable, words: Words) -> Iterator[str]:
    """A line for each player."""
    for player in table.players:
        yield words.say("nim.taken", player=player.name, stones=player.taken, all=STONES)
