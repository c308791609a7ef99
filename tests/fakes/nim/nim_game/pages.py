"""The pages at the end of the game, and their pictures."""

from collections.abc import Sequence

from PIL import Image

from companion.core.conversation import Event
from companion.ui.input.context import show_winner
from companion.ui.input.guide import Page
from companion.ui.screens import drawing
from companion.ui.screens.fonts import LARGE
from companion.ui.screens.view import View

from .rules import LastStoneTaken, NimTable


def make_pages(events: Sequence[Event], table: NimTable) -> list[Page]:
    """Return a page for the last stone, and the page of the winner that any game has."""
    last_stone = [event for event in events if isinstance(event, LastStoneTaken)]
    return [*last_stone, *show_winner(events, table)]


def draw_last_stone(image: Image.Image, view: View, page: LastStoneTaken) -> None:
    """Draw the name of the player who took the last stone."""
    (player,) = view.names_of([page.seat])
    drawing.draw_text(image, drawing.LEFT, 6, player, LARGE, drawing.TEXT_WIDTH)
    drawing.draw_paragraph(image, 32, view.words.say("nim.last-stone", player=player), 22)
