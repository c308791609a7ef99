"""The picture of the event that has one of its own."""

from PIL import Image

from companion.core.events import GameEvent
from companion.ui.screens import drawing
from companion.ui.screens.fonts import LARGE
from companion.ui.screens.view import View


def draw_last_stone(image: Image.Image, view: View, event: GameEvent) -> None:
    """Draw the name of the player who took the last stone, and what it means."""
    (player,) = view.names_of([each.seat for each in event.ranking])
    drawing.draw_text(image, drawing.LEFT, 6, player, LARGE, drawing.TEXT_WIDTH)
    drawing.draw_paragraph(image, 32, view.say(*event.said), 22)
