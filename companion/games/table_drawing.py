"""How games draw their tables for the phone page: pictures, players' marks, signs, pieces as SVG.

A player has a colour, the pattern that this colour has on the box, and an initial.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from enum import StrEnum
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

from companion.core.game_checks import LONGEST_DATA
from companion.core.guard import WrongResultError, attempt, require
from companion.core.palette import PALETTE, UNKNOWN, Colour, Pattern
from companion.core.snapshot import Piece, Pieces, Pile, PlayerSnapshot, TableSnapshot
from companion.ui.markup import Attribute, Markup, element

if TYPE_CHECKING:
    from companion.text import Words

INK = "currentColor"
"""The colour of the page's text, which outlines pieces on a light and on a dark page."""
DARK, LIGHT = "#111111", "#ffffff"
PIECE_FILLS = {"white": "#ffffff", "yellow": "#e8b339"}
"""Fills that differ from the line of that colour in a chart."""
TILE = 8
LINES = {
    Pattern.DIAGONAL: "M-2 2L2 -2M0 8L8 0M6 10L10 6",
    Pattern.ANTIDIAGONAL: "M-2 6L2 10M0 0L8 8M6 -2L10 2",
    Pattern.BRICKS: "M0 0.5H8M0 4.5H8M2 0.5V4.5M6 4.5V8.5",
    Pattern.UPRIGHT: "M2 0V8M6 0V8",
}
SHAPES = {
    Pattern.CHECKER: "M0 0H4V4H0ZM4 4H8V8H4Z",
    Pattern.DOTS: "M1 2a1 1 0 1 0 2 0a1 1 0 1 0 -2 0ZM5 6a1 1 0 1 0 2 0a1 1 0 1 0 -2 0Z",
}


def fill_of(name: str, colour: Colour) -> str:
    """The CSS colour of a piece."""
    return PIECE_FILLS.get(name, colour.paint)


def contrasting(paint: str) -> str:
    """Black or white, whichever is read better on a CSS colour like `#2b6cb0`."""
    red, green, blue = (int(paint[at : at + 2], 16) / 255 for at in (1, 3, 5))
    luminance = 0.2126 * red**2.2 + 0.7152 * green**2.2 + 0.0722 * blue**2.2
    return LIGHT if luminance < 0.18 else DARK  # where both contrast alike


def draw_pattern(identifier: str, name: str, colour: Colour) -> Markup:
    """Define a fill with the colour's pattern, for use as `url(#identifier)`."""
    paint = fill_of(name, colour)
    parts = [element("rect", width=TILE, height=TILE, fill=paint)]
    ink = contrasting(paint)
    if colour.pattern in LINES:
        lines = LINES[colour.pattern]
        parts.append(
            element("path", d=lines, stroke=ink, stroke_width=1, stroke_opacity=0.55, fill="none")
        )
    elif colour.pattern in SHAPES:
        parts.append(element("path", d=SHAPES[colour.pattern], fill=ink, fill_opacity=0.45))
    return element(
        "pattern",
        *parts,
        id=identifier,
        width=TILE,
        height=TILE,
        patternUnits="userSpaceOnUse",
    )


def draw_svg(width: float, height: float, parts: Iterable[str], label: str) -> Markup:
    """A picture as wide as its box, with its name for a screen reader.

    What is in it is hidden: browsers read out the text in a picture, bare numbers here.
    """
    box, inner = f"0 0 {width:g} {height:g}", element("g", *parts, aria_hidden="true")
    return element("svg", inner, viewBox=box, width="100%", role="img", aria_label=label)


def draw_rect(box: tuple[Attribute, ...], **attributes: Attribute) -> Markup:
    """A rectangle: left, top, width and height, and how it looks."""
    x, y, width, height = box
    return element("rect", x=x, y=y, width=width, height=height, **attributes)


def draw_words(
    x: float, y: float, text: str, size: float, *, bold: bool = False, fill: str = INK
) -> Markup:
    """Draw text with its middle at ``x`` and its base line at ``y``."""
    return element(
        "text",
        text,
        x=f"{x:g}",
        y=f"{y:g}",
        font_size=f"{size:g}",
        font_weight="bold" if bold else None,
        text_anchor="middle",
        fill=fill,
    )


def draw_disc(x: float, y: float, radius: float, paint: str, letters: str) -> Markup:
    """A player's disc: the colour, and the letters that stand for the name."""
    size = radius * (1.25 if len(letters) == 1 else 1.0 if len(letters) == 2 else 0.8)
    return element(
        "g",
        element(
            "circle",
            cx=f"{x:g}",
            cy=f"{y:g}",
            r=f"{radius:g}",
            fill=paint,
            stroke=INK,
            stroke_width=1.5,
        ),
        draw_words(x, y + size * 0.36, letters, size, bold=True, fill=contrasting(paint)),
    )


def shorten_names(names: Sequence[str]) -> list[str]:
    """The fewest first letters, up to three, that tell the names apart; else with the seat."""
    for letters in (1, 2, 3):
        short = [name[:letters].strip() for name in names]
        if len({each.casefold() for each in short}) == len(names):
            return short
    return [f"{name[:1]}{seat}" for seat, name in enumerate(names, 1)]


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


