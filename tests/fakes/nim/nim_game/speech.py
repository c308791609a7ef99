"""What the voice says of Nim's own pages."""

from collections.abc import Mapping

from companion.games.plugin import SpokenPage
from companion.screens.view import View

from .input import LastStonePage


def _say_last_stone(view: View, page: LastStonePage) -> list[str]:
    return [view.words.say("nim.last-stone", player=view.table.players[page.seat].name)]


SPEECH: Mapping[type, SpokenPage] = {LastStonePage: _say_last_stone}
