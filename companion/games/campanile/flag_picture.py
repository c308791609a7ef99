"""The flags of the next scoring as SVG: the higher the pole, the higher the tower."""

from collections.abc import Iterator, Sequence

from companion.core.snapshot import Piece, Pieces, Places
from companion.games.svg_pieces import INK, draw_svg, draw_words
from companion.ui.markup import Markup, element

WIDTH, BASE = 360, 112
PITCH = 72
POLE = 104
STEP = 15
"""How much shorter each pole is than the one before."""
CLOTH_WIDTH, CLOTH_HEIGHT = 60, 30
SIZES = {1: 20, 2: 19, 3: 15.5}
"""The size of so many figures."""


def draw_flags(flags: Places) -> Markup:
    """Draw the flags from the highest tower's down."""
    parts: list[str] = []
    for rank, flag in enumerate(flags.places):
        (chips,) = flag.holds
        assert isinstance(chips, Pieces)
        parts += _draw_flag(PITCH * rank + 6, BASE - POLE + STEP * rank, chips.pieces or ())
    ground = element("path", d=f"M0 {BASE}H{WIDTH}", stroke=INK, stroke_width=2)
    return draw_svg(WIDTH, BASE + 4, [*parts, ground], flags.label)


def _draw_flag(x: int, top: int, flag: Sequence[Piece | None]) -> Iterator[str]:
    yield element(
        "path",
        d=f"M{x} {BASE}V{top}",
        stroke=INK,
        stroke_width=4,
        stroke_linecap="round",
    )
    cloth = (
        f"M{x + 2} {top}h{CLOTH_WIDTH}l-7 {CLOTH_HEIGHT // 2}l7 {CLOTH_HEIGHT // 2}h-{CLOTH_WIDTH}Z"
    )
    yield element("path", d=cloth, fill="#b83280", stroke=INK, stroke_width=1.5)
    text, size = "\N{MIDDLE DOT}".join(str(chip.number) for chip in flag if chip), SIZES[len(flag)]
    middle = x + CLOTH_WIDTH // 2 - 1
    yield draw_words(middle, top + 15 + size * 0.36, text, size, bold=True, fill="#ffffff")
