"""The pictures of Capitol's prefectures on the phone page."""

from collections.abc import Iterator, Mapping, Sequence

from companion.core.snapshot import Count, Piece, Pile, Place, Places, TableSnapshot
from companion.games.capitol.sign_rows import SIGNS
from companion.games.table_drawing import (
    INK,
    OUTLINE,
    PlacePicture,
    PlayerMark,
    TableDrawing,
    draw_picture,
    draw_rect,
    draw_rows,
    draw_words,
    mark_players,
)
from companion.text import Words
from companion.ui.markup import Markup, element, join_markup

Marks = Sequence[PlayerMark]
HUES = {"light-blue": "#7cc4e8", "purple": "#8a5fbf", "pink": "#ee8fb7"}
"""The paint of each colour of prefectures."""
SITE, LEAST_SITES = 46, 8
"""The width of a small site, and for how many there is room at least."""
WIDTH_LARGE = 60
HOUSE_LEFT, HOUSE_WIDTH = 6, 34
GROUND, FOOT = 126, 168
FIGURE = 33
"""The size of heights and initials, as large as there is room: they are read across a room."""
BLOCK, SKY = 16, 46
"""The most that a block is high, and the room above a house for its roof and its figure."""
LEAST_HEIGHT = 52
"""Room above the ground for the signs."""
LARGE = ("temple", "amphitheatre")


def draw_table(table: TableSnapshot, _words: Words) -> TableDrawing:
    """Draw each prefecture: its houses, its buildings and its free sites."""
    board, marks = table.find("prefectures", Places), mark_players(table.players)
    if not board:
        return TableDrawing()
    return TableDrawing(places={each.key: _draw_prefecture(each, marks) for each in board.places})


def _draw_prefecture(there: Place, marks: Marks) -> PlacePicture:
    hue = there.find("hue", Count)
    paint = HUES.get(str(hue.value), INK) if hue else INK
    square = element("rect", x=3, y=3, width=26, height=26, rx=5, fill=paint, stroke=INK)
    sign = draw_picture(32, 32, square, class_="disc")
    return PlacePicture(_draw_sites(there, marks, paint), sign)


def _count(there: Place, key: str) -> Mapping[str, int]:
    counted = there.find(key, Pile)
    return (counted and counted.kinds) or {}


def _draw_sites(there: Place, marks: Marks, paint: str) -> Markup:
    """The houses in the order they were built, the fountains, the free sites, the large ones."""
    built, free, houses = _count(there, "buildings"), _count(there, "free"), there.pieces
    fountains = built.get("fountain", 0)
    smalls = len(houses) + fountains + free["small"]
    larges = [SIGNS[each] for each in LARGE for _ in range(built.get(each, 0))]
    large_width = WIDTH_LARGE * (len(larges) + free["large"])
    width = max(smalls, LEAST_SITES) * SITE + large_width
    tallest = max((house.number or 1 for house in houses), default=1)
    block = min(BLOCK, (GROUND - SKY) / tallest)
    ground = element("rect", y=GROUND, width=width, height=7, fill=paint, rx=2)
    parts = [ground]
    for place, house in enumerate(houses):
        drawn = join_markup(_draw_house(house, marks, block))
        parts.append(_move(place * SITE, drawn))
    for place in range(len(houses), smalls):
        is_fountain = place < len(houses) + fountains
        fountain = draw_rows(7, GROUND - 30, 3.6, SIGNS["fountain"])
        drawn = fountain if is_fountain else _draw_free(HOUSE_WIDTH)
        parts.append(_move(place * SITE, drawn))
    left = width - large_width
    for sign in [*larges, *[None] * free["large"]]:
        drawn = draw_rows(6, GROUND - 44, 5.3, sign) if sign else _draw_free(48)
        parts.append(_move(left, drawn))
        left += WIDTH_LARGE
    above = GROUND - max(tallest * block + SKY, LEAST_HEIGHT)
    lifted = element("g", *parts, transform=f"translate(0 {-above:g})")
    return draw_picture(width, FOOT - above, lifted)


def _move(right: float, drawn: Markup) -> Markup:
    return element("g", drawn, transform=f"translate({right} 0)")


def _draw_free(width: float) -> Markup:
    """A free site: a dashed frame, higher than wide where it is large."""
    return draw_rect(
        (HOUSE_LEFT, GROUND - width, width, width - 3),
        fill="none",
        stroke=INK,
        stroke_opacity=0.6,
        stroke_width=2,
        stroke_dasharray="5 4",
    )


def _draw_house(house: Piece, marks: Marks, block: float) -> Iterator[Markup]:
    """Its blocks and its roof, the height above, the owner's initial below."""
    mark, height = marks[house.seat or 0], house.number or 1
    top = GROUND - height * block
    for place in range(height):
        yield draw_rect(
            (HOUSE_LEFT, top + place * block, HOUSE_WIDTH, block), fill=mark.fill, **OUTLINE
        )
    right = HOUSE_LEFT + HOUSE_WIDTH
    dome = f"M{HOUSE_LEFT} {top}A{HOUSE_WIDTH / 2} 12 0 0 1 {right} {top}z"
    flat = f"M{HOUSE_LEFT - 3} {top}v-6h{HOUSE_WIDTH + 6}v6z"
    roof = dome if house.kind == "round" else flat
    yield element("path", d=roof, fill=mark.paint, **OUTLINE)
    middle = HOUSE_LEFT + HOUSE_WIDTH / 2
    yield draw_words(middle, top - 15, str(height), FIGURE, bold=True)
    size = FIGURE if len(mark.initial) < 3 else FIGURE * 0.7
    yield draw_words(middle, FOOT - 6, mark.initial, size, bold=True)
