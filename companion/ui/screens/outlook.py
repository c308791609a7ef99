"""Draws the outlook: its header with the number of the page, and pages that any game may have."""

from collections.abc import Mapping, Sequence

from PIL import Image

from companion.ui.input.outlook import CountPage, FactPage, Outlook, PointsNow
from companion.ui.screens import drawing, table_pieces
from companion.ui.screens.box_pages import draw_closed_eye
from companion.ui.screens.drawing import (
    BODY_TOP,
    HEADER_Y,
    LEFT,
    LINE_PITCH,
    SAFE_WIDTH,
    TEXT_WIDTH,
    Rect,
    draw_text,
)
from companion.ui.screens.fonts import (
    FIGURES,
    LARGE,
    MEDIUM,
    SMALL,
    TEXT,
    double_size,
    text_width,
    wrap_text,
)
from companion.ui.screens.guide import draw_standings
from companion.ui.screens.view import EntryScreen, View

TITLE_WIDTH = TEXT_WIDTH - 24
"""Columns for a page's title beside its number."""
GROUND_Y = BODY_TOP + 17
"""The row under the main fact of a page."""
LINES_Y = 34
"""The row of the first line under the main fact of a page."""
GAP = 5
LEAST_GAP = 3
"""Pixels between two columns, at least."""
TEXT_PITCH = 10
"""Rows from one line of TEXT to the next."""
PICTURE_Y, PICTURE_SIZE = 32, 18
LABEL_Y = 52
CARD_EDGE = 4
"""By so many columns a card stands out at either side."""


def draw_outlook(image: Image.Image, view: View, entry: Outlook) -> None:
    """Draw the page shown, by the game's own screen for its type."""
    if entry.open:
        draw_standings(image, view, entry.standings, gains=True)
        return
    drawing.draw_header_end(image, f"{entry.at + 1}/{len(entry.pages)}")
    kind = type(entry.page)
    draw = view.screens.pages.get(kind) or PAGES[kind]
    draw(image, view, entry.page)


def draw_title(image: Image.Image, title: str) -> None:
    """Draw the title of a page, beside its number."""
    drawing.draw_header(image, title, room=TITLE_WIDTH)


def _draw_points_now(image: Image.Image, view: View, page: PointsNow) -> None:
    key = f"outlook.now.{page.scoring}"
    title = view.words.say(key if view.words.has(key) else "outlook.now")
    lines = drawing.limit_lines(2, wrap_text(title, TEXT, TITLE_WIDTH), TEXT, TITLE_WIDTH)
    drawing.draw_lines(image, LEFT, HEADER_Y, lines, TEXT, TEXT_PITCH)
    draw_closed_eye(image, view)


def _draw_fact(image: Image.Image, view: View, page: FactPage) -> None:
    """Draw a large figure with what it counts beside it, and up to two lines below."""
    draw_title(image, view.say(page.title))
    figure, label = view.say(page.figure), view.say(page.label)
    narrowest = max((text_width(word, TEXT) for word in label.split()), default=0)
    room = TEXT_WIDTH - narrowest - GAP
    top = GROUND_Y - LARGE.capital
    end = drawing.draw_on_line(image, LEFT, top, figure, room, LARGE, FIGURES) + GAP
    beside = SAFE_WIDTH - end
    if text_width(label, MEDIUM) <= beside:
        draw_text(image, end, GROUND_Y - MEDIUM.capital, label, MEDIUM)
    else:
        fitting = drawing.limit_lines(2, wrap_text(label, TEXT, beside), TEXT, beside)
        y = GROUND_Y - TEXT.capital - TEXT_PITCH * (len(fitting) - 1)
        drawing.draw_lines(image, end, y, fitting, TEXT, TEXT_PITCH)
    for place, line in enumerate(page.lines):
        y = LINES_Y + place * LINE_PITCH
        drawing.draw_on_line(image, LEFT, y, view.say(line), TEXT_WIDTH, MEDIUM, TEXT, SMALL)


def _draw_counts(image: Image.Image, view: View, page: CountPage) -> None:
    """Draw columns side by side, as wide as their texts need."""
    draw_title(image, view.say(page.title))
    columns = page.columns[:: -1 if page.is_row and view.mirrored else 1]
    names = [view.say(each.label) for each in columns]
    for figures, labels in ((LARGE, TEXT), (MEDIUM, TEXT), (MEDIUM, SMALL)):
        widths = [
            max(text_width(each.figure, figures), text_width(name, labels), PICTURE_SIZE)
            for each, name in zip(columns, names, strict=True)
        ]
        gap = (SAFE_WIDTH - sum(widths)) // len(columns)
        if gap >= LEAST_GAP:
            break
    left = gap // 2
    for column, name, width in zip(columns, names, widths, strict=True):
        middle, x = left + width // 2, left + (width - PICTURE_SIZE) // 2
        y = PICTURE_Y - 2 - figures.capital
        draw_text(image, middle, y, column.figure, figures, anchor="m")
        box = (x, PICTURE_Y, x + PICTURE_SIZE, PICTURE_Y + PICTURE_SIZE)
        _draw_piece(image, view, box, column.piece)
        draw_text(image, middle, LABEL_Y, name, labels, anchor="m")
        left += width + gap


def _draw_piece(image: Image.Image, view: View, box: Rect, piece: str | Sequence[str]) -> None:
    """Draw a sign twice as large, or a card with a colour's pattern, or with a text."""
    if not isinstance(piece, str):
        drawing.draw_boxed_sign(image, box, double_size(piece))
        return
    left, top, right, bottom = box
    colour = view.screens.palette.get(piece)
    if colour is None:
        box = (left - CARD_EDGE, top, right + CARD_EDGE, bottom)
        drawing.draw_boxed_text(image, box, piece, TEXT)
    else:
        table_pieces.fill_pattern(image, (left + 2, top + 2, right - 2, bottom - 2), colour.pattern)
    table_pieces.draw_card(image, box)


PAGES: Mapping[type, EntryScreen] = {
    FactPage: _draw_fact,
    CountPage: _draw_counts,
    PointsNow: _draw_points_now,
}
SCREENS: Mapping[type, EntryScreen] = {
    Outlook: draw_outlook,
}
