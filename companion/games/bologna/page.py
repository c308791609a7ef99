"""The picture of Bologna's board on the phone page."""

from collections.abc import Collection, Iterator, Sequence

from companion.core.snapshot import Count, Pieces, Place, Places, Seats, TableSnapshot
from companion.games.bologna.sign_rows import ACTIONS, CATHEDRAL, KIND_ROWS
from companion.games.table_drawing import (
    INK,
    OUTLINE,
    Layout,
    PlayerMark,
    TableDrawing,
    TablePicture,
    draw_picture,
    draw_rect,
    draw_rows,
    draw_words,
    mark_players,
)
from companion.text import Words
from companion.ui.markup import Markup, element, join_markup

Marks = Sequence[PlayerMark]
BASILICA = "5-5"
FIELD = 100
"""The side of a field in the drawing's own units."""
MARGIN = 34
"""Room for the numbers of rows and columns."""
STONE_WIDTH, STONE_HEIGHT = 46, 11.5
STONE_LEFT, GROUND = 8, 93
ROOF_HEIGHT = 20
FIGURE_X = 75
SIGN_PIXEL = 3.2
PLAGUE_PAINT = "#a855c7"


def draw_table(table: TableSnapshot, _words: Words) -> TableDrawing:
    """Draw the board with its stones and the plague zone."""
    fields, plague = table.find("fields", Places), table.find("plague", Pieces)
    assert fields
    assert plague
    ill = [piece.kind for piece in plague.pieces or () if piece]
    board = _draw_board(fields, ill, mark_players(table.players))
    return TableDrawing([TablePicture(("fields", "plague"), board, Layout.SQUARE)])


def _draw_board(fields: Places, plague: Collection[str], marks: Marks) -> Markup:
    size = fields.columns
    board = [fields.places[at : at + size] for at in range(0, len(fields.places), size)]
    side = MARGIN + len(board) * FIELD + 2
    parts: list[Markup] = []
    for down, row in enumerate(board):
        middle = MARGIN + down * FIELD + FIELD / 2
        row_number, _, _ = row[0].key.partition("-")
        _, _, column_number = board[0][down].key.partition("-")
        parts += [
            draw_words(MARGIN / 2 - 3, middle + 10, row_number, 28, bold=True),
            draw_words(middle, MARGIN - 9, column_number, 28, bold=True),
        ]
        for across, field in enumerate(row):
            left, top = MARGIN + across * FIELD, MARGIN + down * FIELD
            drawn = join_markup(_draw_field(field, field.key in plague, marks))
            parts.append(element("g", drawn, transform=f"translate({left} {top})"))
    return draw_picture(side, side, *parts, *_draw_plague(board, plague))


def _draw_field(field: Place, is_ill: bool, marks: Marks) -> Iterator[Markup]:
    yield draw_rect(
        (2, 2, FIELD - 4, FIELD - 4),
        rx=6,
        fill=PLAGUE_PAINT if is_ill else INK,
        fill_opacity=0.28 if is_ill else 0.05,
        stroke=INK,
        stroke_opacity=0.35,
    )
    if field.key == BASILICA:
        yield draw_rows(14, 14, 9, CATHEDRAL)
        return
    kind = field.find("kind", Count)
    if kind and kind.value in KIND_ROWS:
        pixel = SIGN_PIXEL if field.pieces else SIGN_PIXEL * 1.5
        left = FIGURE_X - 3.5 * pixel if field.pieces else FIELD / 2 - 3.5 * pixel
        yield draw_rows(left, 9 if field.pieces else left, pixel, KIND_ROWS[str(kind.value)])
    yield from _draw_stack(field, marks)


def _draw_stack(field: Place, marks: Marks) -> Iterator[Markup]:
    """The stones from bottom to top; beside them the height and the owner's initial."""
    top: float = GROUND
    seats = [stone.seat for stone in field.pieces if stone.seat is not None]
    for seat in seats:
        top -= STONE_HEIGHT
        yield draw_rect(
            (STONE_LEFT, top, STONE_WIDTH, STONE_HEIGHT), fill=marks[seat].fill, **OUTLINE
        )
    roof = field.find("roof", Seats)
    if roof:
        corners = f"M{STONE_LEFT - 4} {top}L{STONE_LEFT + STONE_WIDTH / 2} {top - ROOF_HEIGHT}"
        path = f"{corners}L{STONE_LEFT + STONE_WIDTH + 4} {top}z"
        yield element("path", d=path, fill=marks[roof.seats[0]].paint, **OUTLINE)
    if seats:
        yield draw_words(FIGURE_X, 64, str(len(seats)), 40, bold=True)
        yield draw_words(FIGURE_X, 92, marks[seats[-1]].initial, 28, bold=True)


def _draw_plague(board: Sequence[Sequence[Place]], plague: Collection[str]) -> Iterator[Markup]:
    """A frame around the plague zone, and the box's skull where its four fields meet."""
    places = [
        (across, down)
        for down, row in enumerate(board)
        for across, field in enumerate(row)
        if field.key in plague
    ]
    if not places:
        return
    left, top = (MARGIN + FIELD * least for least in map(min, zip(*places, strict=True)))
    side = 2 * FIELD
    yield draw_rect(
        (left, top, side, side),
        rx=10,
        fill="none",
        stroke=PLAGUE_PAINT,
        stroke_width=6,
        stroke_dasharray="16 8",
    )
    middle = left + side / 2, top + side / 2
    yield element("circle", cx=middle[0], cy=middle[1], r=13, fill=PLAGUE_PAINT)
    yield draw_rows(middle[0] - 8.75, middle[1] - 8.75, 2.5, ACTIONS["plague"], "#ffffff")
