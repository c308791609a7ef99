"""The table check: a page of the table, its choices, and a field being corrected."""

from collections.abc import Sequence

from PIL import Image

from companion.games.campanile.input.table_check import (
    DONE,
    GROUP,
    Editor,
    Field,
    ListEditor,
    NumberEditor,
    TableCheck,
    counts,
)
from companion.games.campanile.rules import table1996
from companion.games.campanile.rules.table import CampanileTable
from companion.games.campanile.rules.towers import Style
from companion.games.campanile.screens.pieces import draw_card, draw_tower
from companion.games.campanile.screens.titles import card_title
from companion.screens import drawing
from companion.screens.drawing import MIDDLE, SAFE_WIDTH, draw_text, draw_title
from companion.screens.fonts import FIGURES, LARGE, SMALL, TEXT, THIN, text_width, wrap_text
from companion.screens.view import View

TOP, BOTTOM = 14, 49
"""Between these rows stands what the page shows."""
LINE, FEW = 9, 4
"""Rows from one line to the next; more lines than a few leave no room for a title above them."""
GROUND = 46
BODY = 16
"""Columns of the tower."""
SPAN = 26
"""Rows for the highest tower."""
BESIDE = 24
"""The column where the rows beside the tower begin."""
CARD = (24, 24)
"""Columns and rows of an open card."""


def table_check(image: Image.Image, view: View, entry: TableCheck) -> None:
    """A page, and below it the choice pointed at; a page of many lines has its title there too."""
    sheet, chosen = entry.sheet, entry.chosen
    title = view.words.say(f"table_check.{sheet.shows}", style=_style(view, sheet.about))
    label = view.words.say("table_check.right") if chosen is None else _field(view, chosen)
    rows = ROWS[sheet.shows](view, sheet.about) if sheet.shows in ROWS else ()
    if len(rows) <= FEW:
        _heading(image, view, entry, title)
    elif chosen is None:
        label = view.words.say("table_check.page-right", page=title)
    PAGES[sheet.shows](image, view, view.table, sheet.about)
    _choice(image, label)


def _heading(image: Image.Image, view: View, entry: TableCheck, title: str) -> None:
    """The page's title and its number."""
    number = view.words.say("table_check.page", page=entry.page + 1, pages=len(entry.sheets))
    draw_text(image, SAFE_WIDTH, 3, number, SMALL, anchor="r")
    room = SAFE_WIDTH - text_width(number, SMALL) - 4
    draw_text(image, 0, 2, title, drawing.largest_font(title, room, TEXT, SMALL), room)


def _style(view: View, about: str) -> str:
    """A tower's style as a title; what is no style is not worded."""
    return (
        card_title(view.words, about) if about in view.table.row_from_left(view.mirrored) else about
    )


def _field(view: View, chosen: Field) -> str:
    return view.words.say(f"choice.{chosen.key}", about=chosen.about)


def _choice(image: Image.Image, label: str) -> None:
    """What OK does, between the signs of the presses that change it."""
    drawing.draw_rule(image, BOTTOM)
    font = drawing.largest_font(label, SAFE_WIDTH - 14, TEXT, SMALL)
    y = BOTTOM + 4 + (TEXT.capital - font.capital) // 2
    draw_text(image, MIDDLE, y, label, font, SAFE_WIDTH - 14, anchor="m")
    drawing.draw_sign(image, 0, BOTTOM + 4, drawing.ARROW_LEFT)
    drawing.draw_sign(image, SAFE_WIDTH - 5, BOTTOM + 4, drawing.ARROW_RIGHT)


# The pages --------------------------------------------------------------------------------------


