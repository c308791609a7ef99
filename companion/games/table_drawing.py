"""How games draw their tables for the phone page: pictures, players' marks, pixel signs.

A player has a colour, the pattern that this colour has on the box, and an initial.
"""

from collections.abc import Callable, Mapping, Sequence
from enum import StrEnum
from typing import TYPE_CHECKING, NamedTuple

from companion.core.palette import PALETTE, UNKNOWN, Colour
from companion.core.snapshot import PlayerSnapshot, TableSnapshot
from companion.games.svg_pieces import INK, draw_disc, draw_pattern, fill_of, shorten_names
from companion.ui.markup import Markup, element

if TYPE_CHECKING:
    from companion.text import Words

OUTLINE: Mapping[str, str | int] = {"stroke": INK, "stroke_width": 2}
"""Around pieces, whose colour may be that of the background."""
PATTERN = "player-{seat}"
"""The id of the pattern of a player's pieces."""


class Layout(StrEnum):
    """How much room a picture of the table wants."""

    BROAD = "broad"
    SQUARE = "square"
    SMALL = "small"


class TablePicture(NamedTuple):
    """A picture of some parts of the table, for whoever sees it; the words stand beside it."""

    keys: tuple[str, ...]
    """The parts that it shows."""
    drawing: Markup
    layout: Layout
    heading: str = ""
    """Else the label of its first part."""
    tells_all: bool = True
    """Whether who sees it needs no words."""


class PlacePicture(NamedTuple):
    """A picture of a place, and a sign beside its name."""

    drawing: Markup
    sign: Markup = Markup()


class TableDrawing(NamedTuple):
    """What a game draws of its table; everything else is told in words."""

    pictures: Sequence[TablePicture] = ()
    places: Mapping[str, PlacePicture] = {}
    """By the keys of places, each of which is a card of its own."""


TablePage = Callable[[TableSnapshot, "Words"], TableDrawing]
"""(the table in words, the game's words) → its pictures."""


class PlayerMark(NamedTuple):
    """How a player's pieces are drawn."""

    fill: str
    """A paint of SVG: the colour with its pattern, which `define_patterns` defines."""
    paint: str
    """The colour alone."""
    initial: str
    """The first letters of the name, as many as tell the players apart."""


def mark_players(players: Sequence[PlayerSnapshot]) -> list[PlayerMark]:
    """The players' marks, by seat."""
    short = shorten_names([player.name for player in players])
    return [
        PlayerMark(
            f"url(#{PATTERN.format(seat=player.seat)})",
            fill_of(player.colour, _colour_of(player)),
            initial,
        )
        for player, initial in zip(players, short, strict=True)
    ]


def _colour_of(player: PlayerSnapshot) -> Colour:
    return PALETTE.get(player.colour, UNKNOWN)


def define_patterns(players: Sequence[PlayerSnapshot]) -> Markup:
    """The patterns that the marks' fills name, in a drawing that shows nothing."""
    patterns = [
        draw_pattern(PATTERN.format(seat=player.seat), player.colour, _colour_of(player))
        for player in players
    ]
    return element("svg", element("defs", *patterns), width=0, height=0, aria_hidden="true")


def draw_player_disc(mark: PlayerMark) -> Markup:
    """A player's disc beside the name, its pattern at the rim."""
    rim = element("circle", cx=16, cy=16, r=15, fill=mark.fill, stroke=INK)
    return draw_picture(32, 32, rim, draw_disc(16, 16, 12, mark.paint, mark.initial), class_="disc")


def draw_picture(width: float, height: float, *parts: str, class_: str = "") -> Markup:
    """A drawing that a screen reader skips: what it shows stands beside it in words."""
    size = {"width": width, "height": height} if class_ else {"width": "100%"}
    return element(
        "svg",
        *parts,
        viewBox=f"0 0 {width:g} {height:g}",
        **size,
        class_=class_ or None,
        aria_hidden="true",
        focusable="false",
    )


def draw_rows(x: float, y: float, pixel: float, rows: Sequence[str], ink: str = INK) -> Markup:
    """A sign of pixels, as the box draws it; its left upper corner is at ``x`` and ``y``."""
    runs = []
    for down, row in enumerate(rows):
        start = 0
        for lit in row.split("."):
            if lit:
                left, top = x + start * pixel, y + down * pixel
                runs.append(
                    f"M{left:g} {top:g}h{len(lit) * pixel:g}v{pixel:g}h-{len(lit) * pixel:g}z"
                )
            start += len(lit) + 1
    return element("path", d="".join(runs), fill=ink)
