"""The table check: a page of the table with its choices, and a field being corrected."""

from collections.abc import Sequence

from PIL import Image

from companion.games.campanile.input.table_check import (
    DONE,
    GROUP,
    FieldEditor,
    ListEditor,
    NumberEditor,
    TableCheck,
    count_piles,
    group_markers,
)
from companion.games.campanile.rules import table1996
from companion.games.campanile.rules.table import CampanileTable
from companion.games.campanile.rules.towers import Style
from companion.games.campanile.screens.pieces import card_title, draw_card, draw_tower
from companion.screens import drawing
from companion.screens.drawing import MIDDLE, SAFE_WIDTH, draw_text
from companion.screens.fonts import FIGURES, LARGE, SMALL, TEXT, THIN, text_width, wrap_text
from companion.screens.view import View

TOP, BOTTOM = 14, 49
"""Between these rows lies what the page shows."""
LINE, FEW_LINES = 9, 4
"""Rows from one line to the next; with more lines than a few, no title has room above them."""
GROUND_Y = 46
TOWER_WIDTH = 16
TOWER_HEIGHT = 26
ROWS_X = 24
"""The column where the influence beside the tower begins."""
CARD_SIZE = 24
NameRows = Sequence[tuple[str, str]]
"""Names, and what each of them has."""


def draw_table_check(image: Image.Image, view: View, entry: TableCheck) -> None:
    """A page, and below it the choice pointed at; a page of many lines has its title there."""
    page, chosen = entry.page, entry.chosen
    title = view.words.say(f"table_check.{page.subject}", style=_style_title(view, page.about))
    if chosen is None:
        label = view.words.say("table_check.right")
    else:
        label = view.words.say(f"choice.{chosen.key}", about=chosen.about)
    rows = ROWS[page.subject](view, page.about) if page.subject in ROWS else ()
    if len(rows) <= FEW_LINES:
        _draw_heading(image, view, entry, title)
    elif chosen is None:
        label = view.words.say("table_check.page-right", page=title)
    PAGES[page.subject](image, view, view.table, page.about)
    _draw_choice(image, label)


def _draw_heading(image: Image.Image, view: View, entry: TableCheck, title: str) -> None:
    number = view.words.say("table_check.page", page=entry.page_at + 1, pages=len(entry.pages))
    draw_text(image, SAFE_WIDTH, 3, number, SMALL, anchor="r")
    room = SAFE_WIDTH - text_width(number, SMALL) - 4
    draw_text(image, 0, 2, title, drawing.largest_font(title, room, TEXT, SMALL), room)


def _style_title(view: View, about: str) -> str:
    """A style's title; what is no style is returned as it is."""
    return card_title(view.words, about) if about in view.table.row else about


def _draw_choice(image: Image.Image, label: str) -> None:
    drawing.draw_rule(image, BOTTOM)
    font = drawing.largest_font(label, SAFE_WIDTH - 14, TEXT, SMALL)
    y = BOTTOM + 4 + (TEXT.capital - font.capital) // 2
    draw_text(image, MIDDLE, y, label, font, SAFE_WIDTH - 14, anchor="m")
    drawing.draw_sign(image, 0, BOTTOM + 4, drawing.ARROW_LEFT)
    drawing.draw_sign(image, SAFE_WIDTH - 5, BOTTOM + 4, drawing.ARROW_RIGHT)


# The pages --------------------------------------------------------------------------------------