def _tower(image: Image.Image, view: View, table: CampanileTable, style: str) -> None:
    """The tower with its floors, and the rows beside it, the nearest to the base first."""
    tower = table.towers[Style(style)]
    highest = max(9, *(each.floors for each in table.towers.values()))
    top = GROUND - round(tower.floors * SPAN / highest)
    drawing.draw_rule(image, GROUND, 0, BODY + 2)
    if tower.floors:
        draw_tower(image, (1, min(top, GROUND - 1), BODY + 1, GROUND + 1), style)
    draw_text(image, BODY // 2 + 1, top - TEXT.capital - 1, str(tower.floors), TEXT, anchor="m")
    _rows(image, _tower_rows(view, style) or [(view.words.say("table_check.nobody"), "")], BESIDE)


Lines = Sequence[tuple[str, str]]
"""Names, and what each of them has."""


def _tower_rows(view: View, style: str) -> Lines:
    table: CampanileTable = view.table
    rows = table.towers[Style(style)].rows
    return [(table.players[row.seat].name, "+".join(map(str, row.markers))) for row in rows]


def _chips_won(view: View, _about: str) -> Lines:
    none, table = view.words.say("table_check.no-chips"), view.table
    chips = ("+".join(map(str, sorted(each.chips, reverse=True))) for each in table.players)
    return [(each.name, its or none) for each, its in zip(table.players, chips, strict=True)]


ROWS = {"tower": _tower_rows, "chips": _chips_won}


def _rows(image: Image.Image, rows: Lines, left: int = 0) -> None:
    """Names at the left, what each of them has at the right; a few below a title."""
    top = TOP - 1 if len(rows) <= FEW else 2
    for place, (name, its) in enumerate(rows):
        y = top + place * LINE
        draw_text(image, SAFE_WIDTH, y, its, SMALL, anchor="r")
        room = SAFE_WIDTH - left - text_width(its, SMALL) - 4
        draw_text(image, left, y, drawing.cut_text(name, SMALL, room), SMALL)


def _open(image: Image.Image, view: View, table: CampanileTable, _about: str) -> None:
    if not table.open_cards:
        _large(image, view.words.say("table_check.not-tracked"))
        return
    shown: Sequence[str | None] = table.open_cards
    if isinstance(table, table1996.Campanile1996Table):
        shown = table.display
    _cards(image, view, shown)


def _cards(image: Image.Image, view: View, shown: Sequence[str | None]) -> None:
    """Cards in a row with their names."""
    across, high = CARD
    for place, card in enumerate(shown):
        left = 6 + place * 42
        box = (left + 4, TOP - 1, left + 4 + across, TOP - 1 + high)
        draw_card(image, box, card or "", hollow=not card)
        if card:
            name = card_title(view.words, card)
            draw_text(image, left + 4 + across // 2, TOP + high + 2, name, SMALL, 41, anchor="m")


def _pile(image: Image.Image, _view: View, table: CampanileTable, _about: str) -> None:
    left = counts(table)
    pitch = SAFE_WIDTH // len(left)
    font = LARGE if len(left) == 1 else FIGURES
    beside = len(drawing.PILE_SIGN[0]) + 4
    for place, count in enumerate(left):
        x = place * pitch + (pitch - beside - text_width(str(count), font)) // 2
        drawing.draw_sign(image, x, 25, drawing.PILE_SIGN)
        draw_text(image, x + beside, 30 - font.capital // 2, str(count), font)


def _chips(image: Image.Image, view: View, _table: CampanileTable, about: str) -> None:
    _rows(image, _chips_won(view, about))


def _player(image: Image.Image, _view: View, table: CampanileTable, _about: str) -> None:
    _large(image, table.player.name)


def _large(image: Image.Image, words: str) -> None:
    font = drawing.largest_font(words, SAFE_WIDTH, LARGE, THIN, TEXT, SMALL)
    draw_text(image, MIDDLE, 26, words, font, SAFE_WIDTH, anchor="m")


PAGES = {"tower": _tower, "open": _open, "pile": _pile, "chips": _chips, "player": _player}


# A field being corrected --------------------------------------------------------------------------


def _title(image: Image.Image, view: View, entry: Editor, **values: int) -> None:
    about, style = entry.what.about, _style(view, entry.what.about)
    title = view.words.say(f"edit.{entry.what.key}", about=about, style=style, **values)
    draw_title(image, title)


def number_editor(image: Image.Image, view: View, entry: NumberEditor) -> None:
    """The number in large figures, between the signs that change it."""
    _title(image, view, entry)
    draw_text(image, MIDDLE, 28, str(entry.value), LARGE, anchor="m")
    drawing.draw_sign(image, MIDDLE - 3, 19, drawing.ARROW_UP)
    drawing.draw_sign(image, MIDDLE - 3, 48, drawing.ARROW_DOWN)
    drawing.draw_sign(image, MIDDLE - 30, 31, drawing.ARROW_LEFT)
    drawing.draw_sign(image, MIDDLE + 27, 31, drawing.ARROW_RIGHT)


def list_editor(image: Image.Image, view: View, entry: ListEditor) -> None:
    """What is laid down so far, and what would come next."""
    rows = _laid_rows(view, entry) if entry.what.key == "influence" else ()
    if len(rows) <= FEW:
        _title(image, view, entry, number=len(entry.laid) + 1, items=entry.full)
    if entry.what.key == "open":
        _cards(image, view, [*entry.laid, entry.choice])
    elif entry.what.key == "player":
        _large(image, entry.choice)
    elif entry.what.key == "influence":
        _rows(image, rows or [(view.words.say("table_check.nobody"), "")])
    else:
        _laid_chips(image, view, entry)
    choice = entry.choice
    _choice(
        image, view.words.say("table_check.done") if choice == DONE else _item(view, entry, choice)
    )


def _laid_chips(image: Image.Image, view: View, entry: ListEditor) -> None:
    chips = " + ".join(entry.laid) or view.words.say("table_check.no-chips")
    lines = drawing.limit_lines(3, wrap_text(chips, TEXT, SAFE_WIDTH), TEXT, SAFE_WIDTH)
    drawing.draw_lines(image, 0, TOP + 4, lines, TEXT, TEXT.height)


def _laid_rows(view: View, entry: ListEditor) -> Lines:
    """Markers by player, in the order in which they came."""
    rows: dict[str, list[str]] = {}
    for item in entry.laid:
        seat, _, marker = item.partition(GROUP)
        rows.setdefault(seat, []).append(marker)
    players = view.table.players
    return [(players[int(seat)].name, "+".join(its)) for seat, its in rows.items()]


def _item(view: View, entry: ListEditor, item: str) -> str:
    if entry.what.key == "open":
        return card_title(view.words, item)
    if entry.what.key == "chips":
        return view.words.say("edit.chip", chip=item)
    if entry.what.key == "player":
        return item
    seat, _, marker = item.partition(GROUP)
    player = view.table.players[int(seat)].name
    return view.words.say("edit.marker", player=player, marker=marker)
