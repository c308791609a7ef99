"""The pictures of Nim."""

from PIL import Image

from companion.screens import drawing
from companion.screens.fonts import LARGE, TEXT
from companion.screens.view import GameScreens, View

from .input import LastStonePage, StonePicker


def _draw_stones(image: Image.Image, view: View, entry: StonePicker) -> None:
    """All stones in a row; those that would be taken are hollow."""
    drawing.write(image, 0, 2, view.words.say("menu.stones"), TEXT, drawing.WIDE)
    for place in range(entry.left):
        stays = place < entry.left - entry.count
        drawing.disc(image, 2 + 12 * place, 26, 10, "", full=stays)


def _draw_last_stone(image: Image.Image, view: View, page: LastStonePage) -> None:
    """Who took the last stone."""
    player = view.table.players[page.seat].name
    drawing.write(image, 0, 6, player, LARGE, drawing.WIDE)
    drawing.paragraph(image, 32, view.words.say("nim.last-stone", player=player), 22)


SCREENS = GameScreens(entries={StonePicker: _draw_stones}, pages={LastStonePage: _draw_last_stone})
