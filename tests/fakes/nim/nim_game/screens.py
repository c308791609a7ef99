"""The pictures of the entry, and of the event that has one of its own."""

from PIL import Image

from companion.core.events import GameEvent
from companion.ui.screens import drawing
from companion.ui.screens.fonts import LARGE
from companion.ui.screens.view import View

from .input import StonePicker


def draw_stones(image: Image.Image, view: View, entry: StonePicker) -> None:
    """Draw the stones in a row; those that would be taken are hollow."""
    drawing.draw_header(image, view.words.say("menu.stones"))
    for place in range(entry.left):
        stays = place < entry.left - entry.count
        drawing.draw_disc(image, drawing.LEFT + 12 * place, 26, 10, "", full=stays)


def draw_last_stone(image: Image.Image, view: View, event: GameEvent) -> None:
    """Draw the name of the player who took the last stone, and what it means."""
    (player,) = view.names_of([each.seat for each in event.ranking])
    drawing.draw_text(image, drawing.LEFT, 6, player, LARGE, drawing.TEXT_WIDTH)
    drawing.draw_paragraph(image, 32, view.say(*event.said), 22)
