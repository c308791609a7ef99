"""What the spoken pages of all games share: who is named, and sentences for one and for many."""

from collections.abc import Sequence

from companion.screens.view import View
from companion.text import Words


def names_in(view: View) -> Sequence[str]:
    return [player.name for player in view.table.players]


def count(words: Words, key: str, number: int, **values: object) -> str:
    """The sentence for one or for many; never asked for none."""
    return words.say(f"{key}.one" if number == 1 else f"{key}.many", **values)


def gets(words: Words, player: str, points: int) -> str:
    if points < 0:
        return count(words, "say.loses", -points, player=player, points=-points)
    if not points:
        return words.say("say.gets.none", player=player)
    return count(words, "say.gets", points, player=player, points=points)
