"""The five towers: what is being built, and where a marker goes."""

from collections.abc import Sequence
from typing import NamedTuple

from PIL import Image

from companion.entry.towers import HIGHEST, TowerChoice, TowerPicker
from companion.games.conversation import Answer
from companion.games.table2009 import MOVABLE, Table
from companion.games.towers import Style, Tower
from companion.ports import WIDTH
from companion.screens import drawing
from companion.screens.drawing import write
from companion.screens.lettering import FIGURES, SMALL, TEXT, Face, width
from companion.screens.view import View

EDGE = 18
"""Columns at the side of the open cards, for them and the pile."""
PITCH = 22
BODY = 15
"""Columns of a tower."""
UNDER = 55
"""The row for who stands under a tower."""
LOWEST_SCALE = 8
"""So many floors fill the room at least: a tower of one floor is not a skyscraper."""


class Ground(NamedTuple):
    """Where the towers stand, and how large: rows for a floor, the face of the figures."""

    y: int
    left: int
    scale: float
    figures: Face

    def middle(self, place: int) -> int:
        """The middle column of a tower."""
        return self.left + place * PITCH + PITCH // 2


def tower_picker(image: Image.Image, view: View, entry: TowerPicker) -> None:
    """Which tower grows, and by how much."""
    table = view.table
    ground = Ground(49, _left(view), _scale(table, 24, HIGHEST), FIGURES)
    for place, style in enumerate(entry.towers):
        barred = entry.question.judge(Answer(entry.question.key, style)) is not None
        growing = entry.floors if place == entry.at else 0
        _tower(image, ground, place, table.towers[style], growing, barred)
    _names(image, view, ground, entry.towers, 56)
    if not entry.choosing_floors:
        drawing.sign(image, ground.middle(entry.at) - 3, 51, drawing.UP)
    _table_edge(image, view, table, pile=True)
    _floors_sign(image, entry)
    write(image, 0, 2, table.player.name, TEXT, 90)


def _floors_sign(image: Image.Image, entry: TowerPicker) -> None:
    """`+2` in the corner, with the signs of the presses that change it."""
    text = f"+{entry.floors}"
    right = WIDTH - 8
    write(image, right, 0, text, FIGURES, anchor="r")
    if entry.axes == 2:
        drawing.sign(image, WIDTH - 7, 1, drawing.UP)
        drawing.sign(image, WIDTH - 7, 7, drawing.DOWN)
    elif entry.choosing_floors:
        drawing.sign(image, WIDTH - 5, 3, drawing.RIGHT)
        drawing.sign(image, right - width(text, FIGURES) - 7, 3, drawing.LEFT)


def tower_choice(image: Image.Image, view: View, entry: TowerChoice) -> None:
    """Where a marker goes, or from where it is taken away."""
    table = view.table
    ground = Ground(39, _left(view), _scale(table, 17, 0), TEXT)
    choice = entry.choice
    key = "marker" if choice.value == "none" else choice.key
    open_to = {each.value for each in entry.choices if each.key == key}
    for place, style in enumerate(entry.towers):
        _tower(image, ground, place, table.towers[style], 0, style not in open_to)
    _names(image, view, ground, entry.towers, 46)
    _table_edge(image, view, table, pile=False)
    if choice.value in entry.towers:
        place = entry.towers.index(Style(choice.word))
        points = drawing.DOWN if choice.key == "move" else drawing.UP
        drawing.sign(image, ground.middle(place) - 3, 41, points)
        _rows_under(image, view, table, Style(choice.word))
    else:
        _stock(image, table)
    _what_marker(image, view, table, choice)


def _what_marker(image: Image.Image, view: View, table: Table, choice: Answer) -> None:
    """In the first line: who, the marker with its value, and where it goes."""
    moves = choice.key in ("move", "to")
    key = f"marker.{choice.key}" if moves else "marker.none"
    if moves or choice.value == "none":
        word = view.words.say(key, style=choice.word)
    else:
        word = view.words.say(f"title.{choice.word}")
    face = drawing.largest(word, 60, TEXT, SMALL)
    room = min(width(word, face), 66)
    left = WIDTH - room
    write(image, left, 2, word, face, room)
    value = MOVABLE if moves else table.floors_built
    drawing.disc(image, left - 15, 0, 12, str(value), full=not moves)
    write(image, 0, 2, table.player.name, TEXT, left - 18)


