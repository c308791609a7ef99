"""Pieces of any game as SVG: fills with the pattern of their colour, discs, text, short names."""

from collections.abc import Iterable, Sequence

from companion.core.palette import Colour, Pattern
from companion.ui.markup import Attribute, Markup, element

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
