"""The pictures of a Campanile's table on the phone page: towers, cards, flags."""

from collections.abc import Iterator, Sequence

from companion.core.snapshot import Piece, Pieces, Pile, Place, Places, TableSnapshot
from companion.games.campanile.palette import CAMPANILE_PALETTE, fit_scale
from companion.games.table_drawing import (
    INK,
    Layout,
    PlayerMark,
    TableDrawing,
    TablePicture,
    define_fills,
    draw_cards,
    draw_disc,
    draw_rect,
    draw_svg,
    draw_words,
    fill_of,
    mark_players,
    name_fill,
)
from companion.text import Words
from companion.ui.markup import Markup, element

CARDS = ("open", "pile")


def draw_table(table: TableSnapshot, words: Words) -> TableDrawing:
    """Draw what lies on the table; cards only where they are tracked."""
    pictures = []
    cards = [part for part in table.parts if isinstance(part, (Pieces, Pile)) and part.key in CARDS]
    for part in table.parts:
        if not isinstance(part, Places):
            continue
        if part.key == "towers":
            drawn = draw_towers(part, table, words)
            pictures.append(TablePicture(("towers",), drawn, Layout.BROAD, tells_all=False))
        else:
            flags = draw_flags(part)
            pictures.append(TablePicture((part.key,), flags, Layout.SMALL))
    if cards and not any(_is_untracked(part) for part in cards):
        heading = words.say("web.cards")
        drawn = draw_cards(cards, CAMPANILE_PALETTE, heading, "campanile-cards", most_open=3)
        pictures.append(TablePicture(CARDS, drawn, Layout.SMALL, heading))
    return TableDrawing(pictures)


def _is_untracked(part: Pieces | Pile) -> bool:
    return (part.pieces if isinstance(part, Pieces) else part.open) is None


# The towers: storeys, and the influence under each, nearest the base first -----------------------

TOWERS = "campanile-towers"
"""Begins the ids of the styles' fills, which are the only ones on their page."""
WIDTH = 360
"""Width of a picture but for that of the cards."""
BODY = 46
"""Width of a tower."""
ROOF = 16
FIGURE = 26
"""Room above a roof for the number of floors."""
HIGHEST = 180
"""Height of a tower that fills the picture."""
GROUND_Y = FIGURE + ROOF + HIGHEST
ROWS_Y = GROUND_Y + 30
ROW_PITCH = 34
DISC = 13
WINDOWS_FROM = 12.0
"""Storeys so high have windows."""


def draw_towers(part: Places, table: TableSnapshot, words: Words) -> Markup:
    """Draw the towers from left to right, as who sits at the table sees them."""
    towers, marks = part.places[:: -1 if table.mirrored else 1], mark_players(table.players)
    height = ROWS_Y + ROW_PITCH * len(marks) + 2
    storey = _storey_height(towers)
    pitch = WIDTH / len(towers)
    parts: list[str] = [define_fills(TOWERS, [each.key for each in towers], CAMPANILE_PALETTE)]
    for place, tower in enumerate(towers):
        middle = round(pitch * (place + 0.5))
        parts += _draw_tower(tower, middle, storey, words)
        parts += _draw_rows(tower, middle, marks)
    parts.append(
        element("path", d=f"M0 {GROUND_Y}H{WIDTH}", stroke=INK, stroke_width=3, fill="none")
    )
    return draw_svg(WIDTH, height, parts, part.label)


def _floors_of(tower: Place) -> int:
    return tower.size or 0


def _storey_height(towers: Sequence[Place]) -> float:
    return HIGHEST / fit_scale(max(map(_floors_of, towers)))


def _draw_tower(tower: Place, middle: int, storey: float, words: Words) -> Iterator[str]:
    top = GROUND_Y - _floors_of(tower) * storey
    if tower.size:
        yield from _draw_storeys(tower, middle, storey, top)
        yield draw_words(middle, top - ROOF - 5, str(tower.size), 24, bold=True)
    else:
        yield _draw_site(middle)
        yield draw_words(middle, GROUND_Y - 16, "0", 24, bold=True)
    yield draw_words(middle, GROUND_Y + 19, words.say(f"title.{tower.key}"), 17)


def _draw_site(middle: int) -> Markup:
    """The dashed place of a tower that is not begun."""
    path = f"M{middle - BODY // 2} {GROUND_Y}V{GROUND_Y - 8}H{middle + BODY // 2}V{GROUND_Y}"
    return element("path", d=path, fill="none", stroke=INK, stroke_dasharray="4 3")


def _draw_storeys(tower: Place, middle: int, storey: float, top: float) -> Iterator[str]:
    """The body in its pattern, a line at each floor, a roof."""
    left, right = middle - BODY // 2, middle + BODY // 2
    style = tower.key
    yield draw_rect(
        (left, f"{top:g}", BODY, f"{GROUND_Y - top:g}"),
        fill=f"url(#{name_fill(TOWERS, style)})",
        stroke=INK,
        stroke_width=2,
    )
    floors = [top + storey * floor for floor in range(1, _floors_of(tower))]
    lines = "".join(f"M{left} {y:g}H{right}" for y in floors)
    if lines:
        yield element("path", d=lines, stroke=INK, stroke_width=2, fill="none")
    if storey >= WINDOWS_FROM:
        yield _draw_windows(middle, storey, [top, *floors])
    roof = f"M{left - 5} {top:g}L{middle} {top - ROOF:g}L{right + 5} {top:g}Z"
    paint = fill_of(style, CAMPANILE_PALETTE[style])
    yield element("path", d=roof, fill=paint, stroke=INK, stroke_width=2, stroke_linejoin="round")


def _draw_windows(middle: int, storey: float, floors: Sequence[float]) -> Markup:
    """An arched window in each storey."""
    height, half = storey * 0.55, min(4.0, storey * 0.2)
    paths = (
        f"M{middle - half:g} {y + storey * 0.8:g}v{half - height:g}"
        f"a{half:g} {half:g} 0 0 1 {2 * half:g} 0v{height - half:g}Z"
        for y in floors
    )
    return element("path", d="".join(paths), fill="#1a202c", stroke="#ffffff", stroke_width=1)


def _draw_rows(tower: Place, middle: int, marks: Sequence[PlayerMark]) -> Iterator[str]:
    """The influence of each player; the one who leads stands in a frame."""
    for place, row in enumerate(tower.standing):
        y, mark = ROWS_Y + ROW_PITCH * place + ROW_PITCH // 2, marks[row.seat]
        leads = row.seat == tower.leader
        if leads:
            yield draw_rect(
                (middle - 33, y - 16, 66, 32), rx=16, fill="none", stroke=INK, stroke_width=2.5
            )
        yield draw_disc(middle - 17, y, DISC, mark.paint, mark.initial)
        yield draw_words(middle + 14, y + 8, str(row.value), 22, bold=leads)


# The flags of the next scoring: the higher the pole, the higher the tower ------------------------

BASE = 112
FLAG_PITCH = 72
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
        parts += _draw_flag(FLAG_PITCH * rank + 6, BASE - POLE + STEP * rank, chips.pieces or ())
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