def _rows_under(image: Image.Image, view: View, table: Table, style: Style) -> None:
    """Who stands under the tower, nearest the base first: influence and name."""
    rows = table.towers[style].rows
    if not rows:
        write(image, WIDTH // 2, UNDER, view.words.say("marker.nobody"), SMALL, anchor="m")
        return
    room = WIDTH // len(rows)
    for place, row in enumerate(rows):
        end = write(image, place * room, UNDER - 1, str(row.influence), TEXT) + 2
        name = drawing.cut(table.players[row.seat].name, SMALL, (place + 1) * room - end - 3)
        write(image, end, UNDER, name, SMALL)


def _stock(image: Image.Image, table: Table) -> None:
    """The markers that the player has not placed yet."""
    for place, (value, count) in enumerate(table.player.stock.items()):
        x = 22 + place * 34
        drawing.disc(image, x, UNDER - 1, 10, str(value), full=False)
        write(image, x + 13, UNDER, f"×{count}", TEXT)  # noqa: RUF001  # a times sign it is


def _left(view: View) -> int:
    """Where the first tower's place begins: behind the open cards, or at the edge."""
    return 0 if view.mirrored else EDGE


def _scale(table: Table, room: int, growing: int) -> float:
    """Rows for a floor, so that the highest tower fits in the room whatever grows now."""
    highest = max(tower.floors for tower in table.towers.values()) + growing
    return room / max(highest, LOWEST_SCALE)


def _tower(
    image: Image.Image, ground: Ground, place: int, tower: Tower, growing: int, barred: bool
) -> None:
    """A tower as it stands, the floors being built on its top, and what they make together."""
    left, right = ground.middle(place) - BODY // 2, ground.middle(place) + BODY // 2 + 1
    top = ground.y - round((tower.floors + growing) * ground.scale)
    stands = ground.y - round(tower.floors * ground.scale)
    if growing:
        stands = min(max(stands, top + 2), ground.y)  # what grows is seen on the highest, too
    if tower.floors:
        box = (left, stands, right, ground.y + 1)
        drawing.tower(image, box, tower.style, faint=barred)
    if growing:
        _growing(image, (left, top, right, stands), growing)
    drawing.rule(image, ground.y, left - 1, right + 1)
    figures, face = str(tower.floors + growing), ground.figures
    write(image, ground.middle(place) + 1, top - face.capital - 1, figures, face, anchor="m")


def _growing(image: Image.Image, box: drawing.Box, growing: int) -> None:
    """The floors being built: lit blocks, told apart while there is room."""
    left, top, right, bottom = box
    image.paste(drawing.LIT, box)
    if bottom - top >= 3 * growing:
        for floor in range(1, growing + 1):
            y = bottom - round((bottom - top) * floor / growing)
            image.paste(0, (left, y, right, y + 1))


def _names(image: Image.Image, view: View, ground: Ground, towers: Sequence[Style], y: int) -> None:
    """The towers' short names."""
    for place, style in enumerate(towers):
        word = view.words.say(f"short.{style}")
        write(image, ground.middle(place) + 1, y, word, SMALL, PITCH - 1, anchor="m")


def _table_edge(image: Image.Image, view: View, table: Table, *, pile: bool) -> None:
    """At the side where they lie: the open cards, and the pile with its count."""
    left = WIDTH - EDGE + 3 if view.mirrored else 0
    top = 14
    for place, style in enumerate(table.display):
        y = top + place * 9
        drawing.card(image, (left + 2, y, left + 13, y + 8), style)
    if pile and table.pile is not None:
        drawing.sign(image, left + 2, 42, drawing.PILE)
        write(image, left + 7, 54, str(table.pile.left), TEXT, anchor="m")
