"""What the spoken pages of all games share: the players' names, and what somebody gets."""

from collections.abc import Sequence

from companion.text import Words
from companion.ui.screens.view import View


def names_in(view: View) -> Sequence[str]:
    """The players' names by seat."""
    return [player.name for player in view.table.players]


def gets(words: Words, player: str, points: int) -> str:
    """What a player gains, loses below zero."""
    if points < 0:
        return words.say("say.loses", player=player, points=-points)
    if not points:
        return words.say("say.gets-nothing", player=player)
    return words.say("say.gets", player=player, points=points)
