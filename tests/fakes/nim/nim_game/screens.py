"""The picture of the entry."""

from PIL import Image

from companion.ui.screens import drawing
from companion.ui.screens.view import View

from .input import StonePicker


def draw_stones(image: Image.Image, view: View, entry: StonePicker) -> None:
    """Draw the stones in a row; those that would be taken are hollow."""
    drawing.draw_header(image, view.words.say("menu.stones"))
    for place in range(entry.left):
        stays = place < entry.left - entry.count
        drawing.draw_disc(image, drawing.LEFT + 12 * place, 26, 10, "", full=stays)
