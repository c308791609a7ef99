"""Draws the table check: a page's rows, and the editors that correct them."""

from collections.abc import Mapping, Sequence

from PIL import Image

from companion.core.corrections import NONE, UNKNOWN
from companion.text.question_text import describe_correction
from companion.ui.input.field_pages import DONE, REMOVE, FormEditor, ListEditor
from companion.ui.input.table_check import BoardCheck, CheckPage, FieldEditor, TableCheck
from companion.ui.screens import drawing
from companion.ui.screens.drawing import (
    BODY_TOP,
    LEFT,
    LIT,
    MIDDLE,
    SAFE_HEIGHT,
    SAFE_WIDTH,
    TEXT_WIDTH,
    draw_text,
)
from companion.ui.screens.fonts import ELLIPSIS, LARGE, MEDIUM, SMALL, TEXT, cut_text, text_width
from companion.ui.screens.menus import ROW_HEIGHT, ListRow, draw_list
from companion.ui.screens.view import EntryScreen, View

NUMBER_HEIGHT = 24
BAR_TOP = SAFE_HEIGHT - ROW_HEIGHT
PLACE_PITCH = 10
"""Rows from one row of a board's places to the next."""
MAP_WIDTH, MAP_HEIGHT = 36, 15
"""Columns and rows of the small map of a board, beside a place's name."""
DETAILS_Y = 19
"""The row of what is at a place of a board."""
ARROW_ROOM = 9
"""Columns for an arrow beside a bar or a number."""


def draw_table_check(image: Image.Image, view: View, entry: TableCheck) -> None:
    """Draw a page: that it is right, and its rows with what is believed."""
    title = title_of_page(view, entry.page)
    if entry.place is None:
        title = number_page(view, entry, title)
    rows = [_list_row(view, entry.page, row) for row in entry.page.rows]
    draw_list(image, title, [ListRow(view.words.say("table_check.right")), *rows], entry.at)


def _list_row(view: View, page: CheckPage, row: FieldEditor) -> ListRow:
    """Return a row with what it corrects; where that has no room, with its value alone.

    A number alone says nothing: it stands behind as many words of its label as fit.
    """
    value = describe_value(view, row, row.present)
    if row.about != page.about:
        value = view.words.say("table_check.row", what=row.about, value=value)
    if not value.isdecimal():
        return ListRow(_describe_row(view, row), (value,))
    label = _label(view, row).split()
    fewer = (" ".join(label[:end]) + ELLIPSIS for end in range(len(label) - 1, 0, -1))
    shorter = (view.words.say("table_check.row", what=what, value=value) for what in fewer)
    return ListRow(_describe_row(view, row), tuple(shorter))


def number_page(view: View, entry: TableCheck, title: str) -> str:
    """Return a title with the number of the page that it is, and how many there are."""
    number, pages = entry.page_at + 1, len(entry.pages)
    return view.words.say("table_check.page", what=title, page=number, pages=pages)


def title_of_page(view: View, page: CheckPage) -> str:
    """Return what a page is about."""
    if not page.title:
        return page.about
    return _say_one(view, [f"table_check.{page.title}"], page.about or page.title, page.about)


def title_of_editor(view: View, editor: FieldEditor) -> str:
    """Return what an editor corrects, and of what."""
    page, key = editor.page.page, f"edit.{editor.key}"
    label = view.words.say(key) if view.words.has(key) else _label(view, editor)
    if not page.about:
        return label
    return view.words.say("table_check.row", what=title_of_page(view, page), value=label)


def describe_value(view: View, row: FieldEditor, value: str) -> str:
    return describe_correction(view.words, row.key, row.about, value)


def _label(view: View, row: FieldEditor) -> str:
    label = row.label or row.key
    return _say_one(view, [f"field.{label}", f"table.{label}"], label, row.about)


def _say_one(view: View, keys: Sequence[str], instead: str, about: str) -> str:
    """Return the first of the sentences that there is."""
    known = next((key for key in keys if view.words.has(key)), None)
    return view.words.say(known, about=about) if known else instead