def check_drawing(drawn: Any) -> TableDrawing:
    """What a game has drawn; raises WrongResultError for anything else, or too much."""
    drawing = require(drawn, TableDrawing)
    svg = [each.drawing for each in drawing.pictures]
    svg += [each.drawing for each in drawing.places.values()]
    if (length := sum(map(len, svg))) > LONGEST_DATA:
        raise WrongResultError(f"{length} letters of SVG, more than {LONGEST_DATA}")
    return drawing


def guard_page(game: str, draw: TablePage) -> TablePage:
    """What draws a game's table, behind its guard: where it fails, words alone tell the table.

    The phone page needs no more of a plugin; to guard all of it would take Pillow.
    """

    def checked(table: TableSnapshot, words: Words) -> TableDrawing:
        return check_drawing(draw(table, words))

    def draw_nothing(_table: TableSnapshot, _words: Words) -> TableDrawing:
        return TableDrawing()

    return partial(attempt, game, "page", draw_nothing, checked)


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


# Cards: open ones and piles, from left to right -----------------------------------------------

CARD_WIDTH, CARD_HEIGHT, CARD_PITCH, CARD_TOP = 58, 80, 90, 8
CARD_BACK = "#2d3748"
EDGE = 3
"""Edges of further cards that show under the top one of a pile."""


def name_fill(picture: str, colour: str) -> str:
    """The id of a colour's fill in a picture, whose name is the only one on its page."""
    return f"{picture}-{colour}"


def define_fills(picture: str, colours: Iterable[str], palette: Mapping[str, Colour]) -> Markup:
    """Define the fills of these colours, each with its pattern, for one picture of the page."""
    patterns = (
        draw_pattern(name_fill(picture, each), each, palette[each]) for each in sorted({*colours})
    )
    return element("defs", *patterns)


def draw_cards(
    cards: Sequence[Pieces | Pile],
    palette: Mapping[str, Colour],
    label: str,
    picture: str,
    most_open: int,
) -> Markup:
    """Draw open cards, of which ``most_open`` have room, then a pile; or numbered piles.

    The kind of each card is a colour of the palette. A numbered pile has its open card on it.
    """
    kinds = [piece.kind for part in cards for piece in _open_on(part) if piece]
    parts: list[str] = [define_fills(picture, kinds, palette)]
    places = 0
    for part in cards:
        if isinstance(part, Pieces):
            for place, piece in enumerate(_open_on(part), places):
                parts += _draw_place(place, piece, picture)
            places += most_open
        elif part.number is None:
            parts += _draw_pile(part.left, CARD_PITCH * places)
            places += 1
        else:
            parts += _draw_place(places, next(filter(None, _open_on(part)), None), picture, part)
            places += 1
    return draw_svg(CARD_PITCH * places, CARD_TOP + CARD_HEIGHT + 26, parts, label)


def _open_on(part: Pieces | Pile) -> Sequence[Piece | None]:
    return (part.pieces if isinstance(part, Pieces) else part.open) or ()


def _draw_place(
    place: int, piece: Piece | None, picture: str, pile: Pile | None = None
) -> Iterator[str]:
    """An open card, on its numbered pile if there is one."""
    x = CARD_PITCH * place + (CARD_PITCH - CARD_WIDTH) // 2
    middle = x + CARD_WIDTH // 2
    if piece is None:
        is_hidden = pile is not None and bool(pile.left)
        yield _draw_box(x, CARD_TOP, CARD_BACK if is_hidden else "none", dashed=not is_hidden)
    else:
        yield _draw_box(x, CARD_TOP, LIGHT)
        window = (x + 7, CARD_TOP + 7, CARD_WIDTH - 14, CARD_HEIGHT - 14)
        fill = f"url(#{name_fill(picture, piece.kind)})"
        yield draw_rect(window, rx=3, fill=fill, stroke="#1a202c")
        yield draw_words(middle, CARD_TOP + CARD_HEIGHT + 19, piece.text, 17)
    if pile is not None:
        yield draw_words(x - 9, CARD_TOP + 16, str(pile.number), 16, bold=True)
        if pile.left is not None:
            yield _draw_count(middle, pile.left)


def _draw_box(x: int, y: int, fill: str, *, dashed: bool = False) -> Markup:
    return draw_rect(
        (x, y, CARD_WIDTH, CARD_HEIGHT),
        rx=7,
        fill=fill,
        stroke=INK,
        stroke_width=2,
        stroke_dasharray="5 4" if dashed else None,
    )


def _draw_pile(left: int | None, start: int) -> Iterator[str]:
    """The cards face down, with their number where it is known."""
    x = start + (CARD_PITCH - CARD_WIDTH) // 2
    if left == 0:
        yield _draw_box(x, CARD_TOP, "none", dashed=True)
        return
    for edge in (2, 1, 0):
        yield _draw_box(x + EDGE * edge - EDGE, CARD_TOP - EDGE * edge + EDGE, CARD_BACK)
    if left is not None:
        yield _draw_count(x + CARD_WIDTH // 2 - EDGE, left)


def _draw_count(middle: int, count: int) -> Markup:
    """The number of cards on a plate, readable on any pattern."""
    y = CARD_TOP + CARD_HEIGHT // 2
    plate = draw_rect((middle - 20, y - 15, 40, 30), rx=15, fill="#ffffff", stroke="#1a202c")
    return element("g", plate, draw_words(middle, y + 8, str(count), 22, bold=True, fill="#111111"))