def _draw_tower_page(image: Image.Image, view: View, table: CampanileTable, style: str) -> None:
    tower = table.towers[Style(style)]
    highest = max(9, *(each.floors for each in table.towers.values()))
    top = GROUND_Y - round(tower.floors * TOWER_HEIGHT / highest)
    drawing.draw_rule(image, GROUND_Y, 0, TOWER_WIDTH + 2)
    if tower.floors:
        box = (1, min(top, GROUND_Y - 1), TOWER_WIDTH + 1, GROUND_Y + 1)
        draw_tower(image, box, style)
    floors = str(tower.floors)
    draw_text(image, TOWER_WIDTH // 2 + 1, top - TEXT.capital - 1, floors, TEXT, anchor="m")
    _draw_rows(image, _influence_rows(view, style) or _nobody(view), ROWS_X)


def _influence_rows(view: View, style: str) -> NameRows:
    table: CampanileTable = view.table
    rows = table.towers[Style(style)].rows
    return [(table.players[row.seat].name, "+".join(map(str, row.markers))) for row in rows]


def _nobody(view: View) -> NameRows:
    return [(view.words.say("table_check.nobody"), "")]


def _chip_rows(view: View, _about: str) -> NameRows:
    none, table = view.words.say("table_check.no-chips"), view.table
    chips = ("+".join(map(str, sorted(each.chips, reverse=True))) for each in table.players)
    return [(each.name, its or none) for each, its in zip(table.players, chips, strict=True)]


ROWS = {"tower": _influence_rows, "chips": _chip_rows}


def _draw_rows(image: Image.Image, rows: NameRows, left: int = 0) -> None:
    top = TOP - 1 if len(rows) <= FEW_LINES else 2
    for place, (name, its) in enumerate(rows):
        y = top + place * LINE
        draw_text(image, SAFE_WIDTH, y, its, SMALL, anchor="r")
        room = SAFE_WIDTH - left - text_width(its, SMALL) - 4
        draw_text(image, left, y, drawing.cut_text(name, SMALL, room), SMALL)


def _draw_open_page(image: Image.Image, view: View, table: CampanileTable, _about: str) -> None:
    if not table.open_cards:
        _draw_large(image, view.words.say("table_check.not-tracked"))
        return
    cards: Sequence[str | None] = table.open_cards
    if isinstance(table, table1996.Campanile1996Table):
        cards = table.display
    _draw_cards(image, view, cards)


def _draw_cards(image: Image.Image, view: View, cards: Sequence[str | None]) -> None:
    for place, card in enumerate(cards):
        left = 10 + place * 42
        box = (left, TOP - 1, left + CARD_SIZE, TOP - 1 + CARD_SIZE)
        draw_card(image, box, card or "", hollow=not card)
        if card:
            name = card_title(view.words, card)
            y = TOP + CARD_SIZE + 2
            draw_text(image, left + CARD_SIZE // 2, y, name, SMALL, 41, anchor="m")


def _draw_pile_page(image: Image.Image, _view: View, table: CampanileTable, _about: str) -> None:
    counts = count_piles(table)
    pitch = SAFE_WIDTH // len(counts)
    font = LARGE if len(counts) == 1 else FIGURES
    beside = len(drawing.PILE_SIGN[0]) + 4
    for place, count in enumerate(counts):
        x = place * pitch + (pitch - beside - text_width(str(count), font)) // 2
        drawing.draw_sign(image, x, 25, drawing.PILE_SIGN)
        draw_text(image, x + beside, 30 - font.capital // 2, str(count), font)


def _draw_chips_page(image: Image.Image, view: View, _table: CampanileTable, about: str) -> None:
    _draw_rows(image, _chip_rows(view, about))


def _draw_player_page(image: Image.Image, _view: View, table: CampanileTable, _about: str) -> None:
    _draw_large(image, table.player.name)


def _draw_large(image: Image.Image, words: str) -> None:
    font = drawing.largest_font(words, SAFE_WIDTH, LARGE, THIN, TEXT, SMALL)
    draw_text(image, MIDDLE, 26, words, font, SAFE_WIDTH, anchor="m")


PAGES = {
    "tower": _draw_tower_page,
    "open": _draw_open_page,
    "pile": _draw_pile_page,
    "chips": _draw_chips_page,
    "player": _draw_player_page,
}


# A field being corrected --------------------------------------------------------------------------


def _draw_title(image: Image.Image, view: View, entry: FieldEditor, **values: int) -> None:
    about, style = entry.target.about, _style_title(view, entry.target.about)
    title = view.words.say(f"edit.{entry.target.key}", about=about, style=style, **values)
    draw_text(image, 0, 2, title, drawing.largest_font(title, SAFE_WIDTH, TEXT, SMALL), SAFE_WIDTH)


def draw_number_editor(image: Image.Image, view: View, entry: NumberEditor) -> None:
    """The number in large figures, between the signs that change it."""
    _draw_title(image, view, entry)
    draw_text(image, MIDDLE, 28, str(entry.value), LARGE, anchor="m")
    drawing.draw_sign(image, MIDDLE - 3, 19, drawing.ARROW_UP)
    drawing.draw_sign(image, MIDDLE - 3, 48, drawing.ARROW_DOWN)
    drawing.draw_sign(image, MIDDLE - 30, 31, drawing.ARROW_LEFT)
    drawing.draw_sign(image, MIDDLE + 27, 31, drawing.ARROW_RIGHT)


def draw_list_editor(image: Image.Image, view: View, entry: ListEditor) -> None:
    """The items laid down so far, and the choice that would come next."""
    key, rows = entry.target.key, _laid_rows(view, entry)
    if len(rows) <= FEW_LINES:
        _draw_title(image, view, entry, number=len(entry.laid) + 1, items=entry.required)
    match key:
        case "open":
            _draw_cards(image, view, [*entry.laid, entry.choice])
        case "player":
            _draw_large(image, entry.choice)
        case "influence":
            _draw_rows(image, rows or _nobody(view))
        case "chips":
            _draw_laid_chips(image, view, entry)
    _draw_choice(image, _choice_title(view, entry))


def _draw_laid_chips(image: Image.Image, view: View, entry: ListEditor) -> None:
    chips = " + ".join(entry.laid) or view.words.say("table_check.no-chips")
    lines = drawing.limit_lines(3, wrap_text(chips, TEXT, SAFE_WIDTH), TEXT, SAFE_WIDTH)
    drawing.draw_lines(image, 0, TOP + 4, lines, TEXT, TEXT.height)


def _laid_rows(view: View, entry: ListEditor) -> NameRows:
    if entry.target.key != "influence":
        return ()
    players = view.table.players
    return [(players[seat].name, markers) for seat, markers in group_markers(entry.laid)]


def _choice_title(view: View, entry: ListEditor) -> str:
    words, choice = view.words, entry.choice
    if choice == DONE:
        return words.say("table_check.done")
    match entry.target.key:
        case "open":
            return card_title(words, choice)
        case "chips":
            return words.say("edit.chip", chip=choice)
        case "player":
            return choice
    seat, _, marker = choice.partition(GROUP)
    return words.say("edit.marker", player=view.table.players[int(seat)].name, marker=marker)
