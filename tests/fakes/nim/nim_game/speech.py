"""What the voice says to the page of the last stone."""

from companion.ui.screens.view import View

from .rules import LastStoneTaken


def say_last_stone(view: View, page: LastStoneTaken) -> list[str]:
    """Return the sentences, without their full stops."""
    (player,) = view.names_of([page.seat])
    return [view.words.say("nim.last-stone", player=player)]