def _describe_row(view: View, row: FieldEditor) -> str:
    value = describe_value(view, row, row.present)
    return view.words.say("table_check.row", what=_label(view, row), value=value)


# Editors ----------------------------------------------------------------------------------------


def draw_form_editor(image: Image.Image, view: View, entry: FormEditor) -> None:
    """Draw the words to choose from, a number, or several values in rows."""
    title = title_of_editor(view, entry)
    choices = entry.parts[0].choices
    if len(entry.parts) > 1:
        draw_list(image, title, [*map(ListRow, _describe_parts(view, entry))], entry.at)
    elif isinstance(choices, tuple):
        labels = [describe_value(view, entry, choice) for choice in choices]
        draw_list(image, title, [*map(ListRow, labels)], entry.places[0])
    else:
        drawing.draw_header(image, title)
        _draw_number(image, entry.values[0])


def _describe_parts(view: View, entry: FormEditor) -> list[str]:
    rows = []
    for part, value in zip(entry.parts, entry.values, strict=True):
        named = describe_value(view, entry, value) if isinstance(part.choices, tuple) else value
        what = view.words.named("part", part.label)
        rows.append(view.words.say("table_check.row", what=what, value=named))
    return rows


def _draw_number(image: Image.Image, number: str) -> None:
    half = max(text_width(number, LARGE) // 2 + 6, NUMBER_HEIGHT // 2)
    top = (BODY_TOP + SAFE_HEIGHT - NUMBER_HEIGHT) // 2
    box = (MIDDLE - half, top, MIDDLE + half, top + NUMBER_HEIGHT)
    drawing.draw_boxed_text(image, box, number, LARGE, chosen=True)
    drawing.draw_sign(image, MIDDLE - 4, top - 7, drawing.ARROW_UP)
    drawing.draw_sign(image, MIDDLE - 4, box[3] + 3, drawing.ARROW_DOWN)


def draw_list_editor(image: Image.Image, view: View, entry: ListEditor) -> None:
    """Draw the items laid down so far, and in a bar the choice that would come next."""
    title = title_of_editor(view, entry)
    laid = describe_value(view, entry, entry.word)
    if entry.required:
        number = len(entry.laid) + 1
        title = view.words.say("table_check.page", what=title, page=number, pages=entry.required)
        laid = laid if entry.laid else ""
    drawing.draw_header(image, title)
    drawing.draw_paragraph(image, BODY_TOP, laid, BAR_TOP - BODY_TOP - 2)
    if entry.refused is None:  # else the reason stands there
        _draw_choice(image, _describe_choice(view, entry))


def _describe_choice(view: View, entry: ListEditor) -> str:
    choice = entry.choice
    if choice in (DONE, REMOVE):
        return view.words.say(f"table_check{choice.replace(':', '.')}")
    item = describe_value(view, entry, choice)
    return view.words.say("table_check.group", item=item) if entry.is_grouped else item


def _draw_choice(image: Image.Image, label: str) -> None:
    left, right = ARROW_ROOM, SAFE_WIDTH - ARROW_ROOM
    drawing.draw_sign(image, LEFT, BAR_TOP + 4, drawing.ARROW_LEFT)
    drawing.draw_sign(image, right + 3, BAR_TOP + 4, drawing.ARROW_RIGHT)
    font = drawing.largest_font(label, right - left - 4, MEDIUM, TEXT, SMALL)
    drawing.draw_boxed_text(image, (left, BAR_TOP, right, SAFE_HEIGHT), label, font, chosen=True)


# Boards -----------------------------------------------------------------------------------------


def draw_board_check(image: Image.Image, view: View, entry: BoardCheck) -> None:
    """Draw the places' names as a grid; a single one with a small map and what is there."""
    page, place = entry.page, entry.cursor.place
    title = label_of_board(view, entry)
    if place is None or not entry.cursor.in_row:
        draw_text(image, LEFT, 1, title, MEDIUM, TEXT_WIDTH)
        _draw_places(image, view, page, entry.cursor.area(page.columns))
        if place is None:
            draw_right_bar(image, view, LEFT, BAR_TOP)
        return
    left, bottom = _draw_map(image, page, place)
    drawing.draw_in_middle(image, LEFT, 1, title, left - 2 * LEFT, MEDIUM, TEXT)
    top = max(DETAILS_Y, bottom + 2 * LEFT)
    drawing.draw_paragraph(image, top, summarise_place(view, page.places[place]), SAFE_HEIGHT - top)


def _draw_map(image: Image.Image, page: CheckPage, place: int) -> tuple[int, int]:
    """Draw all places as small boxes at the top right, one filled; return its left and bottom."""
    rows = -(-len(page.places) // page.columns)
    wide, high = max(MAP_WIDTH // page.columns, 2), max(MAP_HEIGHT // rows, 2)
    left = SAFE_WIDTH - page.columns * wide
    for at in range(len(page.places)):
        row, column = divmod(at, page.columns)
        x, y = left + column * wide, 1 + row * high
        box = (x, y, x + wide - 1, y + high - 1)
        drawing.draw_outline(image, box)
        if at == place:
            image.paste(LIT, box)
    return left, 1 + rows * high


def _draw_places(image: Image.Image, view: View, page: CheckPage, area: Sequence[int]) -> None:
    """Draw the places' names row by row; the row pointed at in a bar."""
    width, boxes = SAFE_WIDTH // page.columns, []
    for at in range(len(page.places)):
        row, column = divmod(at, page.columns)
        left, top = column * width, BODY_TOP + 1 + row * PLACE_PITCH
        boxes.append((left, top, left + width, top + PLACE_PITCH))
    if area:
        drawing.draw_bar(image, (*boxes[area[0]][:2], *boxes[area[-1]][2:]))
    for at, (left, top, *_) in enumerate(boxes):
        name = cut_text(title_of_page(view, page.places[at]), TEXT, width - LEFT - 3)
        draw_text(image, left + LEFT, top + 1, name, TEXT, lit=at not in area)


def draw_right_bar(image: Image.Image, view: View, left: int, top: int) -> None:
    """Draw in a filled bar beside a board that all of it is right, in several lines if need be.

    ``left`` is where the text begins, ``top`` the highest row that it may take.
    """
    text = view.words.say("table_check.right")
    lines, font, pitch = drawing.fit_paragraph(text, SAFE_HEIGHT - top, SAFE_WIDTH - left - LEFT)
    top = SAFE_HEIGHT - len(lines) * pitch - 2
    drawing.draw_bar(image, (left - LEFT, top, SAFE_WIDTH, SAFE_HEIGHT))
    drawing.draw_lines(image, left, top + 2, lines, font, pitch, lit=False)


def summarise_place(view: View, page: CheckPage) -> str:
    """Return what is at a place of a board, as far as anything is, without what is printed."""
    found = [row for row in page.rows if row.present not in (NONE, UNKNOWN, "0")]
    values = [
        describe_value(view, row, row.present) if row is page.rows[0] else _describe_row(view, row)
        for row in found
        if not isinstance(row, FormEditor) or len(row.parts) == 1
    ]
    return ", ".join(values) or view.words.named("value", NONE)


def label_of_board(view: View, entry: BoardCheck) -> str:
    """Return what is pointed at on a board: a place, a row of it, or the whole page."""
    place = entry.cursor.place
    if place is None:
        return number_page(view, entry, title_of_page(view, entry.page))
    return title_of_page(view, entry.page.places[place] if entry.cursor.in_row else entry.page)


SCREENS: Mapping[type, EntryScreen] = {
    TableCheck: draw_table_check,
    BoardCheck: draw_board_check,
    FormEditor: draw_form_editor,
    ListEditor: draw_list_editor,
}
