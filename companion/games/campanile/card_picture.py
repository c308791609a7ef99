"""The open cards and the pile as one SVG; in 1996 the three numbered piles."""

from collections.abc import Iterator, Sequence

from companion.core.snapshot import Piece, Pieces, Pile
from companion.games.campanile.tower_picture import draw_style_patterns, pattern_of
from companion.games.svg_pieces import INK, draw_rect, draw_svg, draw_words
from companion.text import Words
from companion.ui.markup import Markup, element

CARD_WIDTH, CARD_HEIGHT = 58, 80
PITCH = 90
TOP = 8
CARD_BACK = "#2d3748"
EDGE = 3
"""Edges of further cards that show under the top one of a pile."""


def draw_cards(cards: Sequence[Pieces | Pile], words: Words) -> Markup:
    """Draw the open cards from left to right, then the pile; or the numbered piles."""
    styles = [piece.kind for part in cards for piece in _open_on(part) if piece]
    parts: list[str] = [draw_style_patterns("cards", styles)]
    places = 0
    for part in cards:
        if isinstance(part, Pieces):
            for place, piece in enumerate(_open_on(part)):
                parts += _draw_place(place, piece and piece.kind, words)
            places += 3
        elif part.number is None:
            parts += _draw_pile(part.left, PITCH * places)
            places += 1
        else:
            style = next((piece.kind for piece in _open_on(part) if piece), None)
            parts += _draw_place(places, style, words, part)
            places += 1
    return draw_svg(PITCH * places, TOP + CARD_HEIGHT + 26, parts, words.say("web.cards"))


def _open_on(part: Pieces | Pile) -> Sequence[Piece | None]:
    return (part.pieces if isinstance(part, Pieces) else part.open) or ()


def _draw_place(
    place: int, style: str | None, words: Words, pile: Pile | None = None
) -> Iterator[str]:
    """An open card, on its numbered pile if there is one."""
    x = PITCH * place + (PITCH - CARD_WIDTH) // 2
    middle = x + CARD_WIDTH // 2
    yield from _draw_card(x, style, hidden=pile is not None and bool(pile.left))
    if style is not None:
        name = words.say(f"title.{style}")
        yield draw_words(middle, TOP + CARD_HEIGHT + 19, name, 17)
    if pile is not None:
        yield draw_words(x - 9, TOP + 16, str(pile.number), 16, bold=True)
        if pile.left is not None:
            yield _draw_count(middle, pile.left)


def _draw_card(x: int, style: str | None, *, hidden: bool) -> Iterator[str]:
    """A card with its style's pattern in the middle, or its back; an empty place is dashed."""
    if style is None:
        yield _draw_box(x, TOP, CARD_BACK if hidden else "none", dashed=not hidden)
        return
    yield _draw_box(x, TOP, "#ffffff")
    yield draw_rect(
        (x + 7, TOP + 7, CARD_WIDTH - 14, CARD_HEIGHT - 14),
        rx=3,
        fill=f"url(#{pattern_of('cards', style)})",
        stroke="#1a202c",
    )


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
    x = start + (PITCH - CARD_WIDTH) // 2
    if left == 0:
        yield _draw_box(x, TOP, "none", dashed=True)
        return
    for edge in (2, 1, 0):
        yield _draw_box(x + EDGE * edge - EDGE, TOP - EDGE * edge + EDGE, CARD_BACK)
    if left is not None:
        yield _draw_count(x + CARD_WIDTH // 2 - EDGE, left)


def _draw_count(middle: int, count: int) -> Markup:
    """The number of cards on a plate, readable on any pattern."""
    y = TOP + CARD_HEIGHT // 2
    plate = draw_rect((middle - 20, y - 15, 40, 30), rx=15, fill="#ffffff", stroke="#1a202c")
    return element("g", plate, draw_words(middle, y + 8, str(count), 22, bold=True, fill="#111111"))
